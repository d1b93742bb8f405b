import type { INodeProperties } from 'n8n-workflow';

import { RentalScreeningApi } from '../../../credentials/RentalScreeningApi.credentials.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { createColumnReader } from '../../../nodes/RentalScreening/request/columnReader.ts';
import { APPLICANT_FIRST, TENANT_FIRST } from '../../../nodes/RentalScreening/request/headers.ts';
import { COUNTRY_CODE } from '../../../nodes/RentalScreening/request/phone.ts';
import { readApplicant } from '../../../nodes/RentalScreening/results/applicant.ts';
import { ROW_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import { RESULT_OUTPUTS } from '../../../nodes/RentalScreening/results/outputs.ts';
import { createItem } from '../../support/item-inputs.mts';
import { mappedOperations, nodeOperations } from '../../support/operations.mts';
import { description, listOffered, findOperationEntry, panel } from '../../support/panel.mts';
import { readText } from '../../support/repository.mts';
import { listChoices, listProperties } from '../../support/walk-description.mts';
import { createFullAnswer } from '../results/answers.mts';
import { findCodes, readTable, readTables } from './pages.mts';

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
	listChoices(property).map(({ value, name }) => [value, name]);

/** The operation as the docs call it: 'Screening: Send'. */
function formatPlace(place: Place): string {
	const resource = listChoices(parameter('resource')).find(
		({ value }) => value === place.resource,
	)!;
	return `${resource.name}: ${findOperationEntry(place)!.name}`;
}
const places = nodeOperations.map((place) => [formatPlace(place), place] as const);

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
				? [property, ...listOffered(place, property.name)]
				: listProperties([property]).map(({ it }) => it),
		);
}

