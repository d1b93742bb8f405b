import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** The two operations that are measured. */
export type Work = 'send' | 'results';

export const WORK_TITLES: Record<Work, string> = {
	send: 'Send with Flow (`POST /v2/screening/send`)',
	results: 'Get results (`GET /v1/screening/data/{userId}`)',
};

export const FLOW_ID = 'flow-of-the-benchmark';

/** What one item of that work needs, in the service's own field names. */
export function rowOf(work: Work, index: number): IDataObject {
	if (work === 'results') return { userId: `usr-${index}` };
	return {
		email: `applicant-${index}@example.com`,
		phone: '+14165550100',
		firstName: 'Nathan',
		lastName: `Applicant ${index}`,
	};
}

/** A node of n8n that does the work, set up by hand as a person would. */
export interface Contestant {
	name: string;
	type: string;
	typeVersion: number;
	/** Its parameters; `maxConcurrency` is for those that have such an option. */
	parameters(work: Work, baseUrl: string, maxConcurrency: number): INodeParameters;
}

const OURS = {
	type: 'n8n-nodes-rental-screening.rentalScreening',
	typeVersion: 1,
} as const;

/** The operation of our node; results as the whole answer, as the others give it. */
function ours(work: Work, mappingMode: string, maxConcurrency: number): INodeParameters {
	if (work === 'results') {
		const options = { maxConcurrency };
		return { resource: 'results', operation: 'get', output: 'raw', mappingMode, options };
	}
	return {
		resource: 'screening',
		operation: 'sendWithFlow',
		flowId: FLOW_ID,
		mappingMode,
		// Every repeat sends the same rows, which the node would otherwise answer from memory.
		options: { maxConcurrency, sendAgain: true },
	};
}

/** The node that the others are compared with. */
export const HTTP_REQUEST: Contestant = {
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
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
	parameters: (work, _baseUrl, maxConcurrency) => ours(work, 'autoMapInputData', maxConcurrency),
};

/** Each field by expression. */
export const DEFINE_BELOW: Contestant = {
	...OURS,
	name: 'Rental Screening, Map Each Field Below',
	parameters: (work, _baseUrl, maxConcurrency) => ({
		...ours(work, 'defineBelow', maxConcurrency),
		...expressions(work),
	}),
};

export const CONTESTANTS: readonly Contestant[] = [HTTP_REQUEST, MAP_AUTOMATICALLY, DEFINE_BELOW];

/** Every field of a row, taken from the input item by expression. */
function expressions(work: Work): Record<string, string> {
	const row: IDataObject = rowOf(work, 0);
	return Object.fromEntries(Object.keys(row).map((field) => [field, `={{ $json.${field} }}`]));
}
