import { Checks, type Check } from '../../../nodes/RentalScreening/rows/checks.ts';
import type { Mark } from '../../../nodes/RentalScreening/rows/mark.ts';
import { MINUTE_MS, NOW, useFixedTime } from '../../support/updated-sheet.mts';

useFixedTime();

/** What a process knows of its checks, all for the same operation. */
function createChecks() {
	const checks = new Checks();
	const add = (run: string, payer = 'A', previous?: Check) =>
		checks.add(run, 'screening send', { payer }, previous);
	return { add, find: (checkId: string) => checks.find({ checkId } as Mark) };
}

test('of more than 20,000 checks the oldest is forgotten first, but none of the last 40 minutes', () => {
	const { add, find } = createChecks();
	const [first, second, third] = Array.from({ length: 20_000 }, (_, run) => add(String(run)));
	const findAll = () => [first!, second!, third!].map((id) => find(id) !== undefined);
	jest.setSystemTime(NOW + 40 * MINUTE_MS - 1);
	add('one more');
	expect(findAll()).toEqual([true, true, true]);
	jest.setSystemTime(NOW + 40 * MINUTE_MS);
	add('another');
	expect(findAll()).toEqual([false, false, true]);
});

test('of more than 50,000 sendings the oldest is forgotten first, but none whose mark may still be sent', () => {
	const checks = new Checks();
	const createMark = (text: string) => ({ text, madeAt: Date.now() }) as Mark;
	const first = createMark('first');
	checks.recordSending(first, 'key');
	for (let row = 0; row < 50_000; row++) checks.recordSending(createMark(String(row)), 'other');
	expect(checks.findSentKey(first)).toBe('key');
	jest.setSystemTime(NOW + 40 * MINUTE_MS);
	checks.recordSending(createMark('last'), 'other');
	expect(checks.findSentKey(first)).toBeUndefined();
	expect(checks.findSentKey(createMark('2'))).toBe('other');
});

test('a check of rows that were marked before keeps when they first were', () => {
	const { add, find } = createChecks();
	const before = find(add('r1'));
	jest.setSystemTime(NOW + MINUTE_MS);
	const { madeAt, firstMadeAt } = find(add('r2', 'A', before))!;
	expect([madeAt, firstMadeAt]).toEqual([NOW + MINUTE_MS, NOW]);
});

test('rows of one check with equal settings share one record', () => {
	const { add, find } = createChecks();
	const check = find(add('r1', 'A'));
	jest.setSystemTime(NOW + MINUTE_MS);
	expect(check).toBeDefined();
	expect(find(add('r1', 'A'))).toBe(check);
	expect(add('r1', 'A')).toBe(add('r1', 'A'));
	expect(new Set([add('r1', 'A'), add('r1', 'B'), add('r2', 'A')]).size).toBe(3);
});
