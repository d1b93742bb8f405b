import type { INodeProperties } from 'n8n-workflow';

import { RentalScreeningApi } from '../../../credentials/RentalScreeningApi.credentials.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { applicantOf } from '../../../nodes/RentalScreening/results/applicant.ts';
import { ROW_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import { RESULT_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { mappedOperations, nodeOperations } from '../../support/operations.mts';
import { description, offeredIn, operationEntry, panel } from '../../support/panel.mts';
import { choicesOf, everyProperty } from '../../support/walk-description.mts';
import { fullAnswer } from '../results/answers.mts';
import { codesIn, tableBelow, tablesBelow, textOf } from './pages.mts';

// The names in the tables of README and docs, compared with the node as sets.

type Place = (typeof nodeOperations)[number];

const MAPPING = 'docs/mapping.md';
const RESULTS = 'docs/results.md';

const boldIn = (cell: string) => /\*\*(.+)\*\*/.exec(cell)?.[1];
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const parameter = (name: string, from = description.properties) =>
	from.find((property) => property.name === name)!;
const options = parameter('options').options as INodeProperties[];
const labelled = (property: INodeProperties) =>
	choicesOf(property).map(({ value, name }) => [value, name]);

/** The operation as the docs call it: 'Screening: Send'. */
function nameOf(place: Place): string {
	const resource = choicesOf(parameter('resource')).find(({ value }) => value === place.resource)!;
	return `${resource.name}: ${operationEntry(place)!.name}`;
}
const places = nodeOperations.map((place) => [nameOf(place), place] as const);

/** The parameters that only one kind of operations has, in every mode, members of collections included. */
function offered(place: Place): INodeProperties[] {
	const ways = [
		{},
		{ specifySteps: 'json' },
		{ mappingMode: 'autoMapInputData' },
		{ output: 'selectedFields' },
	];
	const everywhere = /^(resource|operation|mapping(Mode|Notice)|updateRows|matchColumn|options)$/;
	const shown = new Map(
		ways.flatMap((way) => panel(place, way)).map((property) => [property.name, property]),
	);
	return [...shown.values()]
		.filter(({ name }) => !everywhere.test(name))
		.flatMap((property) =>
			property.type === 'collection'
				? [property, ...offeredIn(place, property.name)]
				: everyProperty([property]).map(({ it }) => it),
		);
}

test('operations: endpoint, parameters, required ones, mapping mode', () => {
	const rows = tableBelow(MAPPING, 'Operations').map(([operation, endpoint, parameters]) => [
		boldIn(operation!),
		operation!.endsWith('¹'),
		codesIn(endpoint!),
		sorted(codesIn(parameters!)),
		sorted([...parameters!.matchAll(/\*\*`(\w+)`\*\*/g)].map(([, name]) => name!)),
	]);
	// Needed, but a column may give them too, so the editor does not insist on the field.
	const isNeeded = ({ name, required }: INodeProperties) =>
		required === true || ['propertyId', 'flowId'].includes(name);
	const expected = places.map(([name, place]) => {
		const { method, url } = (operationEntry(place) as INodeProperties).routing!.request!;
		return [
			name,
			panel(place).some((property) => property.name === 'mappingMode'),
			[`${method} ${url}`],
			sorted(offered(place).map((property) => property.name)),
			sorted(
				offered(place)
					.filter(isNeeded)
					.map((property) => property.name),
			),
		];
	});
	expect(rows.sort()).toEqual(expected.sort());
	const inReadme = tableBelow('README.md', 'Operations').map(([operation]) => boldIn(operation!));
	expect(inReadme.sort()).toEqual(places.map(([name]) => name).sort());
});

test('options, choices and the fields of the credential, as the editor shows them', () => {
	const [, rows = []] = tablesBelow(MAPPING, 'Operations');
	expect(rows.map(([shown, name]) => [shown, ...codesIn(name!)]).sort()).toEqual(
		// Send Again is shown by either of two definitions.
		[
			...new Map(options.map(({ displayName, name }) => [name, [displayName, name]])).values(),
		].sort(),
	);
	for (const [, name] of labelled(parameter('updateRows')))
		expect(textOf(MAPPING)).toContain(`**${String(name)}**`);
	const fields = new RentalScreeningApi().properties.filter(({ type }) => type !== 'hidden');
	expect(tableBelow('README.md', 'Credential').map(([field]) => field)).toEqual(
		fields.map(({ displayName }) => displayName),
	);
	const incomplete = tableBelow(RESULTS, 'Applicants who have not completed the screening');
	expect(incomplete.map(([value, name]) => [...codesIn(value!), name]).sort()).toEqual(
		labelled(parameter('whenIncomplete', options)).sort(),
	);
});

test('column names: synonyms, and what is the same for all rows', () => {
	const listed = tableBelow(MAPPING, 'Column names').map(([field, others]) => [
		...codesIn(field!),
		others!.split(', '),
	]);
	const fields = mappedOperations.flatMap((operation) => operation.fields);
	expect(Object.fromEntries(listed)).toEqual(
		Object.fromEntries(
			fields.flatMap(({ name, synonyms }) => (synonyms ? [[name, synonyms]] : [])),
		),
	);
	const [line] = /^- Values that are the same for all rows .*$/m.exec(textOf(MAPPING)) ?? [''];
	expect(sorted(codesIn(line))).toEqual(
		sorted(fields.filter(({ perRun }) => perRun).map(({ name }) => name)),
	);
});

test('Update Rows: the columns and values of every operation that has it, and the headers to copy', () => {
	const rows = tableBelow(MAPPING, 'Update Rows').flatMap(([operations, ...columns]) =>
		boldIn(operations!)!
			.split(', ')
			.map((operation) => [operation, columns.map((column) => codesIn(column)[0])]),
	);
	const expected = places.flatMap(([name, { code }]) => {
		if (code.rows === undefined) return [];
		const { id, status, done, notDone, open, note, at } = code.rows;
		return [[name, [id, status, done, notDone, open, note, at]]];
	});
	expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));

	const [, section = ''] = textOf(MAPPING).split(/^## Headers to copy$/m);
	const listed = [
		...section.split(/^## /m)[0]!.matchAll(/^\*\*(.+)\*\*\n\n```text\n(.+)\n```$/gm),
	].map(([, names, headers]) => [names!, headers!.split('\t').sort()]);
	const headers = ({ rows: own }: typeof createProperty, columns: typeof ROW_COLUMNS = []) => {
		const { id, status, note, at } = own!;
		const written = [id, status, note, at, id && status.replace('Status', 'Mark')];
		return [...written.filter((name) => name !== undefined), ...columns.map(({ name }) => name)];
	};
	const simplified = RESULT_OUTPUTS.find(({ value }) => value === 'simplified')!;
	expect(Object.fromEntries(listed)).toEqual({
		'Property: Create': headers(createProperty).sort(),
		'Screening: Send, Screening: Send with Flow': headers(sendScreening).sort(),
		'Rent Report: Submit': headers(submitRentReport).sort(),
		'Result: Get, Simplified': headers(getResults, simplified.rowColumns!([])).sort(),
		'Result: Get, Spreadsheet Row': headers(getResults, ROW_COLUMNS).sort(),
	});
});

test.each([
	['a-google-sheet', /Add these to yours: (.*)/],
	['an-excel-365-workbook', /paste this header.*of its own: `key`, (.*)/],
])("README's header to copy is what the note of %s asks for", (place, asked) => {
	const { nodes } = JSON.parse(textOf(`workflows/screen-applicants-in-${place}.json`)) as {
		nodes: Array<{ parameters: { content?: string } }>;
	};
	const notes = nodes.map(({ parameters }) => parameters.content).join('\n');
	const [, line = ''] = /^```text\n(screeningStatus\t.*)\n```$/m.exec(textOf('README.md')) ?? [];
	expect(codesIn(asked.exec(notes)![1]!)).toEqual(line.split('\t'));
});

test('outputs of results, and the columns of its lists', () => {
	const listed = tableBelow(RESULTS, 'Outputs').map(([value, name]) => [...codesIn(value!), name]);
	expect(listed.sort()).toEqual(RESULT_OUTPUTS.map(({ value, name }) => [value, name]).sort());
	const lists = RESULT_OUTPUTS.flatMap((output) => {
		const choice = { fields: [], includeSsn: false };
		const items = output.shape(applicantOf(fullAnswer()), choice, fullAnswer());
		return items.length > 1 ? [[output.value, Object.keys(items[0]!.json)]] : [];
	});
	const columns = tableBelow(RESULTS, 'Columns').map(([output, names]) => [
		codesIn(output!)[0]!,
		['userId', 'firstName', 'lastName', ...codesIn(names!)],
	]);
	expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(lists));
});
