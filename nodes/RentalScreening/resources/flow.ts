import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { buildRequest } from '../request/body';
import type { ApiField } from '../request/field';
import type { ItemInput } from '../request/item';
import type { Problem } from '../request/problem';
import { readNumber, readSwitch, type Reading } from '../request/settings';
import { isBlank } from '../request/text';
import { safeTexts } from '../results/cells';
import { looseObjects, type Schemas } from '../results/values';
import type { PreparedRequest } from '../run/operation';
import {
	pickedId,
	readStepsJson,
	stepPicker,
	toStepReferences,
	type StepReference,
} from './flowSteps';
import { parameterOf } from './shared/fieldPanel';
import type { NodeOperation } from './shared/operation';

/** `POST /v1/flows`. */
export const createFlow: NodeOperation = {
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
	preparerFor: () => prepareFlow,
};

const FLOW_NAME: ApiField = {
	name: 'flowName',
	label: 'Flow Name',
	type: 'string',
	required: true,
	panel: { placeholder: 'e.g. Standard screening', description: 'What you call the flow' },
};

function prepareFlow(item: ItemInput): PreparedRequest {
	const { body, problems } = buildRequest({ flowName: item.parameter(FLOW_NAME.name) }, [
		FLOW_NAME,
	]);
	const { steps, problem } = stepsOf(item);
	const { flowName } = body;
	const request = {
		body: { flow: { name: flowName, steps } },
		problems: problem === undefined ? problems : [...problems, problem],
	};
	return typeof flowName === 'string' ? { ...request, who: flowName } : request;
}

function stepsOf(item: ItemInput): { steps: StepReference[]; problem?: Problem } {
	const asJson = item.parameter('specifySteps') === 'json';
	const place = asJson
		? { field: 'stepsJson', label: 'Steps (JSON)' }
		: { field: 'steps', label: 'Steps' };
	const given = asJson ? readStepsJson(item.parameter('stepsJson')) : fromFields(item);
	const steps = toStepReferences(given);
	return typeof steps === 'string' ? { steps: [], problem: { ...place, text: steps } } : { steps };
}

/** The entries of the step picker as step references. */
function fromFields(item: ItemInput): unknown {
	const rows = item.parameter('steps.step') ?? [];
	if (!Array.isArray(rows)) return rows;
	return (rows as Array<{ id?: unknown; skippable?: unknown }>).map(({ id, skippable }) => ({
		id: pickedId(id),
		options: { skippable: isBlank(skippable) ? false : skippable },
	}));
}

/** `GET /v1/flows/steps/list`: no paging, so the limit applies to the answer. One output item per step. */
export const getSteps: NodeOperation = {
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
	preparerFor: () => prepareList,
	toItems(answer, item) {
		const limit = limitOf(item);
		return looseObjects<Schemas['Step']>(answer.steps)
			.slice(0, 'value' in limit ? limit.value : undefined)
			.map((step) => ({ json: safeTexts(step as IDataObject) }));
	},
};

function prepareList(item: ItemInput): PreparedRequest {
	const limit = limitOf(item);
	return { problems: 'problem' in limit ? [limit.problem] : [] };
}

function limitOf(item: ItemInput): Reading<number> {
	const all = readSwitch(item, { path: 'returnAll', label: 'Return All', fallback: false });
	if ('problem' in all) return all;
	if (all.value) return { value: Infinity };
	return readNumber(item, { path: 'limit', label: 'Limit', fallback: NaN, least: 1, whole: true });
}

const createOnly = { resource: ['flow'], operation: ['create'] };
const getStepsOnly = { resource: ['flow'], operation: ['getSteps'] };

export const flowPanel: INodeProperties[] = [
	{ ...parameterOf(FLOW_NAME), required: true, displayOptions: { show: createOnly } },
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
