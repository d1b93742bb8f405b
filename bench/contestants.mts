import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeSpec } from '../test/support/n8n-workflows.mts';

const FLOW_ID = 'flow-of-the-benchmark';

/** One of the operations that are measured. */
interface Operation {
	title: string;
	/** What an item needs, in the service's own field names. */
	createRow(index: number): IDataObject;
	/** Parameters of our node. */
	ours: INodeParameters;
	/** Parameters of the HTTP Request node. */
	httpRequest(baseUrl: string): INodeParameters;
}

export type Work = 'send' | 'results';

export const OPERATIONS: Readonly<Record<Work, Operation>> = {
	send: {
		title: 'Send with Flow (`POST /v2/screening/send`)',
		createRow: (index) => ({
			email: `applicant-${index}@example.com`,
			phone: '+14165550100',
			firstName: 'Nathan',
			lastName: `Applicant ${index}`,
		}),
		ours: { resource: 'screening', operation: 'sendWithFlow', flowId: FLOW_ID },
		httpRequest: (baseUrl) => ({
			method: 'POST',
			url: `${baseUrl}/v2/screening/send`,
			sendBody: true,
			bodyParameters: {
				parameters: Object.entries({ flowId: FLOW_ID, ...expressions('send') }).map(
					([name, value]) => ({ name, value }),
				),
			},
		}),
	},
	results: {
		title: 'Get results (`GET /v1/screening/data/{userId}`)',
		createRow: (index) => ({ userId: `usr-${index}` }),
		// The whole answer, as the HTTP Request node gives it.
		ours: { resource: 'results', operation: 'get', output: 'raw' },
		httpRequest: (baseUrl) => ({
			method: 'GET',
			url: `=${baseUrl}/v1/screening/data/{{ $json.userId }}`,
		}),
	},
};

/** A node of n8n that does the work, set up by hand as a person would. */
export interface Contestant {
	name: string;
	/** The one that does no more than what n8n makes every such node do. */
	floor?: string;
	/** `maxConcurrency` is for those that have such an option. */
	createNode(work: Work, baseUrl: string, maxConcurrency: number): Omit<NodeSpec, 'name'>;
}

/** The others are compared with the first one, and ours with its floor. */
export const CONTESTANTS: readonly Contestant[] = [
	{
		name: 'HTTP Request',
		createNode: (work, baseUrl) => ({
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.5,
			parameters: {
				...OPERATIONS[work].httpRequest(baseUrl),
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'rentalScreeningApi',
				options: {},
			},
		}),
	},
	...withFloor('Map Automatically', () => ({ mappingMode: 'autoMapInputData' })),
	...withFloor('Map Each Field Below', (work) => ({
		mappingMode: 'defineBelow',
		...expressions(work),
	})),
];

/** Our node, and before it the floor with the same parameters. */
function withFloor(mode: string, mapping: (work: Work) => INodeParameters): Contestant[] {
	const toNode =
		(type: string): Contestant['createNode'] =>
		(work, _baseUrl, maxConcurrency) => ({
			type: `n8n-nodes-rental-screening.${type}`,
			parameters: {
				...OPERATIONS[work].ours,
				...mapping(work),
				// A plain answer, as of the others.
				updateRows: 'off',
				// Every repeat sends the same rows, which the node would otherwise answer from memory.
				options: { maxConcurrency, ...(work === 'send' && { sendAgain: true }) },
			},
		});
	const floor = `Floor, ${mode}`;
	return [
		{ name: floor, createNode: toNode('rentalScreeningFloor') },
		{ name: `Rental Screening, ${mode}`, floor, createNode: toNode('rentalScreening') },
	];
}

/** Every field of a row, taken from the input item by expression. */
function expressions(work: Work): Record<string, string> {
	const fields = Object.keys(OPERATIONS[work].createRow(0));
	return Object.fromEntries(fields.map((field) => [field, `={{ $json.${field} }}`]));
}
