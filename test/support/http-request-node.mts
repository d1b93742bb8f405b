import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/**
 * Asks for its parameter `target` with our credential and puts out the answer: what n8n's HTTP Request node
 * does with a predefined credential, by the old request helper (`uri`) or the present one (`url`).
 */
export const httpRequestNode: INodeType = {
	description: {
		displayName: 'HTTP Request',
		name: 'httpRequest',
		group: ['output'],
		version: 1,
		description: 'Requests for a test',
		defaults: { name: 'HTTP Request' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'rentalScreeningApi', required: true }],
		properties: [
			{ displayName: 'Target', name: 'target', type: 'string', default: '' },
			{ displayName: 'Named By', name: 'namedBy', type: 'string', default: 'url' },
		],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const target = this.getNodeParameter('target', 0) as string;
		const byUri = this.getNodeParameter('namedBy', 0) === 'uri';
		const headers = { Accept: 'application/json' };
		const answer: unknown = byUri
			? await this.helpers.requestWithAuthentication.call(this, 'rentalScreeningApi', {
					uri: target,
					headers,
					json: true,
				})
			: await this.helpers.httpRequestWithAuthentication.call(this, 'rentalScreeningApi', {
					url: target,
					headers,
				});
		return [[{ json: answer as IDataObject }]];
	},
};
