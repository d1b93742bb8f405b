import { Ajv } from 'ajv';

import type { Fault } from './types.mts';

const operation = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** A fault as it comes in over HTTP: all of it but the function. */
const validate = new Ajv().compile<Fault>({
	type: 'object',
	additionalProperties: false,
	properties: {
		operation: { anyOf: [operation, { type: 'array', items: operation }] },
		applicant: text,
		skip: count,
		times: count,
		latencyMs: count,
		status: { type: 'integer', minimum: 200, maximum: 599 },
		body: {},
		text,
		headers: { type: 'object', additionalProperties: text },
		reset: { enum: ['before', 'after'] },
		acts: { type: 'boolean' },
		redirectTo: text,
		omit: { type: 'array', items: text },
	},
});

/** Reads a fault from JSON. Throws a TypeError that says what is not right about it. */
export function faultFromJson(json: unknown): Fault {
	if (validate(json)) return json;
	const [finding] = validate.errors ?? [];
	const named = finding?.params['additionalProperty'] as string | undefined;
	throw new TypeError(
		['A fault', finding?.instancePath, finding?.message, named && `('${named}')`]
			.filter(Boolean)
			.join(' '),
	);
}
