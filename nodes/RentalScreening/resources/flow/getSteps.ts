import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../request/item';
import type { Operation, PreparedRequest } from '../../run/operation';
import { toApiValue } from '../../request/toApiValue';
import { toYesOrNo } from '../../request/toYesOrNo';

const NO_LIMIT = { field: 'limit', problem: 'must be a whole number of at least 1' };

/**
 * `GET /v1/flows/steps/list`; it has no paging, so the limit applies to what came back. One output item per
 * step.
 */
export const getSteps: Operation = {
	label: 'step list',
	requiredMembers: { steps: 'list' },
	preparerFor: () => prepare,
	toItems(answer, item) {
		const steps = answer.steps as IDataObject[];
		return steps.slice(0, limitOf(item)).map((step) => ({ json: step }));
	},
};

function prepare(item: ItemInput): PreparedRequest {
	return { problems: limitOf(item) === undefined ? [NO_LIMIT] : [] };
}

/** How many steps to put out; undefined when what is given is not a number of things. */
function limitOf(item: ItemInput): number | undefined {
	if (toYesOrNo(item.parameter('returnAll')) === true) return Infinity;
	const limit = toApiValue(item.parameter('limit'), 'integer');
	return 'value' in limit && Number(limit.value) >= 1 ? Number(limit.value) : undefined;
}
