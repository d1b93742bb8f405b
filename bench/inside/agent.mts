// Loaded into n8n's process (`--import <this file>?port=<port>`): what only a process can do to itself,
// done when a request on that port of this machine asks for it.
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const SAMPLE_EVERY_MICROSECONDS = 500;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const session = new Session();

const ACTIONS: Record<string, () => Promise<unknown>> = {
	async '/collect-garbage'() {
		collect();
		const { heapUsed, external } = process.memoryUsage();
		return { left: heapUsed + external };
	},
	async '/start-profile'() {
		session.connect();
		await session.post('Profiler.enable');
		await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS });
		await session.post('Profiler.start');
		return {};
	},
	async '/stop-profile'() {
		const { profile } = await session.post('Profiler.stop');
		session.disconnect();
		return profile;
	},
};

// n8n's task runners inherit the setting that loads this.
if (isMainThread && process.argv[2] === 'start') {
	// n8n may keep a question waiting for minutes.
	const patience = { requestTimeout: 0, headersTimeout: 0 };
	createServer(patience, (request, response) => {
		ACTIONS[request.url ?? '']!().then(
			(result) => response.end(JSON.stringify(result)),
			(error: Error) => response.writeHead(500).end(error.message),
		);
	})
		.listen(Number(new URL(import.meta.url).searchParams.get('port')), '127.0.0.1')
		.unref();
}
