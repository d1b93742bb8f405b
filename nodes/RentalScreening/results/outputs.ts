import type { IDataObject } from 'n8n-workflow';

import { applicantOf, type Applicant } from './applicant';
import { readRow, type Column, type Row } from './cells';
import {
	CONTACT_COLUMNS,
	FLAG_COLUMNS,
	MONTH_COLUMNS,
	RENTAL_COLUMNS,
	REVIEW_COLUMNS,
	ROW_COLUMNS,
	SIMPLIFIED_COLUMNS,
	TRANSACTION_COLUMNS,
	WHO_COLUMNS,
} from './columns';
import { buildReport, type Fact } from './report';
import type { ScreeningData } from './values';

/** What the item asks of its output. */
export interface OutputChoice {
	/** The ID that the results were asked for with. */
	readonly userId: string;
	/** The columns of 'Selected Fields'. */
	readonly fields: readonly string[];
	/** Whether 'Raw' shows the SSN. No other output ever does. */
	readonly includeSsn: boolean;
	/** What the report says the applicant was screened for, such as the property. */
	readonly about?: readonly Fact[];
}

/** One output item. */
export interface ShapedResult {
	readonly json: IDataObject;
	/** The name of the file in which the HTML of a report goes with it. */
	readonly fileName?: string;
}

/** A value of 'Output'. */
export interface ResultOutput {
	readonly value: string;
	/** As the editor lists it. */
	readonly name: string;
	readonly description: string;
	/** The output items of an answer of any shape; none for an empty list. */
	readonly shape: (
		applicant: Applicant,
		choice: OutputChoice,
		data: ScreeningData,
	) => ShapedResult[];
	/** Its columns that say who the applicant is; columns of these names in other outputs are of somebody else. */
	readonly personColumns: readonly string[];
	/** The columns that Update Rows writes, by 'Selected Fields'; undefined where the output is not one row. */
	readonly rowColumns:
		((fields: readonly string[]) => ReadonlyArray<Column<Applicant>>) | undefined;
}

const who = WHO_COLUMNS.map(({ name }) => name);
const person = [...WHO_COLUMNS, ...CONTACT_COLUMNS].map(({ name }) => name);

/** All values of 'Output', as the editor lists them. The panel, the checks and the tests read this table. */
export const RESULT_OUTPUTS = [
	{
		value: 'flags',
		name: 'Flags',
		description: 'One item for each green or red flag',
		...listOf(
			({ greenFlags, redFlags }) => [...(greenFlags ?? []), ...(redFlags ?? [])],
			FLAG_COLUMNS,
		),
	},
	{
		value: 'landlordReviews',
		name: 'Landlord Reviews',
		description: 'One item for each review by a landlord',
		...listOf(({ reviews }) => reviews ?? [], REVIEW_COLUMNS),
	},
	{
		value: 'monthlyData',
		name: 'Monthly Data',
		description: 'One item for each month of income, spending and balance',
		...listOf(({ months }) => months, MONTH_COLUMNS),
	},
	{
		value: 'raw',
		name: 'Raw',
		description: 'Everything as the service sent it, with the SSN masked',
		shape: ({ answer }, { includeSsn }, data) => [
			{ json: { ...(includeSsn ? data : (answer as IDataObject)) } },
		],
		personColumns: who,
		rowColumns: undefined,
	},
	{
		value: 'rentTransactions',
		name: 'Rent Transactions',
		description: 'One item for each rent payment found in the bank account',
		...listOf(({ transactions }) => transactions, TRANSACTION_COLUMNS),
	},
	{
		value: 'rentals',
		name: 'Rentals',
		description: 'One item for each place the applicant rented',
		...listOf(({ rentals }) => rentals, RENTAL_COLUMNS),
	},
	{
		value: 'report',
		name: 'Report',
		description: 'Subject, HTML and text for an email, the spreadsheet row, and the HTML as a file',
		shape: (applicant, { about }) => {
			const { fileName, ...email } = buildReport(applicant, about);
			return [{ json: { ...email, ...readRow(ROW_COLUMNS, applicant) }, fileName }];
		},
		personColumns: person,
		rowColumns: undefined,
	},
	{
		value: 'selectedFields',
		name: 'Selected Fields',
		description: 'The columns of the spreadsheet row that you choose',
		...rowOf((fields) =>
			ROW_COLUMNS.filter(({ name }) => name === 'userId' || fields.includes(name)),
		),
	},
	{
		value: 'simplified',
		name: 'Simplified',
		description: 'The ten fields to decide on: names, scores, income and red flags',
		...rowOf(() => SIMPLIFIED_COLUMNS),
	},
	{
		value: 'row',
		name: 'Spreadsheet Row',
		description: 'One flat row per applicant with all columns, always the same ones',
		...rowOf(() => ROW_COLUMNS),
	},
] as const satisfies readonly ResultOutput[];

export type ResultOutputValue = (typeof RESULT_OUTPUTS)[number]['value'];

/** The output of that value; undefined where there is none. */
export function outputNamed(value: unknown): ResultOutput | undefined {
	return RESULT_OUTPUTS.find((output) => output.value === value);
}

/** The output items of one answer of `GET /v1/screening/data/{userId}`. The answer stays untouched. */
export function shapeResults(
	data: ScreeningData,
	output: ResultOutput,
	choice: OutputChoice,
): ShapedResult[] {
	return output.shape(applicantOf(data, choice.userId), choice, data);
}

/** One row for each element, in the order of the service. */
function listOf<Element>(
	elementsOf: (applicant: Applicant) => readonly Element[],
	columns: ReadonlyArray<Column<Element>>,
) {
	const shape = (applicant: Applicant) => {
		const before: Row = readRow(WHO_COLUMNS, applicant);
		return elementsOf(applicant).map((element) => ({
			json: { ...before, ...readRow(columns, element) },
		}));
	};
	return { shape, personColumns: who, rowColumns: undefined };
}

/** One row of the columns that are chosen. */
function rowOf(rowColumns: NonNullable<ResultOutput['rowColumns']>) {
	const shape = (applicant: Applicant, { fields }: OutputChoice) => [
		{ json: readRow(rowColumns(fields), applicant) },
	];
	return { shape, personColumns: person, rowColumns };
}
