import type { IDataObject } from 'n8n-workflow';

import type { SheetRow } from '../core/sheetRow';
import type { Applicant } from './applicant';
import { readRow, type ResultColumn } from './cells';
import {
	FLAG_COLUMNS,
	IDENTITY_COLUMNS,
	MONTH_COLUMNS,
	RENTAL_COLUMNS,
	REVIEW_COLUMNS,
	ROW_COLUMNS,
	TRANSACTION_COLUMNS,
} from './columns';
import { buildReport } from './report';

/** A value of 'Output'. */
interface ResultOutput {
	readonly value: string;
	/** As the editor lists it. */
	readonly name: string;
	readonly description: string;
	/** The output items for an applicant; none for an empty list. A report has a file with its HTML. */
	readonly shape: (
		applicant: Applicant,
		details: {
			/** 'Fields'. */
			readonly fields: readonly string[];
			/** The answer with its SSN, where 'Raw' is to show it. No other output does. */
			readonly unmasked?: IDataObject;
			/** The input, which may name the property or flow of a report. */
			readonly row?: SheetRow;
		},
	) => Array<{ readonly json: IDataObject; readonly fileName?: string }>;
	/** The columns that Update Rows writes, by 'Fields'; absent if the output is not one row. */
	readonly rowColumns?: (fields: readonly string[]) => ReadonlyArray<ResultColumn<Applicant>>;
}

/** What a landlord decides on. n8n's guidelines allow ten fields. */
const SIMPLIFIED = [
	'userId',
	'firstName',
	'lastName',
	'checkComplete',
	'serviceScore',
	'creditScore',
	'monthlyIncome',
	'rentToIncomePercent',
	'redFlagCount',
	'redFlags',
];

/** All values of 'Output', in the order of the editor. */
export const RESULT_OUTPUTS: readonly ResultOutput[] = [
	{
		value: 'flags',
		name: 'Flags',
		description: 'One item for each green or red flag',
		shape: shapeList(FLAG_COLUMNS, ({ greenFlags, redFlags }) => [
			...(greenFlags ?? []),
			...(redFlags ?? []),
		]),
	},
	{
		value: 'landlordReviews',
		name: 'Landlord Reviews',
		description: 'One item for each review by a landlord',
		shape: shapeList(REVIEW_COLUMNS, ({ reviews }) => reviews ?? []),
	},
	{
		value: 'monthlyData',
		name: 'Monthly Data',
		description: 'One item for each month of income, spending and balance',
		shape: shapeList(MONTH_COLUMNS, ({ months }) => months),
	},
	{
		value: 'raw',
		name: 'Raw',
		description: 'Everything as the service sent it, with the SSN masked',
		// Spread, as an answer that is no object makes an empty item.
		shape: ({ answer }, { unmasked }) => [{ json: { ...(unmasked ?? (answer as IDataObject)) } }],
	},
	{
		value: 'rentTransactions',
		name: 'Rent Transactions',
		description: 'One item for each rent payment found in the bank account',
		shape: shapeList(TRANSACTION_COLUMNS, ({ transactions }) => transactions),
	},
	{
		value: 'rentals',
		name: 'Rentals',
		description: 'One item for each place the applicant rented',
		shape: shapeList(RENTAL_COLUMNS, ({ rentals }) => rentals),
	},
	{
		value: 'report',
		name: 'Report',
		description: 'Subject, HTML and text for an email, the spreadsheet row, and the HTML as a file',
		shape: (applicant, { row }) => {
			const { fileName, ...email } = buildReport(applicant, row);
			return [{ json: { ...email, ...readRow(ROW_COLUMNS, applicant) }, fileName }];
		},
	},
	{
		value: 'selectedFields',
		name: 'Selected Fields',
		description: 'The columns of the spreadsheet row that you choose',
		...asRow((fields) => pickColumns(['userId', ...fields])),
	},
	{
		value: 'simplified',
		name: 'Simplified',
		description: 'The ten fields to decide on: names, scores, income and red flags',
		...asRow(() => pickColumns(SIMPLIFIED)),
	},
	{
		value: 'row',
		name: 'Spreadsheet Row',
		description: 'One flat row per applicant with all columns, always the same ones',
		...asRow(() => ROW_COLUMNS),
	},
];

/** Makes a row for each element, in the order of the service. */
function shapeList<Element>(
	columns: ReadonlyArray<ResultColumn<Element>>,
	getElements: (applicant: Applicant) => readonly Element[],
): ResultOutput['shape'] {
	return (applicant) => {
		const identity = readRow(IDENTITY_COLUMNS, applicant);
		const rows = getElements(applicant).map((element) => readRow(columns, element));
		return rows.map((row) => ({ json: { ...identity, ...row } }));
	};
}

/** An output that is one row of the chosen columns, so that Update Rows can write it. */
function asRow(chooseColumns: NonNullable<ResultOutput['rowColumns']>) {
	const shape: ResultOutput['shape'] = (applicant, { fields }) => {
		return [{ json: readRow(chooseColumns(fields), applicant) }];
	};
	return { shape, rowColumns: chooseColumns };
}

/** The columns of these names, in the order of the row. */
function pickColumns(names: readonly string[]): Array<ResultColumn<Applicant>> {
	return ROW_COLUMNS.filter(({ name }) => names.includes(name));
}
