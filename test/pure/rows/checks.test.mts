import { Checks } from '../../../nodes/RentalScreening/rows/checks.ts';
import type { Mark } from '../../../nodes/RentalScreening/rows/mark.ts';
import { MINUTE_MS, NOW, useFixedTime } from '../../support/updated-sheet.mts';

useFixedTime();

/** What a process knows of its checks, all for the same operation. */
function createChecks() {
	const checks = new Checks();
	const add = (run: string, payer = 'A') => checks.add(run, 'screening send', { payer });
	return { add, find: (checkId: string) => checks.find({ checkId } as Mark) };
}

test('of more than 20,000 checks the oldest is forgotten first, but none of the last 40 minutes', () => {
	const { add, find } = createChecks();
	const first = add('first');
	jest.setSystemTime(NOW + MINUTE_MS);
	const second = add('second');
	for (let run = 2; run < 20_002; run++) add(String(run));
	expect(find(first)).toBeDefined();
	jest.setSystemTime(NOW + 40 * MINUTE_MS);
	add('last');
	expect([find(first), find(second)]).toEqual([undefined, expect.anything()]);
});

test('rows of one check with equal settings share one record', () => {
	const { add } = createChecks();
	expect(add('r1', 'A')).toBe(add('r1', 'A'));
	expect(new Set([add('r1', 'A'), add('r1', 'B'), add('r2', 'A')]).size).toBe(3);
});
