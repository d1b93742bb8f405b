import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came to a server which is not the service. */
export interface ForeignRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

interface RecordingServer {
	/** `http://127.0.0.1:PORT` */
	readonly origin: string;
	/** Everything that came, in order of arrival. */
	readonly requests: ForeignRequest[];
	close(): Promise<void>;
}

/**
 * Plain servers for the tests of a suite, each on an origin of its own: they note what they are asked
 * and answer everything with `answer` (JSON).
 */
export function useRecordingServers(): (answer?: object) => Promise<RecordingServer> {
	const running: RecordingServer[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (server) => await server.close()));
	});
	return async (answer = {}) => {
		const server = await start(answer);
		running.push(server);
		return server;
	};
}

async function start(answer: object): Promise<RecordingServer> {
	const requests: ForeignRequest[] = [];
	const server = createServer((request, response) => {
		void textOf(request).then((body) => {
			const { method = '', url = '', headers } = request;
			requests.push({ method, url, headers, body });
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer));
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		close: async () => {
			await new Promise((closed) => {
				server.close(closed);
				server.closeAllConnections();
			});
		},
	};
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
	return text;
}
