import { SIMPLIFIED_COLUMNS } from '../../nodes/RentalScreening/results/columns.ts';

/** A JSON Schema of one output item, as far as n8n reads one: type, properties, items. */
export interface OutputSchema {
	type: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	/** Of the outermost schema only: n8n's own files carry it, for changes of the same version. */
	version?: number;
}

/** The parts of the contract that schemas are derived from. */
export interface Contract {
	paths: Record<string, Record<string, { operationId?: string; responses?: Responses }>>;
	components: { schemas: Record<string, ContractSchema> };
}

type Responses = Record<string, { content?: { 'application/json'?: { schema: ContractSchema } } }>;

interface ContractSchema {
	$ref?: string;
	type?: string;
	properties?: Record<string, ContractSchema>;
	items?: ContractSchema;
}

/** The operations of the node whose output item is the service's answer, or a part of it. */
const FROM_CONTRACT: Record<string, { operationId: string; elementsOf?: string }> = {
	'property/create': { operationId: 'createProperty' },
	'screening/send': { operationId: 'sendScreening' },
	'screening/sendWithFlow': { operationId: 'sendScreeningWithFlow' },
	'flow/getSteps': { operationId: 'listSteps', elementsOf: 'steps' },
	'flow/create': { operationId: 'createFlow' },
	'rentReport/submit': { operationId: 'submitRentReport' },
};

const CELL_TYPES = {
	identifier: 'string',
	text: 'string',
	number: 'number',
	boolean: 'boolean',
} as const;

/**
 * The output schema of every operation of the node, by `resource/operation`: of an answer from the
 * contract, of the default output of results from its columns.
 */
export function deriveSchemas(contract: Contract): Record<string, OutputSchema> {
	const schemas = Object.entries(FROM_CONTRACT).map(([name, { operationId, elementsOf }]) => {
		const answer = answerOf(contract, operationId);
		const item = elementsOf === undefined ? answer : answer.properties?.[elementsOf]?.items;
		if (!item) throw new Error(`The contract's answer to ${operationId} has no ${elementsOf}`);
		return [name, { ...item, version: 1 }] as const;
	});
	return { ...Object.fromEntries(schemas), 'results/get': { ...simplifiedRow(), version: 1 } };
}

function simplifiedRow(): OutputSchema {
	const properties = SIMPLIFIED_COLUMNS.map(
		// The type comes first: n8n shows the first of several.
		({ name, type }): [string, OutputSchema] => [name, { type: [CELL_TYPES[type], 'null'] }],
	);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

function answerOf({ paths, components }: Contract, operationId: string): OutputSchema {
	const operation = Object.values(paths)
		.flatMap((path) => Object.values(path))
		.find((candidate) => candidate.operationId === operationId);
	const schema = operation?.responses?.['200']?.content?.['application/json']?.schema;
	if (!schema) throw new Error(`The contract has no answer to ${operationId}`);
	return inlined(components.schemas, schema);
}

/** The schema with its references resolved, and without what only matters for checking. */
function inlined(all: Record<string, ContractSchema>, schema: ContractSchema): OutputSchema {
	const resolved = schema.$ref ? all[schema.$ref.replace('#/components/schemas/', '')] : schema;
	if (!resolved) throw new Error(`The contract has no ${schema.$ref}`);
	const { type, properties, items } = resolved;
	if (type === undefined) throw new Error(`No type in ${JSON.stringify(schema)}`);
	const inlinedProperties = Object.entries(properties ?? {}).map(
		([name, property]) => [name, inlined(all, property)] as const,
	);
	return {
		// n8n shows no integers.
		type: type === 'integer' ? 'number' : type,
		...(properties && { properties: Object.fromEntries(inlinedProperties) }),
		...(items && { items: inlined(all, items) }),
	};
}
