import { readFile, writeFile } from 'node:fs/promises';
import { read, utils, write } from '@e965/xlsx';

/** Writes rows as the only sheet of an XLSX file; a Date becomes a real date cell. */
export async function writeXlsx(
	file: string,
	rows: readonly object[],
	name: string,
): Promise<void> {
	const workbook = utils.book_new();
	const sheet = utils.json_to_sheet([...rows], { cellDates: true, UTC: true });
	utils.book_append_sheet(workbook, sheet, name);
	await writeFile(file, write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
}

/** The rows of the first sheet of an XLSX file; empty cells are ''. */
export async function readSheet(file: string): Promise<Array<Record<string, unknown>>> {
	const { SheetNames, Sheets } = read(await readFile(file), { type: 'buffer' });
	return utils.sheet_to_json(Sheets[SheetNames[0] ?? '']!, { defval: '' });
}
