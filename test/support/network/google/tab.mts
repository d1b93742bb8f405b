import type { Cell, DateOption, Format, RenderOption } from './cells.mts';

type Awaitable<T> = T | Promise<T>;

/** A sheet (tab) of a Google document: what a person does with it and what stands in it. */
export interface Tab {
	title: string;
	sheetId: number;
	/** Types into cells from that one on, row by row. */
	type(a1: string, rows: ReadonlyArray<readonly string[]>): Awaitable<void>;
	/** Types a formula whose result is `value`. */
	typeFormula(a1: string, formula: string, value: Cell['value']): Awaitable<void>;
	/** Formats cells, empty ones too. */
	format(a1: string, format: Format): Awaitable<void>;
	/** Values as they are read: empty rows and columns at the end are left out. */
	read(
		a1: string,
		option: RenderOption,
		dates: DateOption,
	): Awaitable<Array<Array<Cell['value']>> | undefined>;
	/** All rows down to the last one with a cell, each with all columns of the grid. */
	cells(): Awaitable<Cell[][]>;
}
