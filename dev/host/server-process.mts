import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { elapsed } from './progress.mts';

export interface ServerCommand {
	/** The Node that runs it. */
	node: string;
	/** Its script and arguments. */
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Refuse requests whose Host header names another machine. */
	localOnly?: boolean;
	/** Lets this process end while it runs; it then ends too. */
	lasting?: boolean;
	/** Everything it prints goes into this file. */
	logFile: string;
}

/** A program that runs until it is stopped. */
export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

const GUARD = new URL('guard.mjs', import.meta.url).href;
const PATIENCE_MS = 15_000;
const START_DEADLINE_MS = 180_000;
const POLL_MS = 100;

/** Starts a server in a process group of its own. It ends, at the latest, with this process. */
export async function startServer(server: ServerCommand) {
	const log = await open(server.logFile, 'a');
	const guard = `${GUARD}?parent=${process.pid}${server.localOnly ? '&local' : ''}`;
	const child = spawn(server.node, ['--import', guard, ...server.args], {
		cwd: server.cwd,
		env: server.env,
		detached: true,
		stdio: ['ignore', log.fd, log.fd],
	});
	const ended = new Promise((resolve) => child.once('exit', resolve));
	await once(child, 'spawn').finally(() => log.close());
	const pid = child.pid!;
	if (server.lasting) child.unref();
	return {
		pid,
		/** What it ended with, such as 'exit code 1'; undefined while it runs. */
		ending() {
			const { exitCode, signalCode } = child;
			return signalCode ?? (exitCode === null ? undefined : `exit code ${exitCode}`);
		},
		/** All that it has printed so far. */
		log: async () => await readFile(server.logFile, 'utf8'),
		/** Asks it to end and, where it lingers, ends it and all its children. */
		async stop() {
			child.kill('SIGTERM');
			await Promise.race([ended, delay(PATIENCE_MS, undefined, { ref: false })]);
			endGroup(pid);
			await ended;
		},
		/** Ends it and all its children at once, as a power cut would. */
		async kill() {
			endGroup(pid);
			await ended;
		},
	};
}

interface Readiness {
	/** As it reads in 'n8n 2.41.1 did not start'. */
	name: string;
	baseUrl: string;
	/** It answers with 2xx once the server is ready. */
	path: string;
	/** What is left to do then. */
	finish?: () => Promise<void>;
	/** Stops it where it does not become ready. */
	stop: () => Promise<void>;
}

/** Waits until a server is ready. Where it fails or takes longer than three minutes, throws with the end of its log. */
export async function untilReady(server: ServerProcess, readiness: Readiness): Promise<void> {
	const { name, baseUrl, path, finish, stop } = readiness;
	const deadline = Date.now() + START_DEADLINE_MS;
	const isUp = async () =>
		await fetch(baseUrl + path).then(
			({ ok }) => ok,
			() => false,
		);
	try {
		while (!(await isUp())) {
			const ending = server.ending();
			if (ending) throw new Error(`it ended with ${ending}.`);
			if (Date.now() > deadline) {
				throw new Error(`it was not ready after ${elapsed(START_DEADLINE_MS)}.`);
			}
			await delay(POLL_MS);
		}
		await finish?.();
	} catch (error) {
		const log = await server.log().catch(() => '');
		await stop();
		const end = log.trimEnd().split('\n').slice(-30).join('\n');
		throw new Error(`${name} did not start: ${(error as Error).message}\n${end}`);
	}
}

function endGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// The whole group has ended already.
	}
}
