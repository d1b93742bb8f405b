import { copyFile, constants, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../host/package.mts';
import { systemClock } from '../sandbox/clock.mts';
import { Store } from '../sandbox/store.mts';
import { readSheet, sheetContent, type SheetRow } from './spreadsheets.mts';

const CSV = join(PROJECT, 'dev', 'demo', 'applicants.csv');

/** The property that every sandbox has: with it the workflows run as they are. */
const SANDBOX_PROPERTY = new Store({ clock: systemClock, completeAfter: {} }).propertyId;

/** Puts the workflows' sample files into a folder. A file that is there already is a person's own. */
export async function placeSamples(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await unlessThere(copyFile(CSV, join(folder, 'applicants.csv'), constants.COPYFILE_EXCL));
	const rows = (await readApplicants()).map((row) => {
		const cells = Object.entries(row).map(([column, cell]) => [column, typed(String(cell))]);
		return { ...Object.fromEntries(cells), 'Property ID': SANDBOX_PROPERTY };
	});
	const workbook = join(folder, 'applicants.xlsx');
	await unlessThere(writeFile(workbook, sheetContent(rows, 'xlsx', 'Applicants'), { flag: 'wx' }));
}

/** The rows of the sample file, with its own columns. */
export async function readApplicants(): Promise<Array<Record<string, string>>> {
	return (await readSheet(CSV)) as Array<Record<string, string>>;
}

/** The applicants of the sample files, by the names of the service's fields. */
export async function sampleApplicants() {
	return (await readApplicants()).map((row) => ({
		firstName: String(row['First Name']),
		lastName: String(row['Last Name']),
		email: String(row['E-mail']),
		phone: String(row['Mobile']),
	}));
}

async function unlessThere(writing: Promise<void>): Promise<void> {
	await writing.catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
}

/** Days and numbers become cells of that kind, as a person's spreadsheet has them. */
function typed(text: string): SheetRow[string] {
	if (/^\d{4}-\d\d-\d\d$/.test(text)) return new Date(`${text}T00:00:00Z`);
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
