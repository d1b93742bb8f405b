import type { ApiField } from '../../request/field';

/** The person's names, in a screening and in a rent report. */
export const firstName: ApiField = {
	name: 'firstName',
	label: 'First Name',
	type: 'string',
	panel: { placeholder: 'e.g. Nathan' },
};

export const lastName: ApiField = {
	name: 'lastName',
	label: 'Last Name',
	type: 'string',
	panel: { placeholder: 'e.g. Smith' },
};

/** What the addresses of a property and of a rent report have in common. */
export const addressFields = [
	addressField('street', 'Street', 'e.g. 12 Elm Street'),
	addressField('city', 'City', 'e.g. Toronto'),
	addressField('provinceState', 'Province or State', 'e.g. ON'),
	addressField('country', 'Country', 'e.g. Canada'),
	addressField('postalCode', 'Postal Code', 'e.g. M5V 2T6'),
];

function addressField(name: string, label: string, placeholder: string): ApiField {
	return { name, label, type: 'string', within: 'address', panel: { placeholder } };
}
