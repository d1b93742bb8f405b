import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';
import colours from 'picocolors';

interface Column {
	title: string;
	width: number;
	right?: true;
	cell: (row: IDataObject) => string;
}

const NOTHING = '–';

const COLUMNS: Column[] = [
	{ title: 'Applicant', width: 18, cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
	{ title: 'Done', width: 6, cell: ({ checkComplete }) => (checkComplete ? 'yes' : 'no') },
	{ title: 'Score', width: 7, right: true, cell: (row) => number(row['serviceScore']) },
	{ title: 'Credit', width: 8, right: true, cell: (row) => number(row['creditScore']) },
	{ title: 'Income', width: 10, right: true, cell: (row) => number(row['monthlyIncome']) },
	{ title: 'Rent %', width: 8, right: true, cell: (row) => number(row['rentToIncomePercent']) },
	{ title: 'Red flags', width: 37, cell: (row) => text(row['redFlags']) },
];

/** The simplified rows of applicants as a table for the terminal, 102 characters wide. */
export function resultsTable(rows: IDataObject[]): string {
	const table = new Table({
		head: COLUMNS.map(({ title }) => colours.bold(title)),
		colWidths: COLUMNS.map(({ width }) => width),
		colAligns: COLUMNS.map(({ right }) => (right ? 'right' : 'left')),
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const row of rows) table.push(COLUMNS.map(({ cell }) => cell(row)));
	return table.toString();
}

function number(value: unknown): string {
	return typeof value === 'number'
		? value.toLocaleString('en', { maximumFractionDigits: 1 })
		: NOTHING;
}

function text(value: unknown): string {
	return typeof value === 'string' && value !== '' ? value : NOTHING;
}
