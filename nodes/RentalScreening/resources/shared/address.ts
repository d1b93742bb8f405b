import type { INodeProperties } from 'n8n-workflow';

import type { ApiField } from '../../request/field';

/** What the addresses of a property and of a rent report have in common. */
export const addressFields: readonly ApiField[] = [
	{ name: 'street', label: 'Street', type: 'string', within: 'address' },
	{ name: 'city', label: 'City', type: 'string', within: 'address' },
	{ name: 'provinceState', label: 'Province or State', type: 'string', within: 'address' },
	{ name: 'country', label: 'Country', type: 'string', within: 'address' },
	{ name: 'postalCode', label: 'Postal Code', type: 'string', within: 'address' },
];

export const addressProperty: INodeProperties = {
	displayName: 'Address',
	name: 'address',
	type: 'collection',
	default: {},
	placeholder: 'Add Address Field',
	description: 'Address of the rented property',
	displayOptions: {
		show: {
			resource: ['property', 'rentReport'],
			operation: ['create', 'submit'],
			mappingMode: ['defineBelow'],
		},
	},
	options: [
		{
			displayName: 'City',
			name: 'city',
			type: 'string',
			default: '',
			placeholder: 'e.g. Toronto',
		},
		{
			displayName: 'Country',
			name: 'country',
			type: 'string',
			default: '',
			placeholder: 'e.g. Canada',
		},
		{
			displayName: 'Full Address',
			name: 'fullAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. 12 Elm Street, Unit 4, Toronto, ON M5V 2T6',
			description: 'The whole address on one line',
			displayOptions: { show: { '/resource': ['property'] } },
		},
		{
			displayName: 'Postal Code',
			name: 'postalCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. M5V 2T6',
		},
		{
			displayName: 'Province or State',
			name: 'provinceState',
			type: 'string',
			default: '',
			placeholder: 'e.g. ON',
		},
		{
			displayName: 'Street',
			name: 'street',
			type: 'string',
			default: '',
			placeholder: 'e.g. 12 Elm Street',
		},
	],
};
