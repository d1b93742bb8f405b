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

describe('a request that the contract does not allow is refused with 400 and says why', () => {
	test.each<[string, () => unknown, string]>([
		['/v1/property', () => ({ ...property, colour: 'red' }), '/body/colour'],
		['/v1/property', () => ({ rent: 1 }), '/body/name'],
		['/v1/property', () => ({ ...property, rent: '2100' }), '/body/rent'],
		['/v1/property', () => ({ ...property, rent: null }), '/body/rent'],
		['/v1/property', () => '{"name":', 'not JSON'],
		['/v1/property?dry=1', () => property, 'query'],
		['/v1/screening/send', () => ({ ...v1(), phone: '416' }), '/body/phone'],
		['/v2/screening/send', () => ({ ...v2(), phone: 1416 }), '/body/phone'],
		['/v1/flows', () => ({}), '/body/flow'],
		['/v1/flows', () => ({ flow: { name: 'x', steps: [] } }), '/body/flow/steps'],
		[RENT, () => ({ address: { fullAddress: 'x' } }), '/body/address/fullAddress'],
		[RENT, () => ({ rentPaid: 1950 }), '/body/rentPaid'],
		[RENT, () => ({ accountStatus: 'ACCOUNT_STATUS_FINE' }), '/body/accountStatus'],
	])('%s %s: %s', async (path, body, violation) => {
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
	});
});

describe('headers and paths', () => {
	it.each<[string, Record<string, string>, string]>([
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

	test('a missing token is a violation and a 401', async () => {
		const { status } = await send(sandbox, 'GET', '/v1/flows/steps/list');

		expect(status).toBe(401);
		expect(sandbox.requests.at(-1)?.violations).toEqual([expect.stringContaining('missing')]);
	});

	test('a scheme in front of the token is a violation and a 401', async () => {
		const headers = { authorization: `Bearer ${token}` };
		const { status } = await send(sandbox, 'GET', '/v1/flows/steps/list', { headers });

		expect(status).toBe(401);
		expect(sandbox.requests.at(-1)?.violations).toEqual([expect.stringContaining('as it is')]);
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
		expect(sandbox.requestsOf('getScreeningData').at(-1)?.violations).toEqual([
			expect.stringContaining('ID in the path'),
		]);
	});
});

describe('what the contract allows and the service does not know', () => {
	it.each<[string, string, string, () => unknown]>([
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
});

describe('the record', () => {
	test('has the exact path, headers and body', async () => {
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
});
