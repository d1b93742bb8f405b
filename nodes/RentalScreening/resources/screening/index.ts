import type { INodeProperties } from 'n8n-workflow';

import { underRunRules } from '../../run';
import { sendScreening } from './send';
import { sendScreeningWithFlow } from './sendWithFlow';

export const screeningOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['screening'] } },
	options: [
		{
			name: 'Send',
			value: 'send',
			action: 'Send screening',
			description: 'Send a screening link for a property to an applicant and get the userId',
			routing: {
				request: { method: 'POST', url: '/v1/screening/send' },
				...underRunRules(sendScreening),
			},
		},
		{
			name: 'Send with Flow',
			value: 'sendWithFlow',
			action: 'Send screening with flow',
			description:
				'Send a screening link with the steps of a flow to an applicant and get the userId',
			routing: {
				request: { method: 'POST', url: '/v2/screening/send' },
				...underRunRules(sendScreeningWithFlow),
			},
		},
	],
	default: 'send',
};

/** The part of a screening that stands before the applicant's names. */
export const screeningProperties: INodeProperties[] = [
	{
		displayName: 'Property ID',
		name: 'propertyId',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.propertyId }}',
		description: 'The propertyId that Property: Create returned',
		displayOptions: { show: { resource: ['screening'], operation: ['send'] } },
	},
	{
		displayName: 'Flow ID',
		name: 'flowId',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.flowId }}',
		description: 'The flowId that Flow: Create returned',
		displayOptions: { show: { resource: ['screening'], operation: ['sendWithFlow'] } },
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. nathan@example.com',
		description: 'Where the applicant gets the screening link',
		displayOptions: {
			show: {
				resource: ['screening'],
				operation: ['send', 'sendWithFlow'],
				mappingMode: ['defineBelow'],
			},
		},
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. +14165550100',
		description: 'Phone number of the applicant, with + and the country code in front',
		displayOptions: {
			show: {
				resource: ['screening'],
				operation: ['send', 'sendWithFlow'],
				mappingMode: ['defineBelow'],
			},
		},
	},
];

/** The part that stands after the applicant's names. */
export const screeningDetails: INodeProperties[] = [
	{
		displayName: 'Check Type',
		name: 'checkType',
		type: 'options',
		options: [{ name: 'Deep Check', value: 'CHECK_TYPE_DEEP_CHECK' }],
		default: 'CHECK_TYPE_DEEP_CHECK',
		description:
			'Which check to make. Another type that the service operator named to you can be set by expression.',
		displayOptions: { show: { resource: ['screening'], operation: ['send'] } },
	},
	{
		displayName: 'Payer',
		name: 'payer',
		type: 'options',
		options: [{ name: 'Self', value: 'PAYER_SELF' }],
		default: 'PAYER_SELF',
		description:
			'Who pays for the screening. Another value that the service operator named to you can be set by expression.',
		displayOptions: { show: { resource: ['screening'], operation: ['send', 'sendWithFlow'] } },
	},
];
