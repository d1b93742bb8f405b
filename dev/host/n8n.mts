import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient, type Owner } from './client.mts';
import { n8nEnvironment } from './environment.mts';
import { installN8n, type InstalledN8n } from './install.mts';
import { placePackage } from './package.mts';
import { freePort } from './ports.mts';
import { plainProgress, step, type Progress } from './progress.mts';
import { orTellFromLog, untilAnswering } from './readiness.mts';
import { startServer, type ServerProcess } from './server-process.mts';
import { DEFAULT_N8N_VERSION, type N8nVersion } from './versions.mts';

export interface StartOptions {
	/** Default: the newest that is pinned. */
	version?: N8nVersion;
	/** Holds n8n's `.n8n` folder, kept afterwards. Default: a new folder that goes when n8n stops. */
	userFolder?: string;
	/** Taken if free, else the next free one above. Default: any. */
	port?: number;
	/** The unpacked node package to load; null leaves alone what the user folder has. Default: the packed build. */
	packageFolder?: string | null;
	/** n8n's working directory: relative file names in workflows start there. Default: `userFolder/files`. */
	workingFolder?: string;
	/** The folders whose files workflows may read and write. Default: the working folder. */
	filesFolders?: string[];
	/** More environment variables for n8n. */
	env?: Record<string, string>;
	/** Told about an installation; default: plain lines on standard error. */
	progress?: Progress;
}

export interface RunningN8n {
	version: N8nVersion;
	/** The editor's address. */
	baseUrl: string;
	userFolder: string;
	workingFolder: string;
	environment: NodeJS.ProcessEnv;
	installed: InstalledN8n;
	/** Signed in as the owner. */
	client: N8nClient;
	pid: number;
	/** All that n8n wrote to its log so far. */
	log(): Promise<string>;
	stop(): Promise<void>;
}

/** The owner of every n8n that is started here. It listens on this machine only. */
export const OWNER: Owner = {
	email: 'landlord@example.com',
	password: 'Screening-1',
	firstName: 'Lana',
	lastName: 'Lord',
};

/** n8n 1 says that it is ready a moment before its API is there. */
const READY_PATHS = ['/healthz/readiness', '/rest/settings'];

/** Starts a real n8n with the packed node in it, and signs in. Throws with the end of its log. */
export async function startN8n(options: StartOptions = {}): Promise<RunningN8n> {
	const { version = DEFAULT_N8N_VERSION, progress = plainProgress() } = options;
	const installed = await installN8n(version, progress);
	const folders = await prepareFolders(options);
	const port = await freePort(options.port);
	const environment = n8nEnvironment({
		version,
		userFolder: folders.userFolder,
		port,
		brokerPort: await freePort(),
		filesFolders: options.filesFolders ?? [folders.workingFolder],
		env: options.env ?? {},
	});
	const logFile = join(folders.userFolder, 'n8n.log');
	const server = await startProcess(installed, folders.workingFolder, environment, logFile);
	const client = new N8nClient(`http://127.0.0.1:${port}`);
	const stop = async () => {
		await server.stop();
		if (!options.userFolder) await rm(folders.userFolder, { recursive: true, force: true });
	};
	await orTellFromLog({ what: `n8n ${version}`, logFile, stop }, () =>
		step(progress, `Starting n8n ${version} at ${client.baseUrl}`, async () => {
			await untilAnswering(server, client.baseUrl, READY_PATHS);
			await client.signIn(OWNER);
		}),
	);
	return {
		version,
		baseUrl: client.baseUrl,
		...folders,
		environment,
		installed,
		client,
		pid: server.pid,
		log: async () => await readFile(logFile, 'utf8'),
		stop,
	};
}

/** The folders that n8n uses, with the package in the user folder. */
async function prepareFolders(
	options: StartOptions,
): Promise<Pick<RunningN8n, 'userFolder' | 'workingFolder'>> {
	const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'rental-screening-n8n-')));
	const workingFolder = options.workingFolder ?? join(userFolder, 'files');
	await mkdir(workingFolder, { recursive: true });
	await placePackage(options.packageFolder, userFolder);
	return { userFolder, workingFolder };
}

async function startProcess(
	{ node, script }: InstalledN8n,
	cwd: string,
	env: NodeJS.ProcessEnv,
	logFile: string,
): Promise<ServerProcess> {
	await rm(logFile, { force: true });
	return await startServer({ node, args: [script, 'start'], cwd, env, logFile });
}
