import { parameterPath, type Field, type Given, type Inputs } from '../core/field';
import type { Item } from '../core/item';
import type { Operation } from '../core/operation';
import { normalizeColumnName } from '../core/sheetRow';
import { isEmpty } from '../core/text';
import { readCell, type Column } from './column';
import { findColumns, FULL_NAME, withFullName, type SheetColumns } from './columns';
import { splitGiven } from './names';

/** How the rows of a sheet are read. */
export interface Sheet extends SheetColumns {
	/** By the name of a field, also of the whole name, its column where that is not called like the field. */
	readonly columnOf: Readonly<Record<string, string>>;
}

/** Reads fields from the columns of each row ('Map Automatically'); settings from the panel where their cell is empty. */
export function readRows(
	items: readonly Item[],
	fields: readonly Field[],
	operation: Partial<Operation>,
): Array<{ inputs: Inputs; sheet: Sheet }> {
	const rows = items.map(({ columns }) => columns);
	// With Checked Rows, each row has the columns that were chosen for its check.
	const sheets = new Map<string, Sheet>();
	return items.map((item) => {
		const given = item.storedParameter('columns');
		const key = JSON.stringify(given) ?? '';
		const sheet = sheets.get(key) ?? toSheet(findColumns(rows, fields, operation, given), fields);
		sheets.set(key, sheet);
		return { inputs: readRow(item, fields, sheet.columns), sheet };
	});
}

function toSheet(found: SheetColumns, fields: readonly Field[]): Sheet {
	const renamed = withFullName(fields).flatMap(({ name, label, isSetting }) => {
		const column = found.columns.get(name)?.name;
		if (column === undefined || isSetting) return [];
		const isOwnName = [name, label].map(normalizeColumnName).includes(normalizeColumnName(column));
		return isOwnName ? [] : [[name, column] as const];
	});
	return { ...found, columnOf: Object.fromEntries(renamed) };
}

function readRow(
	item: Item,
	fields: readonly Field[],
	columns: ReadonlyMap<string, Column>,
): Inputs {
	const inputs: Record<string, Given> = {};
	const read = (column: Column): Given => {
		return { value: readCell(item.columns, column), label: column.name, scope: 'item' };
	};
	for (const field of fields) {
		const { name, label } = field;
		const column = columns.get(name);
		const given = column && read(column);
		if (field.isSetting && isEmpty(given?.value)) {
			inputs[name] = { value: item.parameter(parameterPath(field)), label, scope: 'run' };
		} else if (given !== undefined) {
			inputs[name] = given;
		}
	}
	const fullName = columns.get(FULL_NAME.name);
	return fullName === undefined ? inputs : Object.assign(inputs, splitGiven(read(fullName)));
}
