import { createProperty } from '../../../nodes/RentalScreening/resources/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { getResults } from '../../../nodes/RentalScreening/resources/results.ts';
import {
	sendScreening,
	sendScreeningWithFlow,
} from '../../../nodes/RentalScreening/resources/screening.ts';
import { ROW_COLUMNS, SIMPLIFIED_COLUMNS } from '../../../nodes/RentalScreening/results/columns.ts';
import type { RowColumns } from '../../../nodes/RentalScreening/run/operation.ts';
import { SYNONYMS } from '../../../nodes/RentalScreening/request/synonyms.ts';
import { mappedOperations, nodeOperations } from '../../support/operations.mts';
import { codesIn, tablesBelow, textOf } from './pages.mts';

test('the column names of the docs are the synonyms of the node', () => {
	const [, names = []] = tablesBelow('docs/mapping.md', 'Column names');
	const listed = names.map(([field, others]) => [...codesIn(field!), others!.split(', ')]);
	expect(Object.fromEntries(listed)).toEqual(SYNONYMS);
});

test('exactly the values for the whole run are named', () => {
	const [line] = /^- Values that are the same for all rows .*$/m.exec(
		textOf('docs/mapping.md'),
	) ?? [''];
	const perRun = nodeOperations.flatMap(({ fields }) =>
		fields.filter((field) => field.perRun).map(({ name }) => name),
	);
	expect(codesIn(line).sort()).toEqual([...new Set(perRun)].sort());
});

test('the columns of each operation are its fields', () => {
	const [table = []] = tablesBelow('docs/mapping.md', 'Column names');
	const listed = table.map(([, needs, uses]) =>
		`${needs}, ${uses}`
			.split(/, |; | or (?!State)/)
			.filter((name) => name !== '')
			.sort(),
	);
	const expected = mappedOperations.map(({ fields }) => fields.map(({ label }) => label).sort());
	expect(listed).toEqual(expect.arrayContaining([...expected, ['User ID']]));
	expect(listed).toHaveLength(expected.length + 1);
});

describe('the headers to copy', () => {
	const [, section = ''] = textOf('docs/mapping.md').split(/^## Headers to copy$/m);
	const [own = ''] = section.split(/^## /m);
	const listed = new Map(
		[...own.matchAll(/^\*\*(.+)\*\*\n\n```text\n(.+)\n```$/gm)].map(([, names, headers]) => [
			names!,
			headers!.split('\t').sort(),
		]),
	);
	const written = ({ id, status, note, at }: RowColumns) =>
		[id, status, note, at].filter((name) => name !== undefined);

	test.each([
		['Property: Create', createProperty, []],
		['Screening: Send, Screening: Send with Flow', sendScreening, []],
		['Screening: Send, Screening: Send with Flow', sendScreeningWithFlow, []],
		['Rent Report: Submit', submitRentReport, []],
		['Result: Get, Simplified', getResults, SIMPLIFIED_COLUMNS],
		['Result: Get, Spreadsheet Row', getResults, ROW_COLUMNS],
	] as const)('of %s are the columns that it writes', (name, { rows }, columns) => {
		const expected = [...written(rows!), ...columns.map((column) => column.name)];
		expect(listed.get(name)).toEqual(expected.sort());
	});

	test('are of every operation with Update Rows', () => {
		expect(listed.size).toBe(5);
	});
});

test('the header row of the Google sheet is the same wherever it is to be copied', () => {
	const lineIn = (page: string) =>
		/^userId\tscreeningStatus\t.*\tresultStatus\t.*$/m.exec(textOf(page))?.[0];
	expect(lineIn('README.md')).toContain('redFlags');
	expect(lineIn('docs/workflows.md')).toBe(lineIn('README.md'));
});
