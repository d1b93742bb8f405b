import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

interface Step {
	id: string;
	name?: string;
}

/**
 * `GET /v1/flows/steps/list`: the steps that a flow can be made of, as entries of the editor's list, by
 * name. A function, because n8n wants a fixed base URL for a declared list, and ours is a matter of the
 * credential.
 */
export async function getStepOptions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
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
	return (answer.steps ?? [])
		.map(({ id, name }) => ({ name: name ?? id, value: id }))
		.sort((one, other) => one.name.localeCompare(other.name));
}
