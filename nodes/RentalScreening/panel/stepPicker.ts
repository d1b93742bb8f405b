import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { looseObject, looseObjects, type Schemas } from '../core/json';
import { BEFORE_SEND, type RequestWithHook } from '../service/account';
import { describeFault, readHttpFault } from '../service/httpFault';
import { findNoAccess } from '../service/login';

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
	const wanted = filter.trim().toLowerCase();
	const results = looseObjects<Schemas['Step']>(await fetchSteps(this))
		.map(({ id, name }) => ({ name: String(name ?? id), value: String(id) }))
		.filter(({ name, value }) => `${name}\n${value}`.toLowerCase().includes(wanted))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { results };
}

const ENTER_ID = "Test the credential, or choose 'By ID' and enter the ID.";

async function fetchSteps(context: ILoadOptionsFunctions): Promise<unknown[]> {
	const secrets: string[] = [];
	const request: RequestWithHook = {
		method: 'GET',
		url: '/v1/flows/steps/list',
		headers: { Accept: 'application/json' },
		[BEFORE_SEND]: (account) => secrets.push(...account.secrets),
	};
	const answer: unknown = await context.helpers.httpRequestWithAuthentication
		.call(context, 'rentalScreeningApi', request)
		.catch((thrown: unknown) => {
			const noAccess = findNoAccess(thrown)?.failure;
			const fault = describeFault('Could not fetch the list', readHttpFault(thrown), secrets);
			throw new UserError(noAccess?.message ?? fault, { description: noAccess?.hint ?? ENTER_ID });
		});
	const { steps } = looseObject<{ steps: unknown }>(answer);
	if (Array.isArray(steps)) return steps;
	throw new UserError("The service answered without 'steps'", { description: ENTER_ID });
}
