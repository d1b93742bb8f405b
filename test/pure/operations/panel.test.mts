import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { parameterPath } from '../../../nodes/RentalScreening/core/field.ts';
import { SETTINGS as READ_BY_CHECKS } from '../../../nodes/RentalScreening/core/item.ts';
import { RESULT_OUTPUTS, ROW_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { mappedOperations, nodeOperations } from '../../support/operations.mts';
import { description, listOffered, panel } from '../../support/panel.mts';

// What the panel shows where, beyond test/pure/contract.test.mts.

const MODES = ['defineBelow', 'autoMapInputData'] as const;

/** As n8n completes what is stored (`returnDefaults`), or cuts it to what is worth storing. */
function resolve(parameters: INodeParameters, returnDefaults = true): INodeParameters {
	const version = { typeVersion: 1 };
	return NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		returnDefaults,
		false,
		version,
		description,
	)!;
}

const placed = mappedOperations.flatMap(({ fields }) => fields);

test('a field outside of collections is defined once for all operations that have it', () => {
	for (const { name, isSetting } of placed.filter(({ collection }) => collection === undefined)) {
		const definitions = description.properties.filter((property) => property.name === name);
		expect([name, definitions.length]).toEqual([name, isSetting ? 2 : 1]);
	}
});

test('a field that operations share is shown the same in all of them', () => {
	const toShown = ({ label, panel: own, required, isSetting }: (typeof placed)[number]) => {
		return { label, own, required, isSetting };
	};
	for (const one of placed) {
		const same = placed.filter((other) => parameterPath(other) === parameterPath(one));
		for (const other of same) expect(toShown(other)).toEqual(toShown(one));
	}
});

test.each(mappedOperations.flatMap((place) => MODES.map((mode) => ({ ...place, mode }))))(
	'$resource: $operation: Country Code is right below what is required, once, in $mode',
	({ mode: mappingMode, ...place }) => {
		const names = panel(place, { mappingMode }).map(({ name }) => name);
		const hasPhone = place.fields.some(({ name }) => name === 'phone');
		expect(names.filter((name) => name === 'countryCode')).toHaveLength(hasPhone ? 1 : 0);
		if (!hasPhone || mappingMode === 'autoMapInputData') return;
		const above = names[names.indexOf('countryCode') - 1];
		expect(above).toBe(place.resource === 'rentReport' ? 'mappingMode' : 'phone');
	},
);

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
			expect(resolve({ ...place, ...auto })).toMatchObject({
				updateRows: 'due',
				// Rows without a mark may have moved before they are written.
				matchColumn: resource === 'results' ? 'userId' : 'row_number',
			});
			const { mappingMode } = auto;
			const stored = { ...place, mappingMode, updateRows: 'off', matchColumn: '' };
			expect(resolve(stored)).toMatchObject({ updateRows: 'off' });
			expect(resolve({ ...stored, updateRows: 'due' }, false)).toMatchObject({ matchColumn: '' });
		});

		test("Update Rows is shown with 'Map Automatically' only, whatever is stored", () => {
			for (const updateRows of [...values, undefined]) {
				const stored = updateRows === undefined ? {} : { updateRows };
				expect(resolve({ ...place, ...stored })).not.toHaveProperty('updateRows');
				expect(resolve({ ...place, ...stored })).not.toHaveProperty('matchColumn');
			}
		});

		test('Update Rows is right below the mapping mode, with its column; Columns and options are last', () => {
			const first = ['resource', 'operation', 'mappingMode', 'updateRows'];
			expect(controls(place, auto).slice(0, 5)).toEqual([...first, 'matchColumn']);
			for (const updateRows of values.filter((value) => /^(off|checked)$/.test(value))) {
				const shown = controls(place, { ...auto, updateRows });
				expect(shown.slice(0, 4)).toEqual(first);
				expect(shown).not.toContain('matchColumn');
				if (updateRows === 'off') expect(shown.slice(-2)).toEqual(['columns', 'options']);
			}
		});

		test('Update Rows is not shown to an AI agent', () => {
			const tool = { ...description, name: `${description.name}Tool` };
			const names = ['updateRows', 'matchColumn'];
			const own = description.properties.filter(({ name }) => names.includes(name));
			const shown = own.filter((property) =>
				NodeHelpers.displayParameter(
					{ ...place, ...auto, output: 'simplified', updateRows: 'due' },
					property,
					{ typeVersion: 1 },
					tool,
				),
			);
			expect(own.length).toBeGreaterThan(1);
			expect(shown).toEqual([]);
		});
	},
);

