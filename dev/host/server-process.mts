import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export interface ServerCommand {
	/** The Node that runs it. */
	node: string;
	/** Its script and arguments. */
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Lets this process end while it runs; it then ends too. */
	lasting?: boolean;
	/** Everything it prints goes into this file. */
	logFile: string;
}

const GUARD = new URL('guard.mjs', import.meta.url).href;
const PATIENCE_MS = 15_000;
const START_DEADLINE_MS = 180_000;
const POLL_MS = 100;

/** Ends a server that was started here and all its children at once, without a clean shutdown. */
function endGroup(pid: number): void {
	// Windows has no process groups.
	if (process.platform === 'win32') {
		spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// The whole group has ended already.
	}
}

/** Starts a server in a process group of its own. It ends, at the latest, with this process. */
export async function startServer(server: ServerCommand) {
	const log = await open(server.logFile, 'a');
	const guard = `${GUARD}?parent=${process.pid}`;
	const child = spawn(server.node, ['--import', guard, ...server.args], {
		cwd: server.cwd,
		env: server.env,
		detached: true,
		windowsHide: true,
		stdio: ['ignore', log.fd, log.fd],
	});
	const ended = new Promise((resolve) => child.once('exit', resolve));
	await once(child, 'spawn').finally(() => log.close());
	const pid = child.pid!;
	if (server.lasting) child.unref();
	const kill = async () => {
		endGroup(pid);
		await ended;
	};
	return {
		pid,
		kill,
		/** Waits until this address answers with 2xx. Throws if the server ends first, or after three minutes. */
		async untilUp(url: string) {
			const deadline = Date.now() + START_DEADLINE_MS;
			while (!(await fetch(url).catch(() => undefined))?.ok) {
				const { exitCode, signalCode } = child;
				if (exitCode !== null || signalCode)
					throw new Error(`ended with ${exitCode ?? signalCode}`);
				if (Date.now() > deadline) throw new Error('not ready after three minutes');
				await delay(POLL_MS);
			}
		},
		/** All that it has printed so far. */
		log: async () => await readFile(server.logFile, 'utf8'),
		/** Asks it to end; after 15 seconds ends it and all its children. */
		async stop() {
			child.kill('SIGTERM');
			await Promise.race([ended, delay(PATIENCE_MS, undefined, { ref: false })]);
			await kill();
		},
	};
}
