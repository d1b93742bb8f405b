import type { ItemInput } from '../../requestPolicy/itemInput';
import type { Operation, PreparedRequest } from '../../requestPolicy/operation';
import type { Complaint } from '../../values/complaint';
import { toApiValue } from '../../values/toApiValue';
import { readStepsJson, toStepReferences, type StepReference } from './stepReferences';

/** Endpoint 6. */
export const createFlow: Operation = {
	noun: 'flow',
	promises: { flowId: 'text' },
	identifier: 'flowId',
	preparerFor: () => prepare,
};

function prepare(item: ItemInput): PreparedRequest {
	const complaints: Complaint[] = [];
	const name = nameOf(item, complaints);
	const steps = stepsOf(item, complaints);
	return { body: { flow: { name, steps } }, complaints };
}

function nameOf(item: ItemInput, complaints: Complaint[]): string {
	const name = toApiValue(item.parameter('flowName'), 'string');
	if ('value' in name) return String(name.value);
	const complaint = 'complaint' in name ? name.complaint : 'is missing: fill it in';
	complaints.push({ field: 'flowName', complaint });
	return '';
}

function stepsOf(item: ItemInput, complaints: Complaint[]): StepReference[] {
	const asJson = item.parameter('specifySteps') === 'json';
	const field = asJson ? 'stepsJson' : 'steps';
	const given = asJson ? readStepsJson(item.parameter(field)) : fromFields(item);
	const steps = toStepReferences(given);
	if (typeof steps !== 'string') return steps;
	complaints.push({ field, complaint: steps });
	return [];
}

/** An expression may give the switch as text, as a spreadsheet does; what is neither yes nor no is left to be refused. */
function toYesOrNo(value: unknown): unknown {
	const text = String(value ?? '')
		.trim()
		.toLowerCase();
	if (text === '' || text === 'false') return false;
	return text === 'true' ? true : value;
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
