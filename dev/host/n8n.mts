import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient, type Owner } from './client.mts';
import { makeEnvironment, type N8nPlace } from './environment.mts';
import { installN8n } from './install.mts';
import { placePackage } from './package.mts';
import { findFreePort } from './ports.mts';
import { step } from './progress.mts';
import { startServer, type ServerCommand } from './server-process.mts';
import { N8N_VERSION } from './versions.mts';

export interface StartOptions {
	/** Holds n8n's `.n8n` folder, kept afterwards. Default: a new folder, removed when n8n stops. */
	userFolder?: string;
	/** Taken if free, else the next free one above. Default: any. */
	port?: number;
	/** The unpacked node package to load; null keeps what the user folder has. Default: the packed build. */
	packageFolder?: string | null;
	/** n8n's working directory, whose files workflows may use. Default: `userFolder/files`. */
	workingFolder?: string;
	/** More environment variables for n8n. */
	env?: Record<string, string>;
	/** Lets this process end while n8n runs; it then ends too. */
	lasting?: boolean;
}

/** An n8n that answers, with its owner logged in. */
export type StartedN8n = Awaited<ReturnType<typeof launchN8n>>;

/** Starts a real n8n with the packed node in it, and logs in. Throws with the end of its log. */
export async function startN8n(options: StartOptions = {}) {
	const { lasting = false, env = {} } = options;
	const { node, script } = await installN8n();
	return await launchN8n(`n8n ${N8N_VERSION}`, options, (place) => ({
		node,
		args: [script, 'start'],
		env: makeEnvironment(place, env),
		lasting,
	}));
}

interface Command extends Omit<ServerCommand, 'cwd' | 'logFile'> {
	/** It has no owner to log in as. */
	isWorker?: true;
}

/**
 * Starts the server that `createCommand` makes for its folders and ports, with the package in the user folder,
 * waits until it answers as n8n, and logs in. Throws with the end of its log. `name` is as in
 * 'n8n 2.41.1 did not start'.
 */
export async function launchN8n(
	name: string,
	options: StartOptions,
	createCommand: (place: N8nPlace) => Command,
) {
	const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'rental-screening-n8n-')));
	const workingFolder = options.workingFolder ?? join(userFolder, 'files');
	await mkdir(userFolder, { recursive: true, mode: 0o700 });
	await mkdir(workingFolder, { recursive: true });
	const logFile = join(userFolder, 'n8n.log');
	await rm(logFile, { force: true });
	await placePackage(options.packageFolder, userFolder);
	const port = await findFreePort(options.port);
	const place = { userFolder, workingFolder, port, brokerPort: await findFreePort() };
	const command = createCommand(place);
	const server = await startServer({ ...command, cwd: workingFolder, logFile });
	const { pid, log, kill } = server;
	const baseUrl = `http://127.0.0.1:${port}`;
	const client = new N8nClient(baseUrl);
	const owner = await readOwner(userFolder);
	const stop = async () => {
		await server.stop();
		if (!options.userFolder) await rm(userFolder, { recursive: true, force: true });
	};
	await step(`Starting ${name} at ${baseUrl}`, async () => {
		try {
			await server.untilUp(`${baseUrl}/healthz/readiness`);
			if (!command.isWorker) await client.setUpOwner(owner);
		} catch (error) {
			const end = (await log()).trimEnd().split('\n').slice(-30).join('\n');
			await stop();
			throw new Error(`${name} did not start: ${(error as Error).message}\n${end}`);
		}
	});
	return { baseUrl, userFolder, workingFolder, owner, client, pid, log, kill, stop };
}

/** The owner of the n8n in that folder, with a random password from its first start on. */
async function readOwner(userFolder: string): Promise<Owner> {
	const file = join(userFolder, 'owner.json');
	const known = await readFile(file, 'utf8').catch(() => undefined);
	if (known !== undefined) return JSON.parse(known) as Owner;
	// n8n wants a capital letter and a number in it.
	const password = `${randomBytes(12).toString('base64url')}-A1`;
	const owner = { email: 'landlord@example.com', password, firstName: 'Lana', lastName: 'Lord' };
	await writeFile(file, JSON.stringify(owner, null, '\t'), { mode: 0o600 });
	return owner;
}
