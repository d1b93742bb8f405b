import type { SavedCredential, WorkflowJson } from '../../dev/host/client.mts';
import { chain, type NodeSpec } from './n8n-workflows.mts';

/** The name of the agent node in an `agentWorkflow`. */
export const AGENT = 'AI Agent';

const MODEL = 'Model';

export interface AgentParts {
	/** Which AI Agent: 3 and later leave the tools to the engine, 2 and earlier run them themselves. */
	agentVersion: number;
	/** A credential of type `openAiApi`. */
	modelCredential: SavedCredential;
	/** Nodes as tools: their types end in `Tool`. */
	tools: NodeSpec[];
}

/** The given nodes in a row, and behind them an AI Agent with a chat model and tools. */
export function agentWorkflow(
	before: NodeSpec[],
	{ agentVersion, modelCredential, tools }: AgentParts,
): WorkflowJson {
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
	const { nodes } = chain('All nodes', ...before, agent, model, ...tools);
	const { connections } = chain('Screening agent', ...before, agent);
	// Sub-nodes connect towards the agent, by a kind of connection of their own.
	connections[MODEL] = subNode('ai_languageModel');
	for (const { name } of tools) connections[name] = subNode('ai_tool');
	// As the editor saves it; without it the agent would go on before its tools have answered.
	const settings = { executionOrder: 'v1' as const };
	return { name: 'Screening agent', nodes, connections, settings };
}

function subNode(type: 'ai_languageModel' | 'ai_tool'): WorkflowJson['connections'][string] {
	return { [type]: [[{ node: AGENT, type, index: 0 }]] };
}
