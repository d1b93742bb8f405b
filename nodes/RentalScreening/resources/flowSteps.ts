import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeParameterResourceLocator,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { toSwitch } from '../request/options';
import { HOLDS_BRACES, isBlank } from '../request/text';
import { toFieldValue } from '../request/values';
import { looseObject, looseObjects, type Schemas } from '../results/cells';
import { ON_ACCOUNT, type RequestWithAccount } from '../service/account';
import { readFault } from '../service/fault';
import { noAccessIn } from '../service/login';
import { quoted } from '../service/quote';

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

/**
 * `GET /v1/flows/steps/list`: the entries of the step picker whose name or ID holds the filter, by name. A
 * function, because a declared list needs a fixed base URL, and ours is in the credential. Throws a `UserError`.
 */
export async function searchSteps(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const { steps } = looseObject<{ steps: unknown }>(await fetchSteps(this));
	if (!Array.isArray(steps)) throw noList("The service answered without 'steps'");
	const wanted = filter.trim().toLowerCase();
	const results = looseObjects<Schemas['Step']>(steps)
		.map(({ id, name }) => ({ name: String(name ?? id), value: String(id) }))
		.filter(({ name, value }) => `${name}\n${value}`.toLowerCase().includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { results };
}

async function fetchSteps(context: ILoadOptionsFunctions): Promise<unknown> {
	const secrets: string[] = [];
	const request: RequestWithAccount = {
		method: 'GET',
		url: '/v1/flows/steps/list',
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
		[ON_ACCOUNT]: (account) => secrets.push(...account.secrets),
	};
	const { httpRequestWithAuthentication: send } = context.helpers;
	try {
		return await send.call(context, 'rentalScreeningApi', request);
	} catch (thrown) {
		throw whyNoSteps(thrown, secrets);
	}
}

function whyNoSteps(thrown: unknown, secrets: readonly string[]): UserError {
	const noAccess = noAccessIn(thrown);
	if (noAccess !== undefined)
		return new UserError(noAccess.happened, { description: noAccess.hint });
	const { status, body, reason } = readFault(thrown);
	if (status === undefined) return noList(`Could not fetch the list: ${quoted(reason, secrets)}`);
	const said = quoted(body, secrets);
	return noList(`Could not fetch the list (${status})${said === '' ? '' : `: ${said}`}`);
}

/** The error of a picker that has no list, with what to do instead. */
function noList(happened: string): UserError {
	const description = "Test the credential, or choose 'By ID' and enter the ID.";
	return new UserError(happened, { description });
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
	if (isBlank(value)) return 'has an empty step: choose one or remove it';
	const id = toFieldValue(value, {});
	if ('value' in id) return { id: String(id.value) };
	return 'problem' in id ? id.problem : FORM;
}
