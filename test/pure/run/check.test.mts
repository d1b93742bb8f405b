import { checkAll, problemOf, problemsOf } from '../../../nodes/RentalScreening/run/check.ts';
import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import type { Operation, PreparedRequest } from '../../../nodes/RentalScreening/run/operation.ts';

const itemWith = (parameters: Record<string, unknown>) =>
	({
		refusedParameter: () => undefined,
		parameter: (name: string) => parameters[name],
		columns: {},
	}) as unknown as ItemInput;

/** An operation whose items take so long to check by the machine's clock. */
const taking = (milliseconds: number): Operation => ({
	label: 'screening',
	requiredMembers: {},
	preparerFor: () => () => {
		jest.setSystemTime(Date.now() + milliseconds);
		return { problems: [] };
	},
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
	[1, 0],
	[10, 1],
	[30, 3],
])(
	'four items that take %d ms each: n8n does other work in between, so many times: %d',
	async (milliseconds, times) => {
		const waiting = jest.spyOn(globalThis, 'setTimeout');
		const checking = checkAll(
			taking(milliseconds),
			Array.from({ length: 4 }, () => itemWith({})),
		);
		await jest.runAllTimersAsync();
		expect(await checking).toHaveLength(4);
		expect(waiting).toHaveBeenCalledTimes(times);
		waiting.mockRestore();
	},
);

test.each([
	[undefined, true],
	['', true],
	[10_000, true],
	['10000', true],
	['1e4', false],
	['ten', false],
	[-1, false],
])('the timeout %p may be used: %p', async (timeout, isUsed) => {
	const [request] = await checkAll(taking(0), [itemWith({ 'requestOptions.timeout': timeout })]);
	const text = 'must be a number of milliseconds, such as 10000';
	const problem = { field: 'requestOptions.timeout', label: 'Timeout', text, ofRun: true };
	expect(request).toEqual({ problems: isUsed ? [] : [problem] });
});

test.each([
	[new Error('No such column'), 'could not be evaluated: No such column'],
	['thrown text', 'could not be evaluated: n8n gives no reason'],
])('an expression that throws %p ends the node', async (thrown, text) => {
	const item = { ...itemWith({}), refusedParameter: () => ({ name: 'flowId', thrown }) };
	const problems = [{ field: 'flowId', label: 'flowId', text }];
	expect(await checkAll(taking(0), [item as unknown as ItemInput])).toEqual([
		{ problems, endsNode: true },
	]);
});

describe('problems', () => {
	const problem = (label: string, text: string, column?: string) => ({
		field: label,
		label,
		text,
		...(column === undefined ? {} : { column }),
	});
	const item = (...problems: PreparedRequest['problems']): PreparedRequest => ({ problems });
	const empty = (label: string) => item(problem(label, 'is empty'));
	const ofSheet = { ...problem('Phone', "No column for 'Phone'"), ofSheet: true } as const;
	const FIX = 'Fix the values above and run again.';

	test('of one item are sentences', () => {
		const prepared = item(problem('Email', 'is empty', 'Mail'), problem('Phone', 'is empty'));
		expect(problemOf(prepared)).toMatchObject({
			kind: 'invalid',
			message: "Column 'Mail': is empty; 'Phone' is empty",
			hint: 'Correct the row and run the workflow again. Nothing was sent for it.',
		});
		expect([problemOf(item()), problemsOf([]), problemsOf([item()])]).toEqual(
			Array(3).fill(undefined),
		);
	});

	test.each<[string, PreparedRequest[], number, string]>([
		['the only item', [item(problem('Email', 'is empty', 'Mail'))], 0, "Column 'Mail': is empty"],
		['one of two', [item(), empty('Email')], 1, "Row 2: 'Email' is empty"],
		[
			'two alike',
			[empty('Email'), item(), empty('Email')],
			0,
			"Row 1: 'Email' is empty; Row 3: 'Email' is empty",
		],
		[
			'of the sheet, of a column and of a field',
			[
				item(ofSheet),
				{
					...item(ofSheet, problem('Email', 'is empty', 'Mail'), problem('Rent', 'is low')),
					who: 'Bo',
				},
			],
			0,
			"No column for 'Phone'; Row 2 ('Bo'), column 'Mail': is empty, 'Rent' is low",
		],
		[
			'three',
			['A', 'B', 'C'].map(empty),
			0,
			"Row 1: 'A' is empty; Row 2: 'B' is empty; Row 3: 'C' is empty",
		],
	])('%s', (_, prepared, index, message) => {
		expect(problemsOf(prepared)).toMatchObject({
			index,
			ofItems: true,
			failure: { kind: 'invalid', message: `Nothing was sent. ${message}`, hint: FIX },
		});
	});

	test('more than three are counted', () => {
		const { failure } = problemsOf(['A', 'B', 'C', 'D', 'E'].map(empty))!;
		expect(failure.message).toMatch(
			/^Nothing was sent\. Row 1: .*; Row 3: 'C' is empty; and 2 more$/,
		);
		expect(failure.hint).toBe(FIX);
	});
});
