/** Two operations of the service, declared as n8n's template for declarative nodes declares them. */
export class StockScreening {
	description = {
		displayName: 'Stock Screening',
		name: 'stockScreening',
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Two operations of the service',
		defaults: { name: 'Stock Screening' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'stockScreeningApi', required: true }],
		requestDefaults: {
			baseURL: '={{$credentials.baseUrl}}',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		},
		properties: [
			choice('Resource', 'resource', {}, [
				{ name: 'Result', value: 'results' },
				{ name: 'Screening', value: 'screening' },
			]),
			choice('Operation', 'operation', { resource: ['screening'] }, [
				{
					name: 'Send with Flow',
					value: 'sendWithFlow',
					routing: { request: { method: 'POST', url: '/v2/screening/send' } },
				},
			]),
			choice('Operation', 'operation', { resource: ['results'] }, [
				{
					name: 'Get',
					value: 'get',
					routing: {
						request: { method: 'GET', url: '=/v1/screening/data/{{$parameter.userId}}' },
					},
				},
			]),
			...['flowId', 'email', 'phone', 'firstName', 'lastName', 'payer'].map((name) => ({
				...field(name, { resource: ['screening'], operation: ['sendWithFlow'] }),
				routing: { send: { type: 'body', property: name } },
			})),
			field('userId', { resource: ['results'], operation: ['get'] }),
		],
	};
}

function choice(displayName, name, show, options) {
	const shown = { displayOptions: { show } };
	return { displayName, name, type: 'options', default: options[0].value, options, ...shown };
}

function field(name, show) {
	return { displayName: name, name, type: 'string', default: '', displayOptions: { show } };
}
