import type { INodeProperties } from 'n8n-workflow';

import { underRunRules } from '../../run';
import { ACCOUNT_STATUSES, ECOA_CODES } from './enumerations';
import { submitRentReport } from './submit';

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

const showForSubmit = {
	show: { resource: ['rentReport'], operation: ['submit'], mappingMode: ['defineBelow'] },
};

/** The part of a rent report that stands between the tenant's names and the address. */
export const rentReportProperties: INodeProperties[] = [
	{
		displayName: 'Lease Start Date',
		name: 'leaseStartDate',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-01-01',
		description: 'First day of the lease; text is sent as it is, a date as yyyy-MM-dd',
		displayOptions: showForSubmit,
	},
	{
		displayName: 'Lease End Date',
		name: 'leaseEndDate',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-12-31',
		description: 'Last day of the lease; text is sent as it is, a date as yyyy-MM-dd',
		displayOptions: showForSubmit,
	},
	{
		displayName: 'Rent Amount',
		name: 'rentAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2100',
		description: 'Rent that the lease asks for',
		displayOptions: showForSubmit,
	},
	{
		displayName: 'Rent Paid',
		name: 'rentPaid',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2100',
		description: 'Rent that the tenant paid',
		displayOptions: showForSubmit,
	},
	{
		displayName: 'Current Balance Due',
		name: 'currentBalanceDue',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0',
		description:
			'What the tenant owes now, a plain number; left out when empty, so write 0 for nothing',
		displayOptions: showForSubmit,
	},
	{
		displayName: 'Amount Past Due',
		name: 'amountPastDue',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0',
		description:
			'How much of it is overdue, a plain number; left out when empty, so write 0 for nothing',
		displayOptions: showForSubmit,
	},
	{
		displayName: 'Account Status',
		name: 'accountStatus',
		type: 'options',
		options: ACCOUNT_STATUSES,
		default: 'ACCOUNT_STATUS_UNSPECIFIED',
		description: 'How the tenant stands with the rent',
		displayOptions: showForSubmit,
	},
];

export const rentReportAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	displayOptions: showForSubmit,
	options: [
		{
			displayName: 'Date of Birth',
			name: 'dateOfBirth',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1990-05-17',
			description: 'Text is sent as it is, a date as yyyy-MM-dd',
		},
		{
			displayName: 'Date of First Delinquency',
			name: 'dateOfFirstDelinquency',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2026-03-01',
			description: 'When rent was first late; text is sent as it is, a date as yyyy-MM-dd',
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
			description: 'In the form that the service operator named to you; sent as it is',
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
