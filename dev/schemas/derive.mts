import { join } from 'node:path';

import { RESULT_OUTPUTS } from '../../nodes/RentalScreening/results/outputs.ts';
import { readContract, type OperationId, type Schema } from '../contract.mts';

/** Where n8n looks for the output schemas of version 1 of the node. */
export const SCHEMA_FOLDER = join(
	import.meta.dirname,
	'../../nodes/RentalScreening/__schema__/v1.0.0',
);

/** The members of an output item's JSON Schema that n8n reads. */
interface ItemSchema {
	type?: string | string[] | undefined;
	properties?: Record<string, ItemSchema>;
	items?: ItemSchema;
	/** Only in the outermost schema, as in n8n's own files. */
	version?: number;
}

/** The operations of the node whose output item is the service's answer, or a part of it. */
const FROM_CONTRACT: Record<string, OperationId> = {
	'property/create': 'createProperty',
	'screening/send': 'sendScreening',
	'screening/sendWithFlow': 'sendScreeningWithFlow',
	'flow/getSteps': 'listSteps',
	'flow/create': 'createFlow',
	'rentReport/submit': 'submitRentReport',
};

/**
 * The output schema of every operation of the node, by `resource/operation`: of an answer from the
 * contract, of the default output of results from its columns.
 */
export function deriveSchemas(): Record<string, ItemSchema> {
	const { operations } = readContract();
	const schemas = Object.entries(FROM_CONTRACT).map(([name, operationId]) => {
		const { answer } = operations.find(({ id }) => id === operationId)!;
		// Each step is an item.
		const item = answer.properties?.['steps']?.items ?? answer;
		return [name, { ...shown(item), version: 1 }] as const;
	});
	return { ...Object.fromEntries(schemas), 'results/get': { ...simplifiedRow(), version: 1 } };
}

function simplifiedRow(): ItemSchema {
	const simplified = RESULT_OUTPUTS.find(({ value }) => value === 'simplified')!;
	const properties = simplified.rowColumns!([]).map((column): [string, ItemSchema] => {
		const { name, format } = column;
		const type =
			format === 'boolean' ? format : ['number', 'amount'].includes(format) ? 'number' : 'string';
		// The type comes first: n8n shows the first of several.
		return [name, { type: [type, 'null'] }];
	});
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** The schema without what only validation needs. */
function shown({ type, properties, items }: Schema): ItemSchema {
	const members = Object.entries(properties ?? {}).map(([name, member]) => [name, shown(member)]);
	return {
		// n8n shows no integers.
		type: type === 'integer' ? 'number' : type,
		...(properties && { properties: Object.fromEntries(members) as Record<string, ItemSchema> }),
		...(items && { items: shown(items) }),
	};
}
