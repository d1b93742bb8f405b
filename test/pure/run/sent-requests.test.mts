import {
	requestKey,
	RunMemory,
	SentRequests,
	type Asking,
} from '../../../nodes/RentalScreening/run/sentRequests.ts';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const answer = { userId: 'u' };

/** A run of an execution of its own, or of the one that `execution` names. */
function runOf(sent: SentRequests, execution?: string, isFirstRun = true) {
	const memory = new RunMemory(sent, sent.execution(execution, isFirstRun));
	let items = 0;
	const take = (key: string, asking: Partial<Asking> = {}) =>
		memory.take(key, { index: (items += 1), ...asking });
	return {
		take,
		/** What is known of a request; undefined where there is nothing, and nothing is claimed. */
		find(key: string, asking?: Partial<Asking>) {
			const taken = take(key, asking);
			if ('known' in taken) return taken.known;
			taken.claim.settle(undefined);
			return undefined;
		},
		claim(key: string, asking?: Partial<Asking>) {
			const taken = take(key, asking);
			if ('claim' in taken) return taken.claim;
			throw new Error(`'${key}' is known`);
		},
	};
}

/** What a new execution knows of a request. */
function find(sent: SentRequests, key: string) {
	return runOf(sent).find(key);
}

test('a request is known from the moment it is claimed, and its result is shared', async () => {
	const sent = new SentRequests();
	const claim = runOf(sent).claim('k');
	const known = find(sent, 'k')!;
	claim.settle({ answer });
	expect(await known.result).toEqual({ answer });
	expect(await find(sent, 'k')!.result).toEqual({ answer });
});

test('a request that was not accepted is forgotten, one that may have been is not', async () => {
	const sent = new SentRequests();
	const refused = runOf(sent).claim('refused');
	const waiting = find(sent, 'refused')!.result;
	refused.settle(undefined);
	expect(await waiting).toBeUndefined();
	expect(find(sent, 'refused')).toBeUndefined();
	runOf(sent).claim('unclear').settle({ uncertain: true });
	expect(await find(sent, 'unclear')!.result).toEqual({ uncertain: true });
});

describe('for how long', () => {
	test('24 hours from its answer, however long the request took, and from each time that it is asked for', () => {
		const sent = new SentRequests();
		const claim = runOf(sent).claim('k');
		jest.advanceTimersByTime(20 * HOUR);
		claim.settle({ answer });
		for (const ask of [1, 2, 3]) {
			jest.advanceTimersByTime(DAY - 1);
			expect([ask, find(sent, 'k')]).toEqual([ask, expect.anything()]);
		}
		jest.advanceTimersByTime(DAY);
		expect(find(sent, 'k')).toBeUndefined();
	});

	test('asking does not renew what may have been accepted', () => {
		const sent = new SentRequests();
		runOf(sent).claim('k').settle({ uncertain: true });
		jest.advanceTimersByTime(DAY - 1);
		expect(find(sent, 'k')).toBeDefined();
		jest.advanceTimersByTime(1);
		expect(find(sent, 'k')).toBeUndefined();
	});

	test('nor does asking while it is in flight', () => {
		const sent = new SentRequests();
		const claim = runOf(sent).claim('k');
		const other = runOf(sent, 'other');
		other.find('k');
		claim.settle({ uncertain: true });
		jest.advanceTimersByTime(DAY - 1);
		other.find('something else');
		jest.advanceTimersByTime(1);
		expect(find(sent, 'k')).toBeUndefined();
	});

	test.each(['sent', 'asked for'] as const)(
		'as long as the execution that %s it goes on, and 24 hours from then',
		(which) => {
			const sent = new SentRequests();
			const going = runOf(sent);
			if (which === 'asked for') runOf(sent).claim('first').settle({ answer });
			const taken = going.take('first');
			if ('claim' in taken) taken.claim.settle({ answer });
			for (let hour = 0; hour < 40; hour++) {
				jest.advanceTimersByTime(HOUR);
				going.claim(`row ${hour}`).settle({ answer });
			}
			// A short execution in between does not end it earlier.
			find(sent, 'first');
			jest.advanceTimersByTime(HOUR);
			going.claim('last').settle({ answer });
			jest.advanceTimersByTime(DAY - 1);
			expect(find(sent, 'first')).toBeDefined();
		},
	);

	test('a later run of the same execution keeps what the first one sent', () => {
		const sent = new SentRequests();
		runOf(sent, '7 Send').claim('k').settle({ uncertain: true });
		jest.advanceTimersByTime(20 * HOUR);
		runOf(sent, '7 Send', false).find('other');
		jest.advanceTimersByTime(20 * HOUR);
		expect(find(sent, 'k')).toBeDefined();
		jest.advanceTimersByTime(4 * HOUR);
		expect(find(sent, 'k')).toBeUndefined();
	});

	test('an execution is known as long, whatever is forgotten meanwhile', () => {
		const sent = new SentRequests();
		sent.execution('long ago');
		jest.advanceTimersByTime(DAY - HOUR);
		const execution = sent.execution('of now');
		jest.advanceTimersByTime(HOUR);
		expect(sent.execution('of now', false)).toBe(execution);
		jest.advanceTimersByTime(DAY);
		expect(sent.execution('of now', false)).not.toBe(execution);
	});

	test('what never settles is forgotten too, 24 hours after the last sign of its execution', () => {
		const sent = new SentRequests();
		const claim = runOf(sent).claim('k');
		jest.advanceTimersByTime(DAY - 1);
		claim.sending();
		jest.advanceTimersByTime(DAY - 1);
		expect(find(sent, 'k')).toBeDefined();
		jest.advanceTimersByTime(2 * DAY);
		expect(find(sent, 'k')).toBeUndefined();
	});

	test('the next use of any kind drops all that is older', () => {
		const sent = new SentRequests();
		const old = runOf(sent, 'old');
		old.claim('a').settle({ answer });
		runOf(sent, 'newer').claim('b').settle({ answer });
		old.claim('c').settle({ uncertain: true });
		jest.advanceTimersByTime(DAY);
		runOf(sent).claim('d').settle({ answer });
		expect(['a', 'b', 'c', 'd'].filter((key) => sent.get(key))).toEqual(['d']);
	});
});

