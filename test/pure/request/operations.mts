/** The fields of the four operations that can be mapped automatically, as the service document lists them. */
import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';

const strings = (...names: string[]): ApiField[] => names.map((name) => ({ name, type: 'string' }));

const address = (...names: string[]): ApiField[] =>
	names.map((name) => ({ name, type: 'string', within: 'address' }));

const email: ApiField = { name: 'email', type: 'string', required: true, shape: 'email' };
const phone: ApiField = { name: 'phone', type: 'string', required: true };

export const property: readonly ApiField[] = [
	{ name: 'name', type: 'string', required: true },
	{ name: 'rent', type: 'integer' },
	...address('street', 'city', 'provinceState', 'country', 'postalCode', 'fullAddress'),
];

export const send: readonly ApiField[] = [
	...strings('checkType'),
	email,
	{ ...phone, shape: 'phoneWithPlus' },
	...strings('firstName', 'lastName'),
	{ name: 'propertyId', type: 'string', required: true },
	...strings('payer'),
];

export const sendWithFlow: readonly ApiField[] = [
	{ name: 'flowId', type: 'string', required: true },
	email,
	phone,
	...strings('firstName', 'lastName', 'payer'),
];

export const rentReport: readonly ApiField[] = [
	...strings('leaseStartDate', 'leaseEndDate', 'rentAmount', 'rentPaid'),
	{ name: 'currentBalanceDue', type: 'number' },
	{ name: 'amountPastDue', type: 'number' },
	{
		name: 'accountStatus',
		type: 'string',
		oneOf: ['ACCOUNT_STATUS_UNSPECIFIED', 'ACCOUNT_STATUS_IN_GOOD_STANDING'],
	},
	...strings('paymentHistoryProfile', 'dateOfFirstDelinquency'),
	...strings('lastName', 'firstName', 'middleName', 'dateOfBirth', 'phone'),
	{ name: 'email', type: 'string', shape: 'email' },
	{ name: 'ecoaCode', type: 'string', oneOf: ['ECOA_CODE_INDIVIDUAL', 'ECOA_CODE_JOINT'] },
	...address('street', 'city', 'provinceState', 'country', 'postalCode'),
];

export const operations = { property, send, sendWithFlow, rentReport };
