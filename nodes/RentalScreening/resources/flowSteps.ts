import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeParameterResourceLocator,
	INodeProperties,
} from 'n8n-workflow';

/** The steps of a flow, picked by name, in an order that can be changed by dragging. */
export const stepPicker: INodeProperties = {
	displayName: 'Steps',
	name: 'steps',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	required: true,
	default: {},
	placeholder: 'Add Step',
	description: 'The steps in the order in which the applicant goes through them; drag to reorder',
	displayOptions: {
		show: { resource: ['flow'], operation: ['create'], specifySteps: ['fields'] },
	},
	options: [
		{
			displayName: 'Step',
			name: 'step',
			values: [
				{
					displayName: 'Step',
					name: 'id',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					description: 'A screening step that the service offers',
					modes: [
						{
							displayName: 'From List',
							name: 'list',
							type: 'list',
							typeOptions: { searchListMethod: 'searchSteps', searchable: true },
						},
						{
							displayName: 'By ID',
							name: 'id',
							type: 'string',
							placeholder: 'e.g. step-income',
						},
					],
				},
				{
					displayName: 'Skippable',
					name: 'skippable',
					type: 'boolean',
					default: false,
					description: 'Whether the applicant may skip this step',
				},
			],
		},
	],
};

interface Step {
	id: string;
	name?: string;
}

/**
 * `GET /v1/flows/steps/list`: the entries of the step picker whose name or ID holds the filter, by name. A
 * function, because a declared list needs a fixed base URL, and ours is in the credential.
 */
export async function searchSteps(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const answer = (await this.helpers.httpRequestWithAuthentication.call(
		this,
		'rentalScreeningApi',
		{
			method: 'GET',
			url: '/v1/flows/steps/list',
			headers: { Accept: 'application/json' },
			disableFollowRedirect: true,
		},
	)) as { steps?: Step[] };
	const wanted = filter.trim().toLowerCase();
	const results = (answer.steps ?? [])
		.filter(({ id, name = '' }) => `${name}\n${id}`.toLowerCase().includes(wanted))
		.map(({ id, name }) => ({ name: name ?? id, value: id }))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { results };
}

/** The ID that an entry of the step picker holds: the locator's value, or an ID as plain text. */
export function pickedId(id: unknown): unknown {
	return typeof id === 'object' && id !== null && '__rl' in id
		? (id as INodeParameterResourceLocator).value
		: id;
}

/** A step of a flow as `POST /v1/flows` takes it; the order in the list is the order in the flow. */
export interface StepReference {
	[member: string]: string | { skippable?: boolean } | undefined;
	id: string;
	options?: { skippable?: boolean };
}

const FORM =
	'must be a list of step IDs, or of objects such as {"id": "…", "options": {"skippable": true}}';

/** Parses JSON text, undefined where it is none; returns anything else as it is. */
export function readStepsJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}

/**
 * Turns step IDs, step references or listed steps (`GET /v1/flows/steps/list`) into step references. Returns
 * a clause that follows the field's name where the value is none of these.
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
	// A listed step has a name too, which is not part of a reference.
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
