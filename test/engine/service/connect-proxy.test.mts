import tls from 'node:tls';

import type { IDataObject } from 'n8n-workflow';

import { startConnectProxy } from '../../support/connect-proxy.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import {
	answer,
	head,
	startWireService,
	type RequestKind,
	type WireTrouble,
} from '../../support/wire-service.mts';

const page = '<html><title>Access denied</title>by policy 7</html>';

/** What a proxy says in place of opening a tunnel. */
const REFUSALS: Array<[name: string, said: string]> = [
	...[407, 403, 401, 429, 500, 502, 503, 504].map((status): [string, string] => [
		String(status),
		answer(status, page),
	]),
	['503 with a Retry-After', head(503, { 'Retry-After': 3600, 'Content-Length': 0 })],
	['302', head(302, { Location: 'https://login.example/', 'Content-Length': 0 })],
	['garbage with a blank line', 'what is this\r\n\r\nand more'],
	['garbage', 'what is this'],
	['nothing', ''],
];

let runs = 0;

/** One item through a proxy over https. */
async function runThrough(said: readonly string[], kind: RequestKind, trouble: WireTrouble = {}) {
	runs += 1;
	const service = await startWireService(trouble, { kind, tls: 'TLSv1.3' });
	const proxy = await startConnectProxy(said);
	const account = {
		baseUrl: service.baseUrl,
		username: `landlord-${runs}`,
		password: 'Hunter-2-Secret',
	};
	const sending = {
		resource: 'screening',
		operation: 'sendWithFlow',
		flowId: 'flow-1',
		email: `applicant-${runs}@example.com`,
		phone: '+14165550100',
	};
	const getting = { resource: 'flow', operation: 'getSteps' };
	const credential = credentialFor(account, kind === 'login' ? '' : 'stored-token-7');
	const runOnce = async () =>
		await runNode({
			credential,
			parameters: {
				...(kind === 'GET' ? getting : sending),
				// The login knows the proxy of the environment only.
				requestOptions: {
					allowUnauthorizedCerts: true,
					...(kind !== 'login' && { proxy: proxy.url }),
				},
			},
			settings: { onError: 'continueRegularOutput' },
		});
	return {
		service,
		proxy,
		runOnce,
		close: async () => await Promise.all([service.close(), proxy.close()]),
	};
}

const errorOf = ({ items }: { items: Array<{ json: IDataObject }> }) =>
	items[0]!.json.error as IDataObject | undefined;

const NAMES_PROXY = /the proxy did not connect to the service/;

test.each(['POST', 'GET'] as const)(
	'a %s whose tunnel the proxy refuses was not sent: it goes when there is a tunnel',
	async (kind) => {
		// A 401 makes n8n log in; what comes of that is said then.
		const refusals = REFUSALS.filter(([name]) => name !== '401');
		const seen = refusals.map(async ([name, said]) => {
			const { service, runOnce, close } = await runThrough([said, said, said, said], kind);
			try {
				const { message, status, mayHaveBeenAccepted } = errorOf(await runOnce()) ?? {};
				const isNamed = NAMES_PROXY.test(String(message));
				const isStatusNamed = !/^\d+$/.test(name) || String(message).includes(`(${name})`);
				const before = service.read[kind];
				const { error } = (await runOnce()).items[0]!.json;
				const after = { error, sent: service.read[kind] };
				return { name, isNamed, isStatusNamed, status, mayHaveBeenAccepted, before, after };
			} finally {
				await close();
			}
		});
		expect(await Promise.all(seen)).toEqual(
			refusals.map(([name]) => ({
				name,
				isNamed: true,
				isStatusNamed: true,
				before: 0,
				after: { sent: 1 },
			})),
		);
	},
);

describe('through a proxy that opens tunnels', () => {
	test.each([403, 407, 502, 503])('a %i of the service is its answer', async (status) => {
		const onRequest: WireTrouble['onRequest'] = ({ http }) => http.end(answer(status, '{}'));
		const { service, runOnce, close } = await runThrough([], 'POST', { onRequest });
		try {
			const error = errorOf(await runOnce());
			expect(error?.message).not.toMatch(NAMES_PROXY);
			expect(error).toMatchObject({ status });
			expect(error?.mayHaveBeenAccepted).toBe(status >= 500 ? true : undefined);
			expect(service.read.POST).toBe(1);
		} finally {
			await close();
		}
	});
});

describe('a login whose tunnel the proxy refuses', () => {
	beforeAll(() => {
		const { connect } = tls;
		jest
			.spyOn(tls, 'connect')
			.mockImplementation(((options: tls.ConnectionOptions, ...rest: [never]) =>
				connect({ ...options, rejectUnauthorized: false }, ...rest)) as typeof connect);
	});
	afterEach(() => delete process.env.HTTPS_PROXY);
	afterAll(() => jest.restoreAllMocks());

	test.each(REFUSALS.filter(([name]) => ['407', '503', 'garbage'].includes(name)))(
		'with %s was not refused by the service, and is tried again by the next run',
		async (_, said) => {
			const { service, proxy, runOnce, close } = await runThrough(
				[said, said, said, said],
				'login',
			);
			process.env.HTTPS_PROXY = proxy.url;
			try {
				expect(errorOf(await runOnce())?.message).toMatch(NAMES_PROXY);
				expect(service.read).toEqual({ login: 0, POST: 0, GET: 0 });
				expect((await runOnce()).items[0]!.json).toMatchObject({ userId: 'user-1' });
				expect(service.read).toEqual({ login: 1, POST: 1, GET: 0 });
			} finally {
				await close();
			}
		},
	);
});
