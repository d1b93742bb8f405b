import tls from 'node:tls';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { openTunnel, startConnectProxy } from '../../support/connect-proxy.mts';
import {
	createCredential,
	ON_ERROR,
	retrying,
	runNode,
	type RunOutcome,
} from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { BODY_FORMS, WIRE_FAULTS, cutBodyAt, type WireFault } from '../../support/wire-faults.mts';
import {
	BODIES,
	answer,
	head,
	startWireService,
	type RequestKind,
	type WireService,
	type WireTrouble,
} from '../../support/wire-service.mts';

// Rule 5 on the wire: whatever happens to a connection, a request that may have arrived is not sent again.

const MAYBE = /may have been accepted/;

/** The trouble with the first connection, and none with the others. */
const onFirst = (trouble: WireTrouble) => (connection: number) => (connection === 1 ? trouble : {});

/** Parameters of the node for a request of that kind. */
function asking(kind: RequestKind, name: string): INodeParameters {
	if (kind === 'GET') return { resource: 'flow', operation: 'getSteps' };
	const applicant = { email: `${name}@example.com`, phone: '+14165550100' };
	return { resource: 'screening', operation: 'sendWithFlow', flowId: 'flow-1', ...applicant };
}

/** For the logins of a block: they ignore the node's options, so Node itself must trust the certificate. */
function trustAnyCertificate(): void {
	beforeAll(() => {
		const { connect } = tls;
		jest
			.spyOn(tls, 'connect')
			.mockImplementation(((options: tls.ConnectionOptions, ...rest: [never]) =>
				connect({ ...options, rejectUnauthorized: false }, ...rest)) as typeof connect);
	});
	afterAll(() => jest.restoreAllMocks());
}

