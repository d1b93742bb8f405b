import { bodyOfFields } from '../request/body';
import type { ApiField } from '../request/field';
import type { NodeOperation } from './shared/operation';

/** What a rent report has of the address too. */
export const addressFields = [
	addressField('street', 'Street', 'e.g. 12 Elm Street', [
		'Street Address',
		'Address Line 1',
		'Address 1',
	]),
	addressField('city', 'City', 'e.g. Toronto', ['Town', 'City/Town']),
	addressField('provinceState', 'Province or State', 'e.g. ON', [
		'Province',
		'State',
		'Province/State',
		'State/Province',
		'State or Province',
	]),
	addressField('country', 'Country', 'e.g. Canada'),
	addressField('postalCode', 'Postal Code', 'e.g. M5V 2T6', [
		'Zip',
		'Zip Code',
		'Postcode',
		'Postal',
		'Postal/Zip Code',
		'Zip/Postal Code',
	]),
];

function addressField(
	name: string,
	label: string,
	placeholder: string,
	synonyms?: readonly string[],
): ApiField {
	return { name, label, synonyms, within: 'address', panel: { placeholder } };
}

export const propertyFields: readonly ApiField[] = [
	{
		name: 'name',
		label: 'Name',
		synonyms: ['Property Name', 'Property'],
		required: true,
		panel: {
			placeholder: 'e.g. 12 Elm Street, Unit 4',
			description: 'What you call the property; applicants may see it',
		},
	},
	{
		name: 'rent',
		label: 'Rent',
		synonyms: ['Monthly Rent', 'Rent Amount'],
		type: 'integer',
		collection: 'additionalFields',
		panel: { typeOptions: { minValue: 0 }, description: 'Monthly rent, a whole number' },
	},
	...addressFields,
	{
		name: 'fullAddress',
		label: 'Full Address',
		within: 'address',
		panel: {
			placeholder: 'e.g. 12 Elm Street, Unit 4, Toronto, ON M5V 2T6',
			description: 'The whole address on one line',
		},
	},
];

/** `POST /v1/property`. */
export const createProperty: NodeOperation = {
	resource: 'property',
	entry: {
		name: 'Create',
		value: 'create',
		action: 'Create property',
		description: "Add a property that screenings refer to and get its 'propertyId'",
		routing: { request: { method: 'POST', url: '/v1/property' } },
	},
	fields: propertyFields,
	label: 'property',
	requiredMembers: { propertyId: 'text' },
	identifier: 'propertyId',
	isPerRow: true,
	rows: {
		id: 'propertyId',
		status: 'propertyStatus',
		note: 'propertyNote',
		mark: 'propertyMark',
		done: 'created',
		notDone: 'not created',
		open: 'maybe created',
	},
	preparerFor: bodyOfFields(propertyFields),
};
