import { bodyOfFields } from '../request/body';
import type { ApiField } from '../request/field';
import { addressFields } from './property';
import { email, firstName, lastName, phone } from './screening';
import type { NodeOperation } from './shared/operation';

/** The values that the service allows for `accountStatus`. */
export const ACCOUNT_STATUSES = [
	{ name: '120 Days Past Due', value: 'ACCOUNT_STATUS_120_DAYS_PAST_DUE' },
	{ name: '150 Days Past Due', value: 'ACCOUNT_STATUS_150_DAYS_PAST_DUE' },
	{ name: '180 Days Past Due', value: 'ACCOUNT_STATUS_180_DAYS_PAST_DUE' },
	{ name: '30 Days Past Due', value: 'ACCOUNT_STATUS_30_DAYS_PAST_DUE' },
	{ name: '60 Days Past Due', value: 'ACCOUNT_STATUS_60_DAYS_PAST_DUE' },
	{ name: '90 Days Past Due', value: 'ACCOUNT_STATUS_90_DAYS_PAST_DUE' },
	{ name: 'In Good Standing', value: 'ACCOUNT_STATUS_IN_GOOD_STANDING' },
	{ name: 'Unspecified', value: 'ACCOUNT_STATUS_UNSPECIFIED' },
];

/** The values that the service allows for `ecoaCode`. */
export const ECOA_CODES = [
	{ name: 'Individual', value: 'ECOA_CODE_INDIVIDUAL' },
	{ name: 'Joint', value: 'ECOA_CODE_JOINT' },
	{ name: 'Unspecified', value: 'ECOA_CODE_UNSPECIFIED' },
];

/** Members of the editor's 'Additional Fields'. */
const additional = { collection: 'additionalFields' } as const;

export const rentReportFields: readonly ApiField[] = [
	{
		...additional,
		name: 'leaseStartDate',
		label: 'Lease Start Date',
		synonyms: ['Lease Start', 'Start of Lease'],
		shape: 'date',
		panel: { placeholder: 'e.g. 2026-01-01', description: 'First day of the lease' },
	},
	{
		...additional,
		name: 'leaseEndDate',
		label: 'Lease End Date',
		synonyms: ['Lease End', 'End of Lease', 'Lease Expiry', 'Lease Expiry Date'],
		shape: 'date',
		panel: { placeholder: 'e.g. 2026-12-31', description: 'Last day of the lease' },
	},
	{
		name: 'rentAmount',
		label: 'Rent Amount',
		synonyms: ['Monthly Rent', 'Rent'],
		shape: 'amount',
		panel: {
			placeholder: 'e.g. 2100',
			description: 'Rent that the lease asks for, a plain number',
		},
	},
	{
		name: 'rentPaid',
		label: 'Rent Paid',
		synonyms: ['Amount Paid', 'Rent Amount Paid'],
		shape: 'amount',
		panel: { placeholder: 'e.g. 2100', description: 'Rent that the tenant paid, a plain number' },
	},
	{
		...additional,
		name: 'currentBalanceDue',
		label: 'Current Balance Due',
		synonyms: ['Balance Due', 'Balance Owing', 'Outstanding Balance'],
		type: 'number',
		panel: { description: 'What the tenant owes now' },
	},
	{
		...additional,
		name: 'amountPastDue',
		label: 'Amount Past Due',
		synonyms: ['Past Due Amount', 'Amount Overdue', 'Overdue Amount', 'Arrears'],
		type: 'number',
		panel: {
			typeOptions: { minValue: 0 },
			description: "How much of 'Current Balance Due' is overdue",
		},
	},
	{
		...additional,
		name: 'accountStatus',
		label: 'Account Status',
		oneOf: ACCOUNT_STATUSES,
		panel: { default: 'ACCOUNT_STATUS_UNSPECIFIED', description: 'Payment status' },
	},
	{
		...additional,
		name: 'paymentHistoryProfile',
		label: 'Payment History Profile',
		panel: { description: 'In the form that your provider gave you; sent as it is' },
	},
	{
		...additional,
		name: 'dateOfFirstDelinquency',
		label: 'Date of First Delinquency',
		synonyms: ['First Delinquency Date', 'DOFD'],
		shape: 'date',
		panel: { placeholder: 'e.g. 2026-03-01', description: 'When rent was first late' },
	},
	lastName,
	firstName,
	{
		...additional,
		name: 'middleName',
		label: 'Middle Name',
		synonyms: ['Middle'],
		panel: { placeholder: 'e.g. James' },
	},
	{
		...additional,
		name: 'dateOfBirth',
		label: 'Date of Birth',
		synonyms: ['DOB', 'Birth Date', 'Birthday'],
		shape: 'date',
		panel: { placeholder: 'e.g. 1990-05-17' },
	},
	{
		...additional,
		name: 'phone',
		label: 'Phone',
		synonyms: phone.synonyms,
		shape: 'phone',
		panel: {
			placeholder: 'e.g. +14165550100',
			description: "Sent as it is, unless 'Country Code' is set",
		},
	},
	{
		...additional,
		name: 'email',
		label: 'Email',
		synonyms: email.synonyms,
		shape: 'email',
		panel: { placeholder: 'e.g. nathan@example.com' },
	},
	{
		...additional,
		name: 'ecoaCode',
		label: 'ECOA Code',
		synonyms: ['ECOA'],
		oneOf: ECOA_CODES,
		panel: {
			default: 'ECOA_CODE_UNSPECIFIED',
			description: 'Whether the tenant answers for the rent alone or together with others',
		},
	},
	...addressFields,
];

/** The service document names no required field; a report about nobody or of no amount is none. */
const AT_LEAST_ONE = [
	{ label: 'name', members: fieldsNamed('lastName', 'firstName') },
	{
		label: 'amount',
		members: fieldsNamed('rentAmount', 'rentPaid', 'currentBalanceDue', 'amountPastDue'),
	},
];

function fieldsNamed(...names: string[]): ApiField[] {
	return rentReportFields.filter(({ name }) => names.includes(name));
}

/** `POST /v1/rent-reporting/report`. */
export const submitRentReport: NodeOperation = {
	resource: 'rentReport',
	entry: {
		name: 'Submit',
		value: 'submit',
		action: 'Submit rent report',
		description: 'Report a rent payment of a tenant and get the ID of the report',
		routing: { request: { method: 'POST', url: '/v1/rent-reporting/report' } },
	},
	fields: rentReportFields,
	atLeastOne: AT_LEAST_ONE,
	label: 'rent report',
	requiredMembers: { id: 'text' },
	identifier: 'id',
	isPerRow: true,
	rows: {
		id: 'reportId',
		status: 'reportStatus',
		note: 'reportNote',
		mark: 'reportMark',
		at: 'reportedAt',
		done: 'reported',
		notDone: 'not reported',
		open: 'maybe reported',
	},
	preparerFor: bodyOfFields(rentReportFields, AT_LEAST_ONE),
};
