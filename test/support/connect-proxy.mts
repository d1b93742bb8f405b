import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy for https on this machine that opens a tunnel to any port of it. */
export interface ConnectProxy {
	readonly url: string;
	/** How many tunnels were asked for. */
	readonly asked: () => number;
	close(): Promise<void>;
}

/** Starts a proxy that answers the first CONNECTs with `answers`, in turn, and closes; then it opens tunnels. */
export async function startConnectProxy(answers: readonly string[]): Promise<ConnectProxy> {
	const open = new Set<Socket>();
	let asked = 0;
	const server = createServer((client) => {
		open.add(client.on('error', () => {}).on('close', () => open.delete(client)));
		client.once('data', (head) => {
			const answer = answers[asked];
			asked += 1;
			if (answer !== undefined) return void client.end(answer);
			const [, port] = /^CONNECT \S+:(\d+) /.exec(head.toString('latin1')) ?? [];
			const service = connect(Number(port), '127.0.0.1');
			service.on('error', () => client.destroy()).on('close', () => client.destroy());
			client.on('close', () => service.destroy());
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			client.pipe(service).pipe(client);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked: () => asked,
		async close() {
			for (const socket of open) socket.destroy();
			await new Promise((closed) => server.close(closed));
		},
	};
}
