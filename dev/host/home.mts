import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nClient, SavedCredential, WorkflowJson } from './client.mts';
import { getCacheFolder, withLock } from './cache.mts';
import type { StartedN8n } from './n8n.mts';
import { PROJECT } from './package.mts';

/**
 * The user folder of the n8n of `npm start`. It is kept, and lies outside the repository, where the linter
 * would read what n8n puts into it.
 */
export function getHomeFolder(suffix = ''): string {
	return join(getCacheFolder(), `home-${hash(PROJECT).slice(0, 8)}${suffix}`);
}

/** Runs `work` as the only user of that folder. Throws if another process uses it. */
export async function withHome<T>(home: string, work: () => Promise<T>): Promise<T> {
	return await withLock(`${home}.lock`, work, () => {
		throw new Error(
			'The n8n of this repository is already running. Stop it with Ctrl-C where it runs, then try ' +
				'again. If it was killed just now, wait ten seconds.',
		);
	});
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

/** A workflow, and the name of the file that it is in. */
export interface WorkflowFile {
	file: string;
	workflow: WorkflowJson;
}

/** The workflows of the repository, in the order of the README's table. */
export async function workflowFiles(): Promise<WorkflowFile[]> {
	const folder = join(PROJECT, 'workflows');
	const readme = await readFile(join(PROJECT, 'README.md'), 'utf8');
	const linked = [...readme.matchAll(/^\| \[[^\]]+\]\(workflows\/([\w-]+\.json)\)/gm)].map(
		([, file]) => file!,
	);
	const files = new Set([...linked, ...(await readdir(folder)).sort()]);
	return await Promise.all(
		[...files].map(async (file) => ({
			file,
			workflow: JSON.parse(await readFile(join(folder, file), 'utf8')) as WorkflowJson,
		})),
	);
}

/**
 * Loads a workflow into the n8n that lives in its user folder and returns the workflow's id. One that was
 * loaded before is left as the person has it, unless it has changed in its file since.
 */
export async function loadWorkflow(
	{ client, userFolder }: StartedN8n,
	{ file, workflow }: WorkflowFile,
	credentials: SavedCredential[],
): Promise<string> {
	const fingerprint = hash(JSON.stringify(workflow));
	const records = join(userFolder, 'loaded-workflows.json');
	const recorded = await readFile(records, 'utf8').catch(() => '{}');
	const loaded = JSON.parse(recorded) as Record<string, { id: string; fingerprint: string }>;
	const known = loaded[file];
	const isThere = (await client.listWorkflows()).some(({ id }) => id === known?.id);
	if (isThere && known!.fingerprint === fingerprint) return known!.id;
	const { id } = isThere
		? await client.updateWorkflow(known!.id, workflow, credentials)
		: await client.createWorkflow(workflow, credentials);
	await writeFile(records, JSON.stringify({ ...loaded, [file]: { id, fingerprint } }, null, '\t'));
	return id;
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
