import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { defineField, type FieldValue, type Problem } from '../core/field';
import type { Item } from '../core/item';
import { looseObjects } from '../core/json';
import type { Operation, Request } from '../core/operation';
import { toParameter } from '../panel/fields';
import { showFor } from '../panel/operations';
import { stepPicker } from '../panel/stepPicker';
import { readBodies } from '../request/body';
import { escapeCells, type Schemas } from '../results/cells';
import { maskSsn } from '../results/ssn';
import { readStepsJson, toStepReferences } from './steps';

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
	readRequests,
};

const flowName = defineField('flowName', {
	required: true,
	panel: { placeholder: 'e.g. Standard screening' },
});

function readRequests(items: readonly Item[]): Request[] {
	return readBodies(items, [flowName]).map(({ body, problems }, index) => {
		const item = items[index]!;
		const name = body[flowName.name];
		const steps = readSteps(item);
		return {
			body: { flow: { name, steps: steps.kind === 'valid' ? steps.value : undefined } },
			problems: [...problems, ...toStepProblems(steps, item)],
			...(typeof name === 'string' ? { subject: name } : {}),
		};
	});
}

function readSteps(item: Item): FieldValue<Array<Schemas['StepReference']>> {
	if (isGivenAsJson(item)) return toStepReferences(readStepsJson(item.parameter('stepsJson')));
	return toStepReferences(item.parameter('steps.step') ?? []);
}

function toStepProblems(steps: FieldValue<unknown>, item: Item): Problem[] {
	if (steps.kind !== 'invalid') return [];
	const { displayName } = isGivenAsJson(item) ? stepsJson : stepPicker;
	return [{ label: displayName, clause: steps.problem, scope: 'item' }];
}

/** Whether 'Specify Steps' is 'Using JSON'. */
function isGivenAsJson(item: Item): boolean {
	return item.parameter('specifySteps') === 'json';
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
	return item.parameter('returnAll') === true ? Infinity : Number(item.parameter('limit'));
}

const createOnly = showFor([createFlow]);
const getStepsOnly = showFor([getSteps]);

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
	displayOptions: { show: getStepsOnly },
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { ...getStepsOnly, returnAll: [false] } },
};

const stepsJson: INodeProperties = {
	displayName: 'Steps (JSON)',
	name: 'stepsJson',
	type: 'json',
	required: true,
	default: '[]',
	description:
		'The steps in the order of the flow: a list of step IDs, or of objects that hold the ID and its options',
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
	returnAll,
	limit,
];
