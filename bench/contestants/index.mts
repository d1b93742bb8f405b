import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { FLOW_ID, rowOf, type Work } from '../work.mts';

/** A node of n8n that does the work, set up by hand as a person would. */
export interface Contestant {
	name: string;
	works: readonly Work[];
	type: string;
	typeVersion: number;
	credentialType: 'rentalScreeningApi' | 'stockScreeningApi';
	/** With more items it is left out. */
	mostItems?: number;
	/** Its parameters; `maxConcurrency` is for those that have such an option. */
	parameters(work: Work, baseUrl: string, maxConcurrency: number): INodeParameters;
}

const OURS = {
	type: 'n8n-nodes-rental-screening.rentalScreening',
	typeVersion: 1,
	credentialType: 'rentalScreeningApi',
} as const;

/** Every repeat sends the same rows, which the node would otherwise answer from memory. */
const REPEATED = { sendAgain: true } as const;

/** The node that the others are compared with. */
export const HTTP_REQUEST: Contestant = {
	name: 'HTTP Request',
	works: ['send', 'results'],
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	credentialType: 'rentalScreeningApi',
	parameters: (work, baseUrl) => ({
		...(work === 'send'
			? {
					method: 'POST',
					url: `${baseUrl}/v2/screening/send`,
					sendBody: true,
					bodyParameters: {
						parameters: Object.entries({ flowId: FLOW_ID, ...expressions(work) }).map(
							([name, value]) => ({ name, value }),
						),
					},
				}
			: { method: 'GET', url: `=${baseUrl}/v1/screening/data/{{ $json.userId }}` }),
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'rentalScreeningApi',
		options: {},
	}),
};

export const MAP_AUTOMATICALLY: Contestant = {
	...OURS,
	name: 'Rental Screening, Map Automatically',
	works: ['send'],
	parameters: (_work, _baseUrl, maxConcurrency) => ({
		resource: 'screening',
		operation: 'sendWithFlow',
		mappingMode: 'autoMapInputData',
		flowId: FLOW_ID,
		options: { maxConcurrency, ...REPEATED },
	}),
};

/** Each field by expression; for results the whole answer, as the others give it. */
export const DEFINE_BELOW: Contestant = {
	...OURS,
	name: 'Rental Screening, Map Each Field Below',
	works: ['send', 'results'],
	parameters: (work, _baseUrl, maxConcurrency) => ({
		...(work === 'send'
			? { resource: 'screening', operation: 'sendWithFlow', flowId: FLOW_ID }
			: { resource: 'results', operation: 'get', output: 'raw' }),
		...expressions(work),
		options: { maxConcurrency, ...(work === 'send' ? REPEATED : {}) },
	}),
};

export const STOCK_NODE: Contestant = {
	name: 'Stock declarative node',
	works: ['send', 'results'],
	type: 'n8n-nodes-stock-screening.stockScreening',
	typeVersion: 1,
	credentialType: 'stockScreeningApi',
	// With 10,000 it lets n8n answer nobody for minutes, which breaks what asks how far it is.
	mostItems: 1_000,
	parameters: (work) => ({
		...(work === 'send'
			? { resource: 'screening', operation: 'sendWithFlow', flowId: FLOW_ID, payer: 'PAYER_SELF' }
			: { resource: 'results', operation: 'get' }),
		...expressions(work),
	}),
};

/** The HTTP Request node and ours. */
export const COMPARED = [HTTP_REQUEST, MAP_AUTOMATICALLY, DEFINE_BELOW] as const;

export const NODES = [...COMPARED, STOCK_NODE] as const;

/** Every field of a row, taken from the input item by expression. */
function expressions(work: Work): Record<string, string> {
	const row: IDataObject = rowOf(work, 0);
	return Object.fromEntries(Object.keys(row).map((field) => [field, `={{ $json.${field} }}`]));
}
