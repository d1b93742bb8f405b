import { findFailure, listOutputs } from '../../dev/host/execution.mts';
import type { SavedCredential, WorkflowJson } from '../../dev/host/client.mts';
import { startModelStub, type ModelStub } from '../support/model-stub.mts';
import { useN8n } from '../support/n8n-host.mts';
import {
	createChain,
	createManualTrigger,
	createScreeningNode,
	type NodeSpec,
} from '../../dev/host/n8n-workflows.mts';

const AGENT = 'AI Agent';
const MODEL = 'Model';
const SEND = 'Send_screening';

const send = (name: string, email = `${name}@example.com`) => ({
	tool: SEND,
	args: { email, phone: '+14165550142' },
});

const host = useN8n();
let model: ModelStub;

beforeAll(async () => {
	model = await startModelStub();
});

afterAll(async () => {
	await model.close();
});

// 3.1 leaves the tools to the engine; 2.2 runs them itself, as sub-agents and the MCP trigger do.
test.each([3.1, 2.2])(
	'AI Agent %s offers each operation with its description, is told how to fix a call, and gets answers without SSN',
	async (agentVersion) => {
		const userId = host.sandbox.addApplicant({
			screening: { creditScore: 712 },
			user: {
				...{ email: 'zoe@example.com', checkComplete: true },
				employmentDetails: { identity: { ssn: '123-45-6789' } },
			},
		});
		model.play(
			{ calls: [send('ann', 'ann at example')] },
			{ calls: [send('ann'), send('bea')] },
			{ calls: [{ tool: 'Get_results', args: { userId } }] },
			{ say: 'Done.' },
		);
		const account = await host.client.createCredential('openAiApi', 'Model', model.credential);
		const execution = await host.run(createAgentWorkflow(agentVersion, account));
		expect(findFailure(execution)).toBeUndefined();
		expect(listOutputs(execution, AGENT)).toEqual([{ output: 'Done.' }]);

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

		const [refused, ann, bea, results] = model.toolAnswers();
		expect(refused).toMatch(/'Email' must be an email address, such as .* \[item 0\]/);
		const sent = new Map(host.sandbox.screenings.map((one) => [one.email, one.userId]));
		expect([...sent.keys()].sort()).toEqual(['ann@example.com', 'bea@example.com']);
		expect(ann).toContain(sent.get('ann@example.com'));
		expect(bea).toContain(sent.get('bea@example.com'));
		const [row] = JSON.parse(results!) as object[];
		expect(row).toMatchObject({ userId, checkComplete: true, creditScore: 712 });
		expect(Object.keys(row!).length).toBeLessThanOrEqual(10);
		expect(JSON.stringify(model.requests) + execution.text).not.toContain('6789');
	},
);

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
