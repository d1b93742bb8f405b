import { readFile, writeFile } from 'node:fs/promises';
import { read, utils, write } from '@e965/xlsx';

/** A row of a sheet by column name; a Date becomes a real date cell. */
export type SheetRow = Record<string, string | number | boolean | Date>;

/** The rows of the first sheet of a workbook, or of a text with comma-separated values; empty cells are ''. */
export function readRows<Row extends object>(content: Buffer | string): Row[] {
	const { SheetNames, Sheets } =
		typeof content === 'string'
			? read(content.replace(/^\uFEFF/, ''), { type: 'string', raw: true })
			: read(content, { type: 'buffer' });
	return utils.sheet_to_json(Sheets[SheetNames[0] ?? '']!, { defval: '' });
}

/** The content of a file with one sheet, with real date cells, as Excel would write it. */
export function sheetContent(rows: object[], bookType: 'csv' | 'xlsx', name = 'Sheet 1'): Buffer {
	const workbook = utils.book_new();
	utils.book_append_sheet(
		workbook,
		utils.json_to_sheet(rows, { cellDates: true, UTC: true }),
		name,
	);
	return write(workbook, { type: 'buffer', bookType }) as Buffer;
}

/** Writes rows as the only sheet of an XLSX file. */
export async function writeXlsx(
	file: string,
	rows: readonly object[],
	name?: string,
): Promise<void> {
	await writeFile(file, sheetContent([...rows], 'xlsx', name));
}

/** The rows of the first sheet of an XLSX file, or of a CSV file in UTF-8. */
export async function readSheet(file: string): Promise<Array<Record<string, unknown>>> {
	return readRows(await (file.endsWith('.csv') ? readFile(file, 'utf8') : readFile(file)));
}
