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

/** The part of the description that names the operations. */
interface ContractPaths {
	paths: Record<string, Record<string, { operationId: OperationId }>>;
}

interface Place {
	method: string;
	path: RegExp;
	operation: OperationId;
}

/** Checks requests against the description of the service. */
export interface Contract {
	/** The operation at this method and path, `unknown` where there is none. */
	operationAt(method: string, url: string): OperationId | 'unknown';
	/** What the description does not allow about a request whose `body` is parsed. */
	violationsOf(request: Request, response: Response): Promise<string[]>;
}

let loaded: Contract | undefined;

/** The description, ready to check requests. It takes a while to read and is the same for everyone. */
export function theContract(): Contract {
	loaded ??= loadContract();
	return loaded;
}

function loadContract(): Contract {
	const places = placesIn(parse(readFileSync(contractFile, 'utf8')) as ContractPaths);
	const validator = Router().use(
		middleware({
			apiSpec: contractFile,
			validateRequests: { allErrors: true },
			validateSecurity: false,
			fileUploader: false,
		}),
	);
	return {
		operationAt: (method, url) => {
			const [path = ''] = url.split('?');
			const place = places.find((each) => each.method === method && each.path.test(path));
			return place?.operation ?? 'unknown';
		},
		violationsOf: (request, response) =>
			new Promise((resolve, reject) => {
				validator(request, response, (thrown?: unknown) => {
					const violations = thrown === undefined ? [] : violationsIn(thrown);
					if (violations) resolve(violations);
					else reject(thrown);
				});
			}),
	};
}

function placesIn({ paths }: ContractPaths): Place[] {
	return Object.entries(paths).flatMap(([template, methods]) =>
		Object.entries(methods).map(([method, { operationId }]) => ({
			method: method.toUpperCase(),
			path: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
			operation: operationId,
		})),
	);
}

/** One sentence per finding of the validator; undefined for anything that is not its refusal. */
function violationsIn(thrown: unknown): string[] | undefined {
	if (!(thrown instanceof Error && 'status' in thrown && Number(thrown.status) < 500)) {
		return undefined;
	}
	const findings = 'errors' in thrown && Array.isArray(thrown.errors) ? thrown.errors : [];
	const sentences = findings.map(({ path, message }) => `${path} ${message}`);
	return sentences.length > 0 ? sentences : [thrown.message];
}

/**
 * The document's rules about headers and the presence of a body. OpenAPI has no say in Accept,
 * Content-Type and Authorization, so they are checked here. Returns one sentence per violation.
 */
export function headerViolations(request: RecordedRequest): string[] {
	return [acceptViolation, bodyViolation, authorizationViolation]
		.map((rule) => rule(request))
		.filter((violation) => violation !== undefined);
}

/** Whether a request has no Authorization header, which is a 401. */
export function lacksToken({ operation, headers }: RecordedRequest): boolean {
	return operation !== 'login' && headers['authorization'] === undefined;
}

function acceptViolation({ headers }: RecordedRequest): string | undefined {
	return headers['accept'] === 'application/json'
		? undefined
		: `Accept must be application/json, not ${shown(headers['accept'])}`;
}

function bodyViolation({ method, headers, rawBody }: RecordedRequest): string | undefined {
	if (method === 'GET') return rawBody === '' ? undefined : 'A GET has no body';
	return /^application\/json(; *charset=utf-8)?$/i.test(headers['content-type'] ?? '')
		? undefined
		: `Content-Type must be application/json, not ${shown(headers['content-type'])}`;
}

function authorizationViolation(request: RecordedRequest): string | undefined {
	const value = request.headers['authorization'];
	if (request.operation === 'login') {
		return value === undefined ? undefined : 'Login takes no Authorization header';
	}
	if (lacksToken(request)) return 'The Authorization header is missing';
	return /\s/.test(value ?? '')
		? 'Authorization must be the access token as it is, with nothing around it'
		: undefined;
}

function shown(value: string | undefined): string {
	return value === undefined ? 'missing' : `'${value}'`;
}
