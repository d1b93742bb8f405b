import type { Sandbox } from '../../../dev/sandbox/index.mts';

/** An answer as a test looks at it. */
export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	/** The parsed body; undefined where it is not JSON. */
	json: Record<string, unknown> | undefined;
}

/** Sends a request as the service document wants it, with exactly these headers on top. */
export async function send(
	sandbox: Sandbox,
	method: string,
	path: string,
	options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
	const response = await fetch(sandbox.baseUrl + path, {
		method,
		redirect: 'manual',
		headers: {
			accept: 'application/json',
			...(options.token === undefined ? {} : { authorization: options.token }),
			...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
			...options.headers,
		},
		...(options.body === undefined ? {} : { body: serialised(options.body) }),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function serialised(body: unknown): string {
	return typeof body === 'string' ? body : JSON.stringify(body);
}

function parsed(text: string): Record<string, unknown> | undefined {
	try {
		return JSON.parse(text) as Record<string, unknown>;
	} catch {
		return undefined;
	}
}

/** Logs in with the demo account and returns the token. */
export async function login(sandbox: Sandbox): Promise<string> {
	const { username, password } = sandbox;
	const { json } = await send(sandbox, 'POST', '/v1/auth/login', { body: { username, password } });
	return String(json?.['accessToken']);
}

/** A version 2 send that the sandbox accepts. */
export function flowSend(sandbox: Sandbox, email = 'ana.silva@example.com') {
	return { flowId: sandbox.flowId, email, phone: '+14165550100', firstName: 'Ana' };
}

/** Sends a version 2 screening and returns the userId. */
export async function sendToApplicant(
	sandbox: Sandbox,
	token: string,
	email?: string,
): Promise<string> {
	const body = flowSend(sandbox, email);
	const { json } = await send(sandbox, 'POST', '/v2/screening/send', { token, body });
	return String(json?.['userId']);
}

/** Fetches the results of a userId. */
export async function fetchResults(
	sandbox: Sandbox,
	token: string,
	userId: string,
): Promise<Reply> {
	return send(sandbox, 'GET', `/v1/screening/data/${encodeURIComponent(userId)}`, { token });
}
