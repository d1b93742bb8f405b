import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox/index.mts';

interface Sending {
	token?: string | undefined;
	/** Sent as it is where it is text. */
	body?: unknown;
	headers?: Record<string, string>;
}

/** Sends a request as the service document wants it, with exactly these headers on top. */
export async function send(
	{ baseUrl }: Sandbox,
	method: string,
	path: string,
	{ token, body, headers }: Sending = {},
) {
	const response = await fetch(baseUrl + path, {
		method,
		redirect: 'manual',
		headers: {
			accept: 'application/json',
			...(token === undefined ? {} : { authorization: token }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	const isJson = /^\{.*\}$/s.test(text);
	const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined;
	return { status: response.status, headers: response.headers, text, json };
}

export type Reply = Awaited<ReturnType<typeof send>>;

/** The body of a version 2 send that the sandbox accepts. */
export const createSend = ({ flowId }: Sandbox, email = 'ana.silva@example.com') => ({
	...{ flowId, email },
	phone: '+14165550100',
	firstName: 'Ana',
});

/** A sandbox, and requests to it with a token. */
export type Client = Awaited<ReturnType<typeof createClient>>;

/** Logs in. */
export async function createClient(sandbox: Sandbox) {
	const { username, password } = sandbox;
	const login = await send(sandbox, 'POST', '/v1/auth/login', { body: { username, password } });
	const token = String(login.json?.['accessToken']);
	const ask = async (method: string, path: string, body?: unknown) =>
		await send(sandbox, method, path, { token, body });
	const sendTo = async (email?: string) =>
		await ask('POST', '/v2/screening/send', createSend(sandbox, email));
	return {
		sandbox,
		token,
		ask,
		sendTo,
		listSteps: async () => await ask('GET', '/v1/flows/steps/list'),
		getResults: async (userId: string) => {
			const { json } = await ask('GET', `/v1/screening/data/${encodeURIComponent(userId)}`);
			return json as { screening: Record<string, unknown>; user: Record<string, unknown> };
		},
		/** The userId of a version 2 send. */
		sent: async (email?: string) => String((await sendTo(email)).json?.['userId']),
	};
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
