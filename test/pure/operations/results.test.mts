import type { IDataObject } from 'n8n-workflow';

import { getResults, resultsPanel } from '../../../nodes/RentalScreening/operations/results.ts';
import { ROW_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import { createItem } from '../../support/item-inputs.mts';

const createResultItem = (given: object, columns: IDataObject = {}) =>
	createItem({ output: 'simplified', userId: 'usr-1', ...given }, columns);

const readRequest = (given: object, columns?: IDataObject) =>
	getResults.readRequests!([createResultItem(given, columns)])[0]!;

const auto = { mappingMode: 'autoMapInputData' };

test.each<[object, IDataObject, userId: string | undefined]>([
	[{ userId: ' usr-1 ' }, {}, 'usr-1'],
	[{ userId: 90210 }, {}, '90210'],
	[auto, { userId: 'usr-2' }, 'usr-2'],
	[auto, { 'User ID': 'usr-2', id: 7 }, 'usr-2'],
	...[undefined, '  ', '-', '{{ $json.userId }}', '..', ['usr-1']].map(
		(userId) => [{ userId }, {}, undefined] as never,
	),
])('with %j the row %j asks for the user ID %j', (given, columns, userId) => {
	const { problems, pathValues } = readRequest(given, columns);
	if (userId !== undefined)
		expect({ problems, pathValues }).toEqual({ problems: [], pathValues: { userId } });
	else expect(problems.map((one) => 'label' in one && one.label)).toEqual(['User ID']);
});

test.each<[IDataObject, boolean]>([
	[{}, true],
	...['', '-', 0, '#N/A'].map((userId) => [{ userId }, true] as never),
	...['usr-2', '..', '{{ $json.userId }}'].map((userId) => [{ userId }, false] as never),
])('the row %j has no results to get: %p', (columns, expected) => {
	expect(readRequest(auto, columns).isBlankRow).toBe(expected);
});

test('a request says of whom its row is, and is about that person or the user ID', () => {
	const nobody = { firstName: '', lastName: '', email: '', phone: '' };
	const jane = { 'First Name': ' Jane ', Surname: 'Doe', Email: 'jane@example.com', Phone: '1' };
	expect(readRequest(auto, { userId: 'usr-1', ...jane })).toMatchObject({
		subject: 'Jane Doe',
		person: { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', phone: '1' },
	});
	expect(readRequest(auto, { userId: 'usr-1' })).toMatchObject({
		subject: 'usr-1',
		person: nobody,
	});
});

test('results of another person than the row are rejected by name, with a question', () => {
	const request = readRequest(auto, { userId: 'usr-1', 'First Name': 'John', 'Last Name': 'Doe' });
	const reject = (user: object) => getResults.rejectResult!({ user }, request)?.message;
	expect(reject({ firstName: 'John', lastName: 'Doe' })).toBeUndefined();
	expect(reject({})).toBeUndefined();
	const question = (name: string) => `The results are of ${name}: is the user ID in the right row?`;
	expect(reject({ firstName: 'Jane', lastName: 'Doe' })).toBe(question('Jane Doe'));
	expect(reject({ firstName: '123-45-6789' })).toBe(question('***-**-6789'));
	expect(reject({ lastName: 'Moss', email: 'moss@example.com' })).toBe(question('Moss'));
	expect(
		getResults.rejectResult!({ user: { firstName: 'Jane' } }, { problems: [] }),
	).toBeUndefined();
});

test('an applicant is done only if the service says so', () => {
	const answers = [{ checkComplete: true }, { checkComplete: false }, {}, null];
	const done = answers.map((user) =>
		getResults.isComplete!({ screening: {}, user } as IDataObject),
	);
	expect(done).toEqual([true, false, false, false]);
	expect(getResults.notFound).toMatchObject({ kind: 'notFound' });
});

test("'Fields' offers every column but the user ID, which is always there", () => {
	const { options, default: chosen } = resultsPanel.find(({ name }) => name === 'fields')!;
	const offered = (options as Array<{ value: string }>).map(({ value }) => value);
	expect(['userId', ...offered].sort()).toEqual(ROW_COLUMNS.map(({ name }) => name).sort());
	expect(offered).toEqual(expect.arrayContaining(chosen as string[]));
});

test.each([
	[['creditScore'], true],
	[' creditScore, jobTitle ,', true],
	...[[], '', undefined, null, ['creditScore', 'ssn'], { creditScore: true }, 7].map((fields) => [
		fields,
		false,
	]),
])("'Selected Fields' takes the fields %j: %p", (fields, expected) => {
	const { problems } = readRequest({ output: 'selectedFields', fields });
	expect(problems.map((one) => 'label' in one && one.label)).toEqual(expected ? [] : ['Fields']);
	expect(readRequest({ output: 'row', fields }).problems).toEqual([]);
});

test.each(['everything', '', undefined, 7, 'Simplified', 'flags'])(
	"'Output' cannot be %j",
	(output) => {
		const clause = "must be 'raw', 'report', 'selectedFields', 'simplified' or 'row'";
		expect(readRequest({ output }).problems).toMatchObject([{ label: 'Output', clause }]);
	},
);
