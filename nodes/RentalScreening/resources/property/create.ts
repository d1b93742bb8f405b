import type { ApiField } from '../../request/field';
import { addressFields } from '../shared/address';
import { bodyOfFields } from '../../request/body';
import type { Operation } from '../../run/operation';

export const propertyFields: readonly ApiField[] = [
	{ name: 'name', label: 'Name', type: 'string', required: true },
	{ name: 'rent', label: 'Rent', type: 'integer' },
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
