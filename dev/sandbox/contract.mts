import { Ajv2020 } from 'ajv/dist/2020.js';

import { readContract } from '../contract.mts';
import type { RecordedRequest } from './types.mts';

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

const endpoints = readContract().operations.map(({ id, method, path, body }) => ({
	id,
	pattern: new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
	validate: body && ajv.compile(body),
}));

const getPath = (url: string): string => url.split('?')[0]!;

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

/** Parses the body of a request into `body`; returns what the contract does not allow, a sentence each. */
export function checkRequest(record: RecordedRequest): string[] {
	const { operation, method, url, rawBody } = record;
	if (operation === 'unknown') return [`${method} ${url} is not an endpoint of the service`];
	const violations = checkHeaders(record);
	if (url.includes('?')) violations.push('The service knows no query');
	if (readId(record) === undefined) violations.push('The ID in the path is not percent-encoded');
	try {
		record.body = rawBody === '' ? undefined : JSON.parse(rawBody);
	} catch {
		return [...violations, 'The body is not JSON'];
	}
	return [...violations, ...checkBody(record)];
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

/** The document's rules about headers, of which OpenAPI ignores descriptions. */
function checkHeaders({ operation, method, headers }: RecordedRequest): string[] {
	const { accept, authorization, 'content-type': type } = headers;
	const isLogin = operation === 'login';
	const rules: Array<[isBroken: boolean, violation: string]> = [
		[accept !== 'application/json', `Accept must be application/json, not '${accept}'`],
		[
			method !== 'GET' && !/^application\/json(; *charset=utf-8)?$/i.test(type ?? ''),
			`Content-Type must be application/json, not '${type}'`,
		],
		[isLogin && authorization !== undefined, 'Login takes no Authorization header'],
		[!isLogin && authorization === undefined, 'The Authorization header is missing'],
		[
			!isLogin && /\s/.test(authorization ?? ''),
			'Authorization must be the access token as it is, with nothing around it',
		],
	];
	return rules.flatMap(([isBroken, violation]) => (isBroken ? violation : []));
}
