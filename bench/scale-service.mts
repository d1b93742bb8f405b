import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** A service that accepts screenings and does nothing else, so that it is not what is measured. */
export interface ScaleService {
	baseUrl: string;
	username: string;
	password: string;
	propertyId: string;
	/** The userIds given out, by email address. */
	accepted: ReadonlyMap<string, readonly string[]>;
	close(): void;
}

const TOKEN = 'token-of-the-benchmark';

/** Starts it on a free port; it answers after `latencyMs`. */
export async function startScaleService(latencyMs: number): Promise<ScaleService> {
	const accepted = new Map<string, string[]>();
	let userIds = 0;
	const answer = (path: string, token: string | undefined, body: string): [number, object] => {
		if (path === '/v1/auth/login') return [200, { accessToken: TOKEN }];
		if (token !== TOKEN) return [401, { message: 'Unauthorized' }];
		const { email } = JSON.parse(body) as { email: string };
		const userId = `usr-${++userIds}`;
		accepted.set(email, [...(accepted.get(email) ?? []), userId]);
		return [200, { userId, message: 'Screening sent' }];
	};
	const server = createServer((request, response) => {
		void text(request)
			.then(async (body) => {
				// Accepted at once, told later: whoever dies meanwhile does not get the userId.
				const [status, json] = answer(request.url ?? '', request.headers.authorization, body);
				await delay(latencyMs);
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(JSON.stringify(json));
			})
			// The caller was killed before its request was complete.
			.catch(() => request.destroy());
	});
	await new Promise<void>((resolve) =>
		server.listen({ port: 0, host: '127.0.0.1', backlog: 5_000 }, resolve),
	);
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		username: 'landlord@example.com',
		password: 'a long password',
		propertyId: 'property-of-the-benchmark',
		accepted,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
