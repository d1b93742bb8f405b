import type { INode } from 'n8n-workflow';

import { Failure } from '../../../nodes/RentalScreening/run/failure.ts';
import * as messages from '../../../nodes/RentalScreening/run/messages.ts';
import type { PreparedRequest } from '../../../nodes/RentalScreening/run/operation.ts';

/** Message, hint and kind of a failure. */
function told({ message, hint, kind }: Failure) {
	return [message, hint, kind];
}

describe('problems', () => {
	const problem = (label: string, text: string, column?: string) => ({
		field: label,
		label,
		text,
		...(column === undefined ? {} : { column }),
	});
	const item = (...problems: PreparedRequest['problems']): PreparedRequest => ({ problems });
	const FIX = 'Fix the values above and run again.';

	test('of one item are sentences', () => {
		const failure = messages.problemOf(
			item(problem('Email', 'is empty'), problem('Phone', 'is empty', 'Cell')),
		);
		expect(told(failure!)).toEqual([
			"'Email' is empty; column 'Cell': is empty",
			'Correct the row and run the workflow again. Nothing was sent for it.',
			'invalid',
		]);
		expect(messages.problemOf(item())).toBeUndefined();
	});

	test.each<[string, PreparedRequest[], string]>([
		[
			'one item',
			[item(problem('Email', 'is empty', 'column E'))],
			"Nothing was sent. Column 'column E': is empty",
		],
		[
			'one of two',
			[item(), item(problem('Email', 'is empty'))],
			"Nothing was sent. Row 2: 'Email' is empty",
		],
		[
			'two alike',
			[item(problem('Email', 'is empty')), item(), item(problem('Email', 'is empty'))],
			"Nothing was sent. Rows 1, 3: 'Email' is empty",
		],
	])('%s', (_, prepared, message) => {
		const { failure } = messages.problemsOf(prepared)!;
		expect(told(failure)).toEqual([message, FIX, 'invalidItems']);
	});

	test('of none there is none', () => {
		expect(messages.problemsOf([])).toBeUndefined();
		expect(messages.problemsOf([item(), item()])).toBeUndefined();
	});

	test('several of a row, of a column, and of the whole sheet', () => {
		const ofSheet = { ...problem('Phone', "No column for 'Phone'"), ofSheet: true } as const;
		const prepared: PreparedRequest[] = [
			{ problems: [ofSheet], who: 'Ann' },
			{
				problems: [ofSheet, problem('Email', 'is empty', 'Mail'), problem('Rent', 'is low')],
				who: 'Bo',
			},
			item(),
		];
		const { index, failure } = messages.problemsOf(prepared)!;
		expect(index).toBe(0);
		expect(failure.message).toBe(
			"Nothing was sent. No column for 'Phone'; Row 2 ('Bo'), column 'Mail': is empty, 'Rent' is low",
		);
	});

	test('more than three are all in the hint', () => {
		const prepared = ['A', 'B', 'C', 'D'].map((label) => item(problem(label, 'is empty')));
		const all = [
			"Row 1: 'A' is empty",
			"Row 2: 'B' is empty",
			"Row 3: 'C' is empty",
			"Row 4: 'D' is empty",
		];
		const { failure } = messages.problemsOf(prepared)!;
		expect(failure.message).toBe(`Nothing was sent. ${all.slice(0, 3).join('; ')}; and 1 more`);
		expect(failure.hint).toBe(`${all.join(';\n')}.\n${FIX}`);
		const { failure: three } = messages.problemsOf(prepared.slice(0, 3))!;
		expect(told(three).slice(0, 2)).toEqual([
			`Nothing was sent. ${all.slice(0, 3).join('; ')}`,
			FIX,
		]);
	});
});

describe('the error with which a run stops', () => {
	const node = { name: 'Send', type: 'n8n-nodes-rental-screening.rentalScreening' } as INode;

	test.each<[number | undefined, string, string | null, string]>([
		[422, '', '422', 'Hint'],
		[undefined, 'Row 3: u1', null, 'Hint\nRow 3: u1'],
	])('of status %p, with %j done', (status, done, httpCode, description) => {
		const failure = new Failure('refused', 'read ECONNRESET', 'Hint', status);
		const error = messages.stopError(node, { index: 3, failure }, 'Row 4', done);
		expect(error.message).toBe('Row 4: read ECONNRESET [item 3]');
		expect(error.description).toBe(description);
		expect(error.httpCode).toBe(httpCode);
		expect(error.context.itemIndex).toBe(3);
	});

	test.each(['noAccess', 'unreachable'] as const)(
		'%s names no item: it holds for all of them',
		(kind) => {
			const failure = new Failure(kind, 'The service refused the login', 'Hint', 401);
			const error = messages.stopError(node, { index: 0, failure }, '', '');
			// As n8n does with every error of a request.
			(error.context as { itemIndex?: number }).itemIndex = 0;
			expect(error.message).toBe('The service refused the login');
			expect(error.context.itemIndex).toBeUndefined();
			expect(JSON.stringify(error.context)).not.toContain('itemIndex');
		},
	);
});
