import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import { readContract } from '../contract.mts';
import type { RecordedRequest } from './types.mts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const endpoints = readContract().operations.map(({ id, method, path, body }) => ({
	id,
	pattern: new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
	validate: body && ajv.compile(body),
}));

/** The operation at this method and path, `unknown` if there is none. */
export function findOperation(method: string, url: string): RecordedRequest['operation'] {
	const endpoint = `${method} ${getPath(url)}`;
	return endpoints.find(({ pattern }) => pattern.test(endpoint))?.id ?? 'unknown';
}

/** The ID at the end of the path, decoded; undefined if it cannot be decoded. */
export function readId({ url }: RecordedRequest): string | undefined {
	try {
		return decodeURIComponent(getPath(url).split('/').at(-1)!);
	} catch {
		return undefined;
	}
}

function getPath(url: string): string {
	return url.split('?')[0]!;
}

/** Parses the body of a request into `body`; returns what the contract does not allow, a sentence each. */
export function checkRequest(record: RecordedRequest): string[] {
	const { operation, method, url, rawBody } = record;
	let isJson = true;
	try {
		record.body = rawBody === '' ? undefined : JSON.parse(rawBody);
	} catch {
		isJson = false;
	}
	if (operation === 'unknown') return [`${method} ${url} is not an endpoint of the service`];
	const violations = checkHeaders(record);
	if (url.includes('?')) violations.push('The service knows no query');
	if (readId(record) === undefined) violations.push('The ID in the path is not percent-encoded');
	return [...violations, ...(isJson ? checkBody(record) : ['The body is not JSON'])];
}

function checkBody({ operation, body }: RecordedRequest): string[] {
	const { validate } = endpoints.find(({ id }) => id === operation)!;
	if (validate === undefined) return body === undefined ? [] : ['A GET has no body'];
	if (validate(body)) return [];
	return validate.errors!.map(({ instancePath, message, params }) => {
		const member = (params['missingProperty'] ?? params['additionalProperty']) as string;
		return `/body${instancePath}${member === undefined ? '' : `/${member}`} ${message}`;
	});
}

/**
 * The document's rules about headers. OpenAPI ignores descriptions of Accept, Content-Type and
 * Authorization, so they are checked here.
 */
function checkHeaders({ operation, method, headers }: RecordedRequest): string[] {
	const { accept, authorization, 'content-type': type } = headers;
	const violations = [];
	if (accept !== 'application/json') {
		violations.push(`Accept must be application/json, not '${accept}'`);
	}
	if (method !== 'GET' && !/^application\/json(; *charset=utf-8)?$/i.test(type ?? '')) {
		violations.push(`Content-Type must be application/json, not '${type}'`);
	}
	if (operation === 'login') {
		if (authorization !== undefined) violations.push('Login takes no Authorization header');
	} else if (authorization === undefined) {
		violations.push('The Authorization header is missing');
	} else if (/\s/.test(authorization)) {
		violations.push('Authorization must be the access token as it is, with nothing around it');
	}
	return violations;
}
