import { defineField, placeIn } from '../core/field';
import type { Operation } from '../core/operation';
import { toTitle } from '../core/text';
import { addressFields, RENT_NAMES } from './property';
import { countryCode, email, firstName, lastName, phone } from './screening';

/** Constants of the service as choices: 'IN_GOOD_STANDING' behind 'ACCOUNT_STATUS_' as 'In Good Standing'. */
function toChoices(prefix: string, names: readonly string[]) {
	return names.map((name) => ({ name: toTitle(name), value: prefix + name }));
}

const rentAmount = defineField('rentAmount', {
	otherNames: RENT_NAMES,
	shape: 'amount',
	panel: { placeholder: 'e.g. 2100', description: 'Rent that the lease asks for, a plain number' },
});

const rentPaid = defineField('rentPaid', {
	otherNames: ['Amount Paid'],
	shape: 'amount',
	panel: { placeholder: 'e.g. 2100', description: 'Rent that the tenant paid, a plain number' },
});

const balances = placeIn('additionalFields', [
	defineField('currentBalanceDue', {
		otherNames: ['Balance Due', 'Outstanding Balance'],
		type: 'number',
		panel: { description: 'What the tenant owes now' },
	}),
	defineField('amountPastDue', {
		otherNames: ['Past Due Amount', 'Arrears'],
		type: 'number',
		panel: {
			typeOptions: { minValue: 0 },
			description: "How much of 'Current Balance Due' is overdue",
		},
	}),
]);

const additionalFields = placeIn('additionalFields', [
	defineField('leaseStartDate', {
		otherNames: ['Lease Start', 'Lease From'],
		shape: 'date',
		panel: { placeholder: 'e.g. 2026-01-01' },
	}),
	defineField('leaseEndDate', {
		otherNames: ['Lease End', 'Lease To', 'Lease Expiration'],
		shape: 'date',
		panel: { placeholder: 'e.g. 2026-12-31' },
	}),
	defineField('accountStatus', {
		oneOf: toChoices('ACCOUNT_STATUS_', [
			'120_DAYS_PAST_DUE',
			'150_DAYS_PAST_DUE',
			'180_DAYS_PAST_DUE',
			'30_DAYS_PAST_DUE',
			'60_DAYS_PAST_DUE',
			'90_DAYS_PAST_DUE',
			'IN_GOOD_STANDING',
			'UNSPECIFIED',
		]),
		panel: {
			default: 'ACCOUNT_STATUS_UNSPECIFIED',
			description: 'How far the tenant is behind with the rent',
		},
	}),
	defineField('paymentHistoryProfile', {
		shape: 'code',
		panel: { description: 'In the form that your provider gave you; sent as it is' },
	}),
	defineField('dateOfFirstDelinquency', {
		shape: 'date',
		panel: { placeholder: 'e.g. 2026-03-01', description: 'When rent was first late' },
	}),
	defineField('middleName', {
		otherNames: ['Middle', 'Name (Middle)'],
		isPersonal: true,
		shape: 'personName',
		panel: { placeholder: 'e.g. James' },
	}),
	defineField('dateOfBirth', {
		otherNames: ['DOB', 'Birth Date', 'Birthday'],
		isPersonal: true,
		shape: 'date',
		panel: { placeholder: 'e.g. 1990-05-17' },
	}),
	defineField('phone', {
		otherNames: phone.otherNames,
		isPersonal: true,
		shape: 'phone',
		panel: {
			placeholder: 'e.g. +14165550100',
			description: "Sent as it is, unless 'Country Code' is set",
		},
	}),
	defineField('email', {
		otherNames: email.otherNames,
		isPersonal: true,
		shape: 'email',
		panel: { placeholder: 'e.g. nathan@example.com' },
	}),
	defineField('ecoaCode', {
		label: 'ECOA Code',
		oneOf: toChoices('ECOA_CODE_', ['INDIVIDUAL', 'JOINT', 'UNSPECIFIED']),
		panel: {
			default: 'ECOA_CODE_UNSPECIFIED',
			description: 'Whether the tenant answers for the rent alone or together with others',
		},
	}),
]);

/** `POST /v1/rent-reporting/report`. */
export const submitRentReport: Operation = {
	resource: 'rentReport',
	entry: {
		name: 'Submit',
		value: 'submit',
		action: 'Submit rent report',
		description: 'Report a rent payment of a tenant and get the ID of the report',
		routing: { request: { method: 'POST', url: '/v1/rent-reporting/report' } },
	},
	label: 'rent report',
	requiredMembers: { id: 'text' },
	identifier: 'id',
	isPerRow: true,
	fields: [
		...[firstName, lastName, rentAmount, rentPaid, countryCode],
		...addressFields,
		...balances,
		...additionalFields,
	],
	// The service document names no required field, but a report without a name or an amount reports nothing.
	atLeastOne: [
		{ members: [firstName, lastName] },
		{ members: [rentAmount, rentPaid, ...balances] },
	],
	person: 'tenant',
	rows: {
		id: 'reportId',
		status: 'reportStatus',
		note: 'reportNote',
		mark: 'reportMark',
		at: 'reportedAt',
		done: 'reported',
		notDone: 'not reported',
		open: 'maybe reported',
	},
};
