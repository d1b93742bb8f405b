import type { IDataObject } from 'n8n-workflow';

import { Abort, Aborted } from '../../../nodes/RentalScreening/run/abort.ts';
import type { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import { Gate } from '../../../nodes/RentalScreening/run/gate.ts';
import { ItemRun, type Wire } from '../../../nodes/RentalScreening/run/itemRun.ts';
import type { Operation } from '../../../nodes/RentalScreening/run/operation.ts';
import { missingMembers, send } from '../../../nodes/RentalScreening/run/send.ts';
import { RunMemory, SentRequests } from '../../../nodes/RentalScreening/run/sentRequests.ts';
import { LoginFailure } from '../../../nodes/RentalScreening/service/loginFailure.ts';

describe('the members that an answer must have', () => {
	const requiredMembers = { userId: 'text', steps: 'list', user: 'object' } as const;

	test.each([
		[{ userId: 'u', steps: [], user: {} }, []],
		[{ userId: 7, steps: [1], user: { a: 1 } }, []],
		[{ userId: '', steps: {}, user: [] }, ['userId', 'steps', 'user']],
		[{ userId: null, steps: null, user: null }, ['userId', 'steps', 'user']],
		[{}, ['userId', 'steps', 'user']],
		[{ userId: true, steps: [], user: {} }, ['userId']],
	])('%j lacks %j', (answer, lacking) => {
		expect(missingMembers(answer, requiredMembers)).toEqual(lacking);
	});

	test.each([[[]], ['{}'], [null], [undefined]])('%j is no JSON object', (body) => {
		expect(missingMembers(body, requiredMembers)).toBe('all');
	});
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const OPERATION: Operation = {
	label: 'screening',
	requiredMembers: { userId: 'text' },
	preparerFor: () => () => ({ problems: [] }),
};

let lastAccount = 0;
/** An account that no other test has sent for. */
const newAccount = () => `account ${(lastAccount += 1)}`;

/** What a request comes to: an answer, what n8n throws, or a promise of either; `atLogin`, before it goes out. */
type Outcome = (() => unknown) & { readonly atLogin?: true };

const answers = (body: unknown) => () => body;
const throws = (error: Error) => () => {
	throw error;
};
const refusal = (status: number, headers = {}, data = {}) =>
	Object.assign(new Error('refused'), { response: { status, headers, data } });
const status = (...answer: Parameters<typeof refusal>) => throws(refusal(...answer));
const noAnswer = (code: string, syscall?: string) =>
	Object.assign(new Error(code), { code, syscall });
const fails = (...reason: Parameters<typeof noAnswer>) => throws(noAnswer(...reason));
const atLogin = (error: Error): Outcome => Object.assign(throws(error), { atLogin: true } as const);
const loginFails = (kind: 'refused' | 'passing', retryAfter?: string) => {
	const headers = { 'retry-after': retryAfter };
	return atLogin(new LoginFailure('The login failed', 'Test it', kind === 'passing', headers));
};

const sentRequests = new SentRequests();

/** A run whose requests come to `outcomes` in turn. */
function arrange(
	outcomes: readonly Outcome[],
	{ method = 'POST', account = newAccount(), limit = 5 } = {},
) {
	const gate = new Gate(limit, new Abort());
	const left = [...outcomes];
	const failures: Failure[] = [];
	const sent: IDataObject[] = [];
	const wire: Wire = {
		method,
		path: '/v1/screening/send',
		send: async ({ body = {} }, onAccount) => {
			const outcome = left.shift()!;
			if (outcome.atLogin) outcome();
			onAccount({ key: account, secrets: [] });
			sent.push(body);
			return await (outcome() as Promise<unknown>);
		},
	};
	const run = {
		operation: OPERATION,
		gate,
		memory: new RunMemory(sentRequests, sentRequests.execution()),
		onFailure: (_: ItemRun, failure: Failure) => failures.push(failure),
	};
	const itemRun = (body: IDataObject = { email: 'a@example.com' }, sendAgain = false) => {
		const input = { parameter: () => ({ sendAgain }), columns: {} };
		return new ItemRun(0, input as never, { body, problems: [] }, wire, run);
	};
	return { gate, failures, itemRun, sent, count: () => sent.length };
}

/** What `send` comes to, or throws. */
async function outcomeOf(item: ItemRun) {
	try {
		const answer = await send(item);
		return { answer, sentAt: item.sentAt, again: item.alreadySent };
	} catch (thrown) {
		return thrown as Failure;
	}
}

/** The same, with all waiting passed. */
async function resultOf(itemRun: ItemRun) {
	const result = outcomeOf(itemRun);
	await jest.advanceTimersByTimeAsync(600_000);
	return await result;
}

/** What two runs with the same request come to, the second while the first is in flight and then fails. */
async function resultsOfTwo(error: Error) {
	const account = newAccount();
	let fail = () => {};
	const first = arrange([() => new Promise((_, reject) => (fail = () => reject(error)))], {
		account,
	});
	const second = arrange([answers(ACCEPTED), answers(ACCEPTED)], { account });
	const results = [first, second].map(async (one) => await outcomeOf(one.itemRun()));
	await jest.advanceTimersByTimeAsync(0);
	fail();
	return { results: await Promise.all(results), sentBySecond: second.count() };
}

const ACCEPTED = { userId: 'u1' };

describe('a request that is accepted', () => {
	test('comes with its answer and the time', async () => {
		const at = Date.now();
		const { itemRun, failures } = arrange([answers(ACCEPTED)]);
		expect(await resultOf(itemRun())).toEqual({ answer: ACCEPTED, sentAt: at, again: false });
		expect(failures).toEqual([]);
	});

	test('is not sent again by a later run, unless the run is told to', async () => {
		const account = newAccount();
		await resultOf(arrange([answers(ACCEPTED)], { account }).itemRun());
		const later = arrange([answers({ userId: 'u2' })], { account });
		expect(await resultOf(later.itemRun())).toMatchObject({ answer: ACCEPTED, again: true });
		expect(later.count()).toBe(0);
		const told = arrange([answers({ userId: 'u2' })], { account });
		expect(await resultOf(told.itemRun(undefined, true))).toMatchObject({ again: false });
		expect(told.count()).toBe(1);
	});

	test.each([
		[300, ['userId', 'message']],
		[301, ['userId']],
	])('with a message of %d characters is remembered by %j', async (length, members) => {
		const account = newAccount();
		const answer = { ...ACCEPTED, message: 'x'.repeat(length), more: 'x' };
		await resultOf(arrange([answers(answer)], { account }).itemRun());
		const later = await resultOf(arrange([answers({ userId: 'u3' })], { account }).itemRun());
		expect(later).toMatchObject({ answer: ACCEPTED, again: true });
		expect(Object.keys((later as { answer: object }).answer)).toEqual(members);
	});
});

describe('a request that may have been accepted', () => {
	const doubts: Array<[string, Outcome]> = [
		['the connection breaks', fails('ECONNRESET', 'read')],
		['a 500', status(500)],
		['an answer without an ID', answers({})],
		['text', answers('{"userId": "u')],
	];

	test.each(doubts)('%s: it is never repeated, in no later run either', async (_, outcome) => {
		const account = newAccount();
		const first = arrange([outcome, answers(ACCEPTED)], { account });
		expect(await resultOf(first.itemRun())).toMatchObject({ kind: 'maybe' });
		expect(first.count()).toBe(1);
		expect(first.failures).toHaveLength(1);

		const later = arrange([answers(ACCEPTED)], { account });
		const failure = await resultOf(later.itemRun());
		expect(failure).toMatchObject({
			kind: 'maybe',
			message: expect.stringContaining('The same request was sent at'),
		});
		expect(later.count()).toBe(0);
	});

	test('one that waits for it learns the same', async () => {
		const { results, sentBySecond } = await resultsOfTwo(new Error('?'));
		expect(results).toMatchObject([{ kind: 'maybe' }, { kind: 'maybe' }]);
		expect(sentBySecond).toBe(0);
	});
});

describe('a request that the service did not act on', () => {
	test.each<[string, Outcome]>([
		['nothing was sent', fails('ECONNREFUSED', 'connect')],
		['429', status(429, { 'retry-after': '2' })],
		['a login that may pass', loginFails('passing')],
	])('%s: it is sent again', async (_, outcome) => {
		const { itemRun, count } = arrange([outcome, answers(ACCEPTED)]);
		expect(await resultOf(itemRun())).toMatchObject({ answer: ACCEPTED });
		expect(count()).toBe(outcome.atLogin ? 1 : 2);
	});

	test('it waits before that, and the time is that of the request that was accepted', async () => {
		const unreachable = arrange([fails('ECONNREFUSED', 'connect'), answers(ACCEPTED)]);
		const result = outcomeOf(unreachable.itemRun());
		await jest.advanceTimersByTimeAsync(200);
		expect(unreachable.count()).toBe(1);
		await jest.advanceTimersByTimeAsync(300);
		expect(await result).toMatchObject({ answer: ACCEPTED });

		const at = Date.now();
		const busy = arrange([status(429, { 'retry-after': '2' }), answers(ACCEPTED)]);
		expect(await resultOf(busy.itemRun())).toMatchObject({ sentAt: at + 2000 });
	});

	test('it goes before the requests that were not sent yet', async () => {
		const outcomes = [status(429, { 'retry-after': '1' }), answers(ACCEPTED), answers(ACCEPTED)];
		const { itemRun, sent } = arrange(outcomes, { limit: 1 });
		const [first, second] = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
		await Promise.all([resultOf(itemRun(first)), resultOf(itemRun(second))]);
		expect(sent).toEqual([first, first, second]);
	});

	test('a 422 says what the service said', async () => {
		const { itemRun } = arrange([status(422, {}, { message: 'No such street' })]);
		expect(await resultOf(itemRun())).toMatchObject({
			message: 'The service did not accept the values (422): No such street',
		});
	});

	test('a 422 is not, but a later run may send it', async () => {
		const account = newAccount();
		const first = arrange([status(422)], { account });
		expect(await resultOf(first.itemRun())).toMatchObject({
			kind: 'refused',
			status: 422,
		});
		expect(first.gate.closed).toBeUndefined();
		const later = arrange([answers(ACCEPTED)], { account });
		expect(await resultOf(later.itemRun())).toMatchObject({ again: false });
	});

	test('one that waits for it goes itself', async () => {
		const { results } = await resultsOfTwo(refusal(422));
		expect(results).toMatchObject([{ status: 422 }, { answer: ACCEPTED, again: false }]);
	});
});

describe('a service that fails', () => {
	/** What that many items come to, each sent when the one before is done. */
	async function resultsOf(run: ReturnType<typeof arrange>, count: number) {
		const results = [];
		for (let item = 0; item < count; item++) {
			results.push(await resultOf(run.itemRun({ email: `${item}@example.com` })));
		}
		return results.map((result) => ('kind' in result ? result.kind : 'accepted'));
	}

	test('nothing more starts after three answers that leave it unclear', async () => {
		const run = arrange([status(500), answers({}), fails('ECONNRESET', 'read'), answers(ACCEPTED)]);
		expect(await resultsOf(run, 5)).toEqual([
			'maybe',
			'maybe',
			'maybe',
			'unavailable',
			'unavailable',
		]);
		expect(run.count()).toBe(3);
		expect(run.gate.closed).toMatchObject({
			message: 'The service is failing: it is unclear what became of the last 3 requests',
			isFinal: true,
		});
	});

	test('a success between them begins the count again, a refusal does not', async () => {
		const works = arrange([
			...[500, 500].map((one) => status(one)),
			answers(ACCEPTED),
			...[500, 500].map((one) => status(one)),
			answers(ACCEPTED),
		]);
		expect((await resultsOf(works, 6)).at(-1)).toBe('accepted');

		const refuses = arrange([500, 422, 500, 422, 500, 422].map((one) => status(one)));
		expect((await resultsOf(refuses, 6)).at(-1)).toBe('unavailable');
	});

	test('what an earlier run left unclear does not count', async () => {
		const account = newAccount();
		await resultsOf(arrange([status(500), status(500), status(500)], { account }), 3);
		const later = arrange(
			Array.from({ length: 4 }, () => answers(ACCEPTED)),
			{ account },
		);
		expect(await resultsOf(later, 4)).toEqual(['maybe', 'maybe', 'maybe', 'accepted']);
		expect(later.gate.closed).toBeUndefined();
	});

	test.each<[string, Outcome, number]>([
		['accepts the first', answers(ACCEPTED), 5],
		['refuses the first', status(422), 5],
		['leaves the first unclear', status(500), 1],
		['answers 408 to the first', status(408), 1],
		['redirects the first', status(301), 1],
	])('a service that %s: so many start next', async (_, first, started) => {
		const hangs = () => new Promise(() => {});
		const run = arrange([first, ...Array.from({ length: 6 }, () => hangs)]);
		await resultOf(run.itemRun());
		for (let item = 0; item < 6; item++)
			void outcomeOf(run.itemRun({ email: `${item}@example.com` }));
		await jest.advanceTimersByTimeAsync(0);
		expect(run.count()).toBe(1 + started);
	});

	test.each(['POST', 'GET'])(
		'its Retry-After with a 503 to a %s holds the others too',
		async (method) => {
			const run = arrange(
				[
					answers(ACCEPTED),
					status(503, { 'retry-after': '60' }),
					answers(ACCEPTED),
					answers(ACCEPTED),
				],
				{ method },
			);
			await resultOf(run.itemRun());
			void outcomeOf(run.itemRun({ email: 'b@example.com' }));
			await jest.advanceTimersByTimeAsync(0);
			void outcomeOf(run.itemRun({ email: 'c@example.com' }));
			await jest.advanceTimersByTimeAsync(59_000);
			expect(run.count()).toBe(2);
			await jest.advanceTimersByTimeAsync(1000);
			expect(run.count()).toBe(method === 'GET' ? 4 : 3);
		},
	);

	test("a wait of a day in the answer to one item's 422 holds nobody", async () => {
		const run = arrange([status(422, { 'retry-after': '86400' }), answers(ACCEPTED)]);
		expect(await resultsOf(run, 2)).toEqual(['refused', 'accepted']);
	});
});

describe('what holds for every item', () => {
	test.each<[string, Outcome, object]>([
		['401', status(401), { kind: 'noAccess', status: 401 }],
		[
			'a wait of more than five minutes',
			status(429, { 'retry-after': '301' }),
			{ kind: 'unavailable' },
		],
		['a refused login', loginFails('refused'), { kind: 'noAccess' }],
		['a login with a long wait', loginFails('passing', '301'), { kind: 'noAccess' }],
	])('%s: nothing more is sent', async (_, outcome, traits) => {
		const { gate, itemRun, count } = arrange([outcome, answers(ACCEPTED)]);
		const failure = await resultOf(itemRun());
		expect(failure).toMatchObject(traits);
		const sent = count();
		expect(sent).toBe(outcome.atLogin ? 0 : 1);
		expect(gate.closed).toMatchObject({ message: (failure as Failure).message });
		expect(await resultOf(itemRun({ email: 'b@example.com' }))).toMatchObject({
			message: `Not sent. ${(failure as Failure).message}`,
			...traits,
		});
		expect(count()).toBe(sent);
	});

	test.each([
		['POST', 'maybe'],
		['GET', 'unavailable'],
	])(
		'a 503 with a long wait, %s: the others are not said to be accepted, nor asked for several times',
		async (method, kind) => {
			const maintenance = status(503, { 'retry-after': '301' });
			const { gate, itemRun, count } = arrange([maintenance], { method });
			expect(await resultOf(itemRun())).toMatchObject({ status: 503, kind });
			expect(gate.closed).toMatchObject({
				message: 'The service could not process the request (503)',
				hint: 'The service asks to wait. Run what is left again later.',
				kind: 'unavailable',
				status: 503,
			});
			expect(count()).toBe(1);
		},
	);

	test('a login that does not pass blocks after its repeats, and is not final', async () => {
		const { gate, itemRun } = arrange(Array.from({ length: 9 }, () => loginFails('passing')));
		expect(await resultOf(itemRun())).toMatchObject({ kind: 'unreachable' });
		expect(gate.closed).toMatchObject({ kind: 'unreachable' });
	});

	test('no connection blocks only where none stood before', async () => {
		const dead = Array.from({ length: 4 }, () => fails('ECONNREFUSED', 'connect'));
		const first = arrange(dead);
		expect(await resultOf(first.itemRun())).toMatchObject({ kind: 'unreachable' });
		expect(first.gate.closed).toBeDefined();

		const unannounced = dead.map(() => atLogin(noAnswer('ECONNREFUSED', 'connect')));
		expect(await resultOf(arrange(unannounced).itemRun())).toMatchObject({ kind: 'unreachable' });

		const second = arrange([answers(ACCEPTED), ...dead]);
		await resultOf(second.itemRun());
		expect(await resultOf(second.itemRun({ email: 'b@example.com' }))).toMatchObject({
			kind: 'unreachable',
		});
		expect(second.gate.closed).toBeUndefined();
	});

	test('429 to every try blocks; a 429 of one request that others do not share does not', async () => {
		const busy = Array.from({ length: 11 }, () => status(429, { 'retry-after': '1' }));
		const first = arrange(busy);
		expect(await resultOf(first.itemRun())).toMatchObject({ status: 429 });
		expect(first.gate.closed).toBeDefined();
		expect(first.count()).toBe(11);

		const { itemRun, count } = arrange([...busy, ...busy, ...busy].slice(0, 31));
		const alone = itemRun();
		const { gate } = alone.run;
		const result = outcomeOf(alone);
		for (let second = 0; second < 40; second++) {
			gate.gotThrough += 1;
			await jest.advanceTimersByTimeAsync(1000);
		}
		expect(await result).toMatchObject({ kind: 'tryLater', status: 429 });
		expect(count()).toBe(31);
		expect(gate.closed).toBeUndefined();
	});

	test('429 halves the limit; another answer ends the row of them', async () => {
		const { gate, itemRun } = arrange([status(429, { 'retry-after': '1' }), status(422)]);
		const narrow = jest.spyOn(gate, 'narrow');
		await resultOf(itemRun());
		expect(narrow).toHaveBeenCalledTimes(1);
		expect(gate.gotThrough).toBe(1);
	});
});

describe('a cancelled run', () => {
	test('sends nothing more, not even after a login', async () => {
		const { gate, itemRun, count } = arrange([answers(ACCEPTED)]);
		const { index, input, request, wire, run } = itemRun();
		const late: Wire = {
			...wire,
			send: async (...args) => {
				gate.abort.now();
				return await wire.send(...args);
			},
		};
		const aborted = await outcomeOf(new ItemRun(index, input, request, late, run));
		expect(aborted).toBeInstanceOf(Aborted);
		expect(aborted).toMatchObject({ uncertain: false });
		expect(count()).toBe(0);
	});

	test.each([
		['POST', true],
		['GET', false],
	])('with a %s in flight: whether it may have been accepted is %p', async (method, uncertain) => {
		const { itemRun } = arrange([fails('ERR_CANCELED')], { method });
		const aborted = await resultOf(itemRun());
		expect(aborted).toBeInstanceOf(Aborted);
		expect(aborted).toMatchObject({ uncertain });
	});
});

describe('a GET under a rate limit', () => {
	const busy = status(429, { 'retry-after': '1' });

	test('is given up after three repeats if nothing gets through meanwhile', async () => {
		const { gate, itemRun, count } = arrange(
			Array.from({ length: 9 }, () => busy),
			{ method: 'GET' },
		);
		expect(await resultOf(itemRun())).toMatchObject({ kind: 'tryLater' });
		expect(count()).toBe(4);
		expect(gate.closed).toBeDefined();
	});

	test('is repeated on while others get through', async () => {
		const { gate, itemRun, count } = arrange(
			[...Array.from({ length: 9 }, () => busy), answers(ACCEPTED)],
			{ method: 'GET' },
		);
		const result = outcomeOf(itemRun());
		for (let second = 0; second < 10; second++) {
			await jest.advanceTimersByTimeAsync(1000);
			if (second % 3 === 0) gate.gotThrough += 1;
		}
		expect(await result).toMatchObject({ answer: ACCEPTED });
		expect(count()).toBe(10);
	});

	test.each<[string, Outcome, number]>([
		['an answer', answers(ACCEPTED), 1],
		['a 404', status(404), 1],
		['a 500', status(500), 0],
		['a 401', status(401), 0],
		['no answer', fails('ECONNRESET', 'read'), 0],
	])('%s gets through: %d', async (_, outcome, gotThrough) => {
		const { gate, itemRun } = arrange(
			Array.from({ length: 4 }, () => outcome),
			{ method: 'GET' },
		);
		await resultOf(itemRun());
		expect(gate.gotThrough).toBe(gotThrough);
	});
});

describe('an answer to a GET that was cut', () => {
	const GET = { method: 'GET' };

	test.each(['', ' ', '{"userId": "u', ' \n{'])('%j is asked for again', async (cut) => {
		const { itemRun, count } = arrange([answers(cut), answers(cut), answers(ACCEPTED)], GET);
		expect(await resultOf(itemRun())).toMatchObject({ answer: ACCEPTED });
		expect(count()).toBe(3);
	});

	test('is asked for again after a pause, and a whole one is not remembered', async () => {
		const { itemRun, count } = arrange([answers('{'), answers(ACCEPTED), answers(ACCEPTED)], GET);
		const result = outcomeOf(itemRun());
		await jest.advanceTimersByTimeAsync(200);
		expect(count()).toBe(1);
		await jest.advanceTimersByTimeAsync(300);
		await result;
		expect(await resultOf(itemRun())).toMatchObject({ again: false });
		expect(count()).toBe(3);
	});

	test('is given up after three repeats, and the gate may not close for it', async () => {
		const { gate, itemRun, count } = arrange(
			Array.from({ length: 5 }, () => answers('{')),
			GET,
		);
		expect(await resultOf(itemRun())).toMatchObject({
			message: 'The service gave no complete answer: its answer was cut off or unreadable',
			kind: 'unanswered',
		});
		expect(count()).toBe(4);
		expect(gate.closed).toBeUndefined();
	});

	test.each(['<html>', 'null', '"u"', '[]'])('%j is no such answer', async (body) => {
		const { itemRun, count } = arrange([answers(body)], GET);
		expect(await resultOf(itemRun())).toMatchObject({ status: 200 });
		expect(count()).toBe(1);
	});
});
