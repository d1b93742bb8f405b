import type { INodeParameters } from 'n8n-workflow';

import { findFailure, listOutputs } from '../../dev/host/execution.mts';
import { useN8n } from '../support/n8n-host.mts';
import {
	createChain,
	createManualTrigger,
	createScreeningNode,
} from '../support/n8n-workflows.mts';
import { nodeOperations } from '../support/operations.mts';

const person = { email: 'zoë.tremblay@example.com', phone: '+1 (416) 555-0142' };

/** Nodes that get what they need from those before them, by expressions. */
const LINKED: Record<string, INodeParameters> = {
	Property: { resource: 'property', operation: 'create', name: '12 Elm Street' },
	Send: {
		resource: 'screening',
		operation: 'send',
		propertyId: '={{ $json.propertyId }}',
		...person,
	},
	Results: { resource: 'results', operation: 'get', userId: '={{ $json.userId }}' },
	Steps: { resource: 'flow', operation: 'getSteps', returnAll: true },
	Flow: {
		...{ resource: 'flow', operation: 'create', flowName: 'Short check' },
		...{ specifySteps: 'json', stepsJson: '={{ [$json.id] }}' },
	},
	'With flow': {
		...{ resource: 'screening', operation: 'sendWithFlow', flowId: '={{ $json.flowId }}' },
		...person,
	},
};

const host = useN8n();

/** Runs a chain of our nodes, each once, to a green end. */
async function runGreen(nodes: Record<string, INodeParameters>) {
	const ours = Object.entries(nodes).map(([name, parameters]) =>
		createScreeningNode(name, parameters, host.credential, { executeOnce: true }),
	);
	const execution = await host.run(createChain('All operations', createManualTrigger(), ...ours));
	expect(findFailure(execution)).toBeUndefined();
	return execution;
}

test.each(nodeOperations)(
	'$resource: $operation sends all of its fields and puts out the answer',
	async ({ id, resource, operation, everything, output }) => {
		const { parameters, body } = everything(host.sandbox);
		const execution = await runGreen({ Node: { resource, operation, ...parameters } });

		expect(host.sandbox.listRequests(id).map((request) => request.body)).toEqual([body]);
		expect(listOutputs(execution, 'Node')).toEqual(output(host.sandbox));
	},
);

test('nodes of one workflow pass IDs on and share a login, which n8n neither saves nor logs', async () => {
	const execution = await runGreen(LINKED);

	expect(host.sandbox.requests.map(({ operation }) => operation)).toEqual([
		...['login', 'createProperty', 'sendScreening', 'getScreeningData'],
		...['listSteps', 'createFlow', 'sendScreeningWithFlow'],
	]);
	const { userId } = host.sandbox.screenings[0]!;
	expect(listOutputs(execution, 'Results')).toMatchObject([{ userId, checkComplete: true }]);
	const written = execution.text + (await host.n8n.log());
	for (const secret of [...host.sandbox.tokensIssued, host.sandbox.password])
		expect(written).not.toContain(secret);
});

test('the credential test logs in each time, once, and accepts the right account', async () => {
	for (const count of [1, 2]) {
		const result = await host.client.testCredential(host.credential);

		expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(host.sandbox.requests.map(({ operation }) => operation)).toEqual(
			Array(count).fill(['login', 'listSteps']).flat(),
		);
	}
	expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
});
