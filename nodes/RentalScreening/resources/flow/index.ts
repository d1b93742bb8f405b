import type { INodeProperties } from 'n8n-workflow';

import { underRunRules } from '../../run';
import { createFlow } from './create';
import { getSteps } from './getSteps';
import { stepPicker } from './stepPicker';

export const flowOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['flow'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create flow',
			description: 'Make a reusable, ordered sequence of screening steps and get its flowId',
			routing: {
				request: { method: 'POST', url: '/v1/flows' },
				...underRunRules(createFlow),
			},
		},
		{
			name: 'Get Many Steps',
			value: 'getSteps',
			action: 'Get many flow steps',
			description: 'List the screening steps that a flow can be made of, each with ID and name',
			routing: {
				request: { method: 'GET', url: '/v1/flows/steps/list' },
				...underRunRules(getSteps),
			},
		},
	],
	default: 'create',
};

const createOnly = { resource: ['flow'], operation: ['create'] };
const getStepsOnly = { resource: ['flow'], operation: ['getSteps'] };

export const flowProperties: INodeProperties[] = [
	{
		displayName: 'Flow Name',
		name: 'flowName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Standard screening',
		description: 'What you call the flow',
		displayOptions: { show: createOnly },
	},
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
	stepPicker,
	{
		displayName: 'Steps (JSON)',
		name: 'stepsJson',
		type: 'json',
		required: true,
		default: '[]',
		description:
			'The steps in the order of the flow: a list of step IDs, or of objects that hold the ID and its options',
		displayOptions: { show: { ...createOnly, specifySteps: ['json'] } },
	},
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
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { ...getStepsOnly, returnAll: [false] } },
	},
];
