import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { bodyOfFields } from '../request/body';
import type { ApiField } from '../request/field';
import { underRunRules } from '../run';
import type { Operation } from '../run/operation';
import { addressFields } from './shared/address';
import { mappingNotice } from './shared/mapping';
import { updateRows } from './shared/updateRows';

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
		type: 'string',
		shape: 'date',
	},
	{ ...additional, name: 'leaseEndDate', label: 'Lease End Date', type: 'string', shape: 'date' },
	{ name: 'rentAmount', label: 'Rent Amount', type: 'string', shape: 'amount' },
	{ name: 'rentPaid', label: 'Rent Paid', type: 'string', shape: 'amount' },
	{ ...additional, name: 'currentBalanceDue', label: 'Current Balance Due', type: 'number' },
	{ ...additional, name: 'amountPastDue', label: 'Amount Past Due', type: 'number' },
	{
		...additional,
		name: 'accountStatus',
		label: 'Account Status',
		type: 'string',
		oneOf: ACCOUNT_STATUSES,
	},
	{
		...additional,
		name: 'paymentHistoryProfile',
		label: 'Payment History Profile',
		type: 'string',
	},
	{
		...additional,
		name: 'dateOfFirstDelinquency',
		label: 'Date of First Delinquency',
		type: 'string',
		shape: 'date',
	},
	{ name: 'lastName', label: 'Last Name', type: 'string' },
	{ name: 'firstName', label: 'First Name', type: 'string' },
	{ ...additional, name: 'middleName', label: 'Middle Name', type: 'string' },
	{ ...additional, name: 'dateOfBirth', label: 'Date of Birth', type: 'string', shape: 'date' },
	{ ...additional, name: 'phone', label: 'Phone', type: 'string', shape: 'phone' },
	{ ...additional, name: 'email', label: 'Email', type: 'string', shape: 'email' },
	{
		...additional,
		name: 'ecoaCode',
		label: 'ECOA Code',
		type: 'string',
		oneOf: ECOA_CODES,
	},
	...addressFields,
];

/** The service document names no required field; a report about nobody or of no amount is none. */
const AT_LEAST_ONE = [
	{ label: 'name', fields: ['lastName', 'firstName'] },
	{ label: 'amount', fields: ['rentAmount', 'rentPaid', 'currentBalanceDue', 'amountPastDue'] },
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

export const rentReportOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['rentReport'] } },
	options: [
		{
			name: 'Submit',
			value: 'submit',
			action: 'Submit rent report',
			description: 'Report a rent payment of a tenant and get the ID of the report',
			routing: {
				request: { method: 'POST', url: '/v1/rent-reporting/report' },
				...underRunRules(submitRentReport),
			},
		},
	],
	default: 'submit',
};

const submit = { resource: ['rentReport'], operation: ['submit'] };

export const rentReportMapping: INodeProperties[] = [
	mappingNotice(submit, rentReportFields, AT_LEAST_ONE),
	...updateRows(submit, {
		skips: "rows that have a 'Report ID' are not reported again",
		columns: "'reportId', 'reportStatus', 'reportNote' and 'reportedAt'",
	}),
];

const fieldByField = { show: { ...submit, mappingMode: ['defineBelow'] } };

export const rentReportAmounts: INodeProperties[] = updateDisplayOptions(fieldByField, [
	{
		displayName: 'Rent Amount',
		name: 'rentAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2100',
		description: 'Rent that the lease asks for, a plain number',
	},
	{
		displayName: 'Rent Paid',
		name: 'rentPaid',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2100',
		description: 'Rent that the tenant paid, a plain number',
	},
]);

export const rentReportAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	displayOptions: fieldByField,
	options: [
		{
			displayName: 'Account Status',
			name: 'accountStatus',
			type: 'options',
			options: ACCOUNT_STATUSES,
			default: 'ACCOUNT_STATUS_UNSPECIFIED',
			description: 'Payment status',
		},
		{
			displayName: 'Amount Past Due',
			name: 'amountPastDue',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 0,
			description: "How much of 'Current Balance Due' is overdue",
		},
		{
			displayName: 'Current Balance Due',
			name: 'currentBalanceDue',
			type: 'number',
			typeOptions: { numberPrecision: 2 },
			default: 0,
			description: 'What the tenant owes now',
		},
		{
			displayName: 'Date of Birth',
			name: 'dateOfBirth',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1990-05-17',
		},
		{
			displayName: 'Date of First Delinquency',
			name: 'dateOfFirstDelinquency',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2026-03-01',
			description: 'When rent was first late',
		},
		{
			displayName: 'ECOA Code',
			name: 'ecoaCode',
			type: 'options',
			options: ECOA_CODES,
			default: 'ECOA_CODE_UNSPECIFIED',
			description: 'Whether the tenant answers for the rent alone or together with others',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. nathan@example.com',
		},
		{
			displayName: 'Lease End Date',
			name: 'leaseEndDate',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2026-12-31',
			description: 'Last day of the lease',
		},
		{
			displayName: 'Lease Start Date',
			name: 'leaseStartDate',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2026-01-01',
			description: 'First day of the lease',
		},
		{
			displayName: 'Middle Name',
			name: 'middleName',
			type: 'string',
			default: '',
			placeholder: 'e.g. James',
		},
		{
			displayName: 'Payment History Profile',
			name: 'paymentHistoryProfile',
			type: 'string',
			default: '',
			description: 'In the form that your provider gave you; sent as it is',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +14165550100',
			description: 'Sent as it is',
		},
	],
};
