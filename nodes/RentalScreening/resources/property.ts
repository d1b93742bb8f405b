import type { INodeProperties } from 'n8n-workflow';

import { bodyOfFields } from '../request/body';
import type { ApiField } from '../request/field';
import { underRunRules } from '../run';
import type { Operation } from '../run/operation';
import { addressFields } from './shared/address';
import { mappingNotice } from './shared/mapping';
import { updateRows } from './shared/updateRows';

export const propertyFields: readonly ApiField[] = [
	{ name: 'name', label: 'Name', type: 'string', required: true },
	{ name: 'rent', label: 'Rent', type: 'integer', collection: 'additionalFields' },
	...addressFields,
	{ name: 'fullAddress', label: 'Full Address', type: 'string', within: 'address' },
];

/** `POST /v1/property`. */
export const createProperty: Operation = {
	label: 'property',
	requiredMembers: { propertyId: 'text' },
	identifier: 'propertyId',
	rows: {
		id: 'propertyId',
		status: 'propertyStatus',
		note: 'propertyNote',
		done: 'created',
		notDone: 'not created',
		open: 'maybe created',
	},
	preparerFor: bodyOfFields(propertyFields),
};

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
			description: "Add a property that screenings refer to and get its 'propertyId'",
			routing: {
				request: { method: 'POST', url: '/v1/property' },
				...underRunRules(createProperty),
			},
		},
	],
	default: 'create',
};

const create = { resource: ['property'], operation: ['create'] };

export const propertyMapping: INodeProperties[] = [
	mappingNotice(create, propertyFields),
	...updateRows(create, {
		skips: "rows that have a 'Property ID' are not created again",
		columns: "'propertyId', 'propertyStatus' and 'propertyNote'",
	}),
];

const fieldByField = { show: { ...create, mappingMode: ['defineBelow'] } };

export const propertyName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 12 Elm Street, Unit 4',
	description: 'What you call the property; applicants may see it',
	displayOptions: fieldByField,
};

export const propertyAdditionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	displayOptions: fieldByField,
	options: [
		{
			displayName: 'Rent',
			name: 'rent',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			description: 'Monthly rent, a whole number',
		},
	],
};
