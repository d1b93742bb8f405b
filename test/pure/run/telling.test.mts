import { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import { Ledger } from '../../../nodes/RentalScreening/run/ledger.ts';
import { linkFailure, linkItems } from '../../../nodes/RentalScreening/run/linked.ts';
import { namesOfItems } from '../../../nodes/RentalScreening/run/namesOfItems.ts';
import {
	missingMembers,
	isJsonObject,
} from '../../../nodes/RentalScreening/run/requiredMembers.ts';
import { retryOnFailOf } from '../../../nodes/RentalScreening/run/retryOnFail.ts';

test.each([
	[[3], 10, '[Item 3]'],
	[[3, 4], 10, '[Items 3, 4]'],
	[[0, 2, 3, 4, 9], 10, '[Items 0, 2–4, 9]'],
	[[0, 1, 2], 3, '[All 3 items]'],
	[[0], 1, '[Item 0]'],
])('items %j of %i are named %s', (indexes, count, name) => {
	expect(namesOfItems(indexes, count)).toBe(name);
});

describe('the ledger', () => {
	const uncertain = new Failure('Lost', 'Look', { uncertain: true });

	test('gives account of what was done and what may have been', () => {
		const ledger = new Ledger(4);
		expect(ledger.account()).toBe('');
		ledger.keepIdentifier(0, 'userId', { userId: 'u-0' });
		ledger.succeeded(1, []);
		ledger.failed(2, uncertain);
		ledger.failed(3, new Failure('Refused', 'Mend'));
		expect(ledger.account()).toBe(
			[
				'Done before the stop (2):',
				"[Item 0] userId 'u-0'",
				'[Item 1] done',
				'Look these up before you send them again:',
				'[Item 2] may have been accepted',
			].join('\n'),
		);
	});

	test('knows the first item that must not be tried again', () => {
		const ledger = new Ledger(3);
		ledger.failed(0, new Failure('Refused', 'Mend'));
		expect(ledger.firstFinal()).toBeUndefined();
		ledger.failed(2, uncertain);
		expect(ledger.firstFinal()).toEqual({ index: 2, failure: uncertain });
		expect(ledger.triesOf(2)).toBe(1);
		ledger.succeeded(2, []);
		expect(ledger.firstFinal()).toBeUndefined();
	});
});

describe('linking', () => {
	test('columns stand in front; the answer wins, but for a person it does not know', () => {
		const columns = { row: 1, email: 'kept', phone: 'old', score: 700, note: null };
		const [item] = linkItems(
			[{ json: { email: null, phone: 'new', score: null, userId: 'u', extra: null } }],
			5,
			{ columns, aboutPerson: ['email', 'phone', 'userId'] },
		);
		expect(item).toEqual({
			json: {
				row: 1,
				email: 'kept',
				phone: 'new',
				score: null,
				note: null,
				userId: 'u',
				extra: null,
			},
			pairedItem: { item: 5 },
		});
		const order = ['row', 'email', 'phone', 'score', 'note', 'userId', 'extra'];
		expect(Object.keys(item!.json)).toEqual(order);
	});

	test('a column that the sheet does not have leaves the answer as it is, null included', () => {
		const carried = { columns: { row: 1 }, aboutPerson: ['email', 'phone'] };
		const [item] = linkItems([{ json: { email: null } }], 0, carried);
		expect(item!.json).toStrictEqual({ row: 1, email: null });
	});

	test('the error of an earlier run does not stay in a row that succeeded', () => {
		const columns = { row: 1, error: { message: 'No' } };
		const carried = { columns, aboutPerson: [] };
		expect(linkItems([{ json: { userId: 'u' } }], 0, carried)[0]!.json).toEqual({
			row: 1,
			userId: 'u',
		});
		expect(linkItems([{ json: { error: 'told' } }], 0, carried)[0]!.json.error).toBe('told');
	});

	test('an error item holds nothing but the error, unless its row is asked for', () => {
		const failure = new Failure('No', 'Yes', { status: 422 });
		const error = { message: '[Item 5] No', description: 'Yes', status: 422 };
		expect(linkFailure(failure, 5, undefined)).toEqual({
			json: { error },
			pairedItem: { item: 5 },
		});
		expect(linkFailure(failure, 5, { row: 1 }).json).toEqual({ row: 1, error });
	});
});

describe('requiredMembers of the service', () => {
	const requiredMembers = { userId: 'text', steps: 'list', user: 'object' } as const;

	test.each([
		[{ userId: 'u', steps: [], user: {} }, []],
		[{ userId: 7, steps: [1], user: { a: 1 } }, []],
		[{ userId: '', steps: {}, user: [] }, ['userId', 'steps', 'user']],
		[{ userId: null, steps: null, user: null }, ['userId', 'steps', 'user']],
		[{}, ['userId', 'steps', 'user']],
	])('%j lacks %j', (answer, lacking) => {
		expect(missingMembers(answer, requiredMembers)).toEqual(lacking);
	});

	test.each([
		[{}, true],
		[[], false],
		['{}', false],
		[null, false],
		[undefined, false],
	])('%j as a JSON object: %p', (body, is) => {
		expect(isJsonObject(body)).toBe(is);
	});
});

test.each([
	[{}, 1, 0],
	[{ retryOnFail: true }, 3, 1000],
	[{ retryOnFail: true, maxTries: 9, waitBetweenTries: 9000 }, 5, 5000],
	[{ retryOnFail: true, maxTries: 1, waitBetweenTries: -1 }, 2, 0],
	[{ retryOnFail: false, maxTries: 4 }, 1, 0],
])('the settings %j mean %i tries, %i ms between them', (settings, maxTries, waitMs) => {
	expect(retryOnFailOf(settings as never)).toEqual({ maxTries, waitMs });
});
