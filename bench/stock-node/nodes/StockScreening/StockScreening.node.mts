import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';

const showForSend = { resource: ['screening'], operation: ['sendWithFlow'] };

/** A field of the body, as the template has it. */
const bodyField = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	displayOptions: { show: showForSend },
	routing: { send: { type: 'body', property: name } },
});

export class StockScreening implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Stock Screening',
		name: 'stockScreening',
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Two operations of the service, declared as the template declares them',
		defaults: { name: 'Stock Screening' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'stockScreeningApi', required: true }],
		requestDefaults: {
			baseURL: '={{$credentials.baseUrl}}',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		},
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Screening', value: 'screening' },
					{ name: 'Result', value: 'results' },
				],
				default: 'screening',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['screening'] } },
				options: [
					{
						name: 'Send with Flow',
						value: 'sendWithFlow',
						action: 'Send screening with flow',
						routing: { request: { method: 'POST', url: '/v2/screening/send' } },
					},
				],
				default: 'sendWithFlow',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['results'] } },
				options: [
					{
						name: 'Get',
						value: 'get',
						action: 'Get result',
						routing: {
							request: { method: 'GET', url: '=/v1/screening/data/{{$parameter.userId}}' },
						},
					},
				],
				default: 'get',
			},
			bodyField('Flow ID', 'flowId'),
			bodyField('Email', 'email'),
			bodyField('Phone', 'phone'),
			bodyField('First Name', 'firstName'),
			bodyField('Last Name', 'lastName'),
			bodyField('Payer', 'payer'),
			{
				displayName: 'User ID',
				name: 'userId',
				type: 'string',
				default: '',
				displayOptions: { show: { resource: ['results'], operation: ['get'] } },
			},
		],
	};
}
