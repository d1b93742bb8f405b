import tls, { type SecureVersion } from 'node:tls';

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

/** How a run of one item may end: the item has its answer, may have been accepted, or neither. */
type Ending = 'answered' | 'unclear' | 'failed';

interface Case {
	readonly fault: WireFault;
	readonly kind: RequestKind;
	readonly tls?: SecureVersion | undefined;
	readonly settings?: Partial<INode>;
	/** Whether the self-signed certificate is trusted. */
	readonly trusted?: boolean;
}

interface Seen extends RunOutcome {
	readonly service: WireService;
	readonly ending: Ending;
}

/** Long enough for a whole request on a busy machine: only the stalls are to meet it. */
const TIME_OUT_MS = 12_000;

let accounts = 0;

/** A credential for an account that no other run had: the system gives out a port again. */
function createAccount({ baseUrl }: WireService, kind: RequestKind) {
	accounts += 1;
	const username = `landlord-${accounts}`;
	const account = { baseUrl, username, password: 'Hunter-2-Secret' };
	return createCredential(account, kind === 'login' ? '' : 'stored-token-7');
}

/** Parameters of the node for a request of that kind; a login comes with a POST. */
function createParameters(kind: RequestKind): INodeParameters {
	if (kind === 'GET') return { resource: 'flow', operation: 'getSteps' };
	const applicant = { email: 'ada@example.com', phone: '+14165550100' };
	return { resource: 'screening', operation: 'sendWithFlow', flowId: 'flow-1', ...applicant };
}

/** The trouble with the first connection, and none with the others. */
const onFirst = (trouble: WireTrouble) => (connection: number) => (connection === 1 ? trouble : {});

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

/** Runs the node once over a service that has the fault with its first connection. */
async function play({ fault, kind, tls, settings = {}, trusted = true }: Case): Promise<Seen> {
	const service = await startWireService({ tls, disrupt: onFirst(fault) });
	try {
		const outcome = await runNode({
			credential: createAccount(service, kind),
			parameters: {
				...createParameters(kind),
				requestOptions: {
					...(fault.stalls === true && { timeout: TIME_OUT_MS }),
					...(trusted && { allowUnauthorizedCerts: true }),
				},
			},
			settings,
		});
		return { ...outcome, service, ending: findEnding(outcome, kind) };
	} finally {
		await service.close();
	}
}

function findEnding({ items, errorItems, error }: RunOutcome, kind: RequestKind): Ending {
	const all = [...items, ...errorItems].map(({ json }) => json);
	const isUnclear =
		/may have been accepted/.test(`${error?.message} ${error?.description}`) ||
		all.some((json) => (json.error as IDataObject | undefined)?.mayHaveBeenAccepted === true);
	const isAnswered = all.some(({ id, userId }) =>
		kind === 'GET' ? id === 'step-1' : userId === 'user-1',
	);
	expect(isAnswered && isUnclear).toBe(false);
	if (isAnswered) return 'answered';
	return isUnclear ? 'unclear' : 'failed';
}

/** Starts all cases when the first is asked for, 24 at a time since most of them wait. Returns what waits for one. */
function playTogether(all: readonly Case[]): (one: Case) => Promise<Seen> {
	const outcomes = new Map<Case, Promise<Seen>>();
	const lanes: Array<Promise<unknown>> = Array.from({ length: 24 }, () => Promise.resolve());
	const start = (one: Case, lane: number) => {
		// A stall only waits, so it holds up no other.
		if (one.fault.stalls === true) return play(one);
		const outcome = lanes[lane]!.then(async () => await play(one));
		lanes[lane] = outcome.catch(() => {});
		return outcome;
	};
	return async (wanted) => {
		if (outcomes.size === 0) {
			for (const [index, one] of all.entries()) outcomes.set(one, start(one, index % lanes.length));
		}
		return await outcomes.get(wanted)!;
	};
}

