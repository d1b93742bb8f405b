import type { IDataObject } from 'n8n-workflow';

import type { Problem } from '../../../nodes/RentalScreening/core/field.ts';
import { getResults, resultsPanel } from '../../../nodes/RentalScreening/operations/results.ts';
import { ROW_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import { createItem } from '../../support/item-inputs.mts';

const readRequest = (given: object, columns?: IDataObject) =>
	getResults.readRequests!([
		createItem({ output: 'simplified', userId: 'usr-1', ...given }, columns),
	])[0]!;

const auto = { mappingMode: 'autoMapInputData' };
const listLabels = (problems: readonly Problem[]) =>
	problems.map((problem) => 'label' in problem && problem.label);

test.each<[string, object, IDataObject, userId: string]>([
	['text, without its blanks', { userId: ' usr-1 ' }, {}, 'usr-1'],
	['a number, as text', { userId: 90210 }, {}, '90210'],
	['its own column, not that of the row', auto, { 'User ID': 'usr-2', id: 7 }, 'usr-2'],
])('the user ID is read from %s', (_, given, columns, userId) => {
	const { problems, pathValues } = readRequest(given, columns);
	expect({ problems, pathValues }).toEqual({ problems: [], pathValues: { userId } });
});

test.each([undefined, '-', '{{ $json.userId }}', '..', ['usr-1']].map((userId) => [userId]))(
	"the user ID '%s' is refused",
	(userId) => {
		expect(listLabels(readRequest({ userId }).problems)).toEqual(['User ID']);
	},
);

test.each([undefined, '', '-', 0, '#N/A'])(
	"a row with the user ID '%s' has no results to get",
	(userId) => {
		expect(readRequest(auto, userId === undefined ? {} : { userId }).isBlankRow).toBe(true);
	},
);

test.each(['..', '{{ $json.userId }}'])(
	"a row with the user ID '%s' is not blank, and so not skipped",
	(userId) => {
		expect(readRequest(auto, { userId }).isBlankRow).toBe(false);
	},
);

test('a request says of whom its row is, and is about that person or the user ID', () => {
	const jane = { 'First Name': ' Jane ', Surname: 'Doe', Email: 'jane@example.com', Phone: '1' };
	expect(readRequest(auto, { userId: 'usr-1', ...jane })).toMatchObject({
		subject: 'Jane Doe',
		person: { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', phone: '1' },
	});
	expect(readRequest(auto, { userId: 'usr-1' }).subject).toBe('usr-1');
});

test('results of another person than the row are rejected by name, with a question', () => {
	const request = readRequest(auto, { userId: 'usr-1', 'First Name': 'John', 'Last Name': 'Doe' });
	const reject = (user: object) => getResults.rejectResult!({ user }, request)?.message;
	const { hint } = getResults.rejectResult!({ user: { firstName: 'Jane' } }, request)!;
	expect(hint).toBe('If it is, write first name, email and phone as they are there.');
	const question = (name: string) => `The results are of ${name}: is the user ID in the right row?`;
	expect(reject({ firstName: 'John', lastName: 'Doe' })).toBeUndefined();
	expect(reject({ firstName: 'Jane', lastName: 'Doe' })).toBe(question('Jane Doe'));
	expect(reject({ firstName: '123-45-6789' })).toBe(question('***-**-6789'));
	const withoutPerson = getResults.rejectResult!({ user: { firstName: 'Jane' } }, { problems: [] });
	expect(withoutPerson).toBeUndefined();
});

test('whether results are complete, and of the row, is read without masking the whole answer', () => {
	const answer = { user: { firstName: 'Jane', lastName: 'Doe', checkComplete: true } };
	Object.defineProperty(answer, 'screening', {
		enumerable: true,
		get: () => {
			throw new Error('The screening was read');
		},
	});
	const request = readRequest(auto, { userId: 'usr-1', 'First Name': 'Jane' });
	expect(getResults.isComplete!(answer)).toBe(true);
	expect(getResults.rejectResult!(answer, request)).toBeUndefined();
});

test('an applicant is done only if the service says so', () => {
	const isComplete = (user: unknown) =>
		getResults.isComplete!({ screening: {}, user } as IDataObject);
	const users = [true, false, 'yes', 1, undefined].map((checkComplete) => ({ checkComplete }));
	expect([...users, null].map(isComplete)).toEqual([true, false, false, false, false, false]);
});

test("'Fields' offers every column but the user ID, which is always there", () => {
	const { options, default: chosen } = resultsPanel.find(({ name }) => name === 'fields')!;
	const offered = (options as Array<{ value: string }>).map(({ value }) => value);
	expect(['userId', ...offered].sort()).toEqual(ROW_COLUMNS.map(({ name }) => name).sort());
	expect(offered).toEqual(expect.arrayContaining(chosen as string[]));
});

const NO_FIELDS = "must be names of columns, such as 'creditScore'";

test.each<[string, unknown, string[]]>([
	['takes a list of columns', ['creditScore'], []],
	['takes columns between commas', ' creditScore, jobTitle ,', []],
	['refuses an empty list', [], [NO_FIELDS]],
	['refuses an empty text', '', [NO_FIELDS]],
	['needs Fields', undefined, [NO_FIELDS]],
	['refuses what is no column', ['creditScore', 'ssn'], [NO_FIELDS]],
	['refuses an object', { creditScore: true }, [NO_FIELDS]],
])("the output 'Selected Fields' %s, and 'Row' does not read Fields", (_, fields, clauses) => {
	const expected = clauses.map((clause) => ({ label: 'Fields', clause, scope: 'run' }));
	expect(readRequest({ output: 'selectedFields', fields }).problems).toEqual(expected);
	expect(readRequest({ output: 'row', fields }).problems).toEqual([]);
});

test.each(['everything', '', undefined, 'Simplified'])("'Output' cannot be '%s'", (output) => {
	const clause = "must be 'raw', 'report', 'selectedFields', 'simplified' or 'row'";
	expect(readRequest({ output }).problems).toMatchObject([{ label: 'Output', clause }]);
});
