import type { RecordedRequest } from './types.mts';

/**
 * The document's rules about headers and the presence of a body. OpenAPI has no say in Accept,
 * Content-Type and Authorization, so they are checked here. Returns one sentence per violation.
 */
export function headerViolations(request: RecordedRequest): string[] {
	return [acceptViolation, bodyViolation, authorizationViolation]
		.map((rule) => rule(request))
		.filter((violation) => violation !== undefined);
}

/** Whether the violation of a request lies in its Authorization header, which is a 401. */
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
