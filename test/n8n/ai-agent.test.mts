import { findFailure, listOutputs } from '../../dev/host/execution.mts';
import type { SavedCredential, WorkflowJson } from '../../dev/host/client.mts';
import { startModelStub, type ModelStub } from '../support/model-stub.mts';
import { useN8n } from '../support/n8n-host.mts';
import {
	createChain,
	createManualTrigger,
	createScreeningNode,
	type NodeSpec,
} from '../support/n8n-workflows.mts';

const AGENT = 'AI Agent';
const MODEL = 'Model';
const SEND = 'Send_screening';
const DONE = { say: 'Done.' };

const createApplicant = (name: string) => ({ email: `${name}@example.com`, phone: '+14165550142' });
const send = (name: string) => ({ tool: SEND, args: createApplicant(name) });
const getResults = (userId: string) => ({ tool: 'Get_results', args: { userId } });

const host = useN8n();
let model: ModelStub;

beforeAll(async () => {
	model = await startModelStub();
});

afterAll(async () => {
	await model.close();
});

/** Runs an agent of that version with both tools. It must end with what the model says last. */
async function runAgent(agentVersion: number) {
	const { credential } = model;
	const account = await host.client.createCredential('openAiApi', 'Model', credential);
	const execution = await host.run(createAgentWorkflow(agentVersion, account));
	expect(findFailure(execution)).toBeUndefined();
	expect(listOutputs(execution, AGENT)).toEqual([{ output: 'Done.' }]);
	return execution;
}

// 3.1 leaves the tools to the engine; 2.2 runs them itself, as sub-agents and the MCP trigger do.
test.each([3.1, 2.2])(
	'AI Agent %s offers each operation with its description, and answers calls in sequence and in parallel',
	async (agentVersion) => {
		model.play(
			{ calls: [send('ann')] },
			{ calls: [send('bea'), send('cem')] },
			{ calls: [getResults('nobody')] },
			DONE,
		);
		await runAgent(agentVersion);

		const offer = (name: string, words: RegExp, required: string[]) =>
			expect.objectContaining({
				name,
				description: expect.stringMatching(words),
				parameters: expect.objectContaining({ required }),
			});
		const offered = model.requests[0]!.tools?.map((each) => each.function);
		expect(offered).toHaveLength(2);
		expect(offered).toContainEqual(offer(SEND, /send screening with flow/i, ['email', 'phone']));
		expect(offered).toContainEqual(offer('Get_results', /get screening results/i, ['userId']));
		const sent = host.sandbox.screenings;
		expect(sent.map(({ email }) => email.split('@')[0]).sort()).toEqual(['ann', 'bea', 'cem']);
		const answers = model.toolAnswers();
		for (const [index, name] of ['ann', 'bea', 'cem'].entries()) {
			const { userId } = sent.find(({ email }) => email.startsWith(name))!;
			expect(answers[index]).toContain(userId);
		}
		expect(answers[3]).toContain("No screening data for user 'nobody'");
	},
);

test.each([3.1, 2.2])('AI Agent %s gets the simplified row, without SSN', async (agentVersion) => {
	const identity = { ssn: '123-45-6789' };
	const userId = host.sandbox.addApplicant({
		screening: { creditScore: 712 },
		user: { email: 'zoe@example.com', checkComplete: true, employmentDetails: { identity } },
	});
	model.play({ calls: [getResults(userId)] }, DONE);
	const { text } = await runAgent(agentVersion);

	const [row] = JSON.parse(model.toolAnswers()[0]!) as object[];
	expect(row).toMatchObject({ userId, checkComplete: true, creditScore: 712 });
	expect(Object.keys(row!).length).toBeLessThanOrEqual(10);
	expect(JSON.stringify(model.requests) + text).not.toContain('6789');
});

test.each([3.1, 2.2])('AI Agent %s is told how to fix a call', async (agentVersion) => {
	const bad = { tool: SEND, args: { ...createApplicant('zoe'), email: 'zoe at example' } };
	model.play({ calls: [bad] }, { calls: [send('zoe')] }, DONE);
	await runAgent(agentVersion);

	const [refused, accepted] = model.toolAnswers();
	expect(refused).toMatch(/'Email' must be an email address, such as .* \[item 0\]/);
	expect(accepted).toContain(host.sandbox.screenings[0]!.userId);
	expect(host.sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(1);
});

/** An AI Agent with a chat model and with our node as tools, whose type ends in `Tool`. */
function createAgentWorkflow(agentVersion: number, { id, name }: SavedCredential): WorkflowJson {
	const trigger = createManualTrigger();
	const agent: NodeSpec = {
		name: AGENT,
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: agentVersion,
		parameters: { promptType: 'define', text: 'Screen the applicants.', options: {} },
	};
	const chatModel: NodeSpec = {
		name: MODEL,
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'stub' }, options: { maxRetries: 0 } },
		credentials: { openAiApi: { id, name } },
	};
	const createTool = (toolName: string, parameters: NonNullable<NodeSpec['parameters']>) => ({
		...createScreeningNode(toolName, parameters, host.credential),
		type: 'n8n-nodes-rental-screening.rentalScreeningTool',
	});
	const fromAi = (key: string) =>
		`={{ $fromAI('${key}', 'The ${key} of the applicant', 'string') }}`;
	const person = { email: fromAi('email'), phone: fromAi('phone') };
	const flow = { operation: 'sendWithFlow', flowId: host.sandbox.flowId };
	const tools = [
		createTool('Send screening', { resource: 'screening', ...flow, ...person }),
		createTool('Get results', { resource: 'results', operation: 'get', userId: fromAi('userId') }),
	];
	const { nodes } = createChain('All nodes', trigger, agent, chatModel, ...tools);
	const { connections } = createChain('Screening agent', trigger, agent);
	// Sub-nodes connect towards the agent, by a kind of connection of their own.
	const connectAs = (type: 'ai_languageModel' | 'ai_tool') => ({
		[type]: [[{ node: AGENT, type, index: 0 }]],
	});
	connections[MODEL] = connectAs('ai_languageModel');
	for (const tool of tools) connections[tool.name] = connectAs('ai_tool');
	// As the editor saves it; without it the agent would go on before its tools have answered.
	const settings = { executionOrder: 'v1' as const };
	return { name: 'Screening agent', nodes, connections, settings };
}
