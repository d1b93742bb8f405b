import { findFailure, listOutputs } from '../../dev/host/execution.mts';
import { createApplicants, sendDueRows } from '../support/applicants.mts';
import { useN8n } from '../support/n8n-host.mts';
import {
	createChain,
	createManualTrigger,
	createRowsNode,
	createScreeningNode,
	type NodeSpec,
} from '../../dev/host/n8n-workflows.mts';

const PERSON = { email: 'zoë.tremblay@example.com', phone: '+1 (416) 555-0142' };

/** Nodes that get what they need from those before them, by expressions. */
const LINKED = {
	Property: { resource: 'property', operation: 'create', name: '12 Elm Street' },
	Send: {
		...{ resource: 'screening', operation: 'send', propertyId: '={{ $json.propertyId }}' },
		...PERSON,
	},
	Results: { resource: 'results', operation: 'get', userId: '={{ $json.userId }}' },
	Steps: { resource: 'flow', operation: 'getSteps', returnAll: true },
	Flow: {
		...{ resource: 'flow', operation: 'create', flowName: 'Short check' },
		...{ specifySteps: 'json', stepsJson: '={{ [$json.id] }}' },
	},
	'With flow': {
		...{ resource: 'screening', operation: 'sendWithFlow', flowId: '={{ $json.flowId }}' },
		...PERSON,
	},
};

const host = useN8n();

/** A chain of our nodes, each of which runs once. */
const createLinked = (credential = host.credential) =>
	createChain(
		'Our nodes',
		createManualTrigger(),
		...Object.entries(LINKED).map(([name, parameters]) =>
			createScreeningNode(name, parameters, credential, { executeOnce: true }),
		),
	);

test('nodes of one workflow pass IDs on and share a login, which n8n neither saves nor logs', async () => {
	const { sandbox } = host;
	const execution = await host.run(createLinked());

	expect(findFailure(execution)).toBeUndefined();
	expect(sandbox.requests.map(({ operation }) => operation)).toEqual([
		...['login', 'createProperty', 'sendScreening', 'getScreeningData'],
		...['listSteps', 'createFlow', 'sendScreeningWithFlow'],
	]);
	const { userId } = sandbox.screenings[0]!;
	expect(listOutputs(execution, 'Results')).toMatchObject([{ userId, checkComplete: true }]);
	const written = execution.text + (await host.n8n.log());
	for (const secret of [...sandbox.tokensIssued, sandbox.password])
		expect(written).not.toContain(secret);
});

test('a wrong password is neither saved nor logged, and the failure says what to check', async () => {
	const password = 'Hunter-2-Secret';
	const execution = await host.run(createLinked(await host.createCredential({ password })));
	expect(findFailure(execution)?.message).toMatch(/^The service refused the login \(401\)/);
	expect(execution.text + (await host.n8n.log())).not.toContain(password);
});

test('each batch of Loop Over Items is a run of its own, and all rows come out in order', async () => {
	const sheet = [...createApplicants(4), ...createApplicants(1)];
	const loop: NodeSpec = {
		name: 'Loop Over Items',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: 2, options: {} },
	};
	const send = createScreeningNode('Send', sendDueRows, host.credential);
	const rows = createRowsNode('Sheet', sheet);
	const workflow = createChain('Loop', createManualTrigger(), rows, loop, send);
	// The first output is for the end of the loop, the second for each batch.
	workflow.connections[loop.name]!['main']!.unshift([]);
	workflow.connections[send.name] = {
		main: [[{ node: loop.name, type: 'main', index: 0 }]],
	};
	const execution = await host.run(workflow);
	expect(findFailure(execution)).toBeUndefined();
	expect(listOutputs(execution, loop.name)).toMatchObject(
		sheet.map(({ row }) => ({ row, screeningStatus: 'sent' })),
	);
	expect(host.sandbox.screenings).toHaveLength(4);
});
