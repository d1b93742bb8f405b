import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

const FILE = fileURLToPath(new URL('../../openapi/rental-screening.yaml', import.meta.url));

/** A scalar that a body may hold: `address.city`, `flow.steps[].id`. */
export interface ContractField {
	path: string;
	type: string;
	required: boolean;
	enum?: string[];
	default?: string;
	examples?: string[];
}

/** One operation of the contract, without its references. */
export interface ContractOperation {
	id: string;
	method: string;
	path: string;
	/** Scalars of the request body; none where there is no body. */
	fields: ContractField[];
	/** Members that a 200 must hold, with their types. */
	requiredMembers: Record<string, string>;
}

interface Schema {
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

interface Document {
	paths: Record<
		string,
		Record<
			string,
			{ operationId: string; requestBody?: Content; responses: Record<string, Content> }
		>
	>;
	components: { schemas: Record<string, Schema> };
}

/** Every operation of `openapi/rental-screening.yaml`. */
export function contractOperations(): ContractOperation[] {
	const { paths, components } = parse(readFileSync(FILE, 'utf8')) as Document;

	const resolve = (schema: Schema): Schema =>
		schema.$ref === undefined
			? schema
			: components.schemas[schema.$ref.replace('#/components/schemas/', '')]!;

	const fieldsOf = (schema: Schema, path: string, required: boolean): ContractField[] => {
		const { type = '', properties, items, required: needed = [], ...rest } = resolve(schema);
		if (items !== undefined) return fieldsOf(items, `${path}[]`, required);
		if (properties === undefined) {
			const { enum: allowed, default: preset, examples } = rest;
			return [{ path, type, required, ...defined({ enum: allowed, default: preset, examples }) }];
		}
		return Object.entries(properties).flatMap(([name, member]) =>
			fieldsOf(member, path === '' ? name : `${path}.${name}`, required && needed.includes(name)),
		);
	};

	const requiredMembersOf = (schema: Schema): Record<string, string> => {
		const { properties = {}, required = [] } = resolve(schema);
		return Object.fromEntries(
			required.map((name) => [name, resolve(properties[name]!).type ?? '']),
		);
	};

	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { operationId, requestBody, responses }]) => ({
			id: operationId,
			method: method.toUpperCase(),
			path,
			fields: requestBody === undefined ? [] : fieldsOf(schemaIn(requestBody), '', true),
			requiredMembers: requiredMembersOf(schemaIn(responses['200']!)),
		})),
	);
}

function schemaIn({ content }: Content): Schema {
	return content['application/json'].schema;
}

function defined(members: Record<string, unknown>): object {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
