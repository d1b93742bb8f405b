import type { ApiField } from '../../request/field';
import { bodyOfFields } from '../../request/body';
import type { Operation } from '../../run/operation';

export const sendWithFlowFields: readonly ApiField[] = [
	{
		name: 'flowId',
		label: 'Flow ID',
		type: 'string',
		required: true,
		whenEmpty: 'is empty: create the flow once and enter the ID that you get',
		perRun: true,
	},
	{ name: 'email', label: 'Email', type: 'string', required: true, shape: 'email' },
	{ name: 'phone', label: 'Phone', type: 'string', required: true, shape: 'phone' },
	{ name: 'firstName', label: 'First Name', type: 'string' },
	{ name: 'lastName', label: 'Last Name', type: 'string' },
	{ name: 'payer', label: 'Payer', type: 'string', perRun: true },
];

/** `POST /v2/screening/send`. */
export const sendScreeningWithFlow: Operation = {
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
	preparerFor: bodyOfFields(sendWithFlowFields),
};
