import type { IDataObject } from 'n8n-workflow';

import { applicantOf, NOT_COMPLETE, type Applicant } from './applicant';
import { readRow, type Columns, type Row } from './cells';
import {
	FLAG_COLUMNS,
	LANDLORD_REVIEW_COLUMNS,
	MONTHLY_DATA_COLUMNS,
	PERSON_COLUMNS,
	RENT_TRANSACTION_COLUMNS,
	RENTAL_COLUMNS,
	ROW_COLUMNS,
	SIMPLIFIED_COLUMNS,
	WHO_COLUMNS,
} from './columns';
import { flagDetailCells } from './flags';
import type { Fact } from './report/parts';
import { buildReport } from './report/report';
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
	/** Whether Update Rows can write it into the row. */
	readonly updatesRows: boolean;
}

const who = WHO_COLUMNS.map(({ name }) => name);
const person = PERSON_COLUMNS.map(({ name }) => name);

/** All values of 'Output', as the editor lists them. The panel, the checks and the tests read this table. */
export const RESULT_OUTPUTS = [
	list(
		'flags',
		'Flags',
		'One item for each green or red flag',
		rowsOf(
			({ greenFlags, redFlags }) => [...(greenFlags ?? []), ...(redFlags ?? [])],
			FLAG_COLUMNS,
			({ details }, row) => flagDetailCells(details, row),
		),
	),
	list(
		'landlordReviews',
		'Landlord Reviews',
		'One item for each review by a landlord',
		rowsOf(({ reviews }) => reviews ?? [], LANDLORD_REVIEW_COLUMNS),
	),
	list(
		'monthlyData',
		'Monthly Data',
		'One item for each month of income, spending and balance',
		rowsOf(({ months }) => months, MONTHLY_DATA_COLUMNS),
	),
	{
		value: 'raw',
		name: 'Raw',
		description: 'Everything as the service sent it, with the SSN masked',
		shape: (applicant, { includeSsn }, data) => [
			{ json: { ...(includeSsn ? data : (applicant.answer as IDataObject)) } },
		],
		personColumns: who,
		updatesRows: false,
	},
	list(
		'rentTransactions',
		'Rent Transactions',
		'One item for each rent payment found in the bank account',
		rowsOf(({ transactions }) => transactions, RENT_TRANSACTION_COLUMNS),
	),
	list(
		'rentals',
		'Rentals',
		'One item for each place the applicant rented',
		rowsOf(({ rentals }) => rentals, RENTAL_COLUMNS),
	),
	{
		value: 'report',
		name: 'Report',
		description: 'Subject, HTML and text for an email, the spreadsheet row, and the HTML as a file',
		shape: (applicant, { about }) => [reportItem(applicant, about)],
		personColumns: person,
		updatesRows: false,
	},
	{
		value: 'selectedFields',
		name: 'Selected Fields',
		description: 'The columns of the spreadsheet row that you choose',
		shape: (applicant, { fields }) => [
			{
				json: readRow(
					ROW_COLUMNS.filter(({ name }) => name === 'userId' || fields.includes(name)),
					applicant,
				),
			},
		],
		personColumns: person,
		updatesRows: true,
	},
	{
		value: 'simplified',
		name: 'Simplified',
		description: 'The ten fields to decide on: names, scores, income and red flags',
		shape: (applicant) => [{ json: readRow(SIMPLIFIED_COLUMNS, applicant) }],
		personColumns: person,
		updatesRows: true,
	},
	{
		value: 'row',
		name: 'Spreadsheet Row',
		description: 'One flat row per applicant with all columns, always the same ones',
		shape: (applicant) => [{ json: readRow(ROW_COLUMNS, applicant) }],
		personColumns: person,
		updatesRows: true,
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

function list<const Value extends string>(
	value: Value,
	name: string,
	description: string,
	rows: (applicant: Applicant) => Row[],
) {
	return {
		value,
		name,
		description,
		shape: (applicant: Applicant) => rows(applicant).map((json) => ({ json })),
		personColumns: who,
		updatesRows: false,
	};
}

/** Makes the rows of a list from the elements of an applicant, in the order of the service. */
function rowsOf<Element>(
	elementsOf: (applicant: Applicant) => readonly Element[],
	columns: Columns<Element>,
	more: (element: Element, row: Row) => Row = () => ({}),
): (applicant: Applicant) => Row[] {
	return (applicant) => {
		const start = readRow(WHO_COLUMNS, applicant);
		// While the screening is not complete, every row says so, and an empty list gives one that does.
		const before = applicant.isComplete ? start : { ...start, checkComplete: false };
		const elements = elementsOf(applicant);
		if (elements.length === 0 && !applicant.isComplete) return [{ ...before, note: NOT_COMPLETE }];
		return elements.map((element) => {
			const row = readRow(columns, element, before);
			return { ...row, ...more(element, row) };
		});
	};
}

function reportItem(applicant: Applicant, about?: readonly Fact[]): ShapedResult {
	const { subject, html, text, fileName } = buildReport(applicant, about);
	return { json: { subject, html, text, ...readRow(ROW_COLUMNS, applicant) }, fileName };
}
