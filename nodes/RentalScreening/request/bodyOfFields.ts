import { bodyFromRow } from './bodyFromRow';
import { mapRows, missingColumns } from './mapColumns';
import type { ItemInput } from './item';
import type { Operation, PreparedRequest } from '../run/operation';
import { buildBody } from './buildBody';
import type { ApiField } from './field';

/**
 * Reads a request body from the node's fields, or in auto mode ('Map Automatically') from the columns of the
 * input item, where only what is one for the whole run stays a field of the node.
 */
export function bodyOfFields(fields: readonly ApiField[]): Operation['preparerFor'] {
	return (items) =>
		items[0]?.parameter('mappingMode') === 'autoMapInputData'
			? fromColumns(fields, items)
			: (item) => notEmpty(buildBody(parametersOf(item, fields), fields), fields);
}

function fromColumns(
	fields: readonly ApiField[],
	items: readonly ItemInput[],
): (item: ItemInput) => PreparedRequest {
	const plan = mapRows(
		items.map(({ columns }) => columns),
		fields,
	);
	const perRun = fields.filter((field) => field.perRun);
	const needed = fields.filter((field) => field.required && !field.perRun);
	const missing = new Map(missingColumns(plan, needed).map((entry) => [entry.field, entry]));
	return (item) => {
		const { body, problems } = bodyFromRow(item.columns, plan, parametersOf(item, perRun));
		const told = problems.map((entry) => missing.get(entry.field) ?? entry);
		return notEmpty({ body, problems: told }, fields);
	};
}

/** A request that would hold nothing at all is none. */
function notEmpty(request: PreparedRequest, fields: readonly ApiField[]): PreparedRequest {
	const { body = {}, problems } = request;
	if (problems.length > 0 || Object.keys(body).length > 0) return request;
	const names = fields.slice(0, 3).map(({ name }) => `'${name}'`);
	const problem = `is missing, as is every other field: fill in ${names.join(', ')} or others`;
	return { body, problems: [{ field: fields[0]?.name ?? '', problem }] };
}

function parametersOf(item: ItemInput, fields: readonly ApiField[]): Record<string, unknown> {
	return Object.fromEntries(fields.map((field) => [field.name, item.parameter(pathOf(field))]));
}

/** Where the editor keeps the field's value. */
function pathOf({ name, within, collection = within }: ApiField): string {
	return collection === undefined ? name : `${collection}.${name}`;
}
