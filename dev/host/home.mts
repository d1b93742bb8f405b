import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { placeSamples } from '../demo/samples.mts';
import type { Sandbox } from '../sandbox/index.mts';
import type { N8nClient, SavedCredential, WorkflowJson } from './client.mts';
import { cacheFolder, withLock } from './install-once.mts';
import { startN8n, type LiveN8n, type RunningN8n, type StartOptions } from './n8n.mts';
import { PROJECT } from './package.mts';
import type { Progress } from './progress.mts';

/** Where the workflows of demo and start read and write their files: a bare file name means one in here. */
export const FILES_FOLDER = join(PROJECT, 'out');

export const MAIN_JOB = join(PROJECT, 'dev', 'demo', 'main-job.workflow.json');

/** A credential as a person would fill it in. */
export interface CredentialInput {
	type: string;
	name: string;
	data: object;
}

/**
 * The user folder of the n8n of `npm run demo -- --n8n` and `npm start`. It is kept, and lies outside
 * the repository, where the linter would read what n8n puts into it.
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

export interface HomeOptions extends Pick<StartOptions, 'port' | 'installed'> {
	/** n8n's user folder, kept afterwards. */
	home: string;
	/** n8n's working folder, the only one whose files it may touch; gets the workflows' sample files. */
	filesFolder: string;
	progress: Progress;
}

/** Starts the n8n that lives in `home`, with the files that the workflows ask for. */
export async function startHome({
	home,
	filesFolder,
	...options
}: HomeOptions): Promise<RunningN8n> {
	await placeSamples(filesFolder);
	return await startN8n({ userFolder: home, workingFolder: filesFolder, ...options });
}

/** The sandbox's account as a credential of the node. */
export function sandboxAccount({ baseUrl, username, password }: Sandbox): CredentialInput {
	return {
		type: 'rentalScreeningApi',
		name: 'Rental Screening sandbox',
		data: { baseUrl, username, password },
	};
}

/** Saves a credential, in place of the one of the same name that an earlier run saved. */
export async function loadCredential(
	client: N8nClient,
	{ type, name, data }: CredentialInput,
): Promise<SavedCredential> {
	const all = await client.listCredentials();
	const known = all.find((credential) => credential.name === name && credential.type === type);
	if (known) return await client.updateCredential(known, data);
	return await client.createCredential(type, name, data);
}

/** The workflow files of the repository and of the demo, the simplest first. */
export async function workflowFiles(): Promise<string[]> {
	const folder = join(PROJECT, 'workflows');
	const names = await readdir(folder).catch(() => []);
	const files = names.filter((name) => name.endsWith('.json')).sort();
	const all = [...files.map((name) => join(folder, name)), MAIN_JOB];
	const sized = await Promise.all(
		all.map(async (file) => ({ file, nodes: await countNodes(file) })),
	);
	return sized.sort((one, other) => one.nodes - other.nodes).map(({ file }) => file);
}

async function countNodes(file: string): Promise<number> {
	const { nodes } = JSON.parse(await readFile(file, 'utf8')) as WorkflowJson;
	return nodes.filter(({ type }) => !type.endsWith('.stickyNote')).length;
}

interface LoadedWorkflow {
	id: string;
	/** The file's fingerprint when it was loaded. */
	fingerprint: string;
}

export interface LoadOptions {
	/** Also replaces a workflow whose file is as it was, with what a person changed in it. */
	always?: boolean;
}

/**
 * Loads a workflow file into the n8n that lives in its user folder and returns the workflow's id.
 * One that was loaded before is left as the person has it, unless its file has changed since.
 */
export async function loadWorkflow(
	{ client, userFolder }: Pick<LiveN8n, 'client' | 'userFolder'>,
	file: string,
	credentials: SavedCredential[],
	{ always = false }: LoadOptions = {},
): Promise<string> {
	const text = await readFile(file, 'utf8');
	const fingerprint = fingerprintOf(text);
	const workflow = JSON.parse(text) as WorkflowJson;
	const records = join(userFolder, 'loaded-workflows.json');
	const loaded = await readRecords(records);
	const key = basename(file);
	const known = loaded[key];
	const isThere = known !== undefined && (await has(client, known.id));
	if (isThere && !always && known.fingerprint === fingerprint) return known.id;
	const { id } = isThere
		? await client.updateWorkflow(known.id, workflow, credentials)
		: await client.createWorkflow(workflow, credentials);
	await mkdir(dirname(records), { recursive: true });
	await writeFile(records, JSON.stringify({ ...loaded, [key]: { id, fingerprint } }, null, '\t'));
	return id;
}

function fingerprintOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

async function readRecords(file: string): Promise<Record<string, LoadedWorkflow>> {
	const text = await readFile(file, 'utf8').catch(() => '{}');
	return JSON.parse(text) as Record<string, LoadedWorkflow>;
}

async function has(client: N8nClient, id: string): Promise<boolean> {
	return (await client.listWorkflows()).some((workflow) => workflow.id === id);
}
