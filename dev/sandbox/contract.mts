import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Router, type Request, type Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { parse } from 'yaml';

import type { OperationId, RecordedRequest } from './types.mts';

/** The description of the service. */
export const contractFile = fileURLToPath(
	new URL('../../openapi/rental-screening.yaml', import.meta.url),
);

const { paths } = parse(readFileSync(contractFile, 'utf8')) as {
	paths: Record<string, Record<string, { operationId: OperationId }>>;
};

const endpoints = Object.entries(paths).flatMap(([template, methods]) =>
	Object.entries(methods).map(([method, { operationId }]) => ({
		operationId,
		pattern: new RegExp(`^${method} ${template.replace(/\{\w+\}/g, '[^/]+')}$`),
	})),
);

const validator = Router().use(
	middleware({
		apiSpec: contractFile,
		validateRequests: { allErrors: true },
		validateSecurity: false,
		fileUploader: false,
	}),
);

/** The operation at this method and path, `unknown` where there is none. */
export function operationAt(method: string, url: string): RecordedRequest['operation'] {
	const endpoint = `${method.toLowerCase()} ${pathOf(url)}`;
	return endpoints.find(({ pattern }) => pattern.test(endpoint))?.operationId ?? 'unknown';
}

/** The last part of the path, decoded; undefined where it cannot be decoded. */
export function idIn({ url }: RecordedRequest): string | undefined {
	try {
		return decodeURIComponent(pathOf(url).split('/').at(-1)!);
	} catch {
		return undefined;
	}
}

function pathOf(url: string): string {
	return url.split('?')[0]!;
}

/** Parses the body of a request and returns what the contract does not allow, a sentence each. */
export async function violationsOf(
	record: RecordedRequest,
	request: Request,
	response: Response,
): Promise<string[]> {
	const { operation, method, url, rawBody } = record;
	let isJson = true;
	try {
		record.body = rawBody === '' ? undefined : JSON.parse(rawBody);
	} catch {
		isJson = false;
	}
	if (operation === 'unknown') return [`${method} ${url} is not an endpoint of the service`];
	const violations = headerViolations(record);
	if (!isJson) return [...violations, 'The body is not JSON'];
	if (idIn(record) === undefined) {
		return [...violations, 'The ID in the path is not percent-encoded'];
	}
	// The validator fills in defaults, so it gets a copy. It reads a body only under the right
	// Content-Type, and a wrong one is among the violations already.
	request.body = structuredClone(record.body);
	if (method !== 'GET') request.headers['content-type'] = 'application/json';
	return [...violations, ...(await validate(request, response))];
}

async function validate(request: Request, response: Response): Promise<string[]> {
	return await new Promise((resolve, reject) => {
		validator(request, response, (thrown?: unknown) => {
			const error = thrown as ValidatorError | undefined;
			if (!error) resolve([]);
			else if (!(Number(error.status) < 500)) reject(error);
			else if (!error.errors?.length) resolve([error.message]);
			else resolve(error.errors.map(({ path, message }) => `${path} ${message}`));
		});
	});
}

interface ValidatorError extends Error {
	status?: number;
	errors?: Array<{ path: string; message: string }>;
}

/**
 * The document's rules about headers and the presence of a body. OpenAPI ignores descriptions of Accept,
 * Content-Type and Authorization, so they are checked here.
 */
function headerViolations({ operation, method, headers, rawBody }: RecordedRequest): string[] {
	const { accept, authorization, 'content-type': type } = headers;
	const violations = [];
	if (accept !== 'application/json') {
		violations.push(`Accept must be application/json, not ${shown(accept)}`);
	}
	if (method === 'GET') {
		if (rawBody !== '') violations.push('A GET has no body');
	} else if (!/^application\/json(; *charset=utf-8)?$/i.test(type ?? '')) {
		violations.push(`Content-Type must be application/json, not ${shown(type)}`);
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

function shown(value: string | undefined): string {
	return value === undefined ? 'missing' : `'${value}'`;
}
