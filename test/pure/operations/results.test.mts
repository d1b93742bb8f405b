import type { IDataObject } from 'n8n-workflow';

import { readRequests } from '../../../nodes/RentalScreening/request/check.ts';
import { getResults, resultsPanel } from '../../../nodes/RentalScreening/operations/results.ts';
import { ROW_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import { createItem } from '../../support/item-inputs.mts';

const createResultItem = (given: object, columns: IDataObject = {}) =>
	createItem({ output: 'simplified', userId: 'usr-1', ...given }, columns);

const prepare = (given: object, columns?: IDataObject) => {
	const item = createResultItem(given, columns);
	return readRequests(getResults, [item])[0]!;
};

const auto = { mappingMode: 'autoMapInputData' };
const answer = { user: { firstName: 'Amara', checkComplete: true }, screening: {} };

test.each<[object, IDataObject, userId: string | undefined]>([
	[{ userId: ' usr-1 ' }, {}, 'usr-1'],
	[{ userId: 90210 }, {}, '90210'],
	[auto, { userId: 'usr-2' }, 'usr-2'],
	[auto, { 'User ID': 'usr-2', id: 7 }, 'usr-2'],
	...[undefined, '  ', '-', '{{ $json.userId }}', '..', ['usr-1']].map(
		(userId) => [{ userId }, {}, undefined] as never,
	),
	[auto, { 'User ID': 'a', user_id: 'b' }, undefined],
])('with %j the row %j asks for the user ID %j', (given, columns, userId) => {
	const { problems, pathValues } = prepare(given, columns);
	if (userId !== undefined)
		expect({ problems, pathValues }).toEqual({ problems: [], pathValues: { userId } });
	else expect(JSON.stringify(problems)).toContain('User ID');
});

test.each<[IDataObject, boolean]>([
	[{}, true],
	...['', '-', 0, '#N/A'].map((userId) => [{ userId }, true] as never),
	...['usr-2', '..', '{{ $json.userId }}'].map((userId) => [{ userId }, false] as never),
	[{ 'User ID': 'a', user_id: 'b' }, false],
])('the row %j has no results to fetch: %p', (columns, expected) => {
	expect(prepare(auto, columns).isBlankRow).toBe(expected);
});

test.each([
	[{ firstName: 'Amara', lastName: 'Okonkwo' }, 'Amara Okonkwo'],
	[{ 'First Name': ' Amara ', Surname: 'Okonkwo' }, 'Amara Okonkwo'],
	[{ Applicant: 'Amara Okonkwo' }, 'Amara Okonkwo'],
	[{ Email: 'amara@example.com' }, 'usr-1'],
])('the subject of the row %j is %s', (columns, who) =>
	expect(prepare({}, columns).subject).toBe(who),
);

test('Update Rows needs the columns of the output, but for those that say who the person is', () => {
	const fields = ['userId', 'firstName', 'dateOfBirth', 'creditScore', 'jobTitle'];
	const given = { output: 'selectedFields', fields };
	expect(prepare(given).neededColumns).toEqual(['creditScore', 'jobTitle']);
});

test.each<[IDataObject, IDataObject, boolean]>([
	[{ Email: 'a@b.c', Phone: '1' }, { email: 'x@b.c', phoneNumber: '2' }, true],
	[{ Email: 'a@B.c', Phone: '1' }, { email: 'A@b.c', phoneNumber: '2' }, false],
	[{ Email: 'a@b.c' }, { email: 'x@b.c', phoneNumber: '2' }, false],
	[{ Email: 'a@b.c', Phone: '1' }, { email: 'x@b.c' }, false],
	[{ Email: 'a@b.c', Phone: '1' }, { phoneNumber: '2' }, false],
	[{ Phone: '1' }, { email: 'x@b.c', phoneNumber: '2' }, false],
])('the row %j and the answer %j are of two persons: %p', (columns, user, expected) => {
	const why = getResults.rejectResult!({ user }, prepare({}, columns));
	expect(why !== undefined).toBe(expected);
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
	[['userId'], true],
	...[[], '', undefined, null, ['creditScore', 'ssn'], { creditScore: true }, 7].map((fields) => [
		fields,
		false,
	]),
])("'Selected Fields' takes the fields %j: %p", (fields, expected) => {
	const { problems } = prepare({ output: 'selectedFields', fields });
	const clause = "must be names of columns, such as 'creditScore'";
	expect(problems).toMatchObject(expected ? [] : [{ clause }]);
	expect(prepare({ output: 'row', fields }).problems).toEqual([]);
});

test.each(['everything', '', undefined, 7, 'Simplified'])("'Output' cannot be %j", (output) => {
	expect(prepare({ output }).problems).toMatchObject([
		{ label: 'Output', clause: expect.stringMatching(/^must be 'flags', 'landlordReviews', /) },
	]);
});

test('a stored Update Rows counts for nothing with Map Each Field Below, which hides it', () => {
	expect(prepare({ output: 'report', updateRows: 'due' }).problems).toEqual([]);
});

test('an output that is not one row is refused with Update Rows, but not to an AI agent', () => {
	const item = createResultItem(
		{ ...auto, output: 'report', updateRows: 'due', matchColumn: '' },
		{ userId: 'usr-1' },
	);
	const problems = () => readRequests(getResults, [item])[0]!.problems;
	expect(problems()).toMatchObject([
		{ label: 'Output', clause: expect.stringMatching(/^is not one row/) },
	]);
	Object.defineProperty(item, 'isToolCall', { value: true });
	expect(problems()).toEqual([]);
});

test.each<[IDataObject, string | undefined]>([
	[{ propertyId: 'prop-1', 'Property Name': '12 Maple Street' }, 'Property Name: 12 Maple Street'],
	[{ Property: '12 Maple Street', flowId: 'flow-1' }, 'Property: 12 Maple Street'],
	[{ property: ' ', flow_name: 'Short check' }, 'Flow Name: Short check'],
	[{ 'Property ID': 'prop-1' }, 'Property ID: prop-1'],
	[{ flowId: 'flow-1', propertyId: null }, 'Flow ID: flow-1'],
	[{ propertyName: 'a\nb: 123-45-6789' }, 'Property Name: a b: ***-**-6789'],
	[{ property: { id: 1 }, properties: 'two' }, undefined],
])('the report says of the input %j: %s', async (columns, line) => {
	const helpers = { prepareBinaryData: async () => await Promise.resolve({}) };
	const item = createResultItem({ output: 'report' }, columns);
	const [shown] = await getResults.toItems!(answer, item, helpers as never, { problems: [] });
	const lines = String(shown!.json['text']).split('\n');
	expect(lines.find((one) => /^(Property|Flow)/.test(one))).toBe(line);
});
