import type { IDataObject } from 'n8n-workflow';

import { clipped } from '../request/text';
import { atFirstUse, booleanOf, inWords, isId, numberOf, oneLine, textOf } from './values';

export type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;

/** The formats of columns, with the cell for a value of each. */
const TO_CELL = {
	/** Later steps send it back, so it stays as the service gave it. */
	id: textOf,
	text: textCell,
	/** Somebody's own words. */
	prose: textCell,
	/** A constant of the service. */
	term: textCell,
	date: textCell,
	number: numberOf,
	boolean: booleanOf,
} satisfies Record<string, (value: unknown) => Cell>;

export type Format = keyof typeof TO_CELL;

function textCell(value: unknown): string | null {
	const text = textOf(value);
	return text === null ? null : safeCell(text);
}

/** A column of an output: its name, the format of its values, and where they come from. */
export interface Column<Source> {
	readonly name: string;
	readonly format: Format;
	readonly read: (source: Source) => unknown;
}

/** Whether the values of a column are figures. */
export function isFigure({ format }: Pick<Column<never>, 'format'>): boolean {
	return TO_CELL[format] === numberOf;
}

/** One flat row with each of the columns, in their order: a value of the column's type or null. */
export function readRow<Source>(columns: ReadonlyArray<Column<Source>>, source: Source): Row {
	const row: Row = {};
	for (const { name, format, read } of columns) row[name] = TO_CELL[format](read(source));
	return row;
}

const figures = atFirstUse(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }));

/** A value as a report shows it, on one line; null where there is none of that format. */
export function shownAs(format: Format, value: unknown): string | null {
	if (isFigure({ format })) {
		const number = numberOf(value);
		return number === null ? null : clipped(figures().format(number), 30);
	}
	const line = visibleLine(value, format === 'prose' ? 320 : 90);
	if (format === 'date') return line?.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1') ?? null;
	return format === 'term' && line !== null ? inWords(line.replace(/^CHECK_TYPE_/, '')) : line;
}

const invisible = atFirstUse(() => /[\p{Cc}\p{Cf}\p{Cs}]/gu);

/** The visible text of a value on one line of at most `most` characters; null where there is none. */
export function visibleLine(value: unknown, most: number): string | null {
	const line = oneLine(oneLine(value)?.replace(invisible(), ''));
	return line === null ? null : clipped(line, most);
}

/** All that a program may read as the end of a row. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** A formula may begin behind blanks, what is invisible, and apostrophes. */
const formulaStart = atFirstUse(() => /^[\s\p{C}']*[=+\-@]/u);

/** `+14165550100` and `-12.5` can only be read as the number that they are. */
const SIGNED_NUMBER = /^[+-]\d+(\.\d+)?$/;

/** Excel's limit. Because of one longer text n8n's Convert to File refuses the whole sheet. */
const LONGEST_CELL = 32_767;

/** Text for a spreadsheet cell: on one line, not too long, and visibly text where it would run as a formula. */
export function safeCell(text: string): string {
	const line = text.replace(LINE_BREAK, ' ');
	const isFormula = formulaStart().test(line) && !SIGNED_NUMBER.test(line);
	return clipped(isFormula ? `Text: ${line}` : line, LONGEST_CELL);
}

/** A flat answer of the service with each of its texts as a safe cell; its IDs as they are. */
export function safeTexts(answer: IDataObject): IDataObject {
	const cells = Object.entries(answer).map(([name, value]) => [
		name,
		typeof value === 'string' && !isId(name) ? safeCell(value) : value,
	]);
	return Object.fromEntries(cells) as IDataObject;
}
