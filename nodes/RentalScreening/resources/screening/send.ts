import type { ApiField } from '../../request/field';
import { bodyOfFields } from '../../request/bodyOfFields';
import type { Operation } from '../../run/operation';

export const sendFields: readonly ApiField[] = [
	{ name: 'checkType', type: 'string', perRun: true },
	{ name: 'email', type: 'string', required: true, shape: 'email' },
	{ name: 'phone', type: 'string', required: true, shape: 'phoneWithPlus' },
	{ name: 'firstName', type: 'string' },
	{ name: 'lastName', type: 'string' },
	{ name: 'propertyId', type: 'string', required: true, perRun: true },
	{ name: 'payer', type: 'string', perRun: true },
];

/** `POST /v1/screening/send`. */
export const sendScreening: Operation = {
	label: 'screening',
	requiredMembers: { userId: 'text' },
	identifier: 'userId',
	rows: {
		id: 'userId',
		status: 'screeningStatus',
		note: 'screeningNote',
		at: 'sentAt',
		done: 'sent',
		notDone: 'not sent',
		open: 'maybe sent',
	},
	preparerFor: bodyOfFields(sendFields),
};
