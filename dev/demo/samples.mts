import { copyFile, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../host/package.mts';
import { systemClock } from '../sandbox/clock.mts';
import { Store } from '../sandbox/store.mts';
import { readSheet, writeXlsx, type SheetRow } from './spreadsheets.mts';

const HERE = join(PROJECT, 'dev', 'demo');

/** The property that every sandbox has: with it the workflows run as they are. */
const SANDBOX_PROPERTY = new Store(systemClock, {}).propertyId;

/** How to make each file that a workflow reads from n8n's working folder. */
const SAMPLES: Record<string, (file: string) => Promise<void>> = {
	'applicants.csv': async (file) =>
		await copyFile(join(HERE, 'applicants.csv'), file, constants.COPYFILE_EXCL),
	'applicants.xlsx': async (file) =>
		await asXlsx('applicants.csv', file, { 'Property ID': SANDBOX_PROPERTY }),
};

/** Puts the workflows' sample files into a folder. A file that is there already is a person's own. */
export async function placeSamples(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const [name, place] of Object.entries(SAMPLES)) {
		await place(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error;
		});
	}
}

async function asXlsx(csv: string, file: string, more: SheetRow = {}): Promise<void> {
	const rows = await readSheet(join(HERE, csv));
	const typedRows = rows.map((row) => ({ ...withTypedCells(row), ...more }));
	await writeXlsx(file, typedRows, { mayReplace: false });
}

/** Days and numbers become cells of that kind, as a person's spreadsheet has them. */
function withTypedCells(row: Record<string, unknown>): SheetRow {
	return Object.fromEntries(
		Object.entries(row).map(([column, cell]) => [column, typed(String(cell))]),
	);
}

function typed(text: string): SheetRow[string] {
	if (/^\d{4}-\d\d-\d\d$/.test(text)) return new Date(`${text}T00:00:00Z`);
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
