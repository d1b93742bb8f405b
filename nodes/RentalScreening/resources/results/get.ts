import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../request/item';
import type { Operation, PreparedRequest, PollPlan } from '../../run/operation';
import { personColumnsOf, RESULTS_OUTPUTS, type ResultsOutput } from '../../results';
import { toApiValue } from '../../request/values';
import { toOutputItems } from './toOutputItems';

/** `GET /v1/screening/data/{userId}`. */
export const getResults: Operation = {
	label: 'screening data',
	requiredMembers: { screening: 'object', user: 'object' },
	preparerFor: () => prepare,
	rows: {
		status: 'resultStatus',
		note: 'resultNote',
		done: 'complete',
		notDone: 'not fetched',
		open: 'not complete',
	},
	pollPlan: waitPlan,
	personColumns: (item) => personColumnsOf(item.parameter('output') as ResultsOutput),
	toItems: toOutputItems,
};

function prepare(item: ItemInput): PreparedRequest {
	const output = item.parameter('output');
	if (!RESULTS_OUTPUTS.some((known) => known === output)) {
		return complain('output', 'Output', `must be one of ${RESULTS_OUTPUTS.join(', ')}`);
	}
	const userId = toApiValue(item.parameter('userId'), 'string');
	if ('problem' in userId) return complain('userId', 'User ID', userId.problem);
	if (!('value' in userId)) {
		return complain(
			'userId',
			'User ID',
			'is empty: enter the ID that sending the screening returned',
		);
	}
	const id = String(userId.value);
	if (!isPathSegment(id)) return complain('userId', 'User ID', 'cannot be part of an address');
	return { path: { userId: id }, problems: [] };
}

function complain(field: string, label: string, text: string): PreparedRequest {
	return { problems: [{ field, label, text }] };
}

/** '.' and '..' would be resolved away even when percent-encoded; half a surrogate pair cannot be encoded. */
function isPathSegment(id: string): boolean {
	return id !== '.' && id !== '..' && !/\p{Surrogate}/u.test(id);
}

function waitPlan(item: ItemInput): PollPlan {
	return {
		forMinutes: Math.max(0, Number(item.option('waitUpToMinutes', 0)) || 0),
		everySeconds: Math.max(1, Number(item.option('pollEverySeconds', 30)) || 30),
		whenIncomplete:
			item.option<unknown>('whenIncomplete', 'return') === 'error' ? 'error' : 'return',
		isComplete: (answer) => (answer.user as IDataObject).checkComplete === true,
	};
}
