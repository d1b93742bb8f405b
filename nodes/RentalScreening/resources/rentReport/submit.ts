import { bodyOfFields } from '../../request/body';
import type { ApiField } from '../../request/field';
import type { Operation } from '../../run/operation';
import { addressFields } from '../shared/address';
import { ACCOUNT_STATUSES, ECOA_CODES } from './enumerations';

const inAdditionalFields = { type: 'string', collection: 'additionalFields' } as const;

export const rentReportFields: readonly ApiField[] = [
	{ name: 'leaseStartDate', label: 'Lease Start Date', type: 'string', shape: 'date' },
	{ name: 'leaseEndDate', label: 'Lease End Date', type: 'string', shape: 'date' },
	{ name: 'rentAmount', label: 'Rent Amount', type: 'string', shape: 'amount' },
	{ name: 'rentPaid', label: 'Rent Paid', type: 'string', shape: 'amount' },
	{ name: 'currentBalanceDue', label: 'Current Balance Due', type: 'number' },
	{ name: 'amountPastDue', label: 'Amount Past Due', type: 'number' },
	{ name: 'accountStatus', label: 'Account Status', type: 'string', oneOf: ACCOUNT_STATUSES },
	{ name: 'paymentHistoryProfile', label: 'Payment History Profile', ...inAdditionalFields },
	{
		name: 'dateOfFirstDelinquency',
		label: 'Date of First Delinquency',
		...inAdditionalFields,
		shape: 'date',
	},
	{ name: 'lastName', label: 'Last Name', type: 'string' },
	{ name: 'firstName', label: 'First Name', type: 'string' },
	{ name: 'middleName', label: 'Middle Name', ...inAdditionalFields },
	{ name: 'dateOfBirth', label: 'Date of Birth', ...inAdditionalFields, shape: 'date' },
	{ name: 'phone', label: 'Phone', ...inAdditionalFields, shape: 'phone' },
	{ name: 'email', label: 'Email', ...inAdditionalFields, shape: 'email' },
	{ name: 'ecoaCode', label: 'ECOA Code', ...inAdditionalFields, oneOf: ECOA_CODES },
	...addressFields,
];

/** The service document names no required field; a report about nobody or of no amount is none. */
const AT_LEAST_ONE = [
	{ noun: 'name', fields: ['lastName', 'firstName'] },
	{ noun: 'amount', fields: ['rentAmount', 'rentPaid', 'currentBalanceDue', 'amountPastDue'] },
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
	preparerFor: bodyOfFields(rentReportFields, AT_LEAST_ONE),
};
