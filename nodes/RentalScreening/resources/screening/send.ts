import type { ApiField } from '../../fields/field';
import { bodyOfFields } from '../bodyOfFields';
import type { Operation } from '../../requestPolicy/operation';

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
	noun: 'screening',
	promises: { userId: 'text' },
	identifier: 'userId',
	preparerFor: bodyOfFields(sendFields),
};
