import type { INodeProperties } from 'n8n-workflow';

import { RentalScreeningApi } from '../../../credentials/RentalScreeningApi.credentials.ts';
import { nodeOperations } from '../../support/operations.mts';
import { description, offeredIn, operationEntry, panel } from '../../support/panel.mts';
import { choicesOf, everyProperty } from '../../support/walk-description.mts';
import { codesIn, tableBelow, tablesBelow, textOf } from './pages.mts';

// What README and docs/mapping.md say of operations, parameters and options, compared with the node as sets.

/** Needed, but a column of the input may give them too, so the editor must not insist on the field. */
const NEEDED_WITHOUT_MARK = ['propertyId', 'flowId'];

type Place = (typeof nodeOperations)[number];

/** The operation as the docs call it: 'Screening: Send'. */
function nameOf(place: Place): string {
	const resources = choicesOf(description.properties.find(({ name }) => name === 'resource')!);
	const resource = resources.find(({ value }) => value === place.resource)!.name;
	return `${resource}: ${operationEntry(place)!.name}`;
}

const boldIn = (cell: string) => /\*\*(.+)\*\*/.exec(cell)?.[1];
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** Every parameter of the panel in every mode of it, members of collections included. */
function offered(place: Place): INodeProperties[] {
	const ways = [
		{},
		{ specifySteps: 'json' },
		{ mappingMode: 'autoMapInputData' },
		{ output: 'selectedFields' },
	];
	const shown = new Map(
		ways.flatMap((way) => panel(place, way)).map((property) => [property.name, property]),
	);
	for (const name of [
		'resource',
		'operation',
		'mappingMode',
		'mappingNotice',
		'updateRows',
		'sendRows',
		'returnColumns',
		'matchColumn',
	]) {
		shown.delete(name);
	}
	shown.delete('options');
	return [...shown.values()].flatMap((property) =>
		property.type === 'collection'
			? [property, ...offeredIn(place, property.name)]
			: everyProperty([property]).map(({ it }) => it),
	);
}

const PAGE = 'docs/mapping.md';
const places = nodeOperations.map((place) => [nameOf(place), place] as const);

describe('the operations of docs/mapping.md', () => {
	const rows = tableBelow(PAGE, 'Operations').map(([operation, endpoint, parameters]) => ({
		operation: boldIn(operation!),
		mapped: operation!.endsWith('¹'),
		endpoint: codesIn(endpoint!),
		parameters: sorted(codesIn(parameters!)),
		required: sorted([...parameters!.matchAll(/\*\*`(\w+)`\*\*/g)].map(([, name]) => name!)),
	}));

	test('are those of the node', () => {
		expect(rows.map(({ operation }) => operation).sort()).toEqual(
			places.map(([name]) => name).sort(),
		);
	});

	test.each(places)('%s: endpoint, parameters, required ones, mapping mode', (name, place) => {
		const { routing } = operationEntry(place) as { routing?: INodeProperties['routing'] };
		const { method, url } = routing!.request!;
		const parameters = offered(place);
		expect(rows.find(({ operation }) => operation === name)).toEqual({
			operation: name,
			mapped: panel(place).some((property) => property.name === 'mappingMode'),
			endpoint: [`${method} ${url}`],
			parameters: sorted(parameters.map((property) => property.name)),
			required: sorted(
				parameters
					.filter(
						({ name: own, required }) => required === true || NEEDED_WITHOUT_MARK.includes(own),
					)
					.map((property) => property.name),
			),
		});
	});
});

test('the README names each operation', () => {
	const named = tableBelow('README.md', 'Operations').map(([operation]) => boldIn(operation!));
	expect(named.sort()).toEqual(places.map(([name]) => name).sort());
});

test('docs/mapping.md shows the panel of each operation, with its name', () => {
	const pictures = [...textOf(PAGE).matchAll(/panel-(\w+-\w+)\.png"[^>]* alt="([^"]+)"/g)];
	expect(pictures.map(([, file, alt]) => [file, alt]).sort()).toEqual(
		places.map(([name, place]) => [`${place.resource}-${place.operation}`, name]).sort(),
	);
});

test('the options of docs/mapping.md are those of the node, as the editor shows them', () => {
	const [, rows = []] = tablesBelow(PAGE, 'Operations');
	const options = description.properties.find(({ name }) => name === 'options')!
		.options as INodeProperties[];
	expect(rows.map(([shown, name]) => [shown, ...codesIn(name!)]).sort()).toEqual(
		options.map(({ displayName, name }) => [displayName, name]).sort(),
	);
});

test.each(['sendRows', 'returnColumns'])('the choices of %s are in docs/mapping.md', (name) => {
	const choices = choicesOf(description.properties.find((property) => property.name === name)!);
	const page = textOf(PAGE);
	expect(choices.length).toBeGreaterThan(1);
	expect(choices.filter((choice) => !page.includes(`**${choice.name}**`))).toEqual([]);
});

test('the fields of the credential are those that people fill in', () => {
	const fields = new RentalScreeningApi().properties.filter(({ type }) => type !== 'hidden');
	expect(tableBelow('README.md', 'Credential').map(([field]) => field)).toEqual(
		fields.map(({ displayName }) => displayName),
	);
});

describe('Update Rows', () => {
	const rows = tableBelow('docs/mapping.md', 'Update Rows').map(([operation, ...columns]) => [
		boldIn(operation!)!,
		columns.map((column) => codesIn(column)[0]),
	]);

	test('is listed for every operation that has it, with its columns and values', () => {
		const expected = places.flatMap(([name, { code }]) => {
			if (code.rows === undefined) return [];
			const { id, status, done, notDone, open, note, at } = code.rows;
			return [[name, [id, status, done, notDone, open, note, at]]];
		});
		expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
	});

	test.each(places)('the switch of %s is in the panel if it has such columns', (_, place) => {
		const inPanel = panel(place).some(({ name }) => name === 'updateRows');
		expect(inPanel).toBe(place.code.rows !== undefined);
	});
});
