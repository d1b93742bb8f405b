import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Applicant } from './applicant';
import { toCell } from './cells';
import { KEY_FIGURES, ROW_COLUMNS } from './columns';
import { buildReport } from './report';

/** The choices of 'Output'. */
export const RESULT_OUTPUTS: readonly INodePropertyOptions[] = [
	{ name: 'Raw', value: 'raw', description: 'All that the service sent, with the SSN masked' },
	{ name: 'Report', value: 'report', description: 'An email with the HTML as a file, and the row' },
	{ name: 'Selected Fields', value: 'selectedFields', description: 'Columns that you choose' },
	{ name: 'Simplified', value: 'simplified', description: 'The ten columns to decide on' },
	{ name: 'Spreadsheet Row', value: 'row', description: 'All columns, always the same ones' },
];

/** The outputs that are a row, so that Update Rows can write them. */
export const ROW_OUTPUTS = ['simplified', 'row', 'selectedFields'];

/** What a landlord decides on. n8n's guidelines allow ten fields. */
const SIMPLIFIED = [
	...['userId', 'firstName', 'lastName', 'checkComplete'],
	...KEY_FIGURES,
	...['redFlagCount', 'redFlags'],
];

/** The result of an applicant in the form of 'Output', and the name of the file with its `html`, if it is a report. */
export function shapeResult(
	output: string,
	applicant: Applicant,
	fields: readonly string[],
): { json: IDataObject; fileName?: string } {
	switch (output) {
		case 'raw':
			return { json: { ...applicant.answer } as IDataObject };
		case 'report': {
			const { fileName, ...email } = buildReport(applicant);
			return { json: { ...email, ...toRow(applicant) }, fileName };
		}
		case 'selectedFields':
			return { json: toRow(applicant, ['userId', ...fields]) };
		case 'simplified':
			return { json: toRow(applicant, SIMPLIFIED) };
		default:
			return { json: toRow(applicant) };
	}
}

/** A flat row with these columns, or with all, always in the same order. */
function toRow(applicant: Applicant, names?: readonly string[]): IDataObject {
	const columns = ROW_COLUMNS.filter(({ name }) => names?.includes(name) ?? true);
	const cells = columns.map(({ name, format, read }) => [name, toCell(format, read(applicant))]);
	return Object.fromEntries(cells) as IDataObject;
}