test('the docs list each operation with endpoint, parameters, required ones and mapping mode', () => {
	const rows = readTable(MAPPING, 'Operations').map(([operation, endpoint, parameters]) => [
		boldIn(operation!),
		operation!.endsWith('¹'),
		findCodes(endpoint!),
		sorted(findCodes(parameters!)),
		sorted([...parameters!.matchAll(/\*\*`(\w+)`\*\*/g)].map(([, name]) => name!)),
	]);
	// Needed, but a column may give them too, so the editor does not insist on the field.
	const isNeeded = ({ name, required }: INodeProperties) =>
		required === true || ['propertyId', 'flowId'].includes(name);
	const expected = places.map(([name, place]) => {
		const { method, url } = (findOperationEntry(place) as INodeProperties).routing!.request!;
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
	const inReadme = readTable('README.md', 'Operations').map(([operation]) => boldIn(operation!));
	expect(inReadme.sort()).toEqual(places.map(([name]) => name).sort());
});

test('the docs list options, choices and the fields of the credential as the editor shows them', () => {
	const [, rows = []] = readTables(MAPPING, 'Operations');
	expect(rows.map(([shown, name]) => [shown, ...findCodes(name!)]).sort()).toEqual(
		// Send Again is shown by either of two definitions.
		[
			...new Map(options.map(({ displayName, name }) => [name, [displayName, name]])).values(),
		].sort(),
	);
	for (const [, name] of labelled(parameter('updateRows')))
		expect(readText(MAPPING)).toContain(`**${String(name)}**`);
	const fields = new RentalScreeningApi().properties.filter(({ type }) => type !== 'hidden');
	expect(readTable('README.md', 'Credential').map(([field]) => field)).toEqual(
		fields.map(({ displayName }) => displayName),
	);
	const incomplete = readTable(RESULTS, 'Applicants who have not completed the screening');
	expect(incomplete.map(([value, name]) => [...findCodes(value!), name]).sort()).toEqual(
		labelled(parameter('whenIncomplete', options)).sort(),
	);
});

test('the docs list the synonyms of columns, the personal ones and those that all rows share', () => {
	const listed = readTable(MAPPING, 'Column names').map(([field, others]) => [
		...findCodes(field!),
		others!.split(', '),
	]);
	const fields = mappedOperations.flatMap((operation) => operation.fields);
	const personal = readTable(MAPPING, 'Column names').filter(([field]) => field!.includes('²'));
	expect(sorted(personal.flatMap(([field]) => findCodes(field!)))).toEqual(
		sorted(
			[COUNTRY_CODE, ...fields].filter(({ isPersonal }) => isPersonal).map(({ name }) => name),
		),
	);
	expect(Object.fromEntries(listed)).toEqual(
		Object.fromEntries(
			[COUNTRY_CODE, ...fields].flatMap(({ name, synonyms }) =>
				synonyms ? [[name, synonyms]] : [],
			),
		),
	);
	const perRun = fields.filter((field) => field.sharedByRun).map(({ name }) => name);
	const [line] = /^\d\. \*\*The same for all rows\*\*: .* are fields/m.exec(readText(MAPPING)) ?? [
		'',
	];
	expect(sorted(findCodes(line))).toEqual(sorted([COUNTRY_CODE.name, ...perRun]));
});

test('the docs list the roles in their order, and column names that mean nothing on purpose', () => {
	const inWords = (roles: readonly string[]) =>
		`${roles.slice(0, -1).join(', ')} and ${roles.at(-1)!}`;
	const [line] = /^\d\. \*\*Roles\.\*\* .*$/m.exec(readText(MAPPING)) ?? [''];
	expect(line).toContain(`for screenings the first of ${inWords(APPLICANT_FIRST)} that has`);
	expect(line).toContain(`for rent reports the first of ${inWords(TENANT_FIRST)}.`);
	const [, sentence = ''] = /^Left out on purpose: (.*)\.$/m.exec(readText(MAPPING)) ?? [];
	const leftOut = [...sentence.matchAll(/([^,()][^()]*) \(([^)]+)\)/g)];
	expect(leftOut.length).toBeGreaterThan(8);
	for (const [, columns, why] of leftOut) {
		expect(why!.split(' ').length).toBeLessThanOrEqual(3);
		for (const column of columns!.trim().split(' and ')) {
			const item = createItem({ mappingMode: 'autoMapInputData' }, { [column]: 'x' });
			for (const { fields } of mappedOperations) {
				const reader = createColumnReader([item], fields);
				expect([column, fields.filter(reader.has)]).toEqual([column, []]);
			}
		}
	}
});

test('the docs list the columns and statuses of Update Rows', () => {
	const rows = readTable(MAPPING, 'Update Rows').flatMap(([operations, ...columns]) =>
		boldIn(operations!)!
			.split(', ')
			.map((operation) => [operation, columns.map((column) => findCodes(column)[0])]),
	);
	const expected = places.flatMap(([name, { code }]) => {
		if (code.rows === undefined) return [];
		const { id, status, done, notDone, open, note, at } = code.rows;
		return [[name, [id, status, done, notDone, open, note, at]]];
	});
	expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
});

test('the headers to copy are the columns that Update Rows needs', () => {
	const [, section = ''] = readText(MAPPING).split(/^## Headers to copy$/m);
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
	['an-excel-365-workbook', /each name in a cell of its own: `key`, (.*)/],
])("README's header to copy is what the note of %s asks for", (place, asked) => {
	const { nodes } = JSON.parse(readText(`workflows/screen-applicants-in-${place}.json`)) as {
		nodes: Array<{ parameters: { content?: string } }>;
	};
	const notes = nodes.map(({ parameters }) => parameters.content).join('\n');
	const [, line = ''] = /^```text\n(screeningStatus\t.*)\n```$/m.exec(readText('README.md')) ?? [];
	expect(findCodes(asked.exec(notes)![1]!)).toEqual(line.split('\t'));
});

test('the docs list the outputs of results and the columns of its lists', () => {
	const listed = readTable(RESULTS, 'Outputs').map(([value, name]) => [...findCodes(value!), name]);
	expect(listed.sort()).toEqual(RESULT_OUTPUTS.map(({ value, name }) => [value, name]).sort());
	const lists = RESULT_OUTPUTS.flatMap((output) => {
		const items = output.shape(readApplicant(createFullAnswer()), { fields: [] });
		return items.length > 1 ? [[output.value, Object.keys(items[0]!.json)]] : [];
	});
	const columns = readTable(RESULTS, 'Columns').map(([output, names]) => [
		findCodes(output!)[0]!,
		['userId', 'firstName', 'lastName', ...findCodes(names!)],
	]);
	expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(lists));
});
