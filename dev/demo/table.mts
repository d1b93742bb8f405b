import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

const HEAD = ['Applicant', 'Score', 'Credit', 'Income', 'Rent %', 'Red flags'];
const WIDTHS = [18, 7, 8, 10, 8, 40];

/** The simplified rows of applicants as a table for the terminal, at most 100 characters wide. */
export function resultsTable(rows: IDataObject[]): string {
	const table = new Table({
		head: HEAD,
		colWidths: WIDTHS,
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const { firstName, lastName, ...row } of rows) {
		const figures = [
			row['serviceScore'],
			row['creditScore'],
			row['monthlyIncome'],
			row['rentToIncomePercent'],
		];
		table.push([`${firstName} ${lastName}`, ...figures.map(shown), shown(row['redFlags'])]);
	}
	return table.toString();
}

function shown(value: unknown): string {
	if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 1 });
	return typeof value === 'string' ? value : '–';
}
