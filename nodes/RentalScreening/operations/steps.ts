import { EMPTY, invalid, valid, type FieldValue } from '../core/field';
import { isRecord } from '../core/json';
import { isBlank } from '../core/text';
import { parseBoolean } from '../request/options';
import { toFieldValue, UNEVALUATED } from '../request/values';
import type { Schemas } from '../results/cells';

const NOT_STEPS = invalid(
	'must be a list of step IDs, or of objects such as {"id": "…", "options": {"skippable": true}}',
);

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
 * service lists them, in the order of the flow.
 */
export function toStepReferences(given: unknown): FieldValue<Array<Schemas['StepReference']>> {
	if (typeof given === 'string' && given.includes('{{')) return UNEVALUATED;
	if (!Array.isArray(given)) return NOT_STEPS;
	if (given.length === 0) return invalid('needs at least one step');
	const steps: Array<Schemas['StepReference']> = [];
	for (const [position, entry] of given.entries()) {
		const step = toStepReference(entry);
		const where = `see entry ${position + 1}`;
		if (step.kind === 'invalid') return invalid(`${step.problem}; ${where}`);
		if (step.kind === 'empty') {
			return invalid(`has an empty step: choose one or remove it; ${where}`);
		}
		steps.push(step.value);
	}
	return valid(steps);
}

function toStepReference(entry: unknown): FieldValue<Schemas['StepReference']> {
	const step = isRecord(entry) ? entry : { id: entry };
	const options = step.options ?? {};
	// The list of steps gives each a name too, which is not part of a reference to it.
	const hasExpectedKeys = hasOnly(step, ['id', 'name', 'skippable', 'options']);
	if (!hasExpectedKeys || !hasOnly(options, ['skippable'])) return NOT_STEPS;
	const id = isRecord(step.id) && '__rl' in step.id ? step.id.value : step.id;
	if (!['string', 'number'].includes(typeof id)) return NOT_STEPS;
	const converted = toFieldValue(id, {});
	if (converted.kind === 'invalid') return converted;
	if (converted.kind === 'empty') return EMPTY;
	const isSkippable = options.skippable ?? step.skippable;
	const reference = { id: String(converted.value) };
	if (isBlank(isSkippable)) return valid(reference);
	const skippable = parseBoolean(isSkippable);
	return skippable === undefined ? NOT_STEPS : valid({ ...reference, options: { skippable } });
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).every((name) => names.includes(name));
}
