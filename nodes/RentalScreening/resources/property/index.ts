import type { INodeProperties } from 'n8n-workflow';

import { underRunRules } from '../../run';
import { createProperty } from './create';

export const propertyOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['property'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create property',
			description: 'Add a property that screenings can refer to and get its propertyId',
			routing: {
				request: { method: 'POST', url: '/v1/property' },
				...underRunRules(createProperty),
			},
		},
	],
	default: 'create',
};

const showForCreate = {
	show: { resource: ['property'], operation: ['create'], mappingMode: ['defineBelow'] },
};

export const propertyProperties: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 12 Elm Street, Unit 4',
		description: 'What you call the property; applicants may see it',
		displayOptions: showForCreate,
	},
	{
		displayName: 'Rent',
		name: 'rent',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2100',
		description: 'Monthly rent, a whole number without currency sign or thousands separator',
		displayOptions: showForCreate,
	},
];
