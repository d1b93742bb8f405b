import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IRun } from 'n8n-workflow';
import { CommandFailed, run } from './child.mts';
import type { WorkflowJson } from './client.mts';
import type { RunningN8n } from './n8n.mts';
import { freePort } from './ports.mts';

/** A credential with a fixed id and plain data, as `n8n import:credentials` takes it. */
export interface CredentialFile {
	id: string;
	name: string;
	type: string;
	data: object;
}

/** The parts of a running n8n that its commands need: they share its folder, not its process. */
export type CliHost = Pick<RunningN8n, 'installed' | 'environment' | 'workingFolder'>;

/** n8n's command line, each command a process of its own (with nothing remembered from others). */
export class N8nCli {
	readonly #host: CliHost;

	constructor(host: CliHost) {
		this.#host = host;
	}

	/** Runs `n8n <args>` and returns its standard output. Throws {@link CommandFailed}. */
	async run(...args: string[]): Promise<string> {
		const { installed, environment, workingFolder } = this.#host;
		const env = { ...environment, N8N_RUNNERS_BROKER_PORT: String(await freePort()) };
		return await run(installed.node, [installed.script, ...args], { cwd: workingFolder, env });
	}

	/** Creates the credentials, or replaces those of the same ids. */
	async importCredentials(credentials: CredentialFile[]): Promise<void> {
		await this.#withFile(credentials, (file) => this.run('import:credentials', `--input=${file}`));
	}

	/** Creates the workflow, or replaces the one of the same id. */
	async importWorkflow(workflow: WorkflowJson & { id: string }): Promise<void> {
		await this.#withFile([workflow], (file) => this.run('import:workflow', `--input=${file}`));
	}

	/** Runs a saved workflow to its end. Throws {@link CommandFailed} where it fails. */
	async execute(workflowId: string): Promise<IRun> {
		const output = await this.run('execute', `--id=${workflowId}`, '--rawOutput').catch(printedAll);
		return readRun(output);
	}

	async #withFile(content: object, work: (file: string) => Promise<unknown>): Promise<void> {
		const folder = await mkdtemp(join(tmpdir(), 'rental-screening-cli-'));
		try {
			const file = join(folder, 'import.json');
			await writeFile(file, JSON.stringify(content), { mode: 0o600 });
			await work(file);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}
}

/** `--rawOutput` still lets n8n say a line or two before the JSON. */
function readRun(output: string): IRun {
	return JSON.parse(output.slice(output.search(/^\{/m))) as IRun;
}

/**
 * n8n's expression engine can crash while `n8n execute` is ending (seen with 2.41.1 and 1.123.81,
 * also without any community node). Everything has been printed by then, so that counts.
 */
function printedAll(error: unknown): string {
	if (error instanceof CommandFailed && error.ending === 'SIGSEGV') {
		const { status } = readRun(error.standardOutput);
		if (status === 'success') return error.standardOutput;
	}
	throw error;
}
