import { booleanOf, numberOf, textOf } from './loose';
import { spreadsheetSafe, spreadsheetSafeIdentifier } from './spreadsheetSafe';

/** What a column of each type holds. Every column may also hold null: the service gave nothing. */
export interface CellTypes {
	identifier: string;
	text: string;
	number: number;
	boolean: boolean;
}

export type ColumnType = keyof CellTypes;
export type Cell = string | number | boolean | null;

/** A column of a flat row: its name, its type, and where its value stands in the source. */
export interface Column<
	Source,
	Name extends string = string,
	Type extends ColumnType = ColumnType,
> {
	readonly name: Name;
	readonly type: Type;
	readonly read: (source: Source) => unknown;
}

/** The flat row that a table of columns describes. */
export type Row<Columns extends ReadonlyArray<Column<never>>> = {
	[C in Columns[number] as C['name']]: CellTypes[C['type']] | null;
};

const TO_CELL: { readonly [Type in ColumnType]: (value: unknown) => CellTypes[Type] | null } = {
	identifier: (value) => mapText(value, spreadsheetSafeIdentifier),
	text: (value) => mapText(value, spreadsheetSafe),
	number: numberOf,
	boolean: booleanOf,
};

function mapText(value: unknown, map: (text: string) => string): string | null {
	const text = textOf(value);
	return text === null ? null : map(text);
}

/** A function that defines columns which read from `Source`, keeping their names for the row type. */
export function columnsFrom<Source>() {
	return <const Name extends string, const Type extends ColumnType>(
		name: Name,
		type: Type,
		read: (source: Source) => unknown,
	): Column<Source, Name, Type> => ({ name, type, read });
}

/**
 * One flat row: every column is there, in the order of the table, and holds a scalar of its type or
 * null. Text is safe to put into a spreadsheet. `before` is what stands in front of these columns.
 */
export function readRow<
	Source,
	Columns extends ReadonlyArray<Column<Source>>,
	Before extends object,
>(columns: Columns, source: Source, before?: Before): Before & Row<Columns> {
	const row: Record<string, Cell> = { ...before };
	for (const { name, type, read } of columns) row[name] = TO_CELL[type](read(source));
	return row as Before & Row<Columns>;
}