test('the time of the last try is what counts as sent', () => {
	const sent = new SentRequests();
	const claim = runOf(sent).claim('k');
	jest.advanceTimersByTime(5000);
	expect(claim.sending()).toBe(1_005_000);
	expect(find(sent, 'k')!.sentAt).toBe(1_005_000);
});

describe('how many', () => {
	const keys = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`);

	/** Sends what is not known, and says how much that was. */
	function send(run: ReturnType<typeof runOf>, all: readonly string[]): number {
		let count = 0;
		for (const key of all) {
			const taken = run.take(key);
			if ('known' in taken) continue;
			taken.claim.settle({ answer });
			count += 1;
		}
		return count;
	}

	test.each([false, true])('one that is refused costs the same, sent again or not: %j', (again) => {
		const sent = new SentRequests();
		const run = runOf(sent);
		const keys = Array.from({ length: 20 }, (_, index) => `${index}`);
		for (const key of keys) run.claim(key).settle({ answer });
		const next = runOf(sent);
		const looks = jest.spyOn(Map.prototype, Symbol.iterator as never);
		for (const key of keys) next.claim(again ? key : `${key} new`, { again }).settle(undefined);
		const count = looks.mock.calls.length;
		looks.mockRestore();
		expect(count).toBe(0);
		expect(keys.every((key) => find(sent, key) !== undefined)).toBe(true);
	});

	test('what was used longest ago goes, what is in flight stays', () => {
		const sent = new SentRequests(3);
		runOf(sent).claim('in flight');
		for (const key of ['a', 'b', 'c']) runOf(sent).claim(key).settle({ answer });
		expect(sent.get('a')).toBeUndefined();
		find(sent, 'b');
		runOf(sent).claim('d').settle({ answer });
		expect(['in flight', 'b', 'c', 'd'].filter((key) => sent.get(key))).toEqual([
			'in flight',
			'b',
			'd',
		]);
	});

	test('what took long is no older than its answer', () => {
		const sent = new SentRequests(2);
		const slow = runOf(sent).claim('slow');
		runOf(sent).claim('a').settle({ answer });
		slow.settle({ answer });
		runOf(sent).claim('b').settle({ answer });
		expect(['slow', 'a', 'b'].filter((key) => sent.get(key))).toEqual(['slow', 'b']);
	});

	test('what is in flight is bounded too', () => {
		const sent = new SentRequests(3);
		const run = runOf(sent);
		const claims = keys(5).map((key) => run.claim(key));
		expect(keys(5).filter((key) => sent.get(key))).toHaveLength(3);
		// The run itself knows them all.
		for (const key of keys(5)) expect(run.find(key)).toBeDefined();
		for (const claim of claims) claim.settle(undefined);
		expect(keys(5).map((key) => find(sent, key))).toEqual(Array(5).fill(undefined));
		expect(keys(5).map((key) => run.find(key))).toEqual(Array(5).fill(undefined));
	});

	test.each<[string, SentRequests, number, number]>([
		['50,000, in one run', new SentRequests(), 60_000, 1],
		['500, in many, by Loop Over Items', new SentRequests(500), 600, 60],
	])(
		'a second execution of more than %s, sends what could not be remembered',
		(_, sent, length, parts) => {
			const rows = keys(length);
			runOf(sent).claim('of another day').settle({ answer });
			const sendAll = (name: string) => {
				const all = Array.from({ length: parts }, (_run, index) => runOf(sent, name, index === 0));
				return all
					.map((run, index) =>
						send(run, rows.slice((index * length) / parts, ((index + 1) * length) / parts)),
					)
					.reduce((sum, count) => sum + count);
			};
			expect([sendAll('1'), sendAll('2'), sendAll('3')]).toEqual([length, length / 6, length / 6]);
		},
	);

	test('equal rows of one run, however far apart, are one', () => {
		const sent = new SentRequests(3);
		const run = runOf(sent);
		expect([send(run, keys(10)), send(run, keys(10))]).toEqual([10, 0]);
	});
});

describe('sending again', () => {
	test('takes the place of what was known', async () => {
		const sent = new SentRequests();
		const first = runOf(sent).claim('k');
		const second = runOf(sent).claim('k', { again: true });
		second.settle({ answer: { userId: 'second' } });
		first.settle(undefined);
		expect(await find(sent, 'k')!.result).toEqual({ answer: { userId: 'second' } });
	});

	test('is what counts, even if the first is answered later', async () => {
		const sent = new SentRequests();
		const first = runOf(sent).claim('k');
		runOf(sent)
			.claim('k', { again: true })
			.settle({ answer: { userId: 'second' } });
		first.settle({ answer });
		expect(await find(sent, 'k')!.result).toEqual({ answer: { userId: 'second' } });
	});

	test('of two equal rows of one run is done once', async () => {
		const sent = new SentRequests();
		runOf(sent).claim('k').settle({ answer });
		const run = runOf(sent);
		run.claim('k', { again: true }).settle({ answer: { userId: 'second' } });
		expect(await run.find('k', { again: true })!.result).toEqual({ answer: { userId: 'second' } });
	});

	test('that is not accepted: the earlier one is known again, as long as it would have been', async () => {
		const sent = new SentRequests();
		runOf(sent).claim('k').settle({ answer });
		const again = runOf(sent).claim('k', { again: true });
		again.settle(undefined);
		expect(await find(sent, 'k')?.result).toEqual({ answer });
		jest.advanceTimersByTime(DAY);
		expect(find(sent, 'k')).toBeUndefined();
	});

	test('nothing is known where neither of two was accepted', () => {
		const sent = new SentRequests();
		const first = runOf(sent).claim('k');
		const again = runOf(sent).claim('k', { again: true });
		first.settle(undefined);
		again.settle(undefined);
		expect(find(sent, 'k')).toBeUndefined();
	});

	test.each([
		['the first', [0, 1]],
		['the second', [1, 0]],
	])(
		'an earlier one is known again when neither of two that were sent again was accepted, %s refused first',
		async (_, order) => {
			const sent = new SentRequests();
			runOf(sent).claim('k').settle({ answer });
			const again = [1, 2].map(() => runOf(sent).claim('k', { again: true }));
			for (const index of order) again[index]!.settle(undefined);
			expect(await find(sent, 'k')?.result).toEqual({ answer });
		},
	);

	test('what is asked for meanwhile is remembered as long, if sending again is not accepted', async () => {
		const sent = new SentRequests();
		runOf(sent).claim('k').settle({ answer });
		jest.advanceTimersByTime(DAY - HOUR);
		const again = runOf(sent).claim('k', { again: true });
		find(sent, 'k');
		jest.advanceTimersByTime(2 * HOUR);
		again.settle(undefined);
		expect(await find(sent, 'k')?.result).toEqual({ answer });
	});

	test('an earlier one that is too old by then is not known again', () => {
		const sent = new SentRequests();
		runOf(sent).claim('k').settle({ uncertain: true });
		jest.advanceTimersByTime(DAY - HOUR);
		const again = runOf(sent).claim('k', { again: true });
		jest.advanceTimersByTime(2 * HOUR);
		again.settle(undefined);
		expect(find(sent, 'k')).toBeUndefined();
	});
});

describe('equal requests that are counted', () => {
	const counted = { counted: true };
	const other = { reportId: 'other' };

	test('the second of an execution is a second one; those of the next execution are known', async () => {
		const sent = new SentRequests();
		const first = runOf(sent);
		first.claim('k', counted).settle({ answer });
		first.claim('k', counted).settle({ answer: other });
		const second = runOf(sent);
		expect(await second.find('k', counted)!.result).toEqual({ answer });
		expect(await second.find('k', counted)!.result).toEqual({ answer: other });
		expect(second.find('k', counted)).toBeUndefined();
	});

	test('also where Loop Over Items gives each to another run', async () => {
		const sent = new SentRequests();
		runOf(sent, '1').claim('k', counted).settle({ answer });
		runOf(sent, '1', false).claim('k', counted).settle({ answer: other });
		expect(await runOf(sent, '2').find('k', counted)!.result).toEqual({ answer });
		expect(await runOf(sent, '2', false).find('k', counted)!.result).toEqual({ answer: other });
	});

	test('the first run of an execution begins to count, also where its name was in use', async () => {
		const sent = new SentRequests();
		runOf(sent, '1').claim('k', counted).settle({ answer });
		expect(await runOf(sent, '1').find('k', counted)!.result).toEqual({ answer });
	});

	test('the same item finds its own again', async () => {
		const sent = new SentRequests();
		const claim = runOf(sent).claim('k', counted);
		const run = runOf(sent);
		run.find('k', { ...counted, index: 7 });
		claim.settle({ answer });
		expect(await run.find('k', { ...counted, index: 7 })!.result).toEqual({ answer });
	});

	test('one that was not accepted leaves its place to the next', () => {
		const sent = new SentRequests();
		runOf(sent, '1').claim('k', counted).settle(undefined);
		runOf(sent, '1', false).claim('k', counted).settle({ answer });
		expect(runOf(sent, '2').find('k', counted)).toBeDefined();
	});

	test('one that may have been accepted is not sent by a later run of the execution, nor by the next', async () => {
		const sent = new SentRequests();
		const first = runOf(sent, '1');
		first.claim('k', counted).settle({ uncertain: true });
		for (const run of [runOf(sent, '1', false), runOf(sent, '2')]) {
			expect(await run.find('k', counted)!.result).toEqual({ uncertain: true });
			expect(run.find('k', counted)).toBeUndefined();
		}
		expect(first.find('k', counted)).toBeUndefined();
	});

	test('the answer of a row that is done is not that of another row', () => {
		const sent = new SentRequests();
		runOf(sent).claim('k', counted).settle({ answer });
		const memory = new RunMemory(sent, sent.execution(), ({ userId }) => userId === 'u');
		expect(memory.take('k', { index: 0, counted: true })).toHaveProperty('claim');
	});

	test('sent again, each takes the place of its own', async () => {
		const sent = new SentRequests();
		const first = runOf(sent);
		for (const id of ['a', 'b']) first.claim('k', counted).settle({ answer: { id } });
		const again = runOf(sent);
		for (const id of ['c', 'd']) {
			again.claim('k', { ...counted, again: true }).settle({ answer: { id } });
		}
		const third = runOf(sent);
		for (const id of ['c', 'd']) {
			expect(await third.find('k', counted)!.result).toEqual({ answer: { id } });
		}
	});
});

describe('the key', () => {
	const body = { email: 'ana@example.com' };
	const written = ['reportStatus', 'reportId'];
	const keyOf = (columns: Record<string, unknown>) =>
		requestKey('one', '/v1/a', body, { columns: columns as never, written });

	test('differs by account, path, body and row, and does not contain them', () => {
		const keys = [
			requestKey('one', '/v1/a', body),
			requestKey('other', '/v1/a', body),
			requestKey('one', '/v1/b', body),
			requestKey('one', '/v1/a', { email: 'bo@example.com' }),
			keyOf({}),
			keyOf({ Month: 'January' }),
			keyOf({ Month: 'February' }),
			keyOf({ Paid: 'January' }),
			keyOf({ Month: 'January', row_number: 2 }),
			keyOf({ Month: ['January'] }),
		];
		expect(new Set(keys).size).toBe(keys.length);
		expect(requestKey('one', '/v1/a', { ...body })).toBe(keys[0]);
		expect(keys.join()).not.toMatch(/ana|January/);
	});

	test('does not depend on the order of the columns', () => {
		const names = ['d', 'a', 'c', 'b'];
		const row = (all: readonly string[]) => Object.fromEntries(all.map((name) => [name, name]));
		expect(keyOf(row(names))).toBe(keyOf(row([...names].reverse())));
	});

	test.each([
		['a column that the node writes', { 'Report Status': 'not reported', reportId: '' }],
		['an empty cell', { Note: '', Other: null, Third: undefined }],
		['a number that is a text', { amount: '2100 ' }],
		['how a column is spelled', { amount: undefined, Amount: 2100 }],
	])('does not depend on %s', (_, columns) => {
		expect(keyOf({ Month: 'January', amount: 2100, ...columns })).toBe(
			keyOf({ Month: 'January', amount: 2100 }),
		);
	});
});
