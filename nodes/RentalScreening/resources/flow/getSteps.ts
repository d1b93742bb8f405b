import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../request/item';
import type { Operation, PreparedRequest } from '../../run/operation';
import { readNumber, readSwitch, type Reading } from '../../request/settings';

/** `GET /v1/flows/steps/list`: no paging, so the limit applies to the answer. One output item per step. */
export const getSteps: Operation = {
	label: 'step list',
	requiredMembers: { steps: 'list' },
	preparerFor: () => prepare,
	toItems(answer, item) {
		const steps = answer.steps as IDataObject[];
		const limit = limitOf(item);
		return steps
			.slice(0, 'value' in limit ? limit.value : undefined)
			.map((step) => ({ json: step }));
	},
};

function prepare(item: ItemInput): PreparedRequest {
	const limit = limitOf(item);
	return { problems: 'problem' in limit ? [limit.problem] : [] };
}

function limitOf(item: ItemInput): Reading<number> {
	const all = readSwitch(item, { path: 'returnAll', label: 'Return All', fallback: false });
	if ('problem' in all) return all;
	if (all.value) return { value: Infinity };
	return readNumber(item, { path: 'limit', label: 'Limit', fallback: NaN, least: 1, whole: true });
}
