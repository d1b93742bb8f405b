import type { ApiField } from '../../fields/field';
import { addressFields } from '../../fields/address';
import { bodyOfFields } from '../bodyOfFields';
import type { Operation } from '../../requestPolicy/operation';

export const propertyFields: readonly ApiField[] = [
	{ name: 'name', type: 'string', required: true },
	{ name: 'rent', type: 'integer' },
	...addressFields,
	{ name: 'fullAddress', type: 'string', within: 'address' },
];

/** `POST /v1/property`. */
export const createProperty: Operation = {
	noun: 'property',
	promises: { propertyId: 'text' },
	identifier: 'propertyId',
	preparerFor: bodyOfFields(propertyFields),
};
