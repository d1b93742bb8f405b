import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { escapeCells } from '../core/cells';
import { defineField, invalid, valid, type FieldValue, type Problem } from '../core/field';
import type { Item } from '../core/item';
import { isRecord, looseObjects, type Schemas } from '../core/json';
import type { Operation, Request } from '../core/operation';
import { maskSsn } from '../core/ssn';
import { toParameter } from '../panel/fields';
import { showFor } from '../panel/operations';
import { stepPicker } from '../panel/stepPicker';
import { toFieldValue } from '../request/values';

/** `POST /v1/flows`. */
export const createFlow: Operation = {
	resource: 'flow',
	entry: {
		name: 'Create',
		value: 'create',
		action: 'Create screening flow',
		description: "Create a reusable sequence of screening steps and get its 'flowId'",
		routing: { request: { method: 'POST', url: '/v1/flows' } },
	},
	label: 'flow',
	requiredMembers: { flowId: 'text' },
	identifier: 'flowId',
	readRequests: (items) => items.map(readFlow),
};

const flowName = defineField('flowName', {
	required: true,
	panel: { placeholder: 'e.g. Standard screening' },
});

function readFlow(item: Item): Request {
	const isJson = item.parameter('specifySteps') === 'json';
	const name = toFieldValue(item.parameter('flowName'), flowName);
	const steps = readSteps(item.parameter(isJson ? 'stepsJson' : 'steps.step') ?? []);
	const stepsLabel = (isJson ? stepsJson : stepPicker).displayName;
	const problems = [...toProblems(flowName.label, name), ...toProblems(stepsLabel, steps)];
	if (name.kind !== 'valid') return { problems };
	const subject = String(name.value);
	if (steps.kind !== 'valid') return { problems, subject };
	return { problems, subject, body: { flow: { name: subject, steps: steps.value } } };
}

function toProblems(label: string, value: FieldValue<unknown>): Problem[] {
	if (value.kind === 'valid') return [];
	const clause = value.kind === 'empty' ? 'is empty' : value.problem;
	return [{ label, clause, scope: 'item' }];
}

const NOT_STEPS = invalid(
	'must be a list of step IDs, or of objects such as {"id": "…", "options": {"skippable": true}}',
);

/** The steps of a flow in their order, from JSON text, a list, or what the step picker stores. */
function readSteps(given: unknown): FieldValue<Array<Schemas['StepReference']>> {
	const entries = typeof given === 'string' ? parseJson(given) : given;
	if (!Array.isArray(entries)) return NOT_STEPS;
	if (entries.length === 0) return invalid('needs at least one step');
	const steps: Array<Schemas['StepReference']> = [];
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
function readStep(entry: unknown): FieldValue<Schemas['StepReference']> {
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

/** `GET /v1/flows/steps/list`: no paging, so the limit applies to the answer. One output item per step. */
export const getSteps: Operation = {
	resource: 'flow',
	entry: {
		name: 'Get Many Steps',
		value: 'getSteps',
		action: 'Get many steps',
		description: 'List the screening steps that a flow can have, each with ID and name',
		routing: { request: { method: 'GET', url: '/v1/flows/steps/list' } },
	},
	label: 'step list',
	requiredMembers: { steps: 'list' },
	readRequests: (items) => items.map(() => ({ problems: [] })),
	toItems: ({ steps }, item) =>
		looseObjects<Schemas['Step']>(maskSsn(steps))
			.slice(0, readLimit(item))
			.map((step) => ({ json: escapeCells(step as IDataObject) })),
};

function readLimit(item: Item): number {
	if (item.parameter('returnAll') === true) return Infinity;
	const given = Number(item.parameter('limit'));
	return given >= 1 ? given : 50;
}

const createOnly = showFor([createFlow]);
const getStepsOnly = showFor([getSteps]);

const stepsJson: INodeProperties = {
	displayName: 'Steps (JSON)',
	name: 'stepsJson',
	type: 'json',
	required: true,
	default: '[]',
	description: 'The step IDs in the order of the flow, or objects with the ID and options of each',
	displayOptions: { show: { ...createOnly, specifySteps: ['json'] } },
};

export const flowPanel: INodeProperties[] = [
	{ ...toParameter(flowName), required: true, displayOptions: { show: createOnly } },
	{
		displayName: 'Specify Steps',
		name: 'specifySteps',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Using Fields Below', value: 'fields', description: 'Pick each step by name' },
			{ name: 'Using JSON', value: 'json', description: 'Take the steps from another node' },
		],
		default: 'fields',
		description: 'Whether to pick the steps here or to take them as JSON',
		displayOptions: { show: createOnly },
	},
	{ ...stepPicker, displayOptions: { show: { ...createOnly, specifySteps: ['fields'] } } },
	stepsJson,
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show: getStepsOnly },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { ...getStepsOnly, returnAll: [false] } },
	},
];