/** Every fault over its transports, in the modes that `listModes` gives for the index of the fault. */
function listCases(
	kind: RequestKind,
	listModes: (index: number) => ReadonlyArray<Partial<INode>>,
): Array<Case & { readonly title: string }> {
	// What is said over HTTP is the same over either TLS.
	const transports = { http: [undefined], tls: ['TLSv1.3', 'TLSv1.2'] as const };
	return WIRE_FAULTS.flatMap((fault, index) => {
		const own =
			fault.over === undefined ? ([undefined, 'TLSv1.3'] as const) : transports[fault.over];
		return own.flatMap((tls, rank) => {
			// All modes over one transport; the modes differ in what is said and retried.
			const modes = listModes(index).slice(rank === 0 ? 0 : -1);
			return modes.map((settings) => {
				const retries = settings.retryOnFail === true && 'Retry On Fail';
				const title = [fault.name, tls ?? 'HTTP', settings.onError, retries];
				return { fault, kind, tls, settings, title: title.filter(Boolean).join(', ') };
			});
		});
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

describe('what must not be repeated', () => {
	// After a 401 comes a login.
	trustAnyCertificate();

	const posts = listCases('POST', twoModes);
	const cuts = Object.keys(BODY_FORMS).map((form) => ({ form, cases: listCuts(form) }));
	const takeOutcome = playTogether([...posts, ...cuts.flatMap(({ cases }) => cases)]);

	test.each(posts)('a POST: $title', async (one) => {
		const { proof, mayComeEarly } = one.fault;
		const { onError, retryOnFail } = one.settings!;
		const { service, ending, error, items, errorItems } = await takeOutcome(one);
		const { POST } = service.read;
		if (proof === 'none') {
			expect(POST).toBeLessThanOrEqual(1);
			if (mayComeEarly === true) expect(ending).not.toBe('failed');
			else expect([ending, service.connections()]).toEqual(['unclear', 1]);
		} else if (proof === 'refused') {
			expect(ending).not.toBe('unclear');
			if (retryOnFail === false) expect([ending, POST]).toEqual(['failed', 1]);
		} else {
			expect([ending, POST]).toEqual(['answered', proof === 'rate limited or logged out' ? 2 : 1]);
		}
		if (onError !== 'stopWorkflow') expect([...items, ...errorItems]).toHaveLength(1);
		else if (ending !== 'answered') expect(error).toBeDefined();
	});

	test.each(cuts)(
		'a POST whose answer $form ends too early is read once, and the item has its id or may have been accepted',
		async ({ cases }) => {
			let unclear = 0;
			for (const one of cases) {
				const { service, ending } = await takeOutcome(one);
				const { name } = one.fault;
				expect([name, service.read.POST, ending === 'failed']).toEqual([name, 1, false]);
				if (ending === 'unclear') unclear += 1;
			}
			expect(unclear).toBeGreaterThan(cases.length / 2);
		},
	);
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
	'an untrusted certificate over %s: nothing is sent, and it is not tried again',
	async (version) => {
		const fault: WireFault = { name: 'none', proof: 'never sent' };
		const one: Case = { fault, kind: 'POST', tls: version, trusted: false };
		const { service, ending, error } = await play(one);
		expect([ending, service.read.POST, service.connections()]).toEqual(['failed', 0, 1]);
		expect(error?.message).toContain('is not trusted: it is self-signed');
	},
);

describe('what may be repeated', () => {
	useFastTime();
	trustAnyCertificate();

	const gets = listCases('GET', () => [MODES[0]!]);
	// A login that stalls has its own time-out of a minute.
	const logins = listCases('login', () => [MODES[0]!]).filter(({ fault }) => !fault.stalls);
	const takeOutcome = playTogether([...gets, ...logins]);

	test.each(gets)('a GET: $title', async (one) => {
		const { proof, status = 0, looksWhole } = one.fault;
		const { service, ending } = await takeOutcome(one);
		const isRefused = proof === 'refused' || (status >= 300 && status < 400);
		if (looksWhole === true) expect(ending).not.toBe('unclear');
		else expect(ending).toBe(isRefused ? 'failed' : 'answered');
		if (isRefused) expect(service.read.GET).toBe(1);
	});

	test.each(logins)('a login: $title', async (one) => {
		const { status = 0, looksWhole } = one.fault;
		const { service, ending, error } = await takeOutcome(one);
		const isRefused = status >= 300 && status < 500 && status !== 429;
		if (looksWhole === true) expect(ending).not.toBe('unclear');
		else expect(ending).toBe(isRefused ? 'failed' : 'answered');
		expect(service.read.POST).toBe(ending === 'answered' ? 1 : 0);
		if (!isRefused) return;
		expect(service.read.login).toBe(1);
		expect(error?.message).toContain(`(${status})`);
	});
});

describe('proxies', () => {
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

	/** A service behind a proxy that says `refusal` to the first four requests for a tunnel, and what runs one item. */
	async function arrange(kind: RequestKind, refusal?: string, trouble: WireTrouble = {}) {
		const service = await startWireService({ tls: 'TLSv1.3', disrupt: onFirst(trouble) });
		let left = refusal === undefined ? 0 : 4;
		const proxy = await startConnectProxy((target, client) => {
			left -= 1;
			if (left >= 0) client.end(refusal ?? '');
			else openTunnel(client, Number(target.split(':')[1]));
		});
		closing.push(service.close, proxy.close);
		const credential = createAccount(service, kind);
		const runOnce = async (url = proxy.url) => {
			// The login knows the proxy of the environment only.
			if (kind === 'login') process.env.HTTPS_PROXY = url;
			const own = kind === 'login' ? {} : { proxy: url };
			const requestOptions = { allowUnauthorizedCerts: true, ...own };
			const { rows } = await runNode({
				credential,
				parameters: { ...createParameters(kind), requestOptions },
				settings: { onError: 'continueRegularOutput' },
			});
			return { ...rows[0], error: rows[0]!.error as IDataObject | undefined };
		};
		return { service, runOnce };
	}

	const NAMES_PROXY = /the proxy did not connect to the service/;
	const KINDS: RequestKind[] = ['POST', 'GET', 'login'];
	const refused = KINDS.flatMap((kind) => REFUSALS.map(([name, said]) => ({ kind, name, said })));

	// A 401 to another request makes n8n log in; what comes of that is said then.
	test.each(refused.filter(({ kind, name }) => kind === 'login' || name !== '401'))(
		'a proxy that refuses the tunnel of a $kind with $name is named, and the next run sends it',
		async ({ kind, name, said }) => {
			const { service, runOnce } = await arrange(kind, said);
			const { error } = await runOnce();
			expect(error?.message).toMatch(NAMES_PROXY);
			if (/^\d+$/.test(name)) expect(error?.message).toContain(`(${name})`);
			expect(Object.keys(error!)).toEqual(['message', 'description']);
			expect(service.read).toEqual({ login: 0, POST: 0, GET: 0 });
			expect((await runOnce()).error).toBeUndefined();
			expect(service.read).toMatchObject(kind === 'login' ? { login: 1, POST: 1 } : { [kind]: 1 });
		},
	);

	test.each([
		['dead', 'http://127.0.0.1:9', 'the proxy: nothing answers at that address'],
		['unknown', 'http://no-such-proxy.invalid:8080', 'the proxy: there is no such host'],
	])('a proxy that is %s is named, and nothing was sent', async (_, url, reason) => {
		const { service, runOnce } = await arrange('POST');
		const { error } = await runOnce(url);
		expect(error?.message).toBe(`The service could not be reached: ${reason}`);
		expect(error?.description).toContain('HTTPS_PROXY');
		expect(service.read.POST).toBe(0);
	});

	test.each([403, 407, 502, 503])(
		'a proxy that opens tunnels is not named with a %i of the service',
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
