import { addressFields } from '../shared/address';
import type { ApiField } from '../../request/field';
import { bodyOfFields } from '../../request/bodyOfFields';
import type { Operation } from '../../run/operation';
import { ACCOUNT_STATUSES, ECOA_CODES } from './enumerations';

const valuesOf = (options: ReadonlyArray<{ value: string }>) => options.map(({ value }) => value);

export const rentReportFields: readonly ApiField[] = [
	{ name: 'leaseStartDate', type: 'string', shape: 'date' },
	{ name: 'leaseEndDate', type: 'string', shape: 'date' },
	{ name: 'rentAmount', type: 'string' },
	{ name: 'rentPaid', type: 'string' },
	{ name: 'currentBalanceDue', type: 'number' },
	{ name: 'amountPastDue', type: 'number' },
	{ name: 'accountStatus', type: 'string', oneOf: valuesOf(ACCOUNT_STATUSES) },
	{ name: 'paymentHistoryProfile', type: 'string', parameterIn: 'additionalFields' },
	{
		name: 'dateOfFirstDelinquency',
		type: 'string',
		parameterIn: 'additionalFields',
		shape: 'date',
	},
	{ name: 'lastName', type: 'string' },
	{ name: 'firstName', type: 'string' },
	{ name: 'middleName', type: 'string', parameterIn: 'additionalFields' },
	{ name: 'dateOfBirth', type: 'string', parameterIn: 'additionalFields', shape: 'date' },
	{ name: 'phone', type: 'string', parameterIn: 'additionalFields' },
	{ name: 'email', type: 'string', parameterIn: 'additionalFields', shape: 'email' },
	{
		name: 'ecoaCode',
		type: 'string',
		parameterIn: 'additionalFields',
		oneOf: valuesOf(ECOA_CODES),
	},
	...addressFields,
];

/** `POST /v1/rent-reporting/report`. */
export const submitRentReport: Operation = {
	label: 'rent report',
	requiredMembers: { id: 'text' },
	identifier: 'id',
	rows: {
		id: 'reportId',
		status: 'reportStatus',
		note: 'reportNote',
		at: 'reportedAt',
		done: 'reported',
		notDone: 'not reported',
		open: 'maybe reported',
	},
	preparerFor: bodyOfFields(rentReportFields),
};
