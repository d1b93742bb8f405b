import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { isPhone, parameterPath } from '../../../nodes/RentalScreening/core/field.ts';
import { RESULT_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { mappedOperations, nodeOperations } from '../../support/operations.mts';
import { description, panel } from '../../support/panel.mts';

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

describe('fields', () => {
	const placed = mappedOperations.flatMap(({ fields }) => fields);

	test('that are parameters of their own are defined once for all operations that have them', () => {
		for (const { name, perRun } of placed.filter(({ collection }) => collection === undefined)) {
			const definitions = description.properties.filter((property) => property.name === name);
			expect([name, definitions.length]).toEqual([name, perRun ? 2 : 1]);
		}
	});

	test('that share a definition are the same in all operations', () => {
		const shownOf = ({ label, panel: own, required, perRun }: (typeof placed)[number]) => {
			return { label, own, required, perRun };
		};
		for (const one of placed) {
			const same = placed.filter((other) => parameterPath(other) === parameterPath(one));
			for (const other of same) expect(shownOf(other)).toEqual(shownOf(one));
		}
	});

	test.each(mappedOperations.flatMap((place) => MODES.map((mode) => ({ ...place, mode }))))(
		'of $resource: $operation: Country Code is right below the phone, once, in $mode',
		({ mode: mappingMode, ...place }) => {
			const names = panel(place, { mappingMode }).map(({ name }) => name);
			const hasPhone = place.fields.some(isPhone);
			expect(names.filter((name) => name === 'countryCode')).toHaveLength(hasPhone ? 1 : 0);
			if (!hasPhone || mappingMode === 'autoMapInputData') return;
			const above = names[names.indexOf('countryCode') - 1];
			expect(above).toBe(place.resource === 'rentReport' ? 'additionalFields' : 'phone');
		},
	);
});

describe("the notice of 'Map Automatically'", () => {
	const AMOUNTS = "'Rent Amount', 'Rent Paid', 'Current Balance Due' or 'Amount Past Due'";
	test.each([
		['property', 'create', "'Name'"],
		['screening', 'send', "'Email' and for 'Phone'"],
		['screening', 'sendWithFlow', "'Email' and for 'Phone'"],
		['results', 'get', "'User ID'"],
		['rentReport', 'submit', `'Last Name' or 'First Name' and for ${AMOUNTS}`],
	])('of %s: %s says what it needs', (resource, operation, needs) => {
		const noticesIn = (mappingMode: string) =>
			panel({ resource, operation }, { mappingMode })
				.filter(({ type }) => type === 'notice')
				.map(({ displayName }) => displayName.replace(/\. <a href=".*\/docs\/mapping\.md#.*$/, ''));
		expect(noticesIn('defineBelow')).toEqual([]);
		expect(noticesIn('autoMapInputData')).toEqual([`Needs a column for ${needs}`]);
	});
});

describe.each(nodeOperations.filter(({ code }) => code.rows !== undefined))(
	'Update Rows of $resource: $operation',
	({ resource, operation }) => {
		const place = { resource, operation };

		test.each(MODES)('in %s: its default, and only another value is stored', (mappingMode) => {
			const isOn = mappingMode === 'autoMapInputData';
			expect(resolve({ ...place, mappingMode })['updateRows']).toBe(isOn);
			const stored = { ...place, mappingMode, updateRows: !isOn };
			expect(resolve(stored)['updateRows']).toBe(!isOn);
			expect(resolve(stored, false)['updateRows']).toBe(!isOn);
			expect(resolve({ ...stored, updateRows: isOn }, false)).not.toHaveProperty('updateRows');
			// The editor cuts what it holds to what is not default, sets the new mode, and completes it.
			const [other] = MODES.filter((mode) => mode !== mappingMode);
			const held = resolve(resolve({ ...place, mappingMode }), false);
			expect(resolve({ ...held, mappingMode: other! })['updateRows']).toBe(!isOn);
		});

		test('is off where not even the mapping mode is stored', () => {
			expect(resolve(place)).toMatchObject({ mappingMode: 'defineBelow', updateRows: false });
		});

		test.each(MODES)('is below the mapping mode, with what belongs to it, in %s', (mappingMode) => {
			const parameters = { ...place, mappingMode, updateRows: true, returnColumns: 'written' };
			const shown = panel(place, parameters).filter(({ type }) => type !== 'notice');
			const names = shown.map(({ name }) => name);
			const sendRows = resource === 'results' ? [] : ['sendRows'];
			const own = ['mappingMode', 'updateRows', ...sendRows, 'returnColumns', 'matchColumn'];
			expect(names.slice(names.indexOf('mappingMode')).slice(0, own.length)).toEqual(own);
			expect(names.filter((name) => own.includes(name))).toEqual(own);
			const { sendRows: chosen, matchColumn } = resolve(parameters);
			expect([chosen, matchColumn]).toEqual([
				sendRows.length > 0 ? 'due' : undefined,
				'row_number',
			]);
			const whole = resolve({ ...parameters, returnColumns: 'all' });
			expect(whole).not.toHaveProperty('matchColumn');
			const off = resolve({ ...place, mappingMode, updateRows: false });
			expect(off).not.toHaveProperty('returnColumns');
		});

		test('says which rows it leaves alone, and that it is nothing for AI agents', () => {
			const [property] = panel(place).filter(({ name }) => name === 'updateRows');
			expect(property!.hint).toMatch(
				/^Return my sheet's rows with the outcome\. .*'(Property|User|Report) ID'/,
			);
			expect(property!.description).toContain('no effect when an AI agent');
		});
	},
);

test('Update Rows is where results are one row, or may be by an expression, and nowhere else', () => {
	const get = { resource: 'results', operation: 'get', mappingMode: 'autoMapInputData' };
	const isThere = (parameters: INodeParameters) =>
		Object.hasOwn(resolve({ ...parameters, updateRows: true }), 'updateRows');
	for (const { value, rowColumns } of RESULT_OUTPUTS) {
		expect([value, isThere({ ...get, output: value })]).toEqual([value, rowColumns !== undefined]);
	}
	expect(isThere({ ...get, output: '={{ $json.output }}' })).toBe(true);
	expect(isThere({ resource: 'flow', operation: 'getSteps' })).toBe(false);
});
