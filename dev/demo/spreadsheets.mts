import { readFile, writeFile } from 'node:fs/promises';
import { read, utils, write } from '@e965/xlsx';

/** A row of a sheet by column name; a Date becomes a real date cell. */
export type SheetRow = Record<string, string | number | boolean | Date>;

/**
 * Writes rows as the first sheet of an XLSX file, with real date cells, as Excel would. Throws with code
 * `EEXIST` where the file is there already and must not be replaced.
 */
export async function writeXlsx(
	file: string,
	rows: readonly SheetRow[],
	{ mayReplace = true } = {},
): Promise<void> {
	const workbook = utils.book_new();
	const options = { cellDates: true, UTC: true };
	utils.book_append_sheet(workbook, utils.json_to_sheet([...rows], options), 'Sheet 1');
	const content = write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
	await writeFile(file, content, { flag: mayReplace ? 'w' : 'wx' });
}

/** The rows of the first sheet of an XLSX file, or of a CSV file in UTF-8; empty cells are ''. */
export async function readSheet(file: string): Promise<Array<Record<string, unknown>>> {
	const { SheetNames, Sheets } = file.endsWith('.csv')
		? read((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''), { type: 'string', raw: true })
		: read(await readFile(file), { type: 'buffer' });
	return utils.sheet_to_json(Sheets[SheetNames[0] ?? '']!, { defval: '' });
}
