import type { ApiField } from './field';

/**
 * Other column names that safely mean a field, beside its own name and label, which always fit. Compared
 * without regard to case, blanks, `_`, `-` and `.`, and only among the fields of the operation at hand:
 * "Rent" is `rentAmount` in a rent report and the own name of `rent` in a property.
 *
 * A name is listed only if a landlord's sheet can hardly mean anything else by it, because a wrong guess
 * sends wrong data about a person. So not here: "Address" as text (the street line or all of it?), "Mail"
 * (often the postal address), "Paid", "Past Due" and "Status" (often yes/no, a date or a number of days),
 * "Start Date" (of the lease or of a job), "Home Phone" and "Work Phone".
 */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
	// Who
	email: ['Email Address', 'Applicant Email', 'Tenant Email'],
	phone: [
		'Mobile',
		'Mobile Phone',
		'Mobile Number',
		'Cell',
		'Cell Phone',
		'Cell Number',
		'Phone Number',
		'Telephone',
		'Telephone Number',
		'Applicant Phone',
		'Tenant Phone',
	],
	firstName: ['First', 'Given Name', 'Applicant First Name', 'Tenant First Name'],
	middleName: ['Middle'],
	lastName: ['Last', 'Surname', 'Family Name', 'Applicant Last Name', 'Tenant Last Name'],
	dateOfBirth: ['DOB', 'Birth Date', 'Birthday'],

	// The property
	name: ['Property Name', 'Property'],
	rent: ['Monthly Rent', 'Rent Amount'],

	// Within the address; each also with "Address" in front
	street: ['Street Address', 'Address Line 1', 'Address 1'],
	city: ['Town', 'City/Town'],
	provinceState: [
		'Province',
		'State',
		'Province/State',
		'State/Province',
		'Province or State',
		'State or Province',
	],
	postalCode: ['Zip', 'Zip Code', 'Postcode', 'Postal', 'Postal/Zip Code', 'Zip/Postal Code'],

	// The rent report
	leaseStartDate: ['Lease Start', 'Start of Lease'],
	leaseEndDate: ['Lease End', 'End of Lease', 'Lease Expiry', 'Lease Expiry Date'],
	rentAmount: ['Monthly Rent', 'Rent'],
	rentPaid: ['Amount Paid', 'Rent Amount Paid'],
	currentBalanceDue: ['Balance Due', 'Balance Owing', 'Outstanding Balance'],
	amountPastDue: ['Past Due Amount', 'Amount Overdue', 'Overdue Amount', 'Arrears'],
	dateOfFirstDelinquency: ['First Delinquency Date', 'DOFD'],
	ecoaCode: ['ECOA'],
};

/** Columns that hold first and last name together, which the service takes apart only. */
export const FULL_NAMES = [
	'Name',
	'Full Name',
	'Applicant',
	'Applicant Name',
	'Applicant Full Name',
	'Tenant',
	'Tenant Name',
	'Tenant Full Name',
	'Renter',
	'Renter Name',
];

/** Other column names that safely mean the field. */
export function synonymsOf({ name }: ApiField): readonly string[] {
	return (Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : undefined) ?? [];
}
