import { defineField, placeIn } from '../core/field';
import type { Operation } from '../core/operation';

/** What lists of properties and of tenants call the rent that is paid now. */
export const RENT_NAMES = [
	'Rent',
	'Monthly Rent',
	'Rent Amount',
	'Current Rent',
	'Actual Rent',
	'Lease Rent',
];

/** What a rent report has of the address too. */
export const addressFields = placeIn('address', [
	defineField('street', {
		otherNames: ['Street Address', 'Address Line 1', 'Address 1'],
		panel: { placeholder: 'e.g. 12 Elm Street' },
	}),
	defineField('city', { otherNames: ['Town'], panel: { placeholder: 'e.g. Toronto' } }),
	defineField('provinceState', {
		label: 'Province or State',
		otherNames: ['State', 'Province', 'State/Province', 'Province/State', 'State/Prov'],
		panel: { placeholder: 'e.g. ON' },
	}),
	defineField('country', { panel: { placeholder: 'e.g. Canada' } }),
	defineField('postalCode', {
		otherNames: ['Zip', 'Zip Code', 'Postcode', 'Zip/Postal Code'],
		panel: { placeholder: 'e.g. M5V 2T6' },
	}),
]);

const name = defineField('name', {
	otherNames: ['Property Name', 'Property'],
	required: true,
	panel: {
		placeholder: 'e.g. 12 Elm Street, Unit 4',
		description: 'What you call the property; applicants may see it',
	},
});

const fullAddress = defineField('fullAddress', {
	otherNames: ['Property Address'],
	panel: {
		placeholder: 'e.g. 12 Elm Street, Unit 4, Toronto, ON M5V 2T6',
		description: 'The whole address on one line',
	},
});

const rent = defineField('rent', {
	otherNames: RENT_NAMES,
	type: 'integer',
	panel: { typeOptions: { minValue: 0 }, description: 'Monthly rent, a whole number' },
});

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
	fields: [
		name,
		...addressFields,
		...placeIn('address', [fullAddress]),
		...placeIn('additionalFields', [rent]),
	],
	rows: {
		id: 'propertyId',
		status: 'propertyStatus',
		note: 'propertyNote',
		mark: 'propertyMark',
		done: 'created',
		notDone: 'not created',
		open: 'maybe created',
	},
};
