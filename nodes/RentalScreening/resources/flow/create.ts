import type { ApiField } from '../../fields/field';
import type { ItemInput } from '../../requestPolicy/itemInput';
import type { Operation, PreparedRequest } from '../../requestPolicy/operation';
import { buildBody } from '../../values/buildBody';
import type { Complaint } from '../../values/complaint';
import { toYesOrNo } from '../../values/toYesOrNo';
import { readStepsJson, toStepReferences, type StepReference } from './stepReferences';

/** `POST /v1/flows`. */
export const createFlow: Operation = {
	noun: 'flow',
	promises: { flowId: 'text' },
	identifier: 'flowId',
	preparerFor: () => prepare,
};

const FLOW_NAME: ApiField = { name: 'flowName', type: 'string', required: true };

function prepare(item: ItemInput): PreparedRequest {
	const flowName = item.parameter(FLOW_NAME.name);
	const { body, complaints } = buildBody({ flowName }, [FLOW_NAME]);
	const { steps, complaint } = stepsOf(item);
	return {
		body: { flow: { name: body.flowName, steps } },
		complaints: complaint === undefined ? complaints : [...complaints, complaint],
	};
}

function stepsOf(item: ItemInput): { steps: StepReference[]; complaint?: Complaint } {
	const asJson = item.parameter('specifySteps') === 'json';
	const field = asJson ? 'stepsJson' : 'steps';
	const given = asJson ? readStepsJson(item.parameter(field)) : fromFields(item);
	const steps = toStepReferences(given);
	return typeof steps === 'string'
		? { steps: [], complaint: { field, complaint: steps } }
		: { steps };
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
