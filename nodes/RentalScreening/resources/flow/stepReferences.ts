import { toSwitch } from '../../request/settings';
import { HOLDS_BRACES, isBlank } from '../../request/text';
import { toApiValue } from '../../request/values';

/** A step of a flow as `POST /v1/flows` takes it; the order in the list is the order in the flow. */
export interface StepReference {
	[member: string]: string | { skippable?: boolean } | undefined;
	id: string;
	options?: { skippable?: boolean };
}

const FORM =
	'must be a list of step IDs, or of objects such as {"id": "…", "options": {"skippable": true}}';

/** The value of JSON text; anything else as it is. Text that is not JSON becomes undefined. */
export function readStepsJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		// An expression within otherwise valid JSON makes it invalid; the text itself says why.
		return value.includes('{{') ? value : undefined;
	}
}

/**
 * Turns a list of step ids, of step references, or of steps as `GET /v1/flows/steps/list` lists them into
 * step references. Returns what is wrong, as a clause after the field's name, when it is none of these.
 */
export function toStepReferences(given: unknown): StepReference[] | string {
	if (typeof given === 'string' && given.includes('{{')) return HOLDS_BRACES;
	if (!Array.isArray(given)) return FORM;
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
	if (typeof entry !== 'object' || entry === null) return withId(entry);
	const { id, options, ...others } = entry as Record<string, unknown>;
	// `GET /v1/flows/steps/list` gives a step a name too, which is not part of a reference to it.
	delete others.name;
	if (Object.keys(others).length > 0) return FORM;
	const step = withId(id);
	if (typeof step === 'string' || options === undefined || options === null) return step;
	const { skippable, ...otherOptions } = options as Record<string, unknown>;
	if (typeof options !== 'object' || Object.keys(otherOptions).length > 0) return FORM;
	if (isBlank(skippable)) return step;
	const on = toSwitch(skippable);
	return on === undefined ? FORM : { ...step, options: { skippable: on } };
}

function withId(value: unknown): StepReference | string {
	if (typeof value !== 'string' && typeof value !== 'number') return FORM;
	const id = toApiValue(value, 'string');
	if ('value' in id) return { id: String(id.value) };
	return 'problem' in id ? id.problem : FORM;
}
