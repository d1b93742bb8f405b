import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { withFullName } from '../../../nodes/RentalScreening/request/names.ts';
import { RESULT_OUTPUTS, ROW_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { nodeOperations } from '../../support/operations.mts';
import { description, listOffered, panel } from '../../support/panel.mts';

/** As n8n completes what is stored (`returnDefaults`), or cuts it to what is worth storing. */
function resolve(parameters: INodeParameters, returnDefaults = true): INodeParameters {
	const { properties } = description;
	const version = { typeVersion: 1 };
	const given = [properties, parameters, returnDefaults, false, version, description] as const;
	return NodeHelpers.getNodeParameters(...given)!;
}

// n8n evaluates an expression for each definition of its name.
test.each([
	...['name', 'email', 'phone', 'firstName', 'lastName', 'rentAmount', 'rentPaid', 'address'],
	...['propertyId', 'flowId', 'countryCode'],
])('%s is defined once for all operations, or twice where a whole run has it', (name) => {
	const isOfRun = ['propertyId', 'flowId', 'countryCode'].includes(name);
	const definitions = description.properties.filter((property) => property.name === name);
	expect(definitions).toHaveLength(isOfRun ? 2 : 1);
});

/** The names of what the panel shows. */
function controls(place: { resource: string; operation: string }, parameters: INodeParameters) {
	return panel(place, parameters).map(({ name }) => name);
}

const auto = { mappingMode: 'autoMapInputData' };
const send = { resource: 'screening', operation: 'send' };

describe.each(nodeOperations.filter(({ code }) => code.rows !== undefined))(
	'Update Rows of $resource: $operation',
	({ resource, operation }) => {
		const place = { resource, operation };
		const values = resource === 'results' ? ['due', 'off'] : ['check', 'checked', 'due', 'off'];

		test('Update Rows offers what the operation can do, and is Due Rows by default', () => {
			const [property] = panel(place, auto).filter(({ name }) => name === 'updateRows');
			expect(property!.options!.map((option) => 'value' in option && option.value)).toEqual(values);
			// Rows without a mark may have moved before they are written.
			const matchColumn = resource === 'results' ? 'userId' : 'row_number';
			expect(resolve({ ...place, ...auto })).toMatchObject({ updateRows: 'due', matchColumn });
			const stored = { ...place, ...auto, updateRows: 'due', matchColumn: '' };
			expect(resolve(stored, false)).toMatchObject({ matchColumn: '' });
		});

		test("Update Rows is right below the mapping mode, with 'Map Automatically' only, whatever is stored", () => {
			const first = ['resource', 'operation', 'mappingMode', 'updateRows'];
			expect(controls(place, auto).slice(0, 5)).toEqual([...first, 'matchColumn']);
			const shown = controls(place, { ...auto, updateRows: 'off' });
			expect(shown.slice(0, 4)).toEqual(first);
			expect(shown.slice(-2)).toEqual(['columns', 'options']);
			for (const updateRows of values) {
				const names = Object.keys(resolve({ ...place, updateRows, matchColumn: 'id' }));
				expect(names.filter((name) => /updateRows|matchColumn/.test(name))).toEqual([]);
			}
		});

		test('Update Rows is not shown to an AI agent', () => {
			const tool = { ...description, name: `${description.name}Tool` };
			const own = description.properties.filter(({ name }) => /updateRows|matchColumn/.test(name));
			const given = { ...place, ...auto, output: 'simplified', updateRows: 'due' };
			const isShown = own.map((property) =>
				NodeHelpers.displayParameter(given, property, { typeVersion: 1 }, tool),
			);
			expect(isShown).toEqual(own.map(() => false));
		});
	},
);

test('Update Rows is shown where results are one row, or may be by an expression, and nowhere else', () => {
	const isShown = (output: string) =>
		controls({ resource: 'results', operation: 'get' }, { ...auto, output }).includes('updateRows');
	const outputs = RESULT_OUTPUTS.map(({ value }) => String(value));
	expect(outputs.filter(isShown).sort()).toEqual([...ROW_OUTPUTS].sort());
	expect(isShown('={{ $json.output }}')).toBe(true);
	expect(controls({ resource: 'flow', operation: 'getSteps' }, auto)).not.toContain('updateRows');
});

const BELOW = [
	...['propertyId', 'email', 'phone', 'countryCode', 'firstName', 'lastName', 'additionalFields'],
];
const OF_REPORT = [
	...['countryCode', 'firstName', 'lastName', 'rentAmount', 'rentPaid', 'address'],
	'additionalFields',
];
const SETTINGS = ['propertyId', 'countryCode', 'additionalFields', 'columns'];

const BY_COLUMN = ['updateRows', 'matchColumn', ...SETTINGS];

test.each<[operation: string, string, INodeParameters, string[]]>([
	['screening: send', 'its fields where each is mapped', {}, BELOW],
	['screening: send', 'no Update Rows where each is mapped', { updateRows: 'checked' }, BELOW],
	[
		'screening: send',
		'no column to match on without Update Rows',
		{ ...auto, updateRows: 'off' },
		['updateRows', ...SETTINGS],
	],
	[
		'screening: send',
		'no column to match on for another value of Update Rows',
		{ ...auto, updateRows: true },
		['updateRows', ...SETTINGS],
	],
	['screening: send', 'its settings with Due Rows', auto, BY_COLUMN],
	['screening: send', 'its settings with Check Only', { ...auto, updateRows: 'check' }, BY_COLUMN],
	[
		'screening: send',
		'no settings with Checked Rows',
		{ ...auto, updateRows: 'checked' },
		['updateRows'],
	],
	['rentReport: submit', 'its fields where each is mapped', {}, OF_REPORT],
])('%s shows %s', (place, _, parameters, own) => {
	const [resource = '', operation = ''] = place.split(': ');
	const always = ['resource', 'operation', 'mappingMode'];
	expect(controls({ resource, operation }, parameters)).toEqual([...always, ...own, 'options']);
});

test('with Map Automatically the additional fields are settings for the whole run', () => {
	const inCollection = listOffered(send, 'additionalFields', auto).map(({ name }) => name);
	expect(inCollection).toEqual(['checkType', 'payer']);
});

test.each(nodeOperations.filter(({ code }) => code.fields !== undefined))(
	'Columns of $resource: $operation has a name of a column for each field, and for the whole name',
	({ resource, operation, code }) => {
		const { fields = [], comparedFields = [] } = code;
		const names = withFullName([...fields, ...comparedFields]).map(({ name }) => name);
		const offered = listOffered({ resource, operation }, 'columns', auto);
		expect(offered.map(({ name }) => name).sort()).toEqual([...names].sort());
		for (const one of offered)
			expect(one).toMatchObject({ type: 'string', requiresDataPath: 'single' });
	},
);

test('Columns is defined once, is not shown to an AI agent, and keeps nothing of another operation', () => {
	const [columns, ...others] = description.properties.filter(({ name }) => name === 'columns');
	expect(others).toEqual([]);
	expect(columns!.displayOptions!.hide).toEqual({ updateRows: ['checked'], '@tool': [true] });
	const stored = { ...send, ...auto, columns: { email: 'Mail', rentPaid: 'Paid' } };
	expect(resolve(stored)['columns']).toEqual({ email: 'Mail' });
});
