import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { defineField, type FieldValue, type Problem } from '../core/field';
import type { Item } from '../core/item';
import { looseObjects } from '../core/json';
import type { Operation, Request } from '../core/operation';
import { toParameter } from '../panel/fields';
import { showFor } from '../panel/operations';
import { stepPicker } from '../panel/stepPicker';
import { toFieldValue } from '../request/values';
import { escapeCells, type Schemas } from '../results/cells';
import { maskSsn } from '../results/ssn';
import { readSteps } from './steps';

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
	return {
		problems: [...toProblems(flowName.label, name), ...toProblems(stepsLabel, steps)],
		...(name.kind === 'valid' ? { subject: String(name.value) } : {}),
		...(name.kind === 'valid' && steps.kind === 'valid'
			? { body: { flow: { name: name.value, steps: steps.value } } }
			: {}),
	};
}

function toProblems(label: string, value: FieldValue<unknown>): Problem[] {
	if (value.kind === 'valid') return [];
	const clause = value.kind === 'empty' ? 'is empty' : value.problem;
	return [{ label, clause, scope: 'item' }];
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
	readRequests: (items) => items.map((item) => ({ problems: findLimitProblems(item) })),
	toItems: ({ steps }, item) =>
		looseObjects<Schemas['Step']>(maskSsn(steps))
			.slice(0, readLimit(item))
			.map((step) => ({ json: escapeCells(step as IDataObject) })),
};

function readLimit(item: Item): number {
	return item.parameter('returnAll') === true ? Infinity : Number(item.parameter('limit') ?? 50);
}

function findLimitProblems(item: Item): Problem[] {
	const number = readLimit(item);
	if (number === Infinity || (Number.isInteger(number) && number > 0)) return [];
	const clause = 'must be a whole number of at least 1';
	return [{ label: limit.displayName, clause, scope: 'run' }];
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

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { ...getStepsOnly, returnAll: [false] } },
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
	limit,
];
