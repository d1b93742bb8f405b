import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Certificate } from '../test/support/certificate.mts';
import type { ServiceFigures } from './service.mts';

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

/**
 * Starts the service, over TLS 1.3 only, as a process of the given Node: its work does not delay who
 * measures, and takes as long whichever Node that is.
 */
export async function startServiceProcess(node: string, certificate: Certificate) {
	const script = join(import.meta.dirname, 'service-child.mts');
	const child = fork(script, [JSON.stringify(certificate)], { execPath: node, execArgv: [] });
	const ended = once(child, 'exit');
	const answer = async <T,>(): Promise<T> => {
		const [message] = (await Promise.race([
			once(child, 'message'),
			ended.then(([code]) => {
				throw new Error(`The service of the benchmark ended with ${code}.`);
			}),
		])) as [T];
		return message;
	};
	const ask = async (message: { latencyMs?: number }) => {
		child.send(message);
		return await answer<ServiceFigures>();
	};
	return {
		baseUrl: await answer<string>(),
		/** From now on every request takes `latencyMs`, and all counters are 0. */
		begin: async (latencyMs: number) => void (await ask({ latencyMs })),
		figures: async () => await ask({}),
		async stop() {
			child.kill();
			await ended;
		},
	};
}
