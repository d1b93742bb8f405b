import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import { optionsOf } from '../../../nodes/RentalScreening/request/options.ts';
import { getResults, resultsPanel } from '../../../nodes/RentalScreening/resources/results.ts';
import { RESULT_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { ROW_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';

interface Given {
	userId?: unknown;
	output?: unknown;
	fields?: unknown;
	mappingMode?: string;
	options?: Record<string, unknown>;
	updateRows?: boolean;
}

function itemOf(given: Given, columns: IDataObject = {}, isOfToolCall = false): ItemInput {
	const parameters: Record<string, unknown> = { output: 'simplified', ...given };
	const item = {
		columns,
		index: 0,
		isFixed: () => true,
		isOfToolCall,
		parameter: (path: string) => {
			const [name = '', inner] = path.split('.');
			const value = parameters[name];
			return inner === undefined ? value : (value as IDataObject | undefined)?.[inner];
		},
		option: (name: string, fallback: unknown) => given.options?.[name] ?? fallback,
	};
	return item as unknown as ItemInput;
}

const prepare = (given: Given, columns?: IDataObject) => {
	const item = itemOf(given, columns);
	return getResults.preparerFor([item])(item);
};

/** The fields that something is wrong with. */
const badFieldsOf = (given: Given, columns?: IDataObject) =>
	prepare({ userId: 'usr-1', ...given }, columns).problems.map(({ field }) => field);

const auto = { mappingMode: 'autoMapInputData' };

describe('the user ID', () => {
	test('is that of the field', () => {
		expect(prepare({ userId: ' usr-1 ' })).toMatchObject({
			path: { userId: 'usr-1' },
			problems: [],
		});
		expect(prepare({ userId: 90210 })).toMatchObject({ path: { userId: '90210' }, problems: [] });
	});

	test.each(['userId', 'User ID', 'user_id'])(
		'is that of the column %s when mapped automatically',
		(column) => {
			const { path, problems, idle } = prepare({ ...auto }, { [column]: 'usr-1', id: 7 });
			expect([path, problems, idle]).toEqual([{ userId: 'usr-1' }, [], false]);
		},
	);

	test.each([undefined, null, '', '  '])('is asked for where it is %j', (userId) => {
		const { problems, idle } = prepare({ userId });
		expect(problems.map(({ field }) => field)).toEqual(['userId']);
		expect(idle).toBe(true);
	});

	test.each([{}, { 'User ID': '' }, { Name: 'Amara' }, { First: 'Bob', 'Given Name': 'Robert' }])(
		'is asked for in a row like %j, which Update Rows passes on unchanged',
		(columns) => {
			const { problems, idle } = prepare({ ...auto }, columns);
			expect(problems.map(({ field }) => field)).toEqual(['userId']);
			expect(idle).toBe(true);
		},
	);

	test.each(['{{ $json.userId }}', 'a{{b', '.', '..', '\uD800', ['usr-1'], { id: 'usr-1' }])(
		'is not %j',
		(userId) => {
			const { problems, idle } = prepare({ userId });
			expect(problems.map(({ field }) => field)).toEqual(['userId']);
			expect(idle).toBe(false);
		},
	);

	test('that holds an expression as text comes with the fix', () => {
		const [problem] = prepare({ userId: '{{ $json.userId }}' }).problems;
		expect(JSON.stringify(problem)).toContain('switch the field to Expression');
	});
});

describe('who an item is about', () => {
	test.each([
		[{ firstName: 'Amara', lastName: 'Okonkwo' }, 'Amara Okonkwo'],
		[{ 'First Name': ' Amara ', Surname: 'Okonkwo' }, 'Amara Okonkwo'],
		[{ 'Last Name': 'Okonkwo' }, 'Okonkwo'],
		[{ Email: 'amara@example.com' }, 'usr-1'],
	])('in the row %j: %s', (columns, who) => {
		expect(prepare({ userId: 'usr-1' }, columns).who).toBe(who);
	});
});

describe('settings', () => {
	const badOptionsOf = (given: Given) =>
		optionsOf(itemOf(given)).problems.map(({ field }) => field);

	test.each([
		[{}, [0, 30, 'return']],
		[{ waitUpToMinutes: '10', pollEverySeconds: ' 5 ', whenIncomplete: 'skip' }, [10, 5, 'skip']],
		[{ waitUpToMinutes: 0.5, pollEverySeconds: 1, whenIncomplete: 'error' }, [0.5, 1, 'error']],
		[{ waitUpToMinutes: '', pollEverySeconds: null }, [0, 30, 'return']],
	])('%j are read', (options, expected) => {
		const { forMinutes, everySeconds, whenIncomplete } = getResults.pollPlan!(itemOf({ options }));
		expect([forMinutes, everySeconds, whenIncomplete]).toEqual(expected);
		expect(badOptionsOf({ options })).toEqual([]);
	});

	test.each([
		['waitUpToMinutes', 'ten'],
		['waitUpToMinutes', -1],
		['pollEverySeconds', 0],
		['whenIncomplete', 'Return'],
		['whenIncomplete', 1],
		['includeSsn', 'perhaps'],
	])('%s: %j is refused before anything is sent', (name, value) => {
		expect(badOptionsOf({ options: { [name]: value } })).toEqual([`options.${name}`]);
	});

	test.each([true, false, 'true', 'FALSE', ''])('Include SSN may be %j', (includeSsn) => {
		expect(badOptionsOf({ options: { includeSsn } })).toEqual([]);
	});

	test('never make the plan to ask again throw', () => {
		fc.assert(
			fc.property(fc.anything(), fc.anything(), (one, other) => {
				const options = { waitUpToMinutes: one, pollEverySeconds: other, whenIncomplete: one };
				const { forMinutes, everySeconds } = getResults.pollPlan!(itemOf({ options }));
				expect(forMinutes).toBeGreaterThanOrEqual(0);
				expect(everySeconds).toBeGreaterThanOrEqual(1);
			}),
		);
	});

	test.each([
		[{ user: { checkComplete: true } }, true],
		[{ user: { checkComplete: 'true' } }, true],
		[{ user: { checkComplete: false } }, false],
		[{ user: {} }, false],
		[{}, false],
	])('an answer %j is complete: %s', (answer, expected) => {
		expect(getResults.pollPlan!(itemOf({})).isComplete(answer)).toBe(expected);
	});
});

describe('the output', () => {
	test.each(['everything', '', undefined, null, 7, 'Simplified'])('%j is refused', (output) => {
		expect(badFieldsOf({ output })).toEqual(['output']);
	});

	test('is offered as the table of outputs has it, in the order of the labels', () => {
		const { options } = resultsPanel.find(({ name }) => name === 'output')!;
		const offered = options as Array<{ name: string; value: string; description: string }>;
		expect(offered.map(({ value }) => value).sort()).toEqual(
			RESULT_OUTPUTS.map(({ value }) => value).sort(),
		);
		const labels = offered.map(({ name }) => name);
		expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other)));
	});

	test.each([
		[['creditScore'], []],
		['creditScore', []],
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
});

test('an output that is not one row is refused with Update Rows, but not to an AI agent', () => {
	const given = { ...auto, output: 'report', updateRows: true };
	const problemsOf = (isOfToolCall: boolean) => {
		const item = itemOf(given, { userId: 'usr-1' }, isOfToolCall);
		return getResults
			.preparerFor([item])(item)
			.problems.map(({ field }) => field);
	};
	expect(problemsOf(false)).toEqual(['output']);
	expect(problemsOf(true)).toEqual([]);
});

describe('settings that cannot be read', () => {
	const options = { waitUpToMinutes: 'ten', pollEverySeconds: 0, whenIncomplete: 'later' };

	const sentencesOf = (given: Given) =>
		[...prepare({ userId: 'u', ...given }).problems, ...optionsOf(itemOf(given)).problems].map(
			({ label, text }) => `'${label}' ${text}`,
		);

	test.each<[Given, string]>([
		[{ output: 'pie chart' }, "'Output' must be 'flags', 'landlordReviews', "],
		[{ output: 'report', updateRows: true }, "'Output' is not one row, so 'Update Rows'"],
		[{ output: 'selectedFields', fields: [] }, "'Fields' is empty: choose at least one"],
		[{ output: 'selectedFields', fields: ['ssn'] }, "'Fields' must be names of columns, such as"],
		[{ options: { whenIncomplete: 'later' } }, "'When Incomplete' must be 'skip', 'return' or "],
	])('say what they may be: %j', (given, sentence) => {
		expect(sentencesOf(given)).toEqual([expect.stringContaining(sentence)]);
	});

	test('are problems, and the plan has the defaults', () => {
		expect(sentencesOf({ options })).toEqual([
			"'Poll Every (Seconds)' must be a number of at least 1",
			"'Wait Up To (Minutes)' must be a number of at least 0",
			"'When Incomplete' must be 'skip', 'return' or 'error'",
		]);
		expect(getResults.pollPlan!(itemOf({ options }))).toMatchObject({
			forMinutes: 0,
			everySeconds: 30,
			whenIncomplete: 'return',
		});
	});

	test.each([{ output: 'pie chart' }, { output: 'selectedFields', fields: 5 }])(
		'show nothing of an answer: %p',
		async (given) => {
			const answer = { user: { firstName: 'Amara' }, screening: {} };
			const items = await getResults.toItems!(answer, itemOf(given), {} as never, {
				problems: [],
			});
			expect(items.map(({ json }) => Object.keys(json))).toEqual(
				given.output === 'selectedFields' ? [['userId']] : [],
			);
		},
	);
});

describe('the report', () => {
	const headOf = async (columns: IDataObject, change: Given = {}) => {
		const answer = { user: { firstName: 'Amara', checkComplete: true }, screening: {} };
		const item = itemOf({ output: 'report', ...change }, columns);
		const helpers = { prepareBinaryData: async () => await Promise.resolve({}) };
		const [shown] = await getResults.toItems!(answer, item, helpers as never, { problems: [] });
		return /^APPLICANT\n\n(.*)$/m.exec(String(shown!.json['text']))?.[1];
	};

	test.each([
		[{ propertyId: 'prop-1', 'Property Name': '12 Maple Street' }, 'Property: 12 Maple Street'],
		[{ Property: '12 Maple Street', flowId: 'flow-1' }, 'Property: 12 Maple Street'],
		[{ property: ' ', flow_name: 'Short check' }, 'Flow: Short check'],
		[{ 'Property ID': 'prop-1' }, 'Property ID: prop-1'],
		[{ flowId: 'flow-1', propertyId: null }, 'Flow ID: flow-1'],
		[{ propertyName: 'a\nb: 123-45-6789' }, 'Property: a b: ***-**-6789'],
		[{ property: { id: 1 }, properties: 'two' }, undefined],
		[{}, undefined],
	])('begins with what the input %j says of the property or the flow', async (columns, line) => {
		expect(await headOf(columns as IDataObject)).toBe(line);
	});
});
