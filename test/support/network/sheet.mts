export type CellValue = string | number | boolean;

/** A cell of a Google sheet or an Excel worksheet. */
interface Cell {
	value: CellValue;
	/** Came through the API; absent where a person typed it. */
	isWritten?: true;
}

const EMPTY: Cell = { value: '' };

/** A sheet of a Google document or a worksheet of an Excel workbook: what a person and an API do with it. */
export class Sheet {
	/** By row, then by column. */
	readonly #rows: Cell[][] = [];

	constructor(
		readonly id: string,
		readonly title: string,
	) {}

	/** A person types texts into the cells from that one on, row by row. */
	type(a1: string, rows: ReadonlyArray<readonly string[]>): void {
		this.#store(a1, rows, {});
	}

	/** An API stores values from the first cell of a range on; null leaves a cell as it is. */
	write(a1: string, values: ReadonlyArray<ReadonlyArray<CellValue | null>>): void {
		this.#store(a1, values, { isWritten: true });
	}

	#store(
		a1: string,
		values: ReadonlyArray<ReadonlyArray<CellValue | null>>,
		how: Pick<Cell, 'isWritten'>,
	): void {
		const { top, left } = parseRange(a1);
		for (const [index, row] of values.entries()) {
			while (this.#rows.length <= top + index) this.#rows.push([]);
			const cells = this.#rows[top + index]!;
			for (const [column, value] of row.entries())
				if (value !== null) cells[left + column] = { value, ...how };
		}
	}

	/** A person inserts an empty row below the first, and sorts the others by their first column, Z to A. */
	rearrange(): void {
		const text = (row: Cell[]) => String(row[0]?.value ?? '');
		const rows = this.#rows.splice(1).sort((a, b) => text(b).localeCompare(text(a)));
		this.#rows.push([], ...rows);
	}

	/** The cells of a range as far as there are any; by default all down to the last row with one. */
	cells(a1 = ''): Cell[][] {
		const { top, left, bottom, right } = parseRange(a1);
		const width = Math.min(right, Math.max(0, ...this.#rows.map((row) => row.length))) - left;
		return this.#rows
			.slice(top, bottom)
			.map((row) =>
				Array.from({ length: Math.max(0, width) }, (_, column) => row[left + column] ?? EMPTY),
			);
	}

	/** The texts of the first row. */
	header(): string[] {
		return this.cells('1:1')[0]!.map(({ value }) => String(value));
	}

	/** The rows below the header, by its texts. */
	rows(): Array<Record<string, CellValue>> {
		const header = this.header();
		return this.cells()
			.slice(1)
			.map((row) => Object.fromEntries(row.map(({ value }, column) => [header[column]!, value])));
	}
}

/**
 * Rows and columns of a range from 0, without their ends: `A1:B2`, `A1`, `B:B`, `2:2` or '' for all.
 * https://developers.google.com/workspace/sheets/api/guides/concepts#cell
 */
export function parseRange(a1: string) {
	const parts = /^([A-Z]*)(\d*)(?::([A-Z]*)(\d*))?$/.exec(a1);
	if (!parts) throw new Error(`Unable to parse range: ${a1}`);
	const [, from = '', first = '', to = from, last = first] = parts;
	return {
		top: first ? Number(first) - 1 : 0,
		left: from ? columnIndex(from) : 0,
		bottom: last ? Number(last) : Infinity,
		right: to ? columnIndex(to) + 1 : Infinity,
	};
}

/** 0 → A, 26 → AA */
export function toColumnName(index: number): string {
	const letter = String.fromCharCode(65 + (index % 26));
	return index < 26 ? letter : toColumnName(Math.floor(index / 26) - 1) + letter;
}

function columnIndex(name: string): number {
	return [...name].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
