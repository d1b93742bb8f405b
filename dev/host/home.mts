import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Sandbox } from '../sandbox/index.mts';
import type { N8nClient, SavedCredential, WorkflowJson } from './client.mts';
import { cacheFolder, withLock } from './install-once.mts';
import type { LiveN8n } from './n8n.mts';
import { PROJECT } from './package.mts';

/** Where the workflows of demo and start read and write their files: a bare file name means one in here. */
export const FILES_FOLDER = join(PROJECT, 'out');

export const MAIN_JOB = join(PROJECT, 'dev', 'demo', 'main-job.workflow.json');

/**
 * The user folder of the n8n of `npm start`. It is kept, and lies outside the repository, where the linter
 * would read what n8n puts into it.
 */
export function homeFolder(suffix = ''): string {
	return join(cacheFolder(), `home-${fingerprintOf(PROJECT).slice(0, 8)}${suffix}`);
}

/** Runs `work` as the only user of that folder. Throws where another process uses it. */
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

/** Saves the sandbox's account as a credential of the node. */
export async function loadSandboxCredential(
	client: N8nClient,
	{ baseUrl, username, password }: Sandbox,
): Promise<SavedCredential> {
	const data = { baseUrl, username, password };
	return await loadCredential(client, 'rentalScreeningApi', 'Rental Screening sandbox', data);
}

/** The workflow files of the repository and of the demo: a living Google sheet, then the simplest first. */
export async function workflowFiles(): Promise<string[]> {
	const folder = join(PROJECT, 'workflows');
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	const sized = await Promise.all(
		[...names.map((name) => join(folder, name)), MAIN_JOB].map(async (file) => {
			const { nodes } = JSON.parse(await readFile(file, 'utf8')) as WorkflowJson;
			const size = nodes.filter(({ type }) => !type.endsWith('.stickyNote')).length;
			return { file, size: basename(file) === FIRST ? 0 : size };
		}),
	);
	return sized.sort((one, other) => one.size - other.size).map(({ file }) => file);
}

/** The workflow that the README begins with. */
const FIRST = 'a-living-google-sheet.json';

interface LoadedWorkflow {
	id: string;
	/** The file's fingerprint when it was loaded. */
	fingerprint: string;
}

/**
 * Loads a workflow file into the n8n that lives in its user folder and returns the workflow's id.
 * One that was loaded before is left as the person has it, unless its file has changed since. `setUp`
 * sets what a person would.
 */
export async function loadWorkflow(
	{ client, userFolder }: Pick<LiveN8n, 'client' | 'userFolder'>,
	file: string,
	credentials: SavedCredential[],
	setUp = (workflow: WorkflowJson) => workflow,
): Promise<string> {
	const workflow = setUp(JSON.parse(await readFile(file, 'utf8')) as WorkflowJson);
	const fingerprint = fingerprintOf(JSON.stringify(workflow));
	const records = join(userFolder, 'loaded-workflows.json');
	const recorded = await readFile(records, 'utf8').catch(() => '{}');
	const loaded = JSON.parse(recorded) as Record<string, LoadedWorkflow>;
	const key = basename(file);
	const known = loaded[key];
	const isThere = (await client.listWorkflows()).some(({ id }) => id === known?.id);
	if (isThere && known!.fingerprint === fingerprint) return known!.id;
	const { id } = isThere
		? await client.updateWorkflow(known!.id, workflow, credentials)
		: await client.createWorkflow(workflow, credentials);
	await writeFile(records, JSON.stringify({ ...loaded, [key]: { id, fingerprint } }, null, '\t'));
	return id;
}

function fingerprintOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
