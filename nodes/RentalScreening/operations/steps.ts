import { invalid, valid, type FieldValue } from '../core/field';
import { isRecord } from '../core/json';
import { toFieldValue } from '../request/values';
import type { Schemas } from '../results/cells';

type StepReference = Schemas['StepReference'];

const NOT_STEPS = invalid(
	'must be a list of step IDs, or of objects such as {"id": "…", "options": {"skippable": true}}',
);

/** The steps of a flow in their order, from JSON text, a list, or what the step picker stores. */
export function readSteps(given: unknown): FieldValue<StepReference[]> {
	const entries = typeof given === 'string' ? parseJson(given) : given;
	if (!Array.isArray(entries)) return NOT_STEPS;
	if (entries.length === 0) return invalid('needs at least one step');
	const steps: StepReference[] = [];
	for (const [index, entry] of entries.entries()) {
		const step = readStep(entry);
		if (step.kind === 'valid') steps.push(step.value);
		else {
			const problem = step.kind === 'invalid' ? step.problem : 'has an empty step';
			return invalid(`${problem}; see entry ${index + 1}`);
		}
	}
	return valid(steps);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** A step is given by its ID, as the picker stores it, as the service lists it, or as the service takes it. */
function readStep(entry: unknown): FieldValue<StepReference> {
	const step = isRecord(entry) ? entry : { id: entry };
	const options = step.options ?? {};
	const isKnown = hasOnly(step, 'id name skippable options') && hasOnly(options, 'skippable');
	if (!isKnown) return NOT_STEPS;
	// The picker stores a resource locator.
	const id = toFieldValue(isRecord(step.id) ? step.id.value : step.id, {});
	if (id.kind !== 'valid') return id;
	const skippable = options.skippable ?? step.skippable;
	const sentOptions = skippable === undefined ? {} : { options: { skippable: skippable === true } };
	return valid({ id: String(id.value), ...sentOptions });
}

function hasOnly(value: unknown, names: string): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).every((name) => names.split(' ').includes(name));
}
