import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox/index.mts';

/** An answer as a test looks at it. */
export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	/** The parsed body; undefined where it is not JSON. */
	json: Record<string, unknown> | undefined;
}

interface Sending {
	token?: string | undefined;
	/** Sent as it is where it is text. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Ends the request. */
	signal?: AbortSignal;
}

/** Sends a request as the service document wants it, with exactly these headers on top. */
export async function send(
	{ baseUrl }: Sandbox,
	method: string,
	path: string,
	{ token, body, headers, signal }: Sending = {},
): Promise<Reply> {
	const response = await fetch(baseUrl + path, {
		method,
		redirect: 'manual',
		headers: {
			accept: 'application/json',
			...(token === undefined ? {} : { authorization: token }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(signal === undefined ? {} : { signal }),
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

function parseJson(text: string): Record<string, unknown> | undefined {
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

/** A sandbox, and requests to it with a token. */
export interface Client {
	sandbox: Sandbox;
	token: string;
	ask(method: string, path: string, body?: unknown): Promise<Reply>;
	listSteps(): Promise<Reply>;
	/** A version 2 send that the sandbox accepts. */
	sendTo(email?: string): Promise<Reply>;
	/** Its userId. */
	sent(email?: string): Promise<string>;
	results(userId: string): Promise<Reply>;
}

/** Logs in. */
export async function createClient(sandbox: Sandbox): Promise<Client> {
	const token = await login(sandbox);
	const ask = async (method: string, path: string, body?: unknown) =>
		await send(sandbox, method, path, { token, body });
	const sendTo = async (email = 'ana.silva@example.com') =>
		await ask('POST', '/v2/screening/send', flowSend(sandbox, email));
	return {
		sandbox,
		token,
		ask,
		listSteps: async () => await ask('GET', '/v1/flows/steps/list'),
		sendTo,
		sent: async (email) => String((await sendTo(email)).json?.['userId']),
		results: async (userId) => await ask('GET', `/v1/screening/data/${encodeURIComponent(userId)}`),
	};
}

/** The body of a version 2 send that the sandbox accepts. */
export function flowSend({ flowId }: Sandbox, email = 'ana.silva@example.com') {
	return { flowId, email, phone: '+14165550100', firstName: 'Ana' };
}

/** Starts sandboxes for the tests of a suite, each with a client; closes them after each test. */
export function useClient(): (options?: SandboxOptions) => Promise<Client> {
	const open: Sandbox[] = [];
	afterEach(async () => {
		for (const sandbox of open.splice(0)) await sandbox.close();
	});
	return async (options) => {
		const sandbox = await startSandbox(options);
		open.push(sandbox);
		return await createClient(sandbox);
	};
}
