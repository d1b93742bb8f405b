import type { Applicant } from './applicant';
import { readRow, type Row } from './cells';
import { ROW_COLUMNS } from './columns';

/** The figures that a landlord decides on: n8n asks for at most ten. */
const SIMPLIFIED_FIELDS = [
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

export const SIMPLIFIED_COLUMNS = ROW_COLUMNS.filter(({ name }) =>
	SIMPLIFIED_FIELDS.includes(name),
);

/** All columns of one applicant, complete or not; null where the service gave nothing. */
export function rowOf(applicant: Applicant): Row {
	return readRow(ROW_COLUMNS, applicant);
}

/** The columns that every applicant is compared by. */
export function simplifiedOf(applicant: Applicant): Row {
	return readRow(SIMPLIFIED_COLUMNS, applicant);
}

/** The chosen columns, in the order of the row, `userId` first in any case. */
export function selectedFieldsOf(applicant: Applicant, fields: readonly string[]): Row {
	const columns = ROW_COLUMNS.filter(({ name }) => name === 'userId' || fields.includes(name));
	return readRow(columns, applicant);
}
