import { buildRequest } from '../../request/body';
import type { ApiField } from '../../request/field';
import type { ItemInput } from '../../request/item';
import type { Problem } from '../../request/problem';
import { isBlank } from '../../request/text';
import type { Operation, PreparedRequest } from '../../run/operation';
import { readStepsJson, toStepReferences, type StepReference } from './stepReferences';

/** `POST /v1/flows`. */
export const createFlow: Operation = {
	label: 'flow',
	requiredMembers: { flowId: 'text' },
	identifier: 'flowId',
	preparerFor: () => prepare,
};

const FLOW_NAME: ApiField = {
	name: 'flowName',
	label: 'Flow Name',
	type: 'string',
	required: true,
};

function prepare(item: ItemInput): PreparedRequest {
	const { body, problems } = buildRequest({ flowName: item.parameter(FLOW_NAME.name) }, [
		FLOW_NAME,
	]);
	const { steps, problem } = stepsOf(item);
	const { flowName } = body;
	const request = {
		body: { flow: { name: flowName, steps } },
		problems: problem === undefined ? problems : [...problems, problem],
	};
	return typeof flowName === 'string' ? { ...request, who: flowName } : request;
}

function stepsOf(item: ItemInput): { steps: StepReference[]; problem?: Problem } {
	const asJson = item.parameter('specifySteps') === 'json';
	const place = asJson
		? { field: 'stepsJson', label: 'Steps (JSON)' }
		: { field: 'steps', label: 'Steps' };
	const given = asJson ? readStepsJson(item.parameter('stepsJson')) : fromFields(item);
	const steps = toStepReferences(given);
	return typeof steps === 'string' ? { steps: [], problem: { ...place, text: steps } } : { steps };
}

/** The rows of the editor's list, as the service writes step references. */
function fromFields(item: ItemInput): unknown {
	const rows = item.parameter('steps.step') ?? [];
	if (!Array.isArray(rows)) return rows;
	return (rows as Array<{ id?: unknown; skippable?: unknown }>).map(({ id, skippable }) => ({
		id,
		options: { skippable: isBlank(skippable) ? false : skippable },
	}));
}
