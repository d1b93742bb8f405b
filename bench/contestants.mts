import type { INodeParameters } from 'n8n-workflow';
import type { NodeSpec } from '../dev/host/n8n-workflows.mts';

/** What an item needs, in the service's own field names. */
export const createRow = (index: number) => ({
	email: `applicant-${index}@example.com`,
	phone: '+14165550100',
	firstName: 'Nathan',
	lastName: `Applicant ${index}`,
});

const FLOW_ID = 'flow-of-the-benchmark';

/** Every field of a row, taken from the input item by expression. */
const EXPRESSIONS = Object.fromEntries(
	Object.keys(createRow(0)).map((field) => [field, `={{ $json.${field} }}`]),
);

/** A node of n8n that does the work, set up by hand as a person would. */
export interface Contestant {
	name: string;
	/** The one that does no more than what n8n makes every such node do. */
	floor?: string;
	createNode(baseUrl: string, maxConcurrency: number): Omit<NodeSpec, 'name'>;
}

/** The others are compared with the first one, and ours with its floor. */
export const CONTESTANTS: readonly Contestant[] = [
	{
		name: 'HTTP Request',
		createNode: (baseUrl) => ({
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.5,
			parameters: {
				method: 'POST',
				url: `${baseUrl}/v2/screening/send`,
				sendBody: true,
				bodyParameters: {
					parameters: Object.entries({ flowId: FLOW_ID, ...EXPRESSIONS }).map(([name, value]) => ({
						name,
						value,
					})),
				},
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'rentalScreeningApi',
				options: {},
			},
		}),
	},
	...withFloor('Map Automatically', { mappingMode: 'autoMapInputData' }),
	...withFloor('Map Each Field Below', EXPRESSIONS),
];

/** Our node, and before it the floor with the same parameters. */
function withFloor(mode: string, mapping: INodeParameters): Contestant[] {
	const toNode =
		(type: string): Contestant['createNode'] =>
		(_baseUrl, maxConcurrency) => ({
			type: `n8n-nodes-rental-screening.${type}`,
			parameters: {
				resource: 'screening',
				operation: 'sendWithFlow',
				flowId: FLOW_ID,
				...mapping,
				// A plain answer, as of the others.
				updateRows: 'off',
				// Every repeat sends the same rows, which the node would otherwise answer from memory.
				options: { maxConcurrency, sendAgain: true },
			},
		});
	const floor = `Floor, ${mode}`;
	return [
		{ name: floor, createNode: toNode('rentalScreeningFloor') },
		{ name: `Rental Screening, ${mode}`, floor, createNode: toNode('rentalScreening') },
	];
}
