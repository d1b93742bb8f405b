import { findFailure, listOutputs, type Execution } from '../../dev/host/execution.mts';
import type { SavedCredential, WorkflowJson } from '../../dev/host/client.mts';
import { useN8n } from '../support/n8n-host.mts';
import {
	createChain,
	createManualTrigger,
	createScreeningNode,
	type NodeSpec,
} from '../support/n8n-workflows.mts';
import { startModelStub, type ModelStub } from '../support/model-stub.mts';

const AGENT = 'AI Agent';
const MODEL = 'Model';
const SEND = 'Send_screening';
const RESULTS = 'Get_results';
const DONE = { say: 'Done.' };

const createApplicant = (name: string) => ({ email: `${name}@example.com`, phone: '+14165550142' });
const send = (name: string) => ({ tool: SEND, args: createApplicant(name) });
const getResults = (userId: string) => ({ tool: RESULTS, args: { userId } });

const host = useN8n();
let model: ModelStub;
let modelCredential: SavedCredential;

beforeAll(async () => {
	model = await startModelStub();
});

beforeEach(async () => {
	const { credential } = model;
	modelCredential = await host.client.createCredential('openAiApi', 'Model', credential);
});

afterAll(async () => {
	await model.close();
});

const createTool = (
	name: string,
	parameters: Parameters<typeof createScreeningNode>[1],
): NodeSpec => ({
	...createScreeningNode(name, parameters, host.credential),
	type: 'n8n-nodes-rental-screening.rentalScreeningTool',
});
const createTools = () => [
	createTool('Send screening', {
		resource: 'screening',
		operation: 'sendWithFlow',
		flowId: host.sandbox.flowId,
		email: "={{ $fromAI('email', 'Email address of the applicant', 'string') }}",
		phone: "={{ $fromAI('phone', 'Phone of the applicant', 'string') }}",
	}),
	createTool('Get results', {
		resource: 'results',
		operation: 'get',
		userId: "={{ $fromAI('userId', 'The userId of the applicant', 'string') }}",
	}),
];
const runAgent = async (agentVersion: number) =>
	await host.run(createAgentWorkflow(agentVersion, modelCredential, createTools()));
const expectDone = (execution: Execution) => {
	expect(findFailure(execution)).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(listOutputs(execution, AGENT)).toEqual([{ output: 'Done.' }]);
};

// 3.1 leaves the tools to the engine; 2.2 runs them itself, as sub-agents and the MCP trigger do.
describe.each([3.1, 2.2])('with AI Agent %s', (agentVersion) => {
	test('the model is offered each operation with its description and parameters', async () => {
		model.play(DONE);

		expectDone(await runAgent(agentVersion));

		const offered = model.requests[0]!.tools?.map((each) => each.function);
		expect(offered).toHaveLength(2);
		expect(offered).toContainEqual(
			expect.objectContaining({
				name: SEND,
				description: expect.stringMatching(/send screening with flow/i),
				parameters: expect.objectContaining({ required: ['email', 'phone'] }),
			}),
		);
		expect(offered).toContainEqual(
			expect.objectContaining({
				name: RESULTS,
				description: expect.stringMatching(/get screening results/i),
				parameters: expect.objectContaining({ required: ['userId'] }),
			}),
		);
	});

	test('a call of the model sends a screening and returns its userId', async () => {
		model.play({ calls: [send('zoe')] }, DONE);

		expectDone(await runAgent(agentVersion));

		expect(host.sandbox.screenings).toMatchObject([createApplicant('zoe')]);
		const { userId } = host.sandbox.screenings[0]!;
		expect(JSON.parse(model.toolAnswers()[0]!)).toMatchObject([{ userId }]);
	});

	test('a call for results returns the simplified row, without SSN', async () => {
		const ssn = '123-45-6789';
		const userId = host.sandbox.addApplicant({
			screening: { creditScore: 712 },
			user: {
				email: 'zoe@example.com',
				checkComplete: true,
				employmentDetails: { identity: { ssn } },
			},
		});
		model.play({ calls: [getResults(userId)] }, DONE);

		const execution = await runAgent(agentVersion);

		expectDone(execution);
		const [row] = JSON.parse(model.toolAnswers()[0]!) as object[];
		expect(row).toMatchObject({ userId, checkComplete: true, creditScore: 712 });
		expect(Object.keys(row!).length).toBeLessThanOrEqual(10);
		for (const value of Object.values(row!))
			expect(value === null || typeof value !== 'object').toBe(true);
		expect(Object.keys(row!).join()).not.toMatch(/ssn/i);
		expect(JSON.stringify(model.requests) + execution.text).not.toMatch(/123-?45-?6789|6789/);
	});

	test('several calls are answered, in sequence and in parallel', async () => {
		model.play(
			{ calls: [send('ann')] },
			{ calls: [send('bea'), send('cem')] },
			{ calls: [getResults('nobody')] },
			DONE,
		);

		expectDone(await runAgent(agentVersion));

		const sent = host.sandbox.screenings;
		expect(sent.map(({ email }) => email).sort()).toEqual(
			['ann', 'bea', 'cem'].map((name) => createApplicant(name).email),
		);
		const answers = model.toolAnswers();
		const findId = (name: string) => sent.find(({ email }) => email.startsWith(name))!.userId;
		expect(answers.slice(0, 3)).toEqual(
			['ann', 'bea', 'cem'].map((name) => expect.stringContaining(findId(name))),
		);
		expect(answers[3]).toContain("No screening data for user 'nobody'");
	});

	test('a call with an invalid email returns how to fix it, and the model can call again', async () => {
		const bad = { tool: SEND, args: { ...createApplicant('zoe'), email: 'zoe at example' } };
		model.play({ calls: [bad] }, { calls: [send('zoe')] }, DONE);

		expectDone(await runAgent(agentVersion));

		const [refused, accepted] = model.toolAnswers();
		expect(refused).toMatch(/'Email' must be an email address, such as .* \[item 0\]/);
		expect(accepted).toContain(host.sandbox.screenings[0]!.userId);
		expect(host.sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
	});
});

/**
 * An AI Agent of that version, with a chat model and with nodes as tools, whose types end in `Tool`. The credential is
 * one of type `openAiApi`.
 */
function createAgentWorkflow(
	agentVersion: number,
	modelCredential: SavedCredential,
	tools: NodeSpec[],
): WorkflowJson {
	const trigger = createManualTrigger();
	const agent: NodeSpec = {
		name: AGENT,
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: agentVersion,
		parameters: { promptType: 'define', text: 'Screen the applicants.', options: {} },
	};
	const model: NodeSpec = {
		name: MODEL,
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'stub' }, options: { maxRetries: 0 } },
		credentials: { openAiApi: { id: modelCredential.id, name: modelCredential.name } },
	};
	const { nodes } = createChain('All nodes', trigger, agent, model, ...tools);
	const { connections } = createChain('Screening agent', trigger, agent);
	// Sub-nodes connect towards the agent, by a kind of connection of their own.
	connections[MODEL] = connectSubNode('ai_languageModel');
	for (const { name } of tools) connections[name] = connectSubNode('ai_tool');
	// As the editor saves it; without it the agent would go on before its tools have answered.
	const settings = { executionOrder: 'v1' as const };
	return { name: 'Screening agent', nodes, connections, settings };
}

function connectSubNode(type: 'ai_languageModel' | 'ai_tool'): WorkflowJson['connections'][string] {
	return { [type]: [[{ node: AGENT, type, index: 0 }]] };
}
