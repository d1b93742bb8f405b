import type { ApiField } from '../../request/field';
import { addressFields } from '../shared/address';
import { bodyOfFields } from '../../request/bodyOfFields';
import type { Operation } from '../../run/operation';

export const propertyFields: readonly ApiField[] = [
	{ name: 'name', type: 'string', required: true },
	{ name: 'rent', type: 'integer' },
	...addressFields,
	{ name: 'fullAddress', type: 'string', within: 'address' },
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
