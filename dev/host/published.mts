import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { N8nClient, SavedCredential, WorkflowJson } from './client.mts';
import type { Execution } from './execution.mts';
import { eventually } from './eventually.mts';

/** A connection of its own for each request, since n8n may be gone and back. */
const REQUEST = { method: 'POST', headers: { connection: 'close' } };

/** A workflow that runs by itself, as one with a schedule does: no person starts it. */
export type Published = Awaited<ReturnType<typeof publish>>;

/**
 * Publishes a workflow with a webhook in place of its schedule or button, so that a test says when it runs. Its
 * nodes try again at once. Executions that succeed are kept, unless it is said.
 */
export async function publish(
	client: N8nClient,
	workflow: WorkflowJson,
	credentials: SavedCredential[],
	saveDataSuccessExecution: 'all' | 'none' = 'all',
) {
	const path = randomUUID();
	for (const node of workflow.nodes) {
		if (node.waitBetweenTries !== undefined) node.waitBetweenTries = 1;
		if (!/\.(schedule|manual)Trigger$/.test(node.type)) continue;
		node.type = 'n8n-nodes-base.webhook';
		node.typeVersion = 2;
		node.webhookId = path;
		node.parameters = { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} };
	}
	workflow.settings = { ...workflow.settings, saveDataSuccessExecution };
	const { id } = await client.createWorkflow(workflow, credentials);
	await client.activate(id);
	const address = `${client.baseUrl}/webhook/${path}`;
	// Where the webhook is not there yet, n8n answers 404.
	const call = async () => {
		await eventually(async () => (await fetch(address, REQUEST)).status !== 404);
	};
	/** Starts it so many times, each start so long after the last one, and waits until all have ended. */
	const runAtOnce = async (times: number, apartMs = 0): Promise<Execution[]> => {
		const before = new Set(await client.listExecutions(id));
		await Promise.all(
			Array.from({ length: times }, async (_, index) => {
				await delay(index * apartMs);
				await call();
			}),
		);
		const ids = (await client.listExecutions(id)).filter((one) => !before.has(one));
		return await Promise.all(ids.map(async (one) => await client.waitForExecution(one)));
	};
	return {
		id,
		runAtOnce,
		/** Runs it twice, the second time so long after the first. */
		runApart: async (apartMs: number) => await runAtOnce(2, apartMs),
		/** Runs it to its end. */
		run: async () => (await runAtOnce(1))[0]!,
		/** Starts it; resolves when it has ended, or when its n8n is gone. */
		start: async () => await call().catch(() => undefined),
	};
}

/** A mark as it was, made over an hour earlier. */
export function ageMark(mark: unknown): string {
	const [time = '', ...rest] = String(mark).split(' ');
	return [new Date(Date.parse(time) - 61 * 60_000).toISOString(), ...rest].join(' ');
}
