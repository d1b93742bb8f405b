import { startSandbox, type Sandbox } from '../../dev/sandbox/index.mts';
import { createClient, createSend, send } from './support/client.mts';

let sandbox: Sandbox;
let token: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	({ token } = await createClient(sandbox));
});

afterAll(async () => {
	await sandbox.close();
});

const property = { name: 'Elm 5' };
const v1 = () => ({ email: 'a@example.com', phone: '+1416', propertyId: sandbox.propertyId });
const RENT = '/v1/rent-reporting/report';

test.each<[path: string, violation: string, body: () => unknown, headers?: Record<string, string>]>(
	[
		['/v1/property', '/body/colour', () => ({ ...property, colour: 'red' })],
		['/v1/property', '/body/rent', () => ({ ...property, rent: '2100' })],
		['/v1/property', 'not JSON', () => '{"name":'],
		['/v1/screening/send', '/body/phone', () => ({ ...v1(), phone: '416' })],
		[RENT, '/body/accountStatus', () => ({ accountStatus: 'ACCOUNT_STATUS_FINE' })],
		['/v1/property', 'Accept', () => property, { accept: '*/*' }],
		['/v1/property', 'Content-Type', () => property, { 'content-type': 'text/plain' }],
		['/v3/screening/send', 'not an endpoint', () => ({})],
	],
)(
	'a POST to %s that breaks the contract gets a 400 with the violation: %s',
	async (path, violation, body, headers = {}) => {
		const reply = await send(sandbox, 'POST', path, {
			token,
			body: body(),
			headers: headers ?? {},
		});

		expect(reply.status).toBe(400);
		expect(reply.json?.['message']).toContain(violation);
		const violations = [expect.stringContaining(violation)];
		expect(sandbox.requests.at(-1)).toMatchObject({ status: 400, violations });
	},
);

test.each([
	['a missing token', 'missing', () => undefined],
	['a scheme in front of the token', 'as it is', () => `Bearer ${token}`],
])('%s is a violation and a 401', async (_what, violation, getToken) => {
	const { status } = await send(sandbox, 'GET', '/v1/flows/steps/list', { token: getToken() });

	expect(status).toBe(401);
	expect(sandbox.requests.at(-1)?.violations).toEqual([expect.stringContaining(violation)]);
});

test.each<[status: number, method: string, path: string, message: string, body?: () => unknown]>([
	[400, 'POST', '/v1/screening/send', 'no property', () => ({ ...v1(), propertyId: 'none' })],
	[400, 'POST', '/v2/screening/send', 'no flow', () => ({ ...createSend(sandbox), flowId: 'no' })],
	[404, 'GET', '/v1/screening/data/nobody', "No screening data for user 'nobody'"],
	[401, 'POST', '/v1/auth/login', 'Invalid', () => ({ username: 'x', password: 'y' })],
])(
	'%i is the answer to %s %s without a violation: %s',
	async (status, method, path, message, body = () => undefined) => {
		const isLogin = path.endsWith('login');
		const reply = await send(sandbox, method, path, { ...(!isLogin && { token }), body: body() });

		expect(reply.status).toBe(status);
		expect(reply.json?.['message']).toContain(message);
		expect(sandbox.requests.at(-1)?.violations).toEqual([]);
	},
);
