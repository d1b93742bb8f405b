import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Certificate } from '../test/support/certificate.mts';
import type { ServiceFigures } from './service-process.mts';

/** The running service of the benchmark: HTTPS on 127.0.0.1, TLS 1.3 only. */
export interface BenchService {
	baseUrl: string;
	/** From now on every request takes `latencyMs`, and all counters are 0. */
	begin(latencyMs: number): Promise<void>;
	figures(): Promise<ServiceFigures>;
	stop(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('service-process.mts', import.meta.url));

/** Starts the service as a process of the given Node. It ends, at the latest, with this process. */
export async function startService(
	node: string,
	{ cert, key }: Certificate,
): Promise<BenchService> {
	const child = fork(SCRIPT, [JSON.stringify({ cert, key })], { execPath: node, execArgv: [] });
	const ended = once(child, 'exit');
	const answer = async <T,>(): Promise<T> => {
		const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
		if (typeof message === 'object' && message !== null) return message as T;
		throw new Error(`The service of the benchmark ended with ${String(message)}.`);
	};
	const ask = async (message: object) => {
		child.send(message);
		return await answer<ServiceFigures>();
	};
	const { port } = await answer<{ port: number }>();
	return {
		baseUrl: `https://127.0.0.1:${port}`,
		begin: async (latencyMs) => void (await ask({ latencyMs })),
		figures: async () => await ask({}),
		async stop() {
			child.kill();
			await ended;
		},
	};
}
