import type { INodeProperties } from 'n8n-workflow';

import { underRunRules } from '../../run';
import { getResults } from './get';

export const resultsOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['results'] } },
	options: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get screening results',
			description: "Fetch an applicant's screening results by userId, as a row, a report or lists",
			routing: {
				request: { method: 'GET', url: '/v1/screening/data/{userId}' },
				...underRunRules(getResults),
			},
		},
	],
	default: 'get',
};

const showForGet = { show: { resource: ['results'], operation: ['get'] } };

export const resultsProperties: INodeProperties[] = [
	{
		displayName: 'User ID',
		name: 'userId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. {{ $json.userId }}',
		description: 'The userId that sending the screening returned',
		displayOptions: showForGet,
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Flags',
				value: 'flags',
				description: 'One item for each green or red flag',
			},
			{
				name: 'Landlord Reviews',
				value: 'landlordReviews',
				description: 'One item for each review by a landlord',
			},
			{
				name: 'Monthly Data',
				value: 'monthlyData',
				description: 'One item for each month of income, spending and balance',
			},
			{
				name: 'Raw',
				value: 'raw',
				description: 'Everything as the service sent it, with the SSN masked',
			},
			{
				name: 'Rent Transactions',
				value: 'rentTransactions',
				description: 'One item for each rent payment found',
			},
			{
				name: 'Rentals',
				value: 'rentals',
				description: 'One item for each place the applicant rented',
			},
			{
				name: 'Report',
				value: 'report',
				description: 'Subject, HTML and text for an email, with the HTML as a file to attach',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'One flat row per applicant with the key figures, ready for a spreadsheet',
			},
		],
		default: 'simplified',
		description: 'What to make of the results',
		displayOptions: showForGet,
	},
];
