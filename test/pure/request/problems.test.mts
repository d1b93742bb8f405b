import type { Request } from '../../../nodes/RentalScreening/core/operation.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import {
	describeRequest,
	invalidItemFailure,
	invalidRunFailure,
} from '../../../nodes/RentalScreening/request/problems.ts';

const problem = (label: string, clause: string) => ({ label, clause, scope: 'item' as const });
const item = (...problems: Request['problems']): Request => ({ problems });
const empty = (label: string) => item(problem(label, 'is empty'));
const ofSheet = { sentence: "Which column is 'Phone': 'Cell' or 'Mobile'?", scope: 'run' } as const;

test('the problems of an item are sentences, without a word of sending where it is only fetched', () => {
	const prepared = item(problem('Mail', 'is empty'), problem('Phone', 'is empty'));
	expect(invalidItemFailure(prepared)).toMatchObject({
		kind: 'invalid',
		message: "'Mail' is empty; 'Phone' is empty",
		hint: 'Correct the row and run the workflow again. Nothing was sent for it.',
	});
	expect(invalidItemFailure(prepared, true)!.hint).toBe(
		'Correct the row and run the workflow again.',
	);
	expect([invalidItemFailure(item()), invalidRunFailure([]), invalidRunFailure([item()])]).toEqual(
		Array(3).fill(undefined),
	);
});

test('a run that only fetches says so', () => {
	const { failure } = invalidRunFailure([empty('User ID')], true)!;
	expect(failure.message).toBe("Nothing was fetched. 'User ID' is empty");
});

test.each<[string, Request[], number, string]>([
	['the only item', [item(problem('Mail', 'is empty'))], 0, "'Mail' is empty"],
	[
		'one of two, by an ID of several lines',
		[item(), { ...empty('Email'), subject: `a\r\n${'y'.repeat(5000)}` }],
		1,
		`Row 2 ('a ${'y'.repeat(97)}…'): 'Email' is empty`,
	],
	['one of two', [item(), empty('Email')], 1, "Row 2: 'Email' is empty"],
	[
		'two alike',
		[empty('Email'), empty('Email')],
		0,
		"Row 1: 'Email' is empty; Row 2: 'Email' is empty",
	],
	[
		'of the sheet, of a column and of a field',
		[
			item(ofSheet),
			{
				...item(ofSheet, problem('Mail', 'is empty'), problem('Rent', 'is low')),
				subject: 'Bo',
			},
		],
		0,
		"Which column is 'Phone': 'Cell' or 'Mobile'?; Row 2 ('Bo'): 'Mail' is empty, 'Rent' is low",
	],
	[
		'a setting of two of three rows',
		[item(), ...Array(2).fill(item({ ...problem('Country Code', 'is no code'), scope: 'run' }))],
		1,
		"Row 2: 'Country Code' is no code; Row 3: 'Country Code' is no code",
	],
	[
		'of a setting, said once',
		Array(2).fill(item({ ...problem('Property ID', 'is empty'), scope: 'run' })),
		0,
		"'Property ID' is empty",
	],
	...[
		['A', 'B', 'C'],
		['A', 'B', 'C', 'D', 'E'],
	].map((labels): [string, Request[], number, string] => [
		`of ${labels.length} the first three`,
		labels.map(empty),
		0,
		`Row 1: 'A' is empty; Row 2: 'B' is empty; Row 3: 'C' is empty${labels.length > 3 ? '; and 2 more' : ''}`,
	]),
])('the failure of a run names %s', (_, prepared, index, message) => {
	expect(invalidRunFailure(prepared)).toMatchObject({
		index,
		namesRows: true,
		failure: {
			kind: 'invalid',
			message: `Nothing was sent. ${message}`,
			hint: 'Fix the values above and run again.',
		},
	});
});

test('a request is described with its columns, and its settings last', () => {
	const body = { checkType: 'DEEP', email: 'ada@example.com', firstName: 'Ada', lastName: 'Moss' };
	const request = {
		...item(),
		body: { ...body, propertyId: 'p-1' },
		columnOf: { email: 'Applicant\nEmail', fullName: 'Applicant', propertyId: 'Unit' },
	};
	expect(describeRequest(request, sendScreening.fields)).toBe(
		"Email ada@example.com (from 'Applicant Email'); First Name Ada (from 'Applicant'); Last Name Moss (from 'Applicant'); Property ID p-1; Check Type DEEP",
	);
	const long = { ...item(), body: { email: 'x'.repeat(5000) } };
	expect(describeRequest(long, sendScreening.fields).length).toBeLessThan(1200);
});
