import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { parameterPath, type Field } from '../../nodes/RentalScreening/core/field.ts';
import { Item } from '../../nodes/RentalScreening/core/item.ts';

/** An input item with these parameters, none of them an expression, and these columns. */
export function createItem(parameters: object, columns: object = {}): Item {
	const source = {
		context: {} as never,
		parameters: parameters as INodeParameters,
		withExpressions: new Set<string>(),
		isToolCall: false,
		timezone: 'UTC',
	};
	return new Item(source, 0, columns as IDataObject);
}

/** The parameters of the panel that hold these values of fields, by their names. */
export function toParameters(
	values: Readonly<Record<string, unknown>>,
	fields: readonly Field[],
): object {
	const parameters: Record<string, unknown> = {};
	for (const field of fields) {
		const [name = '', member] = parameterPath(field).split('.');
		const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
		if (member === undefined) parameters[name] = value;
		else (parameters[name] ??= {} as Record<string, unknown>)[member as never] = value as never;
	}
	return parameters;
}
