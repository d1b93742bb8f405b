import { parameterPath, type Field, type Given, type Inputs } from '../core/field';
import type { Item } from '../core/item';
import type { Operation } from '../core/operation';
import { readCell } from '../core/sheetRow';
import { isEmpty } from '../core/text';
import { findColumns, type SheetColumns } from './columns';
import { FULL_NAME, splitGiven } from './names';

/** Reads fields from the panel ('Map Each Field Below'). */
export function readParameters(item: Item, fields: readonly Field[]): Inputs {
	return Object.fromEntries(fields.map((field) => [field.name, readParameter(item, field)]));
}

function readParameter(item: Item, field: Field): Given {
	const path = parameterPath(field);
	const scope = field.isSetting || item.isConstant(path) ? 'run' : 'item';
	return { value: item.parameter(path), label: field.label, scope };
}

/** Reads fields from the columns of each row ('Map Automatically'); settings from the panel where their cell is empty. */
export function readColumns(
	items: readonly Item[],
	fields: readonly Field[],
	operation: Partial<Operation>,
): Array<{ inputs: Inputs; sheet: SheetColumns }> {
	const rows = items.map(({ columns }) => columns);
	// As it is stored: evaluated, a dragged column would be its cell in one row.
	const chosen = items[0]?.storedParameter('columns');
	const sheet = findColumns(rows, fields, operation, chosen);
	return items.map((item) => ({ inputs: readRow(item, fields, sheet), sheet }));
}

function readRow(item: Item, fields: readonly Field[], { columns }: SheetColumns): Inputs {
	const read = (name: string): Given | undefined => {
		const column = columns.get(name);
		if (column === undefined) return undefined;
		return { value: readCell(item.columns, column), label: column.name, scope: 'item' };
	};
	const inputs: Record<string, Given> = {};
	for (const field of fields) {
		const given = read(field.name);
		if (field.isSetting && isEmpty(given?.value)) inputs[field.name] = readParameter(item, field);
		else if (given !== undefined) inputs[field.name] = given;
	}
	const fullName = read(FULL_NAME.name);
	return fullName === undefined ? inputs : { ...inputs, ...splitGiven(fullName) };
}
