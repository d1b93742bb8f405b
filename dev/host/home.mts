import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getCacheFolder } from './cache.mts';
import type { N8nClient, SavedCredential, WorkflowJson } from './client.mts';
import { PROJECT } from './package.mts';

/**
 * The user folder of the n8n of `npm start`. It is kept, and lies outside the repository, where the linter
 * would read what n8n puts into it.
 */
export function getHomeFolder(): string {
	const hash = createHash('sha256').update(PROJECT).digest('hex');
	return join(getCacheFolder(), `home-${hash.slice(0, 8)}`);
}

/** Runs `work` as the only user of that folder. Throws if another process uses it. */
export async function withHome<T>(home: string, work: () => Promise<T>): Promise<T> {
	const file = join(home, 'start.pid');
	await mkdir(home, { recursive: true, mode: 0o700 });
	const owner = Number(await readFile(file, 'utf8').catch(() => '')) || NaN;
	if (!isRunning(owner)) await rm(file, { force: true });
	const lock = await open(file, 'wx').catch(() => {
		throw new Error(
			`The n8n of this repository is already running: stop it with Ctrl-C where it runs (process ${owner}).`,
		);
	});
	try {
		await lock.writeFile(String(process.pid));
		return await work();
	} finally {
		await lock.close();
		await rm(file, { force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Saves a credential, in place of the one of the same name that an earlier run saved. */
export async function loadCredential(
	client: N8nClient,
	type: string,
	name: string,
	data: object,
): Promise<SavedCredential> {
	const all = await client.listCredentials();
	const known = all.find((credential) => credential.name === name && credential.type === type);
	if (known) return await client.updateCredential(known, data);
	return await client.createCredential(type, name, data);
}

/** The workflows of the repository. */
export async function readWorkflowFiles(): Promise<WorkflowJson[]> {
	const folder = join(PROJECT, 'workflows');
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
	const texts = files.map(async (file) => await readFile(join(folder, file), 'utf8'));
	return (await Promise.all(texts)).map((text) => JSON.parse(text) as WorkflowJson);
}

/** Saves those of the workflows that n8n does not have yet: what a person has changed stays. */
export async function loadWorkflows(
	client: N8nClient,
	workflows: readonly WorkflowJson[],
	credentials: SavedCredential[],
): Promise<void> {
	const known = (await client.listWorkflows()).map(({ name }) => name);
	for (const workflow of workflows)
		if (!known.includes(workflow.name)) await client.createWorkflow(workflow, credentials);
}
