import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read, utils, write } from '@e965/xlsx';
import { demoPropertyId } from '../sandbox/data/demo.mts';

const PEOPLE: ReadonlyArray<readonly [string, string, string, string]> = [
	['Amara', 'Okonkwo', 'amara.okonkwo@example.com', '+1 416 555 0111'],
	['Léo', 'Tremblay', 'leo.tremblay@example.com', '+1 (514) 555-0122'],
	['Priya', 'Raman', 'priya.raman@example.org', '+1 647 555 0133'],
	['Mateo', 'Álvarez', 'mateo.alvarez@example.net', '+1 905 555 0144'],
	['Hannah', "O'Neill", 'hannah.oneill@example.com', '+1 437 555 0155'],
	['Wei', 'Zhang', 'wei.zhang@example.org', '+1 604 555 0166'],
];

/** Made-up applicants, by the names of the service's fields. */
export const sampleApplicants = PEOPLE.map(([firstName, lastName, email, phone]) => ({
	firstName,
	lastName,
	email,
	phone,
}));

/** The same as rows of a landlord's sheet. */
export const sampleRows = PEOPLE.map(([firstName, lastName, email, phone]) => ({
	'First Name': firstName,
	'Last Name': lastName,
	Email: email,
	Phone: phone,
}));

/** Puts the workbook of the XLSX workflow into a folder. One that is there already is a person's own. */
export async function placeSamples(folder: string): Promise<void> {
	const file = join(folder, 'applicants.xlsx');
	if (existsSync(file)) return;
	await mkdir(folder, { recursive: true });
	const rows = sampleRows.map((row) => ({ ...row, 'Property ID': demoPropertyId }));
	await writeXlsx(file, rows, 'Applicants');
}

/** Writes rows as the only sheet of an XLSX file. */
export async function writeXlsx(
	file: string,
	rows: readonly object[],
	name: string,
): Promise<void> {
	const workbook = utils.book_new();
	const sheet = utils.json_to_sheet([...rows]);
	utils.book_append_sheet(workbook, sheet, name);
	await writeFile(file, write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
}

/** The rows of the first sheet of an XLSX file; empty cells are ''. */
export async function readSheet(file: string): Promise<Array<Record<string, unknown>>> {
	const { SheetNames, Sheets } = read(await readFile(file), { type: 'buffer' });
	return utils.sheet_to_json(Sheets[SheetNames[0] ?? '']!, { defval: '' });
}
