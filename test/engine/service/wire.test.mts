import tls from 'node:tls';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { createApplicants, sendDueRows } from '../../support/applicants.mts';
import {
	makeCertificate,
	makeExpiredCertificate,
	type Certificate,
} from '../../../dev/host/certificate.mts';
import {
	createCredential,
	ON_ERROR,
	retrying,
	runNode,
	type RunOutcome,
} from '../../support/engine.mts';
import { useFastTime } from '../../support/fast-time.mts';
import { WIRE_FAULTS, type WireFault } from '../../support/wire-faults.mts';
import {
	answer,
	startWireService,
	type RequestKind,
	type WireService,
} from '../../support/wire-service.mts';

// Rule 5 on the wire: whatever happens to a connection, a request that may have arrived is not sent again.

useFastTime();

const HOST = '127.0.0.1';
/** Long enough for a whole request on a busy machine: only the stalls are to meet it. */
const TIME_OUT_MS = 5000;

/** How a run of one item may end: the item has its answer, may have been accepted, or neither. */
type Ending = 'answered' | 'unclear' | 'failed';

interface Case {
	readonly title: string;
	readonly fault: WireFault;
	readonly kind: RequestKind;
	readonly isTls: boolean;
	readonly settings: Partial<INode>;
}

interface Seen extends RunOutcome {
	readonly service: WireService;
	readonly ending: Ending;
}

let certificate: Certificate;
beforeAll(async () => {
	certificate = await makeCertificate(HOST);
});

/** What Node says of certificates from now on: also to a login, which ignores the options of the node. */
function checkCertificates(options: tls.ConnectionOptions): void {
	const { connect } = tls;
	jest
		.spyOn(tls, 'connect')
		.mockImplementation(((own: tls.ConnectionOptions, ...rest: [never]) =>
			connect({ ...own, ...options }, ...rest)) as typeof connect);
}

let accounts = 0;

/** A credential for an account that no other run had: the system gives out a port again. */
function createAccount({ baseUrl }: WireService, accessToken = '') {
	accounts += 1;
	const account = { baseUrl, username: `landlord-${accounts}`, password: 'Hunter-2-Secret' };
	return createCredential(account, accessToken);
}

/** Parameters of the node for a request of that kind. */
function createParameters(kind: RequestKind): INodeParameters {
	if (kind === 'GET') return { resource: 'flow', operation: 'getSteps' };
	const applicant = { email: 'ada@example.com', phone: '+14165550100' };
	return { resource: 'screening', operation: 'sendWithFlow', flowId: 'flow-1', ...applicant };
}