describe('wire faults', () => {
	/** Long enough for a whole request on a busy machine: only the stalls are to meet it. */
	const TIME_OUT_MS = 12_000;

	interface Case {
		readonly fault: WireFault;
		readonly kind: RequestKind;
		readonly tls?: 'TLSv1.2' | 'TLSv1.3' | undefined;
		readonly settings?: Partial<INode>;
		/** Whether the self-signed certificate is trusted. */
		readonly trusted?: boolean;
	}

	interface Seen extends RunOutcome {
		readonly service: WireService;
		/** Items that are no error items. */
		readonly results: IDataObject[];
		readonly isUncertain: boolean;
	}

	let cases = 0;

	/** Runs the node once over a service that has the fault with the first request of its kind. */
	async function meet({ fault, kind, tls, settings = {}, trusted = true }: Case): Promise<Seen> {
		cases += 1;
		const service = await startWireService({ tls, disrupt: onFirst(fault) });
		// The system gives out a port again, and what was known of an account there would hold for this one.
		const username = `landlord-${cases}`;
		const account = { baseUrl: service.baseUrl, username, password: 'Hunter-2-Secret' };
		try {
			const outcome = await runNode({
				credential: createCredential(account, kind === 'login' ? '' : 'stored-token-7'),
				parameters: {
					...asking(kind, `applicant-${cases}`),
					requestOptions: {
						...(fault.stalls === true && { timeout: TIME_OUT_MS }),
						...(trusted && { allowUnauthorizedCerts: true }),
					},
				},
				settings,
			});
			const all = [...outcome.items, ...outcome.errorItems].map(({ json }) => json);
			const isUncertain =
				MAYBE.test(`${outcome.error?.message} ${outcome.error?.description}`) ||
				all.some(({ error }) => (error as IDataObject | undefined)?.mayHaveBeenAccepted === true);
			const results = all.filter(({ error }) => error === undefined);
			return { ...outcome, service, isUncertain, results };
		} finally {
			await service.close();
		}
	}

	/**
	 * Cases that start with the first of them that is asked for, some at the same time as most of them wait; gives
	 * each its outcome.
	 */
	function together(all: readonly Case[]): (one: Case) => Promise<Seen> {
		const outcomes = new Map<Case, Promise<Seen>>();
		const lanes: Array<Promise<unknown>> = Array.from({ length: 24 }, () => Promise.resolve());
		return async (wanted) => {
			if (outcomes.size > 0) return await outcomes.get(wanted)!;
			for (const [index, one] of all.entries()) {
				const lane = index % lanes.length;
				// A stall only waits, so it holds up no other.
				const isStall = one.fault.stalls === true;
				const outcome = (isStall ? Promise.resolve() : lanes[lane]!).then(() => meet(one));
				if (!isStall) lanes[lane] = outcome.catch(() => {});
				outcomes.set(one, outcome);
			}
			return await outcomes.get(wanted)!;
		};
	}

	type Named = Case & { readonly title: string };

	/** Every fault over its transports, in the modes that `listModes` gives for the index of the fault. */
	function listCases(
		kind: RequestKind,
		listModes: (index: number) => ReadonlyArray<Partial<INode>>,
	): Named[] {
		return WIRE_FAULTS.flatMap((fault, index) => {
			// What is said over HTTP is the same over either TLS.
			const transports = { http: [undefined], tls: ['TLSv1.3', 'TLSv1.2'] as const };
			const both = [undefined, 'TLSv1.3'] as const;
			const own = fault.over === undefined ? both : transports[fault.over];
			// All modes over one transport; the modes differ in what is said and retried.
			const modes = listModes(index);
			const modesOver = (rank: number) => (rank === 0 ? modes : modes.slice(-1));
			return own.flatMap((tls, rank) =>
				modesOver(rank).map((settings) => {
					const retries = settings.retryOnFail === true && 'Retry On Fail';
					const title = [fault.name, tls ?? 'HTTP', settings.onError, retries];
					return { fault, kind, tls, settings, title: title.filter(Boolean).join(', ') };
				}),
			);
		});
	}

	const MODES = ON_ERROR.flatMap((onError) =>
		[false, true].map((retryOnFail) => ({ ...retrying, onError, retryOnFail })),
	);

	/** Two modes for each fault in turn: with and without Retry On Fail, and of another On Error. */
	const twoModes = (index: number) => [index, index + 3].map((at) => MODES[at % MODES.length]!);

	/** A POST for each place where the body of its answer may end, in one mode after the other. */
	function listCuts(form: string): Case[] {
		const { length } = BODY_FORMS[form]!(BODIES.POST)[1];
		// What is compressed may end in a checksum and its length; before that one byte is like another.
		const isCompressed = form.startsWith('as ');
		return [...Array(length).keys()]
			.filter((count) => !isCompressed || count % 5 === 0 || count >= length - 10)
			.map((count, index) => ({
				kind: 'POST',
				fault: cutBodyAt(form, count),
				settings: MODES[index % MODES.length]!,
			}));
	}

	describe('a POST', () => {
		// After a 401 comes a login.
		trustAnyCertificate();

		const posts = listCases('POST', twoModes);
		const cuts = Object.keys(BODY_FORMS).map((form) => ({ form, cases: listCuts(form) }));
		const takeOutcome = together([...posts, ...cuts.flatMap(({ cases }) => cases)]);

		test.each(posts)('$title', async (one) => {
			const { fault, settings } = one;
			const { service, results, isUncertain, error, items, errorItems } = await takeOutcome(one);
			const { POST } = service.read;
			const isSent = results.length === 1 && results[0]!.userId === 'user-1';
			const seen = { isSent, isUncertain, POST };
			if (fault.proof === 'none' && fault.mayComeEarly === true) {
				expect(isUncertain).toBe(!isSent);
				expect(POST).toBeLessThanOrEqual(1);
			} else if (fault.proof === 'none') {
				expect(seen).toMatchObject({ isSent: false, isUncertain: true });
				expect(POST).toBeLessThanOrEqual(1);
				expect(service.connections()).toBe(1);
			} else if (fault.proof === 'refused') {
				expect(isUncertain).toBe(false);
				if (settings?.retryOnFail === false) expect(seen).toMatchObject({ isSent: false, POST: 1 });
			} else {
				const times = fault.proof === 'rate limited or logged out' ? 2 : 1;
				expect(seen).toEqual({ isSent: true, isUncertain: false, POST: times });
			}
			if (!isSent && settings?.onError === 'stopWorkflow') expect(error).toBeDefined();
			if (settings?.onError !== 'stopWorkflow') expect([...items, ...errorItems]).toHaveLength(1);
		});

		test.each(cuts)(
			'whose answer $form ends too early is read once, and the item has its id or may have been accepted',
			async ({ cases }) => {
				let uncertain = 0;
				for (const one of cases) {
					const { service, results, isUncertain } = await takeOutcome(one);
					const hasId = results[0]?.userId === 'user-1';
					const isReported = hasId !== isUncertain;
					expect([one.fault.name, service.read.POST, isReported]).toEqual([
						one.fault.name,
						1,
						true,
					]);
					if (isUncertain) uncertain += 1;
				}
				expect(uncertain).toBeGreaterThan(cases.length / 2);
			},
		);
	});

	test.each(['TLSv1.2', 'TLSv1.3'] as const)(
		'an untrusted certificate over %s: nothing is sent, and it is not tried again',
		async (version) => {
			const fault: WireFault = { name: 'none', proof: 'never sent' };
			const one: Case = { fault, kind: 'POST', tls: version, trusted: false };
			const { service, isUncertain, error } = await meet(one);
			const { POST } = service.read;
			expect({ POST, isUncertain, connections: service.connections() }).toEqual({
				POST: 0,
				isUncertain: false,
				connections: 1,
			});
			expect(error?.message).toContain('is not trusted: it is self-signed');
		},
	);

	describe('what may be repeated', () => {
		useFastTime();
		trustAnyCertificate();

		const gets = listCases('GET', () => [MODES[0]!]);
		// A login that stalls has its own time-out of a minute.
		const logins = listCases('login', () => [MODES[0]!]).filter(({ fault }) => !fault.stalls);
		const takeOutcome = together([...gets, ...logins]);

		test.each(gets)('a GET: $title', async (one) => {
			const { fault } = one;
			const { service, results, isUncertain } = await takeOutcome(one);
			const hasAnswer = results[0]?.id === 'step-1';
			expect(isUncertain).toBe(false);
			const { status = 0 } = fault;
			if (fault.looksWhole === true) return;
			const isRefused = fault.proof === 'refused' || (status >= 300 && status < 400);
			expect(hasAnswer).toBe(!isRefused);
			if (isRefused) expect(service.read.GET).toBe(1);
		});

		test.each(logins)('a login: $title', async (one) => {
			const { fault } = one;
			const { service, results, isUncertain, error } = await takeOutcome(one);
			const isSent = results[0]?.userId === 'user-1';
			const { status = 0 } = fault;
			const isRefused = status >= 300 && status < 500 && status !== 429;
			expect(isUncertain).toBe(false);
			if (fault.looksWhole !== true) expect(isSent).toBe(!isRefused);
			expect(service.read.POST).toBe(isSent ? 1 : 0);
			if (isRefused) {
				expect(service.read.login).toBe(1);
				expect(error?.message).toContain(`(${status})`);
			}
		});
	});
});

