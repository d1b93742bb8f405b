import type { IDataObject } from 'n8n-workflow';

import { toOneLine, truncate } from './text';

/** Excel's limit: n8n's Convert to File refuses a sheet with a longer text. */
const MAX_CELL_LENGTH = 32_767;

/** Text for a cell: one line of limited length, with a word in front if a spreadsheet would run it as a formula. */
export function escapeCell(text: string): string {
	const line = toOneLine(text);
	// Blanks and apostrophes may stand before a formula; `+14165550100` is a number.
	const isFormula = /^[\s']*[=+\-@＝＋－＠]/.test(line) && !/^[+-]\d+(\.\d+)?$/.test(line);
	return truncate(isFormula ? `Text: ${line}` : line, MAX_CELL_LENGTH);
}

/** A flat answer of the service with its texts escaped for cells; its IDs stay as they are. */
export function escapeCells(answer: IDataObject): IDataObject {
	const cells = Object.entries(answer).map(([name, value]) => [
		name,
		typeof value === 'string' && !isId(name) ? escapeCell(value) : value,
	]);
	return Object.fromEntries(cells) as IDataObject;
}

/** Whether a field of the service is an ID: later nodes send it back. */
export function isId(name: string): boolean {
	return /^(id|userId|propertyId|flowId)$/.test(name);
}
