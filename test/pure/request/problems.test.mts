import type { Request } from '../../../nodes/RentalScreening/core/operation.ts';
import {
	invalidItemFailure,
	invalidRunFailure,
} from '../../../nodes/RentalScreening/request/problems.ts';

const problem = (label: string, clause: string) => ({ label, clause, scope: 'item' as const });
const item = (...problems: Request['problems']): Request => ({ problems });
const empty = (label: string) => item(problem(label, 'is empty'));
const QUESTION = "Which column is 'Phone': 'Cell' or 'Mobile'?";
const ofSheet = { sentence: QUESTION, scope: 'run' } as const;
const FIRST_THREE = "Row 1: 'A' is empty; Row 2: 'B' is empty; Row 3: 'C' is empty";

test('the problems of an item are sentences, without a word of sending where it is only fetched', () => {
	const request = item(problem('Mail', 'is empty'), problem('Phone', 'is empty'));
	const hint = 'Correct the values and run it again.';
	expect(invalidItemFailure(request)).toMatchObject({
		...{ kind: 'invalid', message: "'Mail' is empty; 'Phone' is empty" },
		hint: `${hint} Nothing was sent for it.`,
	});
	expect(invalidItemFailure(request, true)!.hint).toBe(hint);
	expect(invalidRunFailure([request], true)!.failure.message).toMatch(/^Nothing was fetched\. /);
	const valid = [invalidItemFailure(item()), invalidRunFailure([]), invalidRunFailure([item()])];
	expect(valid).toEqual(Array(3).fill(undefined));
});

const ofRun = (label: string) => item({ ...problem(label, 'is empty'), scope: 'run' });
const named = (subject: string, ...problems: Request['problems']) => ({
	...item(...problems),
	subject,
});
const LOW = problem('Rent', 'is low');
const LONG = `a\r\n${'y'.repeat(5000)}`;
const SHORTENED = `${'y'.repeat(97)}…`;

test.each<[string, Request[], number, string]>([
	['the only item', [empty('Mail')], 0, "'Mail' is empty"],
	['one of two by its subject', [item(), named('Bo', LOW)], 1, "Row 2 ('Bo'): 'Rent' is low"],
	['a cut subject', [item(), named(LONG, LOW)], 1, `Row 2 ('a ${SHORTENED}'): 'Rent' is low`],
	['a question once', [item(ofSheet), item(ofSheet, LOW)], 0, `${QUESTION}; Row 2: 'Rent' is low`],
	['a setting of all once', [ofRun('Flow ID'), ofRun('Flow ID')], 0, "'Flow ID' is empty"],
	['a setting of one', [ofRun('Payer'), item()], 0, "Row 1: 'Payer' is empty"],
	['all of three', ['A', 'B', 'C'].map(empty), 0, FIRST_THREE],
	['three of five', ['A', 'B', 'C', 'D', 'E'].map(empty), 0, `${FIRST_THREE}; and 2 more`],
])('the failure of a run names %s', (_, requests, index, message) => {
	const failure = {
		...{ kind: 'invalid', message: `Nothing was sent. ${message}` },
		hint: 'Fix the values above and run again.',
	};
	expect(invalidRunFailure(requests)).toMatchObject({ index, namesRows: true, failure });
});
