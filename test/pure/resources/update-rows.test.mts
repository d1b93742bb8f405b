import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { RESULT_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { nodeOperations } from '../../support/operations.mts';
import { description, panel } from '../../support/panel.mts';

const ROW_OPERATIONS = nodeOperations
	.filter(({ code }) => code.rows !== undefined)
	.map(({ resource, operation }) => ({ resource, operation }));
const NOT_ROWS = RESULT_OUTPUTS.filter(({ rowColumns }) => !rowColumns);
const MODES = [
	['autoMapInputData', true],
	['defineBelow', false],
] as const;

/** As n8n completes what is stored (`returnDefaults`), or cuts it to what is worth storing. */
function resolve(parameters: INodeParameters, returnDefaults: boolean): INodeParameters {
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

describe.each(ROW_OPERATIONS)('Update Rows of $resource: $operation', (place) => {
	test.each(MODES)('where it is not stored: in %s it is %s', (mappingMode, byDefault) => {
		expect(resolve({ ...place, mappingMode }, true)['updateRows']).toBe(byDefault);
	});

	test('where neither it nor the mapping mode is stored: off', () => {
		expect(resolve(place, true)).toMatchObject({ mappingMode: 'defineBelow', updateRows: false });
	});

	test.each(MODES)(
		'in %s: what is stored counts, and only the other value is',
		(mappingMode, by) => {
			const stored = { ...place, mappingMode, updateRows: !by };
			expect(resolve(stored, true)['updateRows']).toBe(!by);
			expect(resolve(stored, false)['updateRows']).toBe(!by);
			expect(resolve({ ...stored, updateRows: by }, false)).not.toHaveProperty('updateRows');
		},
	);

	test.each([
		['defineBelow', 'autoMapInputData', true],
		['autoMapInputData', 'defineBelow', false],
	])('untouched, from %s to %s in the editor: it follows', (from, to, expected) => {
		// The editor cuts what it holds to what is not default, sets the new mode, and completes it.
		const held = resolve({ ...place, mappingMode: from }, true);
		const cut = { ...resolve(held, false), mappingMode: to };
		expect(resolve(cut, true)['updateRows']).toBe(expected);
	});

	test.each(MODES)('is right below the mapping mode in %s, once', (mappingMode) => {
		const names = panel(place, { mappingMode })
			.filter(({ type }) => type !== 'notice')
			.map(({ name }) => name);
		const at = names.indexOf('mappingMode');
		expect(names.slice(at, at + 2)).toEqual(['mappingMode', 'updateRows']);
		expect(names.filter((name) => name === 'updateRows')).toHaveLength(1);
	});

	test('what it returns is right below it, where it is on', () => {
		const on = { ...place, mappingMode: 'autoMapInputData', updateRows: true };
		const sendRows = place.resource === 'results' ? [] : ['sendRows'];
		const below = (parameters: INodeParameters) => {
			const names = panel(place, parameters).map(({ name }) => name);
			return names.slice(names.indexOf('updateRows') + 1).slice(0, 2 + sendRows.length);
		};
		expect(resolve(on, true)).toMatchObject({ returnColumns: 'all' });
		expect(resolve({ ...on, returnColumns: 'written' }, true)).toMatchObject({
			returnColumns: 'written',
			matchColumn: 'row_number',
		});
		expect(below({ ...on, returnColumns: 'written' })).toEqual([
			...sendRows,
			'returnColumns',
			'matchColumn',
		]);
		expect(below(on).slice(0, -1)).toEqual([...sendRows, 'returnColumns']);
		expect(resolve(on, true)['sendRows']).toBe(sendRows.length === 0 ? undefined : 'due');
		expect(below(on)).not.toContain('matchColumn');
		const off = resolve({ ...on, updateRows: false, returnColumns: 'written' }, true);
		expect(off).not.toHaveProperty('returnColumns');
		expect(off).not.toHaveProperty('matchColumn');
	});

	test('says which rows it leaves alone, and that it is nothing for AI agents', () => {
		const [property] = panel(place).filter(({ name }) => name === 'updateRows');
		expect(property!.hint).toMatch(
			/^Return my sheet's rows with the outcome\. .*'(Property|User|Report) ID'/,
		);
		expect(property!.description).toContain('no effect when an AI agent');
	});
});

test.each(NOT_ROWS)(
	'results as $value are no rows: Update Rows is not there, even if it is stored',
	({ value: output }) => {
		const get = { resource: 'results', operation: 'get', mappingMode: 'autoMapInputData', output };
		const resolved = resolve({ ...get, updateRows: true, returnColumns: 'written' }, true);
		for (const name of ['updateRows', 'returnColumns', 'matchColumn']) {
			expect(resolved).not.toHaveProperty(name);
		}
	},
);

test('results whose output is an expression keep it: the output of each item decides', () => {
	const get = { resource: 'results', operation: 'get', mappingMode: 'autoMapInputData' };
	expect(resolve({ ...get, output: '={{ $json.output }}' }, true)).toMatchObject({
		updateRows: true,
		returnColumns: 'all',
	});
});

test('an operation without rows has no Update Rows', () => {
	const getSteps = { resource: 'flow', operation: 'getSteps', updateRows: true };
	expect(resolve(getSteps, true)).not.toHaveProperty('updateRows');
});

test('Include Input Fields is offered only where rows are not kept anyway', () => {
	const send = { resource: 'screening', operation: 'send' };
	const options = { includeInputFields: true };
	const kept = (parameters: INodeParameters) =>
		resolve({ ...parameters, options }, true)['options'];
	expect(kept({ ...send, mappingMode: 'autoMapInputData' })).toEqual({});
	expect(kept(send)).toEqual(options);
	expect(kept({ ...send, updateRows: true })).toEqual({});
	expect(kept({ resource: 'flow', operation: 'getSteps' })).toEqual(options);
});
