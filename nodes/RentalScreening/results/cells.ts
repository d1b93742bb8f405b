import { escapeCell } from '../core/cells';
import { humanize, toOneLine, truncate } from '../core/text';

/** What a value is; a `term` is a constant of the service, such as `FULL_TIME`. */
export type Format = 'id' | 'text' | 'longText' | 'term' | 'date' | 'boolean' | Figure;
type Figure = 'number' | 'amount' | 'percent';

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
	const line = toOneLine(value, format === 'longText' ? 200 : format === 'date' ? 40 : 80);
	if (format === 'date') return line.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1');
	return format === 'term' ? humanize(line.replace(/^CHECK_TYPE_/, '')) : line;
}

export function isFigure(format: Format): format is Figure {
	return ['number', 'amount', 'percent'].includes(format);
}

function isNumber(value: unknown): value is number {
	return Number.isFinite(value);
}

/** With commas between thousands. `toLocaleString` with options would make a formatter for each number. */
function formatFigure(format: Figure, number: number): string {
	if (format === 'percent') return `${formatFigure('number', number)} %`;
	if (format === 'number') return Number(number.toFixed(2)).toLocaleString('en-US');
	return number.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
