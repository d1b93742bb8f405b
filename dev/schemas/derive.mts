import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { RESULT_OUTPUTS } from '../../nodes/RentalScreening/results/outputs.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Where n8n looks for the output schemas of version 1 of the node. */
export const SCHEMA_FOLDER = join(ROOT, 'nodes/RentalScreening/__schema__/v1.0.0');

/** A JSON Schema, in the contract or of one output item, as far as n8n reads one. */
interface Schema {
	$ref?: string;
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	/** Of the outermost schema only: n8n's own files carry it, for changes of the same version. */
	version?: number;
}

/** The parts of the contract that schemas are derived from. */
interface Contract {
	paths: Record<string, Record<string, { operationId: string; responses: Responses }>>;
	components: { schemas: Record<string, Schema> };
}

type Responses = Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;

/** The OpenAPI description of the service. */
export function readContract(): Contract {
	return parse(readFileSync(join(ROOT, 'openapi/rental-screening.yaml'), 'utf8')) as Contract;
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

/**
 * The output schema of every operation of the node, by `resource/operation`: of an answer from the
 * contract, of the default output of results from its columns.
 */
export function deriveSchemas(contract: Contract): Record<string, Schema> {
	const schemas = Object.entries(FROM_CONTRACT).map(([name, { operationId, elementsOf }]) => {
		const answer = answerOf(contract, operationId);
		const item = elementsOf === undefined ? answer : answer.properties?.[elementsOf]?.items;
		if (!item) throw new Error(`The contract's answer to ${operationId} has no ${elementsOf}`);
		return [name, { ...item, version: 1 }] as const;
	});
	return { ...Object.fromEntries(schemas), 'results/get': { ...simplifiedRow(), version: 1 } };
}

function simplifiedRow(): Schema {
	const simplified = RESULT_OUTPUTS.find(({ value }) => value === 'simplified')!;
	const properties = simplified.rowColumns!([]).map((column): [string, Schema] => {
		const { name, format } = column;
		const type = format === 'boolean' || format === 'number' ? format : 'string';
		// The type comes first: n8n shows the first of several.
		return [name, { type: [type, 'null'] }];
	});
	return { type: 'object', properties: Object.fromEntries(properties) };
}

function answerOf({ paths, components }: Contract, operationId: string): Schema {
	const operation = Object.values(paths)
		.flatMap((path) => Object.values(path))
		.find((candidate) => candidate.operationId === operationId);
	const schema = operation?.responses['200']?.content?.['application/json']?.schema;
	if (!schema) throw new Error(`The contract has no answer to ${operationId}`);
	return inlined(components.schemas, schema);
}

/** The schema with its references resolved, and without what only matters for checking. */
function inlined(all: Record<string, Schema>, schema: Schema): Schema {
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