describe('a proxy', () => {
	useFastTime();
	trustAnyCertificate();

	const closing: Array<() => Promise<unknown>> = [];
	afterEach(async () => {
		delete process.env.HTTPS_PROXY;
		await Promise.all(closing.splice(0).map(async (close) => await close()));
	});

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

	/** A service behind a proxy that says `refusal` to the first four requests for a tunnel, and what runs one item. */
	async function arrange(kind: RequestKind, refusal?: string, trouble: WireTrouble = {}) {
		runs += 1;
		const service = await startWireService({ tls: 'TLSv1.3', disrupt: onFirst(trouble) });
		let left = refusal === undefined ? 0 : 4;
		const proxy = await startConnectProxy((target, client) => {
			left -= 1;
			if (left >= 0) client.end(refusal ?? '');
			else openTunnel(client, Number(target.split(':')[1]));
		});
		closing.push(service.close, proxy.close);
		const { baseUrl } = service;
		const account = { baseUrl, username: `proxied-${runs}`, password: 'Hunter-2-Secret' };
		const parameters = asking(kind, account.username);
		const credential = createCredential(account, kind === 'login' ? '' : 'stored-token-7');
		// The login knows the proxy of the environment only.
		const ofEnvironment = kind === 'login';
		const runOnce = async (url = proxy.url) => {
			if (ofEnvironment) process.env.HTTPS_PROXY = url;
			const own = ofEnvironment ? {} : { proxy: url };
			const requestOptions = { allowUnauthorizedCerts: true, ...own };
			const { rows } = await runNode({
				credential,
				parameters: { ...parameters, requestOptions },
				settings: { onError: 'continueRegularOutput' },
			});
			return { ...rows[0], error: rows[0]!.error as IDataObject | undefined };
		};
		return { service, runOnce };
	}

	const NAMES_PROXY = /the proxy did not connect to the service/;

	test.each(['POST', 'GET'] as const)(
		'that refuses the tunnel of a %s is named, and the request is sent when there is a tunnel',
		async (kind) => {
			// A 401 makes n8n log in; what comes of that is said then.
			const refusals = REFUSALS.filter(([name]) => name !== '401');
			const seen = refusals.map(async ([name, said]) => {
				const { service, runOnce } = await arrange(kind, said);
				const { message, status, mayHaveBeenAccepted } = (await runOnce()).error ?? {};
				const isNamed = NAMES_PROXY.test(String(message));
				const isStatusNamed = !/^\d+$/.test(name) || String(message).includes(`(${name})`);
				const before = service.read[kind];
				const { error } = await runOnce();
				const after = { error, sent: service.read[kind] };
				return { name, isNamed, isStatusNamed, status, mayHaveBeenAccepted, before, after };
			});
			expect(await Promise.all(seen)).toEqual(
				refusals.map(([name]) => ({
					...{ name, isNamed: true, isStatusNamed: true },
					...{ before: 0, after: { sent: 1 } },
				})),
			);
		},
	);

	test.each(REFUSALS.filter(([name]) => ['407', '503', 'garbage'].includes(name)))(
		'that refuses the tunnel of a login with %s is named, and the next run logs in',
		async (_, said) => {
			const { service, runOnce } = await arrange('login', said);
			expect((await runOnce()).error?.message).toMatch(NAMES_PROXY);
			expect(service.read).toEqual({ login: 0, POST: 0, GET: 0 });
			expect(await runOnce()).toMatchObject({ userId: 'user-1' });
			expect(service.read).toEqual({ login: 1, POST: 1, GET: 0 });
		},
	);

	test.each([
		['dead', 'http://127.0.0.1:9', 'the proxy: nothing answers at that address'],
		['unknown', 'http://no-such-proxy.invalid:8080', 'the proxy: there is no such host'],
	])('that is %s is named, and nothing was sent', async (_, url, reason) => {
		const { service, runOnce } = await arrange('POST');
		const { error } = await runOnce(url);
		expect(error?.message).toBe(`The service could not be reached: ${reason}`);
		expect(error?.description).toContain('HTTPS_PROXY');
		expect(service.read.POST).toBe(0);
	});

	test.each([403, 407, 502, 503])(
		'that opens tunnels is not named with a %i of the service',
		async (status) => {
			const onRequest: WireTrouble['onRequest'] = ({ http }) => http.end(answer(status, '{}'));
			const { service, runOnce } = await arrange('POST', undefined, { onRequest });
			const { error } = await runOnce();
			expect(error?.message).not.toMatch(NAMES_PROXY);
			expect(error).toMatchObject({ status });
			expect(error?.mayHaveBeenAccepted).toBe(status >= 500 ? true : undefined);
			expect(service.read.POST).toBe(1);
		},
	);
});
