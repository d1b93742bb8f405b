import { defineField, type Field } from '../core/field';
import type { Operation } from '../core/operation';
import { PROPERTY } from '../request/headers';

function defineAddressField(name: string, more: Partial<Field>): Field {
	return defineField(name, { ...more, collection: 'address' });
}

/** What lists of properties and of tenants call the rent that is paid now. */
export const RENT_NAMES = ['Monthly Rent Amount', 'Current Rent', 'Actual Rent', 'Lease Rent'];

/** What a rent report has of the address too. */
export const addressFields = [
	defineAddressField('street', {
		synonyms: [
			'Street Address',
			'Street Address 1',
			'Street 1',
			'Address Line',
			'Address Line 1',
			'Addr Line 1',
			'Address 1',
		],
		panel: { placeholder: 'e.g. 12 Elm Street' },
	}),
	defineAddressField('city', {
		synonyms: ['Town', 'City/Town'],
		panel: { placeholder: 'e.g. Toronto' },
	}),
	defineAddressField('provinceState', {
		label: 'Province or State',
		synonyms: [
			'Province',
			'State',
			'Province/State',
			'State/Province',
			'State or Province',
			'State/Prov',
		],
		panel: { placeholder: 'e.g. ON' },
	}),
	defineAddressField('country', { panel: { placeholder: 'e.g. Canada' } }),
	defineAddressField('postalCode', {
		synonyms: ['Zip', 'Zip Code', 'Postcode', 'Postal', 'Postal/Zip Code', 'Zip/Postal Code'],
		panel: { placeholder: 'e.g. M5V 2T6' },
	}),
];

const fields: readonly Field[] = [
	defineField('name', {
		synonyms: ['Property Name', 'Property'],
		// Beside one of these, 'Name' may be the tenant's, and applicants see what a property is called.
		isVague: true,
		required: true,
		panel: {
			placeholder: 'e.g. 12 Elm Street, Unit 4',
			description: 'What you call the property; applicants may see it',
		},
	}),
	defineField('rent', {
		synonyms: ['Monthly Rent', 'Rent Amount', ...RENT_NAMES],
		type: 'integer',
		collection: 'additionalFields',
		panel: { typeOptions: { minValue: 0 }, description: 'Monthly rent, a whole number' },
	}),
	...addressFields,
	defineAddressField('fullAddress', {
		synonyms: ['Property Address'],
		// Beside 'Property Address' it may be the owner's.
		isVague: true,
		panel: {
			placeholder: 'e.g. 12 Elm Street, Unit 4, Toronto, ON M5V 2T6',
			description: 'The whole address on one line',
		},
	}),
];

const rows = {
	id: 'propertyId',
	status: 'propertyStatus',
	note: 'propertyNote',
	mark: 'propertyMark',
	done: 'created',
	notDone: 'not created',
	open: 'maybe created',
};

/** `POST /v1/property`. */
export const createProperty: Operation = {
	resource: 'property',
	entry: {
		name: 'Create',
		value: 'create',
		action: 'Create property',
		description: "Add a property that screenings refer to and get its 'propertyId'",
		routing: { request: { method: 'POST', url: '/v1/property' } },
	},
	label: 'property',
	requiredMembers: { propertyId: 'text' },
	identifier: 'propertyId',
	isPerRow: true,
	fields,
	roles: [PROPERTY],
	rows,
};
