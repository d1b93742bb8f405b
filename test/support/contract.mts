import { readContract, type Schema } from '../../dev/contract.mts';

/** A scalar that a body may hold: `address.city`, `flow.steps[].id`. */
export interface ContractField extends Pick<Schema, 'enum' | 'default' | 'examples'> {
	path: string;
	type: string;
	required: boolean;
}

/** Every operation of `openapi/rental-screening.yaml`. */
export function listContractOperations() {
	return readContract().operations.map(({ id, method, path, body, answer }) => ({
		id,
		method,
		path,
		/** Scalars of the request body; none where there is no body. */
		fields: body === undefined ? [] : listFields(body),
		/** Members that a 200 must hold, with their types. */
		requiredMembers: Object.fromEntries(
			(answer.required ?? []).map((name) => [name, answer.properties?.[name]?.type ?? '']),
		),
	}));
}

function listFields(schema: Schema, path = '', required = true): ContractField[] {
	const { type = '', properties, items, required: needed = [], ...rest } = schema;
	if (items !== undefined) return listFields(items, `${path}[]`, required);
	if (properties === undefined) return [{ ...rest, path, type, required }];
	return Object.entries(properties).flatMap(([name, member]) =>
		listFields(member, path === '' ? name : `${path}.${name}`, required && needed.includes(name)),
	);
}
