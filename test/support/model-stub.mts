import { randomUUID } from 'node:crypto';

import { startHttpStub } from './http-stub.mts';

/** What the model says when it is asked next: calls of tools, all at once, or a last word. */
type ModelTurn = { calls: Array<{ tool: string; args: object }> } | { say: string };

/** One request for a chat completion, as an OpenAI client makes it. */
interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
}

export type ModelStub = Awaited<ReturnType<typeof startModelStub>>;

/** Starts a local stub of an OpenAI-compatible chat model that plays the given turns. */
export async function startModelStub() {
	const requests: ChatRequest[] = [];
	let turns: ModelTurn[] = [];
	const { origin, close } = await startHttpStub(({ body }) => {
		const asked = JSON.parse(body) as ChatRequest;
		requests.push(asked);
		return { body: completion(nextTurn(turns, findAnswers(asked).length)) };
	});
	return {
		/** What an OpenAI credential of n8n's holds. */
		credential: { apiKey: 'stub', url: `${origin}/v1`, organizationId: '', header: false },
		/** Every request, in order of arrival. */
		requests,
		/** The turns to take from now on in every conversation; forgets the requests so far. */
		play(...next: ModelTurn[]) {
			turns = next;
			requests.length = 0;
		},
		/** The answers of the tools in the last request to the model, in the order of the calls. */
		toolAnswers: () => findAnswers(requests.at(-1) ?? { messages: [] }),
		close,
	};
}

function findAnswers({ messages }: ChatRequest): string[] {
	return messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

/** Goes by the answered calls: agents differ in how they tell the model about calls made at once. */
function nextTurn(turns: readonly ModelTurn[], answered: number): ModelTurn {
	let left = answered;
	for (const turn of turns) {
		if (left <= 0 || 'say' in turn) return turn;
		left -= turn.calls.length;
	}
	return { say: 'I was given nothing more to say.' };
}

function completion(turn: ModelTurn): object {
	const isLast = 'say' in turn;
	const toolCalls = (isLast ? [] : turn.calls).map(({ tool, args }) => ({
		id: randomUUID(),
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(args) },
	}));
	const message = isLast ? { content: turn.say } : { content: null, tool_calls: toolCalls };
	return {
		...{ id: 'chatcmpl-stub', object: 'chat.completion', created: 1_767_225_600, model: 'stub' },
		choices: [
			{
				...{ index: 0, finish_reason: isLast ? 'stop' : 'tool_calls' },
				message: { role: 'assistant', ...message },
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
