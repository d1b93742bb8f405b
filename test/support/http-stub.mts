import { createServer, type IncomingHttpHeaders } from 'node:http';

import { listen } from './local-server.mts';

/** A request that came to a stand-in. */
export interface StubRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** By default 200; an object is sent as JSON. */
export interface StubAnswer {
	status?: number;
	body?: object;
}

export type HttpStub = Awaited<ReturnType<typeof startHttpStub>>;

/** Starts a plain http server on this machine. What `answer` throws is answered with 501. */
export async function startHttpStub(
	answer: (request: StubRequest) => StubAnswer | Promise<StubAnswer>,
) {
	const server = createServer(async (incoming, response) => {
		const { method = '', url = '', headers } = incoming;
		let text = '';
		for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk);
		const { status = 200, body = {} } = await Promise.resolve({ method, url, headers, body: text })
			.then(answer)
			.catch((error: unknown) => ({ status: 501, body: { error: { message: String(error) } } }));
		response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
		response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
	});
	const { port, close } = await listen(server);
	return { port, origin: `http://127.0.0.1:${port}`, close };
}
