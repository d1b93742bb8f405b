import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeSpec } from '../dev/host/n8n-workflows.mts';
import { DATA } from './service.mts';

/** A node of n8n that does the work, set up by hand as a person would. */
export interface Contestant {
	name: string;
	/** The one that does no more than what n8n makes every such node do. */
	floor?: string;
	/** At most so many times the time of its floor. */
	goal?: number;
	createNode(baseUrl: string, maxConcurrency: number): Omit<NodeSpec, 'name'>;
}

/** A setting in which every contestant is measured. */
export interface Round {
	items: number;
	latencyMs: number;
	/** Whether n8n has a token of the service from an earlier execution. */
	token: 'warm' | 'cold';
	/** For those that have such an option: the node's default, and what the docs recommend for a slow service. */
	maxConcurrency: number;
	repeats: number;
}

/** What all contestants do. The others are compared with the first one, and ours with its floor. */
export interface Work {
	/** As in 'Send with Flow: 1,000 items'. */
	name: string;
	/** Makes an input item. n8n's Code node gets its text, so it stands alone. */
	createRow: (index: number) => IDataObject;
	contestants: readonly Contestant[];
	rounds: readonly Round[];
}

/** What a send needs, in the service's own field names. */
const createApplicant = (index: number) => ({
	email: `applicant-${index}@example.com`,
	phone: '+14165550100',
	firstName: 'Nathan',
	lastName: `Applicant ${index}`,
});
/** Every field of it, taken from the input item by expression. */
const APPLICANT = Object.fromEntries(
	Object.keys(createApplicant(0)).map((field) => [field, `={{ $json.${field} }}`]),
);
const USER_ID = '{{ $json.userId }}';

const FLOW_ID = 'flow-of-the-benchmark';
const AUTOMATIC = { mappingMode: 'autoMapInputData' };
const SEND = { resource: 'screening', operation: 'sendWithFlow', flowId: FLOW_ID };
const GET = { resource: 'results', operation: 'get' };

export const SEND_WITH_FLOW: Work = {
	name: 'Send with Flow',
	createRow: createApplicant,
	contestants: [
		createHttpRequest((baseUrl) => ({
			method: 'POST',
			url: `${baseUrl}/v2/screening/send`,
			sendBody: true,
			bodyParameters: {
				parameters: Object.entries({ flowId: FLOW_ID, ...APPLICANT }).map(([name, value]) => ({
					name,
					value,
				})),
			},
		})),
		...withFloor('Map Automatically', { ...SEND, ...AUTOMATIC }),
		...withFloor('Map Each Field Below', { ...SEND, ...APPLICANT }),
	],
	rounds: [
		{ items: 1_000, latencyMs: 20, token: 'cold', maxConcurrency: 50, repeats: 1 },
		{ items: 1_000, latencyMs: 20, token: 'warm', maxConcurrency: 50, repeats: 7 },
		{ items: 1_000, latencyMs: 200, token: 'warm', maxConcurrency: 100, repeats: 5 },
	],
};

const OUTPUTS = [{ output: 'simplified', goal: 1.25 }, { output: 'report' }];

export const GET_RESULTS: Work = {
	name: 'Get results of 9 kB each',
	createRow: (index) => ({ userId: `usr-${index}` }),
	contestants: [
		createHttpRequest((baseUrl) => ({ url: `=${baseUrl}${DATA}${USER_ID}` })),
		...withFloor('Map Automatically', { ...GET, ...AUTOMATIC }, OUTPUTS),
		...withFloor('Map Each Field Below', { ...GET, userId: `=${USER_ID}` }, OUTPUTS),
	],
	rounds: [{ items: 1_000, latencyMs: 20, token: 'warm', maxConcurrency: 50, repeats: 5 }],
};

function createHttpRequest(toParameters: (baseUrl: string) => INodeParameters): Contestant {
	return {
		name: 'HTTP Request',
		createNode: (baseUrl) => ({
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.5,
			parameters: {
				...toParameters(baseUrl),
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'rentalScreeningApi',
			},
		}),
	};
}

/** Our node with each of these outputs, and before it the floor with the same parameters. */
function withFloor(
	mode: string,
	parameters: INodeParameters,
	outputs: Array<{ output?: string; goal?: number }> = [{}],
): Contestant[] {
	const toNode =
		(type: string, output?: string): Contestant['createNode'] =>
		(_baseUrl, maxConcurrency) => ({
			type: `n8n-nodes-rental-screening.${type}`,
			parameters: {
				...parameters,
				output,
				// A plain answer, as of the others.
				updateRows: 'off',
				// Every repeat sends the same rows, which the node would otherwise answer from memory.
				options: { maxConcurrency, sendAgain: true },
			},
		});
	const floor = `Floor, ${mode}`;
	const own = outputs.map(({ output, ...goal }) => ({
		name: ['Rental Screening', mode, output].filter(Boolean).join(', '),
		floor,
		...goal,
		createNode: toNode('rentalScreening', output),
	}));
	return [{ name: floor, createNode: toNode('rentalScreeningFloor') }, ...own];
}
