import type { ApiField } from '../../request/field';
import { bodyOfFields } from '../../request/bodyOfFields';
import type { Operation } from '../../run/operation';

export const sendWithFlowFields: readonly ApiField[] = [
	{ name: 'flowId', type: 'string', required: true, perRun: true },
	{ name: 'email', type: 'string', required: true, shape: 'email' },
	{ name: 'phone', type: 'string', required: true },
	{ name: 'firstName', type: 'string' },
	{ name: 'lastName', type: 'string' },
	{ name: 'payer', type: 'string', perRun: true },
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
