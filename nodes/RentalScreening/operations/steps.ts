import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../core/text';
import { isRecord } from '../core/json';
import { toFieldValue, UNEVALUATED } from '../request/values';
import { parseBoolean } from '../request/options';

/** A step of a flow as `POST /v1/flows` takes it; the order in the list is the order in the flow. */
interface StepReference extends IDataObject {
	id: string;
	options?: { skippable: boolean };
}

const EXPECTED_STEPS =
	'must be a list of step IDs, or of objects such as {"id": "…", "options": {"skippable": true}}';

/** The value of JSON text; anything else as it is. */
export function readStepsJson(value: unknown): unknown {
	try {
		return typeof value === 'string' ? JSON.parse(value) : value;
	} catch {
		return value;
	}
}

/**
 * The step references of a list of step IDs, of entries of the step picker, of such references, or of steps as the
 * service lists them; else what is wrong, as a clause after the field's name.
 */
export function toStepReferences(given: unknown): StepReference[] | string {
	if (typeof given === 'string' && given.includes('{{')) return UNEVALUATED.problem;
	if (!Array.isArray(given)) return EXPECTED_STEPS;
	if (given.length === 0) return 'needs at least one step';
	const steps: StepReference[] = [];
	for (const [position, entry] of given.entries()) {
		const step = toStepReference(entry);
		if (typeof step === 'string') return `${step}; see entry ${position + 1}`;
		steps.push(step);
	}
	return steps;
}

function toStepReference(entry: unknown): StepReference | string {
	const step = isRecord(entry) ? entry : { id: entry };
	const options = step.options ?? {};
	// The list of steps gives each a name too, which is not part of a reference to it.
	const hasExpectedKeys = hasOnly(step, ['id', 'name', 'skippable', 'options']);
	if (!hasExpectedKeys || !hasOnly(options, ['skippable'])) return EXPECTED_STEPS;
	const id = isRecord(step.id) && '__rl' in step.id ? step.id.value : step.id;
	if (!['string', 'number'].includes(typeof id)) return EXPECTED_STEPS;
	const converted = toFieldValue(id, {});
	if (converted.kind === 'invalid') return converted.problem;
	if (converted.kind === 'empty') return 'has an empty step: choose one or remove it';
	const isSkippable = options.skippable ?? step.skippable;
	const reference = { id: String(converted.value) };
	if (isBlank(isSkippable)) return reference;
	const skippable = parseBoolean(isSkippable);
	return skippable === undefined ? EXPECTED_STEPS : { ...reference, options: { skippable } };
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).every((name) => names.includes(name));
}
