import { bodyOfFields } from '../request/body';
import type { ApiField } from '../request/field';
import type { NodeOperation } from './shared/operation';

/** What a rent report has of the address too. */
export const addressFields = [
	addressField('street', 'Street', 'e.g. 12 Elm Street'),
	addressField('city', 'City', 'e.g. Toronto'),
	addressField('provinceState', 'Province or State', 'e.g. ON'),
	addressField('country', 'Country', 'e.g. Canada'),
	addressField('postalCode', 'Postal Code', 'e.g. M5V 2T6'),
];

function addressField(name: string, label: string, placeholder: string): ApiField {
	return { name, label, within: 'address', panel: { placeholder } };
}

export const propertyFields: readonly ApiField[] = [
	{
		name: 'name',
		label: 'Name',
		required: true,
		panel: {
			placeholder: 'e.g. 12 Elm Street, Unit 4',
			description: 'What you call the property; applicants may see it',
		},
	},
	{
		name: 'rent',
		label: 'Rent',
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
