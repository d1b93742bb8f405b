import type { AxiosInstance } from 'axios';

import type { Sandbox } from '../../dev/sandbox/index.mts';
import { useSandbox } from '../support/use-sandbox.mts';
import { createSend, logIn, WITHOUT_TOKEN } from './client.mts';

const newSandbox = useSandbox();
let sandbox: Sandbox;
let client: AxiosInstance;

beforeEach(async () => {
	sandbox = await newSandbox();
	client = await logIn(sandbox);
});

const property = { name: 'Elm 5' };
const v1 = () => ({ email: 'a@example.com', phone: '+1416', propertyId: sandbox.propertyId });
const RENT = '/v1/rent-reporting/report';

test.each<[path: string, violation: string, body: () => object, headers?: Record<string, string>]>([
	['/v1/property', '/body/colour', () => ({ ...property, colour: 'red' })],
	['/v1/property', '/body/rent', () => ({ ...property, rent: '2100' })],
	['/v1/property', 'not JSON', () => Buffer.from('{"name":')],
	['/v1/screening/send', '/body/phone', () => ({ ...v1(), phone: '416' })],
	[RENT, '/body/accountStatus', () => ({ accountStatus: 'ACCOUNT_STATUS_FINE' })],
	['/v1/property', 'Accept', () => property, { Accept: '*/*' }],
	['/v1/property', 'Content-Type', () => property, { 'Content-Type': 'text/plain' }],
	['/v3/screening/send', 'not an endpoint', () => ({})],
])(
	'a POST to %s that breaks the contract gets a 400 with the violation: %s',
	async (path, violation, body, headers = {}) => {
		const json = { 'Content-Type': 'application/json', ...headers };
		const { status, data } = await client.post<unknown>(path, body(), { headers: json });

		expect(status).toBe(400);
		expect(data).toEqual({ message: expect.stringContaining(violation) });
		const violations = [expect.stringContaining(violation)];
		expect(sandbox.requests.at(-1)).toMatchObject({ status: 400, violations });
	},
);

test.each([
	['a missing token', 'missing', () => WITHOUT_TOKEN],
	[
		'a scheme in front of the token',
		'as it is',
		() => ({ Authorization: `Bearer ${sandbox.tokensIssued[0]}` }),
	],
])('%s is a violation and a 401', async (_what, violation, getHeaders) => {
	const { status } = await client.get('/v1/flows/steps/list', { headers: getHeaders() });

	expect(status).toBe(401);
	expect(sandbox.requests.at(-1)?.violations).toEqual([expect.stringContaining(violation)]);
});

test.each<
	[status: number, method: string, url: string, message: string, getBody?: () => object | undefined]
>([
	[400, 'POST', '/v1/screening/send', 'no property', () => ({ ...v1(), propertyId: 'none' })],
	[400, 'POST', '/v2/screening/send', 'no flow', () => ({ ...createSend(sandbox), flowId: 'no' })],
	[404, 'GET', '/v1/screening/data/nobody', "No screening data for user 'nobody'"],
	[401, 'POST', '/v1/auth/login', 'Invalid', () => ({ username: 'x', password: 'y' })],
])(
	'%i is the answer to %s %s without a violation: %s',
	async (status, method, url, message, getBody = () => undefined) => {
		const headers = url.endsWith('login') ? WITHOUT_TOKEN : {};
		const reply = await client.request<unknown>({ method, url, data: getBody(), headers });

		expect(reply.status).toBe(status);
		expect(reply.data).toEqual({ message: expect.stringContaining(message) });
		expect(sandbox.requests.at(-1)?.violations).toEqual([]);
	},
);
