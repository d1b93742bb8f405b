import type { IDataObject } from 'n8n-workflow';

import { optionsOf } from '../../../nodes/RentalScreening/request/options.ts';
import { getResults, resultsPanel } from '../../../nodes/RentalScreening/resources/results.ts';
import { RESULT_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { ROW_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import { itemOf as itemWith } from '../../support/item-inputs.mts';

const itemOf = (given: object, columns: IDataObject = {}) =>
	itemWith({ output: 'simplified', userId: 'usr-1', ...given }, columns);

const prepare = (given: object, columns?: IDataObject) => {
	const item = itemOf(given, columns);
	return getResults.preparerFor([item])(item);
};

/** The fields that something is wrong with. */
const badFieldsOf = (given: object, columns?: IDataObject) =>
	prepare(given, columns).problems.map(({ field }) => field);

const auto = { mappingMode: 'autoMapInputData' };
const answer = { user: { firstName: 'Amara', checkComplete: true }, screening: {} };

describe('the user ID', () => {
	test.each([
		[{ userId: ' usr-1 ' }, {}, 'usr-1'],
		[{ userId: 90210 }, {}, '90210'],
		[auto, { userId: 'usr-2' }, 'usr-2'],
		[auto, { 'User ID': 'usr-2', id: 7 }, 'usr-2'],
	])('of %j and the row %j is %j', (given, columns, userId) => {
		expect(prepare(given, columns)).toMatchObject({ path: { userId }, problems: [], idle: false });
	});

	test.each<[object, IDataObject, idle: boolean]>([
		...[undefined, null, '', '  ', '-', 0].map((userId) => [{ userId }, {}, true] as never),
		...[{}, { 'User ID': '' }, { Name: 'Amara' }].map((row) => [auto, row, true] as never),
		...['{{ $json.userId }}', '.', '..', '\uD800', ['usr-1'], { id: 1 }].map(
			(userId) => [{ userId }, {}, false] as never,
		),
		[auto, { 'User ID': 'a', user_id: 'b' }, false],
	])('of %j and the row %j: nothing to ask for is %p', (given, columns, idle) => {
		const { problems, idle: isIdle } = prepare(given, columns);
		expect(isIdle).toBe(idle);
		expect(problems.every(({ field }) => field === 'userId')).toBe(true);
		expect(problems.length > 0 || idle).toBe(true);
	});
});

test.each([
	[{ firstName: 'Amara', lastName: 'Okonkwo' }, 'Amara Okonkwo'],
	[{ 'First Name': ' Amara ', Surname: 'Okonkwo' }, 'Amara Okonkwo'],
	[{ Applicant: 'Amara Okonkwo' }, 'Amara Okonkwo'],
	[{ Email: 'amara@example.com' }, 'usr-1'],
])('the row %j is about %s', (columns, who) => expect(prepare({}, columns).who).toBe(who));

test.each<[IDataObject, string[]]>([
	[{}, ['firstName', 'lastName', 'creditScore']],
	[{ Surname: '' }, ['firstName', 'creditScore']],
	[{ 'Full Name': 'Amara Okonkwo', userId: 'usr-1' }, ['creditScore']],
])('with the columns of %j, Update Rows also writes %j', (columns, expected) => {
	const given = {
		output: 'selectedFields',
		fields: ['userId', 'firstName', 'lastName', 'creditScore'],
	};
	expect(prepare(given, columns).columns).toEqual(expected);
});

test('email, phone and date of birth are known by the names of their columns too', () => {
	const row = { Mobile: '', 'E-mail': '', DOB: '' };
	const { columns } = prepare({ output: 'row' }, row);
	for (const name of ['phoneNumber', 'email', 'dateOfBirth']) expect(columns).not.toContain(name);
});

test.each<[IDataObject, IDataObject, boolean]>([
	[
		{ Email: 'a@b.c', Phone: '+14165550100' },
		{ email: 'x@b.c', phoneNumber: '+14165550199' },
		true,
	],
	[
		{ Email: 'A@B.C', Phone: '+14165550100' },
		{ email: 'a@b.c', phoneNumber: '+14165550199' },
		false,
	],
	[
		{ Email: 'a@b.c', Phone: '416 555 0100' },
		{ email: 'x@b.c', phoneNumber: '+14165550100' },
		false,
	],
	[{ Email: 'a@b.c' }, { email: 'x@b.c', phoneNumber: '+14165550100' }, false],
	[{ Email: 'a@b.c', Phone: '+14165550100' }, { email: 'x@b.c' }, false],
])('the row %j and the answer %j are of two persons: %p', (columns, user, expected) => {
	expect(getResults.isOfSomebodyElse!({ user }, prepare({}, columns))).toBe(expected);
});

test.each([
	[{}, [0, 30, 'return']],
	[{ waitUpToMinutes: '10', pollEverySeconds: ' 5 ', whenIncomplete: 'skip' }, [10, 5, 'skip']],
	[{ waitUpToMinutes: 'ten', pollEverySeconds: 0, whenIncomplete: 'later' }, [0, 30, 'return']],
])('the options %j make the plan to ask again', (options, expected) => {
	const { forMinutes, everySeconds, whenIncomplete } = getResults.pollPlan!(itemOf({ options }));
	expect([forMinutes, everySeconds, whenIncomplete]).toEqual(expected);
});

test.each([
	[{ user: { checkComplete: true } }, true],
	[{ user: { checkComplete: 'true' } }, true],
	[{ user: { checkComplete: false } }, false],
	[{ user: {} }, false],
	[{}, false],
])('an answer %j is complete: %s', (given, expected) => {
	expect(getResults.pollPlan!(itemOf({})).isComplete(given)).toBe(expected);
});

describe('the output', () => {
	test.each(['everything', '', undefined, null, 7, 'Simplified'])('%j is refused', (output) => {
		expect(badFieldsOf({ output })).toEqual(['output']);
	});

	test('is offered as the table of outputs has it, in the order of the labels', () => {
		const { options } = resultsPanel.find(({ name }) => name === 'output')!;
		const offered = options as Array<{ name: string; value: string }>;
		expect(offered.map(({ value }) => value).sort()).toEqual(
			RESULT_OUTPUTS.map(({ value }) => value).sort(),
		);
		const labels = offered.map(({ name }) => name);
		expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other)));
	});

	test.each([
		[['creditScore'], []],
		[' creditScore, jobTitle ,', []],
		[['userId'], []],
		[[], ['fields']],
		['', ['fields']],
		[undefined, ['fields']],
		[['creditScore', 'ssn'], ['fields']],
		[{ creditScore: true }, ['fields']],
		[7, ['fields']],
	])('with the fields %j has bad fields %j', (fields, expected) => {
		expect(badFieldsOf({ output: 'selectedFields', fields })).toEqual(expected);
		expect(badFieldsOf({ output: 'row', fields })).toEqual([]);
	});

	test('offers every column but the user ID, which is always there', () => {
		const { options, default: chosen } = resultsPanel.find(({ name }) => name === 'fields')!;
		const offered = (options as Array<{ value: string }>).map(({ value }) => value);
		expect(['userId', ...offered].sort()).toEqual(ROW_COLUMNS.map(({ name }) => name).sort());
		expect(offered).toEqual(expect.arrayContaining(chosen as string[]));
	});

	test.each([
		['simplified', true],
		['report', true],
		['landlordReviews', false],
	])('%s has the email of the applicant: %s', (output, expected) => {
		expect(getResults.personColumns!(itemOf({ output })).includes('email')).toBe(expected);
	});

	test('that is not one row is refused with Update Rows, but not to an AI agent', () => {
		const given = { ...auto, output: 'report', updateRows: true };
		expect(badFieldsOf(given, { userId: 'usr-1' })).toEqual(['output']);
		const item = Object.defineProperty(itemOf(given, { userId: 'usr-1' }), 'isOfToolCall', {
			value: true,
		});
		expect(getResults.preparerFor([item])(item).problems).toEqual([]);
	});

	test.each<[object, string]>([
		[{ output: 'pie chart' }, "'Output' must be 'flags', 'landlordReviews', "],
		[{ output: 'report', updateRows: true }, "'Output' is not one row, so 'Update Rows'"],
		[{ output: 'selectedFields', fields: [] }, "'Fields' is empty: choose at least one"],
		[{ output: 'selectedFields', fields: ['ssn'] }, "'Fields' must be names of columns, such as"],
		[{ options: { whenIncomplete: 'later' } }, "'When Incomplete' must be 'skip', 'return' or "],
	])('%j says what it may be', (given, sentence) => {
		const problems = [...prepare(given).problems, ...optionsOf(itemOf(given)).problems];
		expect(problems.map(({ label, text }) => `'${label}' ${text}`)).toEqual([
			expect.stringContaining(sentence),
		]);
	});

	test.each([
		[{ output: 'pie chart' }, []],
		[{ output: 'selectedFields', fields: 5 }, [['userId']]],
	])('%j shows nothing of an answer', async (given, expected) => {
		const items = await getResults.toItems!(answer, itemOf(given), {} as never, { problems: [] });
		expect(items.map(({ json }) => Object.keys(json))).toEqual(expected);
	});
});

