/** A step of a flow as `POST /v1/flows` takes it; the order in the list is the order in the flow. */
export interface StepReference {
	[member: string]: string | { skippable?: boolean } | undefined;
	id: string;
	options?: { skippable?: boolean };
}

const FORM =
	'must be a list of step IDs, or of objects such as {"id": "…", "options": {"skippable": true}}';

/** The value behind JSON text; anything else as it is. Text that is not JSON comes back as undefined. */
export function readStepsJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}

/**
 * Turns a list of step ids, of step references, or of steps as `GET /v1/flows/steps/list` lists them into
 * step references. Returns what is wrong, as a clause after the field's name, when it is none of these.
 */
export function toStepReferences(given: unknown): StepReference[] | string {
	if (!Array.isArray(given)) return FORM;
	if (given.length === 0) return 'needs at least one step';
	const steps: StepReference[] = [];
	for (const [position, entry] of given.entries()) {
		const step = toStepReference(entry);
		if (step === undefined) return `${FORM}; see entry ${position + 1}`;
		steps.push(step);
	}
	return steps;
}

function toStepReference(entry: unknown): StepReference | undefined {
	if (typeof entry !== 'object' || entry === null) {
		const id = toId(entry);
		return id === undefined ? undefined : { id };
	}
	const { id: givenId, options, ...others } = entry as Record<string, unknown>;
	// `GET /v1/flows/steps/list` gives a step a name too, which is not part of a reference to it.
	delete others.name;
	const id = toId(givenId);
	if (id === undefined || Object.keys(others).length > 0) return undefined;
	if (options === undefined || options === null) return { id };
	const { skippable, ...otherOptions } = options as Record<string, unknown>;
	if (typeof options !== 'object' || Object.keys(otherOptions).length > 0) return undefined;
	if (skippable === undefined) return { id };
	return typeof skippable === 'boolean' ? { id, options: { skippable } } : undefined;
}

function toId(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	return value.trim();
}
