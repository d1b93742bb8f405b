import type { ApiField } from '../../request/field';
import type { ItemInput } from '../../request/item';
import type { Operation, PreparedRequest } from '../../run/operation';
import { buildBody } from '../../request/buildBody';
import type { Problem } from '../../request/problem';
import { toYesOrNo } from '../../request/toYesOrNo';
import { readStepsJson, toStepReferences, type StepReference } from './stepReferences';

/** `POST /v1/flows`. */
export const createFlow: Operation = {
	label: 'flow',
	requiredMembers: { flowId: 'text' },
	identifier: 'flowId',
	preparerFor: () => prepare,
};

const FLOW_NAME: ApiField = { name: 'flowName', type: 'string', required: true };

function prepare(item: ItemInput): PreparedRequest {
	const flowName = item.parameter(FLOW_NAME.name);
	const { body, problems } = buildBody({ flowName }, [FLOW_NAME]);
	const { steps, problem } = stepsOf(item);
	return {
		body: { flow: { name: body.flowName, steps } },
		problems: problem === undefined ? problems : [...problems, problem],
	};
}

function stepsOf(item: ItemInput): { steps: StepReference[]; problem?: Problem } {
	const asJson = item.parameter('specifySteps') === 'json';
	const field = asJson ? 'stepsJson' : 'steps';
	const given = asJson ? readStepsJson(item.parameter(field)) : fromFields(item);
	const steps = toStepReferences(given);
	return typeof steps === 'string' ? { steps: [], problem: { field, problem: steps } } : { steps };
}

/** The rows of the editor's list, as the service writes step references. */
function fromFields(item: ItemInput): unknown {
	const rows = item.parameter('steps.step') ?? [];
	if (!Array.isArray(rows)) return rows;
	return (rows as Array<{ id?: unknown; skippable?: unknown }>).map(({ id, skippable }) => ({
		id,
		options: { skippable: toYesOrNo(skippable) },
	}));
}
