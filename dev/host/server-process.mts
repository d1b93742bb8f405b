import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

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
export interface ServerProcess {
	pid: number;
	/** Resolves with the exit code (null after a signal) when it has ended. */
	ended: Promise<number | null>;
	/** Asks it to end and, where it lingers, ends it and all its children. */
	stop(): Promise<void>;
	/** Ends it and all its children at once, as a power cut would. */
	kill(): Promise<void>;
}

const GUARD = new URL('guard.mjs', import.meta.url).href;
const PATIENCE_MS = 15_000;

/** Starts a server in a process group of its own. It ends, at the latest, with this process. */
export async function startServer(server: ServerCommand): Promise<ServerProcess> {
	const log = await open(server.logFile, 'a');
	const child = spawn(
		server.node,
		[
			'--import',
			`${GUARD}?parent=${process.pid}${server.localOnly ? '&local' : ''}`,
			...server.args,
		],
		{
			cwd: server.cwd,
			env: server.env,
			detached: true,
			stdio: ['ignore', log.fd, log.fd],
		},
	);
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
	await new Promise<void>((resolve, reject) => {
		child.once('spawn', resolve);
		child.once('error', reject);
	}).finally(() => log.close());
	const pid = child.pid!;
	if (server.lasting) child.unref();
	return {
		pid,
		ended,
		async stop() {
			child.kill('SIGTERM');
			await Promise.race([ended, delay(PATIENCE_MS, undefined, { ref: false })]);
			endGroup(pid);
			await ended;
		},
		async kill() {
			endGroup(pid);
			await ended;
		},
	};
}

/** The last lines of a log, for a message about a server that did not start. */
export async function endOfLog(logFile: string, lines = 30): Promise<string> {
	const text = await readFile(logFile, 'utf8').catch(() => '');
	return text.trimEnd().split('\n').slice(-lines).join('\n');
}

function endGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// The whole group has ended already.
	}
}
