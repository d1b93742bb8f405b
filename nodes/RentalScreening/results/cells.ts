import type { IDataObject } from 'n8n-workflow';

import type { components } from '../../../openapi/rental-screening';
import { humanize, toOneLine, truncate } from '../core/text';

/** The objects of the service, by the names of its contract. */
export type Schemas = components['schemas'];

/** What a value is; a `term` is a constant of the service, such as `FULL_TIME`. */
export type Format = 'id' | 'text' | 'longText' | 'term' | 'date' | 'number' | 'amount' | 'boolean';

/** A value as the cell of a spreadsheet; null without one of that format. */
export function toCell(format: Format, value: unknown): string | number | boolean | null {
	if (format === 'boolean') return value === true;
	if (isFigure(format)) return isNumber(value) ? value : null;
	// Later nodes send an ID back, so it stays as it is.
	if (format === 'id' && typeof value === 'string') return value || null;
	return escapeCell(toOneLine(value)) || null;
}

/** A value as a report shows it, on one line; '' without one of that format. */
export function formatForReport(format: Format, value: unknown): string {
	if (isFigure(format)) return isNumber(value) ? truncate(formatFigure(format, value), 30) : '';
	const line = toOneLine(value, format === 'longText' ? 200 : 80);
	if (format === 'date') return line.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1');
	return format === 'term' ? humanize(line.replace(/^CHECK_TYPE_/, '')) : line;
}

export function isFigure(format: Format): format is 'number' | 'amount' {
	return format === 'number' || format === 'amount';
}

function isNumber(value: unknown): value is number {
	return Number.isFinite(value);
}

/** With commas between thousands. `toLocaleString` with options would make a formatter for each number. */
function formatFigure(format: 'number' | 'amount', number: number): string {
	if (format === 'number') return Number(number.toFixed(2)).toLocaleString('en-US');
	return number.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}

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