test.each([
	[{ propertyId: 'prop-1', 'Property Name': '12 Maple Street' }, 'Property Name: 12 Maple Street'],
	[{ Property: '12 Maple Street', flowId: 'flow-1' }, 'Property: 12 Maple Street'],
	[{ property: ' ', flow_name: 'Short check' }, 'Flow Name: Short check'],
	[{ 'Property ID': 'prop-1' }, 'Property ID: prop-1'],
	[{ flowId: 'flow-1', propertyId: null }, 'Flow ID: flow-1'],
	[{ propertyName: 'a\nb: 123-45-6789' }, 'Property Name: a b: ***-**-6789'],
])('the report says of the input %j: %s', async (columns, line) => {
	const helpers = { prepareBinaryData: async () => await Promise.resolve({}) };
	const item = itemOf({ output: 'report' }, columns as IDataObject);
	const [shown] = await getResults.toItems!(answer, item, helpers as never, { problems: [] });
	expect(String(shown!.json['text']).split('\n')).toContain(line);
});

test('the report says nothing of a property or a flow where no column names one', async () => {
	const helpers = { prepareBinaryData: async () => await Promise.resolve({}) };
	const item = itemOf({ output: 'report' }, { property: { id: 1 }, properties: 'two' });
	const [shown] = await getResults.toItems!(answer, item, helpers as never, { problems: [] });
	expect(String(shown!.json['text'])).not.toMatch(/^(Property|Flow)/m);
});
