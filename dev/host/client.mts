import type { IConnections, INode, IWorkflowSettings } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';
import type { Execution } from './execution.mts';

/** A workflow as the editor exports it. */
export interface WorkflowJson {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: object;
	meta?: object;
}

type SavedWorkflow = WorkflowJson & { id: string; versionId: string; active: boolean };

export type SavedCredential = Record<'id' | 'name' | 'type', string>;

export type Owner = Record<'email' | 'password' | 'firstName' | 'lastName', string>;

const FINAL = new Set(['success', 'error', 'crashed', 'canceled']);
/** A connection of its own for each request: n8n may be closing one that stood idle. */
const HEADERS = { 'content-type': 'application/json', connection: 'close' };
const POLL_MS = 100;

/** Drives a running n8n by the requests that its editor makes. */
export class N8nClient {
	/** The session, for a browser or another client, which then need no login: n8n allows only a few in a minute. */
	cookie = { name: 'n8n-auth', value: '' };

	constructor(readonly baseUrl: string) {}

	/** One request to n8n's internal API; `path` starts after `/rest`. Returns the answer's `data`. */
	async rest<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		return (JSON.parse(await this.#text(method, path, body)) as { data: T }).data;
	}

	/** Creates the owner of a fresh n8n, or logs in as the owner of one that has been used. */
	async setUpOwner(owner: Owner): Promise<void> {
		try {
			await this.rest('POST', '/owner/setup', owner);
		} catch (error) {
			if ((error as { status?: number }).status !== 400) throw error;
			const { email, password } = owner;
			await this.rest('POST', '/login', { emailOrLdapLoginId: email, password });
		}
	}

	async listCredentials(): Promise<SavedCredential[]> {
		return await this.rest('GET', '/credentials');
	}

	async createCredential(type: string, name: string, data: object): Promise<SavedCredential> {
		return await this.rest('POST', '/credentials', { type, name, data });
	}

	async updateCredential(credential: SavedCredential, data: object): Promise<SavedCredential> {
		const { id, name, type } = credential;
		return await this.rest('PATCH', `/credentials/${id}`, { name, type, data });
	}

	/** What the credential dialog shows after "Save" or "Retry". */
	async testCredential(
		saved: SavedCredential,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const credentials = await this.rest('GET', `/credentials/${saved.id}?includeData=true`);
		return await this.rest('POST', '/credentials/test', { credentials });
	}

	async listWorkflows(): Promise<Array<{ id: string; name: string }>> {
		return await this.rest('GET', '/workflows');
	}

	/** Saves a new workflow; nodes that name a credential of a given type get that credential. */
	async createWorkflow(
		workflow: WorkflowJson,
		credentials: SavedCredential[] = [],
	): Promise<SavedWorkflow> {
		const body = { ...toBody(workflow, credentials), active: false };
		return await this.rest('POST', '/workflows', body);
	}

	async getWorkflow(id: string): Promise<SavedWorkflow> {
		return await this.rest('GET', `/workflows/${id}`);
	}

	async activate(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		await this.rest('POST', `/workflows/${id}/activate`, { versionId });
	}

	async deactivate(id: string): Promise<void> {
		await this.rest('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Runs a saved workflow from a trigger, by default its only one, to its end. */
	async runWorkflow(id: string, trigger?: string): Promise<Execution> {
		return await this.waitForExecution(await this.startWorkflow(id, trigger));
	}

	/** Starts a saved workflow as the editor's button does and returns the execution's id. */
	async startWorkflow(id: string, trigger?: string): Promise<string> {
		const workflowData = await this.getWorkflow(id);
		const name = trigger ?? workflowData.nodes.find(({ type }) => /trigger$/i.test(type))?.name;
		const body = { workflowData, triggerToStartFrom: { name } };
		const path = `/workflows/${id}/run`;
		const { executionId } = await this.rest<{ executionId?: string }>('POST', path, body);
		if (executionId === undefined) throw new Error(`'${name}' waits for something to happen.`);
		return executionId;
	}

	/** Returns an execution when it has ended. */
	async waitForExecution(id: string): Promise<Execution> {
		await this.waitForEnd(id);
		return await this.getExecution(id);
	}

	/** Waits until an execution has ended, asking n8n every `askEveryMs`. Throws after `timeoutMs`. */
	async waitForEnd(id: string, timeoutMs = 120_000, askEveryMs = POLL_MS): Promise<void> {
		const deadline = Date.now() + timeoutMs;
		while (!FINAL.has(await this.#readStatus(id).catch(toRunningIfBusy))) {
			if (Date.now() > deadline) throw new Error(`Execution ${id} runs for over ${timeoutMs} ms.`);
			await delay(askEveryMs);
		}
	}

	/** The ids of a workflow's executions, newest first. */
	async listExecutions(workflowId: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/executions?filter=${filter}&limit=100`;
		const { results } = await this.rest<{ results: Array<{ id: string }> }>('GET', path);
		return results.map(({ id }) => id);
	}

	async getExecution(id: string): Promise<Execution> {
		const text = await this.#text('GET', `/executions/${id}`);
		const stored = JSON.parse(text).data as Omit<Execution, 'data'> & { data: string };
		return { ...stored, data: unflatten(stored.data) as Execution['data'], text };
	}

	async cancelExecution(id: string): Promise<void> {
		await this.rest('POST', `/executions/${id}/stop`, {});
	}

	/** Reads the light list of executions, as an execution with its data can be large. */
	async #readStatus(id: string): Promise<string> {
		type Listed = { results: Array<{ id: string; status: string }> };
		const { results } = await this.rest<Listed>('GET', '/executions?limit=50');
		const listed = results.find((execution) => execution.id === id);
		return (listed ?? (await this.getExecution(id))).status;
	}

	async #text(method: string, path: string, body?: unknown): Promise<string> {
		const { name, value } = this.cookie;
		const response = await fetch(`${this.baseUrl}/rest${path}`, {
			method,
			headers: { ...HEADERS, cookie: `${name}=${value}` },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const { ok, status } = response;
		const reason = `n8n answered ${method} ${path} with ${status}: ${text.slice(0, 500)}`;
		if (!ok) throw Object.assign(new Error(reason), { status });
		const session = /^n8n-auth=([^;]*)/m.exec(response.headers.getSetCookie().join('\n'));
		if (session) this.cookie.value = session[1]!;
		return text;
	}
}

/** n8n answers 503 while an execution with very many items blocks its database. */
function toRunningIfBusy(error: unknown): string {
	if ((error as { status?: number }).status !== 503) throw error;
	return 'running';
}

/** Reads what n8n stores of an execution: an array in which each text inside of a value is the index of another one. */
function unflatten(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	for (const value of values) {
		if (typeof value !== 'object' || value === null) continue;
		const members = value as Record<string, unknown>;
		for (const [name, member] of Object.entries(members))
			if (typeof member === 'string') members[name] = values[Number(member)];
	}
	return values[0];
}

/** Links the nodes that name a credential of a given type to that credential. */
function toBody(workflow: WorkflowJson, given: SavedCredential[]) {
	const { name, nodes, connections, settings = {}, pinData, meta } = workflow;
	const linked = nodes.map(({ credentials = {}, ...node }) => {
		const links = { ...credentials };
		for (const { id, name: account, type } of given)
			if (type in links) links[type] = { id, name: account };
		return { ...node, credentials: links };
	});
	return { name, nodes: linked, connections, settings, pinData, meta };
}