/** Runs the node once over a service that has the fault with its first connection, and none with the others. */
async function play({ fault, kind, isTls, settings }: Case): Promise<Seen> {
	const service = await startWireService({
		certificate: isTls ? certificate : undefined,
		disrupt: (connection) => (connection === 1 ? fault : {}),
	});
	try {
		const outcome = await runNode({
			// With a stored token n8n asks for no login before the request.
			credential: createAccount(service, 'stored-token-7'),
			parameters: {
				...createParameters(kind),
				requestOptions: fault.stalls === true ? { timeout: TIME_OUT_MS } : {},
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

/** Plays all cases, 24 at a time since most of them wait: first those that wait for long. */
async function playAll(cases: readonly Case[]): Promise<Map<Case, Seen>> {
	const seen = new Map<Case, Seen>();
	const open = cases.toSorted(
		(one, other) => Number(!one.fault.stalls) - Number(!other.fault.stalls),
	);
	const playOn = async () => {
		for (let one = open.shift(); one !== undefined; one = open.shift()) {
			seen.set(one, await play(one));
		}
	};
	await Promise.all(Array.from({ length: 24 }, playOn));
	return seen;
}

const MODES = ON_ERROR.flatMap((onError) =>
	[false, true].map((retryOnFail) => ({ ...retrying, onError, retryOnFail })),
);

/** Every fault over its transports, in one mode after the other. */
const listCases = (kind: RequestKind): Case[] =>
	WIRE_FAULTS.flatMap((fault) => {
		const transports = fault.over === undefined ? [false, true] : [fault.over === 'tls'];
		return transports.map((isTls) => ({ fault, kind, isTls }));
	}).map((one, index) => {
		const settings = MODES[index % MODES.length]!;
		const retries = settings.retryOnFail ? ', Retry On Fail' : '';
		const over = one.isTls ? 'TLS' : 'HTTP';
		return { ...one, settings, title: `${one.fault.name}, ${over}, ${settings.onError}${retries}` };
	});

describe('a fault of one connection', () => {
	const posts = listCases('POST');
	const gets = listCases('GET');

	let seen: Map<Case, Seen>;
	beforeAll(async () => {
		checkCertificates({ rejectUnauthorized: false });
		seen = await playAll([...posts, ...gets]);
	}, 120_000);
	afterAll(() => jest.restoreAllMocks());

	test.each(posts)('a POST: $title', (one) => {
		const { proof } = one.fault;
		const { service, ending, error, items, errorItems } = seen.get(one)!;
		const { POST } = service.read;
		if (proof === 'none') {
			expect(POST).toBeLessThanOrEqual(1);
			expect([ending, service.connections()]).toEqual(['unclear', 1]);
		} else if (proof === 'refused') {
			expect([ending, POST]).toEqual(['failed', 1]);
		} else {
			expect([ending, POST]).toEqual(['answered', proof === 'accepted' ? 1 : 2]);
		}
		if (one.settings.onError !== 'stopWorkflow') expect([...items, ...errorItems]).toHaveLength(1);
		else expect(error === undefined).toBe(ending === 'answered');
	});

	test.each(gets)('a GET: $title', (one) => {
		const { proof, status } = one.fault;
		const { service, ending } = seen.get(one)!;
		// Whatever it meets but a refusal, it is asked for once more: after a 401 with a new login.
		const again = status === 401 ? 3 : 2;
		const connections = proof === 'refused' || proof === 'accepted' ? 1 : again;
		expect([ending, service.connections()]).toEqual([
			proof === 'refused' ? 'failed' : 'answered',
			connections,
		]);
	});
});

test.each<[RequestKind, number, Ending, number]>([
	['GET', 302, 'failed', 4],
	['GET', 307, 'failed', 4],
	['POST', 302, 'unclear', 1],
	['POST', 307, 'unclear', 1],
])(
	'a %s that a %i redirects to another host is %s after %i tries, and no login reaches that host',
	async (kind, status, ending, tries) => {
		const other = await startWireService({});
		const requests: string[] = [];
		const service = await startWireService({
			replyTo: (request, asked) => {
				if (asked === 'login') return { body: '{"accessToken":"secret-token-7"}' };
				requests.push(request);
				const Location = `${other.baseUrl}/v1/elsewhere`;
				return { body: '', onRequest: ({ http }) => http.end(answer(status, '{}', { Location })) };
			},
		});
		try {
			const outcome = await runNode({
				credential: createAccount(service),
				parameters: createParameters(kind),
			});
			expect(findEnding(outcome, kind)).toBe(ending);
			expect(outcome.error?.httpCode).toBe(String(status));
			expect(requests).toHaveLength(tries);
			for (const one of requests) expect(one).toMatch(/^authorization: secret-token-7\r$/im);
			expect(other.connections()).toBe(0);
		} finally {
			await service.close();
			await other.close();
		}
	},
);

test('a certificate that has expired ends the run beside a cached token: no row is maybe sent, nothing is repeated', async () => {
	const own = await makeExpiredCertificate(HOST);
	const service = await startWireService({ certificate: own });
	try {
		const credential = createAccount(service);
		const run = async (count: number) =>
			await runNode({ credential, parameters: sendDueRows, rows: createApplicants(count) });
		checkCertificates({ rejectUnauthorized: false });
		expect((await run(1)).rows).toMatchObject([{ screeningStatus: 'sent' }]);
		jest.restoreAllMocks();
		checkCertificates({ ca: own.cert });
		const connections = service.connections();
		const { error, items } = await run(4);
		expect(error?.message).toMatch(/is not trusted: it has expired$/);
		expect(items).toEqual([]);
		expect(service.connections()).toBe(connections + 1);
		expect(service.read).toEqual({ login: 1, POST: 1, GET: 0 });
	} finally {
		jest.restoreAllMocks();
		await service.close();
	}
});
