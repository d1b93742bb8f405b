import { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import { ItemRun } from '../../../nodes/RentalScreening/run/itemRun.ts';
import { summary } from '../../../nodes/RentalScreening/run/messages.ts';

const maybe = new Failure('maybe', 'Lost', 'Look');
const refused = new Failure('refused', 'No', 'Fix it');

/** That many items of a run whose answers hold a `userId`; the first of them is about Ana Lee. */
function itemsOf(count: number): ItemRun[] {
	const run = { operation: { identifier: 'userId' } };
	return Array.from({ length: count }, (_, index) => {
		const request = { problems: [], ...(index === 0 ? { who: 'Ana Lee' } : {}) };
		return new ItemRun(index, {} as never, request, {} as never, run as never);
	});
}

test.each([
	[[3], 'Row 4'],
	[[3, 4], 'Rows 4, 5'],
	[[0, 2, 3, 4, 9], 'Rows 1, 3–5, 10'],
])('items %j are %s to people', (indexes, label) => {
	const items = itemsOf(10);
	for (const index of indexes) items[index]!.succeeded();
	expect(summary(items)).toBe(`Done before the stop (${indexes.length}):\n${label}`);
});

test('the summary lists identifiers one by one, the rest as ranges, what is uncertain last', () => {
	const items = itemsOf(7);
	expect(summary(items)).toBe('');
	items[0]!.keepIdentifier({ userId: 'u-0' });
	for (const index of [1, 4, 5]) items[index]!.succeeded();
	items[2]!.failed(maybe);
	items[3]!.failed(refused);
	expect(summary(items)).toBe(
		[
			'Done before the stop (4):',
			"Row 1 ('Ana Lee'): userId 'u-0'",
			'Rows 2, 5, 6',
			'May have been accepted, look them up before you send them again: Row 3',
		].join('\n'),
	);
});
