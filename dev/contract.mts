import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import type { operations } from '../openapi/rental-screening.d.ts';

/** The operations of the contract. */
export type OperationId = keyof operations;

/** The members of the contract's JSON Schemas that are read here. */
export interface Schema {
	$ref?: string;
	type?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	enum?: string[];
	default?: string;
	examples?: string[];
}

interface Content {
	content: { 'application/json': { schema: Schema } };
}

interface Method {
	operationId: OperationId;
	requestBody?: Content;
	responses: Record<string, Content>;
}

interface Document {
	paths: Record<string, Record<string, Method>>;
	components: { schemas: Record<string, Schema> };
}

/** The description of the service. */
export const contractFile = join(import.meta.dirname, '..', 'openapi', 'rental-screening.yaml');

/** Reads the operations of the contract, and its components unchanged. */
export function readContract() {
	const { paths, components } = parse(readFileSync(contractFile, 'utf8')) as Document;
	const { schemas } = components;
	const resolved = (_key: string, value: unknown): unknown => {
		const { $ref } = (value ?? {}) as Schema;
		return $ref === undefined ? value : schemas[$ref.split('/').at(-1)!];
	};
	const readSchema = ({ content }: Content) =>
		JSON.parse(JSON.stringify(content['application/json'].schema, resolved)) as Schema;
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { operationId, requestBody, responses }]) => ({
			id: operationId,
			method: method.toUpperCase(),
			path,
			/** Schemas of the request's body, if it has one, and of the answer, with references resolved. */
			body: requestBody && readSchema(requestBody),
			answer: readSchema(responses['200']!),
		})),
	);
	return { components, operations };
}
