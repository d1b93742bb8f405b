import { startSandbox, type Sandbox } from '../../dev/sandbox/index.mts';
import { createClient, flowSend, send } from './support/client.mts';

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
const v2 = () => flowSend(sandbox);

const RENT = '/v1/rent-reporting/report';

test.each<[path: string, violation: string, body: () => unknown]>([
	['/v1/property', '/body/colour', () => ({ ...property, colour: 'red' })],
	['/v1/property', '/body/name', () => ({ rent: 1 })],
	['/v1/property', '/body/rent', () => ({ ...property, rent: '2100' })],
	['/v1/property', '/body/rent', () => ({ ...property, rent: null })],
	['/v1/property', 'not JSON', () => '{"name":'],
	['/v1/property?dry=1', 'query', () => property],
	['/v1/screening/send', '/body/phone', () => ({ ...v1(), phone: '416' })],
	['/v2/screening/send', '/body/phone', () => ({ ...v2(), phone: 1416 })],
	['/v1/flows', '/body/flow', () => ({})],
	['/v1/flows', '/body/flow/steps', () => ({ flow: { name: 'x', steps: [] } })],
	[RENT, '/body/address/fullAddress', () => ({ address: { fullAddress: 'x' } })],
	[RENT, '/body/rentPaid', () => ({ rentPaid: 1950 })],
	[RENT, '/body/accountStatus', () => ({ accountStatus: 'ACCOUNT_STATUS_FINE' })],
])(
	'a POST to %s that the contract does not allow gets a 400 that names the violation: %s',
	async (path, violation, body) => {
		const { status, json } = await send(sandbox, 'POST', path, {
			token,
			body: body(),
			headers: { 'content-type': 'application/json' },
		});

		expect(status).toBe(400);
		expect(json?.['message']).toContain(violation);
		expect(sandbox.requests.at(-1)).toMatchObject({
			status: 400,
			violations: [expect.stringContaining(violation)],
		});
	},
);

test.each<[string, Record<string, string>, string]>([
	['Accept of a browser', { accept: '*/*' }, 'Accept'],
	['Accept of axios', { accept: 'application/json, text/plain, */*' }, 'Accept'],
	['another Content-Type', { 'content-type': 'text/plain' }, 'Content-Type'],
	['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'Content-Type'],
])('%s is a violation', async (_what, headers, violation) => {
	const { status } = await send(sandbox, 'POST', '/v1/property', {
		token,
		body: property,
		headers,
	});

	expect(status).toBe(400);
	expect(sandbox.requests.at(-1)?.violations).toEqual([expect.stringContaining(violation)]);
});

test.each([
	['a missing token', 'missing', () => undefined],
	['a scheme in front of the token', 'as it is', () => `Bearer ${token}`],
])('%s is a violation and a 401', async (_what, violation, findToken) => {
	const { status } = await send(sandbox, 'GET', '/v1/flows/steps/list', { token: findToken() });

	expect(status).toBe(401);
	expect(sandbox.requests.at(-1)?.violations).toEqual([expect.stringContaining(violation)]);
});

test.each([
	['GET', '/v1/flow'],
	['GET', '/v1/property'],
	['GET', '/v1/flows/steps/list/'],
	['GET', '/V1/flows/steps/list'],
	['GET', '/v1/screening/data/'],
	['GET', '/v1/screening/data/a/b'],
	['PUT', '/v1/property'],
	['POST', '/v3/screening/send'],
])('%s %s is no endpoint', async (method, path) => {
	const { status } = await send(sandbox, method, path, { token });

	expect(status).toBe(400);
	expect(sandbox.requests.at(-1)).toMatchObject({
		operation: 'unknown',
		violations: [expect.stringContaining('not an endpoint')],
	});
});

test('an ID in the path that cannot be decoded is a violation', async () => {
	const { status } = await send(sandbox, 'GET', '/v1/screening/data/100%', { token });

	expect(status).toBe(400);
	expect(sandbox.listRequests('getScreeningData').at(-1)?.violations).toEqual([
		expect.stringContaining('ID in the path'),
	]);
});

test.each<[string, string, string, () => unknown]>([
	['POST', '/v1/screening/send', 'property', () => ({ ...v1(), propertyId: 'none' })],
	['POST', '/v2/screening/send', 'flow', () => ({ ...v2(), flowId: 'none' })],
	['POST', '/v1/flows', 'step', () => ({ flow: { name: 'x', steps: [{ id: 'none' }] } })],
])('%s %s with an unknown %s is a 400 without violation', async (method, path, what, body) => {
	const { status, json } = await send(sandbox, method, path, { token, body: body() });

	expect(status).toBe(400);
	expect(json?.['message']).toBe(`There is no ${what} 'none'`);
	expect(sandbox.requests.at(-1)?.violations).toEqual([]);
});

test('an unknown userId is a 404', async () => {
	const { status, json } = await send(sandbox, 'GET', '/v1/screening/data/nobody', { token });

	expect(status).toBe(404);
	expect(json).toEqual({ message: "No screening data for user 'nobody'" });
});

test('a recorded request has the exact path, headers and body', async () => {
	const rawBody = '{ "name" : "Žižkov \\u0031",\n"rent":1e3 }';
	await send(sandbox, 'POST', '/v1/property', { token, body: rawBody, headers: { 'X-Y': 'z' } });

	expect(sandbox.requests.at(-1)).toMatchObject({
		operation: 'createProperty',
		method: 'POST',
		url: '/v1/property',
		headers: { accept: 'application/json', authorization: token, 'x-y': 'z' },
		rawBody,
		body: { name: 'Žižkov 1', rent: 1000 },
		status: 200,
	});
});
