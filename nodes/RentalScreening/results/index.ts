import type { IDataObject } from 'n8n-workflow';

import { applicantOf } from './applicant';
import { readRow } from './columns';
import { flags, landlordReviews, monthlyData, rentals, rentTransactions } from './lists';
import type { ScreeningData } from './loose';
import { buildReport } from './report/buildReport';
import { PERSON_COLUMNS, simplify } from './simplified';
import { maskSsn } from './ssn';
import { WHO_COLUMNS } from './who';

export type { ScreeningData } from './loose';

/** What `output` of the operation may be. */
export const RESULTS_OUTPUTS = [
	'simplified',
	'raw',
	'report',
	'landlordReviews',
	'monthlyData',
	'rentals',
	'rentTransactions',
	'flags',
] as const;

export type ResultsOutput = (typeof RESULTS_OUTPUTS)[number];

export interface ShapeOptions {
	readonly output: ResultsOutput;
	/** The id that the results were asked for with. */
	readonly userId: string;
	/** Whether `raw` holds the SSN in full. No other output ever holds it. */
	readonly includeSsn: boolean;
}

/** One output item, and the file that goes with it where there is one. */
export interface ShapedResult {
	readonly json: IDataObject;
	readonly file?: ResultFile;
}

export interface ResultFile {
	readonly content: string;
	readonly fileName: string;
	readonly mimeType: string;
}

/**
 * The output items for one answer of `GET /v1/screening/data/{userId}`: one for `simplified`, `raw` and
 * `report`, one for each element of a list, and none for an empty list. Takes an answer of any shape.
 */
export function shapeResults(data: ScreeningData, options: ShapeOptions): ShapedResult[] {
	const { output, userId, includeSsn } = options;
	switch (output) {
		case 'simplified':
			return [{ json: simplify(data, userId) }];
		case 'raw':
			return [{ json: { ...(includeSsn ? data : maskSsn(data)) } }];
		case 'report':
			return [reportResult(data, userId)];
		case 'landlordReviews':
			return landlordReviews(data, userId).map(toResult);
		case 'monthlyData':
			return monthlyData(data, userId).map(toResult);
		case 'rentals':
			return rentals(data, userId).map(toResult);
		case 'rentTransactions':
			return rentTransactions(data, userId).map(toResult);
		case 'flags':
			return flags(data, userId).map(toResult);
	}
}

/** The columns of that output that say who the applicant is; others of these names are somebody else's. */
export function personColumnsOf(output: ResultsOutput): string[] {
	const columns = output === 'simplified' ? PERSON_COLUMNS : WHO_COLUMNS;
	return columns.map(({ name }) => name);
}

function reportResult(data: ScreeningData, userId: string): ShapedResult {
	const { subject, html, text, fileName } = buildReport(data, userId);
	const who = readRow(WHO_COLUMNS, applicantOf(data, userId));
	return {
		json: { ...who, subject, html, text },
		file: { content: html, fileName, mimeType: 'text/html' },
	};
}

function toResult(row: IDataObject): ShapedResult {
	return { json: row };
}
