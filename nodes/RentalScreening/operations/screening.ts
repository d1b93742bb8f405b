import { defineField, placeIn, type Field } from '../core/field';
import type { Operation } from '../core/operation';

const propertyId = defineField('propertyId', {
	required: true,
	whenEmpty: 'is empty: create the property once and enter the ID that you get',
	isSetting: true,
	panel: {
		placeholder: 'e.g. 5f0c2a7e-91d4-4b60-8a3e-2f6d1c9b7e45',
		hint: "The ID that 'Property: Create' returned; the execution that created the property still has it",
	},
});

const flowId = defineField('flowId', {
	required: true,
	whenEmpty: 'is empty: create the flow once and enter the ID that you get',
	isSetting: true,
	panel: {
		placeholder: 'e.g. 8d3b6f10-2c57-4e9a-b1f4-7a0e5c6d9213',
		hint: "The ID that 'Screening Flow: Create' returned, not a name; the execution that created the flow still has it",
	},
});

export const email = defineField('email', {
	otherNames: ['Email Address'],
	isPersonal: true,
	required: true,
	shape: 'email',
	panel: {
		placeholder: 'e.g. nathan@example.com',
		description: 'Where the applicant gets the screening link',
	},
});

export const phone = defineField('phone', {
	otherNames: [
		'Phone Number',
		'Mobile',
		'Mobile Phone',
		'Mobile Number',
		'Cell',
		'Cell Phone',
		'Telephone',
		'Contact Number',
	],
	isPersonal: true,
	required: true,
	shape: 'phoneWithPlus',
	panel: {
		placeholder: 'e.g. +14165550100',
		description: "'Send' needs + and the country code in front, or 'Country Code' below",
	},
});

export const firstName = defineField('firstName', {
	otherNames: ['First', 'Given Name', 'Forename', 'Name (First)'],
	isPersonal: true,
	shape: 'personName',
	panel: { placeholder: 'e.g. Nathan' },
});

export const lastName = defineField('lastName', {
	otherNames: ['Last', 'Surname', 'Family Name', 'Name (Last)'],
	isPersonal: true,
	shape: 'personName',
	panel: { placeholder: 'e.g. Smith' },
});

/** Put in front of the phone numbers of an operation. */
export const countryCode = defineField('countryCode', {
	otherNames: ['Phone Country Code', 'Calling Code', 'Dialing Code'],
	isSetting: true,
	isSent: false,
	panel: {
		placeholder: 'e.g. 1',
		hint: "Put in front of phone numbers without +, such as 1 for +14165550100; if empty, 'Send' refuses these",
		description:
			'Numbers that begin with 0 or with the code itself are refused: write these with +',
	},
});

/** The only values that the service documents. */
const CHECK_TYPE = 'CHECK_TYPE_DEEP_CHECK';
const PAYER = 'PAYER_SELF';

const checkType = defineField('checkType', {
	fallback: CHECK_TYPE,
	isSetting: true,
	oneOf: [{ name: 'Deep Check', value: CHECK_TYPE }],
	constantPrefix: 'CHECK_TYPE_',
	panel: {
		default: CHECK_TYPE,
		description:
			'Which check to make; another value that your provider gave you is entered as an expression',
	},
});

const payer = defineField('payer', {
	fallback: PAYER,
	isSetting: true,
	oneOf: [{ name: 'Self', value: PAYER }],
	constantPrefix: 'PAYER_',
	panel: {
		default: PAYER,
		description:
			"Who pays; ask your provider who 'Self' is, and enter another value that it gave you as an expression",
	},
});

/** Version 2 takes a phone number as it is given. */
const phoneAsGiven: Field = { ...phone, shape: 'phone' };

const bothWaysToSend = {
	resource: 'screening',
	label: 'screening',
	requiredMembers: { userId: 'text' },
	atLeastOne: [{ members: [firstName, lastName], onlyInColumns: true }],
	identifier: 'userId',
	rows: {
		id: 'userId',
		status: 'screeningStatus',
		note: 'screeningNote',
		mark: 'screeningMark',
		at: 'sentAt',
		done: 'sent',
		notDone: 'not sent',
		open: 'maybe sent',
	},
} as const;

/** `POST /v1/screening/send`. */
export const sendScreening: Operation = {
	...bothWaysToSend,
	entry: {
		name: 'Send',
		value: 'send',
		action: 'Send screening',
		description: "Send an applicant a screening link for a property and get the 'userId'",
		routing: { request: { method: 'POST', url: '/v1/screening/send' } },
	},
	fields: [
		...[propertyId, email, phone, countryCode, firstName, lastName],
		...placeIn('additionalFields', [checkType, payer]),
	],
};

/** `POST /v2/screening/send`. */
export const sendScreeningWithFlow: Operation = {
	...bothWaysToSend,
	entry: {
		name: 'Send with Flow',
		value: 'sendWithFlow',
		action: 'Send screening with flow',
		description: "Send an applicant a screening link with the steps of a flow and get the 'userId'",
		routing: { request: { method: 'POST', url: '/v2/screening/send' } },
	},
	fields: [
		...[flowId, email, phoneAsGiven, countryCode, firstName, lastName],
		...placeIn('additionalFields', [payer]),
	],
};