test('Update Rows is shown where results are one row, or may be by an expression, and nowhere else', () => {
	const get = { resource: 'results', operation: 'get', ...auto };
	const isThere = (parameters: INodeParameters) => Object.hasOwn(resolve(parameters), 'updateRows');
	for (const { value } of RESULT_OUTPUTS) {
		const output = String(value);
		expect([output, isThere({ ...get, output })]).toEqual([output, ROW_OUTPUTS.includes(output)]);
	}
	expect(isThere({ ...get, output: '={{ $json.output }}' })).toBe(true);
	expect(isThere({ resource: 'flow', operation: 'getSteps' })).toBe(false);
});

test.each<[string, INodeParameters, string[]]>([
	[
		'Map Each Field Below',
		{},
		[
			...['propertyId', 'email', 'phone', 'countryCode', 'firstName', 'lastName'],
			'additionalFields',
		],
	],
	[
		'Due Rows',
		auto,
		['updateRows', 'matchColumn', 'propertyId', 'countryCode', 'additionalFields', 'columns'],
	],
	['Checked Rows', { ...auto, updateRows: 'checked' }, ['updateRows']],
])('Screening: Send with %s shows these controls', (_, parameters, own) => {
	const always = ['resource', 'operation', 'mappingMode'];
	expect(controls(send, parameters)).toEqual([...always, ...own, 'options']);
});

const SETTINGS = {
	propertyId: 'p',
	countryCode: '49',
	additionalFields: { payer: 'PAYER_OTHER', checkType: 'CHECK_TYPE_OTHER' },
};
const COLUMNS = { email: 'Mail', phone: '={{ $json.Cell }}' };

test.each(
	MODES.flatMap((mappingMode) =>
		['off', 'due', 'check', 'checked', true, undefined].map((updateRows) => ({
			mappingMode,
			updateRows,
		})),
	),
)('settings beside %j are dropped with Checked Rows, and only there', (parameters) => {
	const { mappingMode, updateRows } = parameters;
	const stored = {
		...{ ...send, ...SETTINGS, columns: COLUMNS },
		...{ options: { sendAgain: true }, mappingMode },
	};
	const resolved = resolve(updateRows === undefined ? stored : { ...stored, updateRows });
	const isAuto = mappingMode === 'autoMapInputData';
	for (const [name, value] of Object.entries(SETTINGS)) {
		const isDropped = isAuto && updateRows === 'checked';
		expect([name, resolved[name]]).toEqual([name, isDropped ? undefined : value]);
	}
	const isShown = isAuto && updateRows !== 'checked';
	expect(resolved['columns']).toEqual(isShown ? COLUMNS : undefined);
	expect(resolved['options']).toEqual({ sendAgain: true });
});

test('the settings that Checked Rows takes from the check are the values for the whole run', () => {
	const isSetting = mappedOperations.flatMap(({ fields }) =>
		fields.filter((field) => field.isSetting),
	);
	const names = isSetting.map((field) => parameterPath(field).split('.')[0]!);
	expect(new Set([...names, 'countryCode', 'columns'])).toEqual(new Set(READ_BY_CHECKS));
	const inCollection = (mode: INodeParameters) =>
		listOffered(send, 'additionalFields', mode).map(({ name }) => name);
	expect(inCollection(auto)).toEqual(['checkType', 'payer']);
});

test.each(nodeOperations.filter(({ code }) => code.fields !== undefined))(
	'Columns of $resource: $operation has a name of a column for each field, and for the whole name',
	({ resource, operation, code }) => {
		const { fields = [], comparedFields = [] } = code;
		const names = [...fields, ...comparedFields].map(({ name }) => name);
		const more = names.includes('firstName') ? ['fullName'] : [];
		const offered = listOffered({ resource, operation }, 'columns', auto);
		expect(offered.map(({ name }) => name).sort()).toEqual([...names, ...more].sort());
		expect(offered).toEqual(
			offered.map(() => expect.objectContaining({ type: 'string', requiresDataPath: 'single' })),
		);
	},
);

test('Columns is defined once, is not shown to an AI agent, and keeps nothing of another operation', () => {
	const [columns, ...others] = description.properties.filter(({ name }) => name === 'columns');
	expect(others).toEqual([]);
	expect(columns!.displayOptions!.hide).toEqual({ updateRows: ['checked'], '@tool': [true] });
	const stored = { ...send, ...auto, columns: { email: 'Mail', rentPaid: 'Paid' } };
	expect(resolve(stored)).toMatchObject({ columns: { email: 'Mail' } });
	expect(resolve(stored)['columns']).not.toHaveProperty('rentPaid');
});
