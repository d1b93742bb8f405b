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

type Content = { content: { 'application/json': { schema: Schema } } };
type Method = {
	operationId: OperationId;
	requestBody?: Content;
	responses: Record<string, Content>;
};
interface Document {
	paths: Record<string, Record<string, Method>>;
	components: { schemas: Record<string, Schema> };
}

/** Reads the operations of the contract, with the schemas of body and answer, references resolved. */
export function readContract() {
	const file = join(import.meta.dirname, '..', 'openapi', 'rental-screening.yaml');
	const { paths, components } = parse(readFileSync(file, 'utf8')) as Document;
	const resolve = (_key: string, value: unknown): unknown => {
		const { $ref } = (value ?? {}) as Schema;
		return $ref === undefined ? value : components.schemas[$ref.split('/').at(-1)!];
	};
	const readSchema = ({ content }: Content) =>
		JSON.parse(JSON.stringify(content['application/json'].schema, resolve)) as Schema;
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { operationId, requestBody, responses }]) => ({
			id: operationId,
			method: method.toUpperCase(),
			path,
			/** Undefined where the request has none. */
			body: requestBody && readSchema(requestBody),
			answer: readSchema(responses['200']!),
		})),
	);
	return { components, operations };
}
