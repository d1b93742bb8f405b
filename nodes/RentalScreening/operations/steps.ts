import { invalid, valid, type FieldValue } from '../core/field';
import { isRecord } from '../core/json';
import { isBlank } from '../core/text';
import { toFieldValue, UNEVALUATED } from '../request/values';
import type { Schemas } from '../results/cells';

const NOT_STEPS = invalid(
	'must be a list of step IDs, or of objects such as {"id": "…", "options": {"skippable": true}}',
);

const EMPTY_STEP = 'has an empty step: choose one or remove it';

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
	for (const [index, entry] of given.entries()) {
		const step = toStepReference(entry);
		if (step.kind !== 'valid') {
			const problem = step.kind === 'invalid' ? step.problem : EMPTY_STEP;
			return invalid(`${problem}; see entry ${index + 1}`);
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
	// The picker's ID is a resource locator.
	const givenId = isRecord(step.id) && '__rl' in step.id ? step.id.value : step.id;
	if (!['string', 'number'].includes(typeof givenId)) return NOT_STEPS;
	const idValue = toFieldValue(givenId, {});
	if (idValue.kind !== 'valid') return idValue;
	const id = String(idValue.value);
	const givenSkippable = options.skippable ?? step.skippable;
	if (isBlank(givenSkippable)) return valid({ id });
	if (typeof givenSkippable !== 'boolean') return NOT_STEPS;
	return valid({ id, options: { skippable: givenSkippable } });
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).every((name) => names.includes(name));
}
