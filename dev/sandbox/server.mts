import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import express, { type Express, type NextFunction, type Request, type Response } from 'express';

import type { Exchange } from './exchange.mts';

/** Only this machine can reach the sandbox. */
const host = '127.0.0.1';

/** Requests that carry more than this are not about screening applicants. */
const bodyLimit = '1mb';

/** The web application: the sandbox's own pages first, everything else is the service. */
export function createApp(
	exchange: Exchange,
	own: { control: express.Router; inbox: express.Router },
): Express {
	const app = express();
	app.disable('x-powered-by');
	app.disable('etag');
	// A slash too many or a capital letter is another path.
	app.enable('strict routing');
	app.enable('case sensitive routing');
	app.use(refuseOtherSites);
	app.use('/sandbox', own.control);
	app.use(own.inbox);
	app.use(exchange.arrive);
	app.use(express.raw({ type: () => true, inflate: false, limit: bodyLimit }));
	app.use(exchange.settle);
	app.use(createLastResort(exchange));
	return app;
}

/** Refuses what a page of another site could have a browser send, by a host name of its own or by a form. */
function refuseOtherSites(request: Request, response: Response, next: NextFunction): void {
	const { host = '', origin, 'sec-fetch-site': from } = request.headers;
	if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) {
		response.status(421).json({ message: `The sandbox is not '${host}'` });
		return;
	}
	const isOwnOrigin = origin === undefined || origin === `http://${host}`;
	const isOwnSite = from === undefined || from === 'same-origin' || from === 'none';
	const reads = request.method === 'GET' || request.method === 'HEAD';
	if (!reads && !(isOwnOrigin && isOwnSite)) {
		response.status(403).json({ message: 'The sandbox takes no requests from other sites' });
		return;
	}
	next();
}

/** Answers what could not be read (aborted, too big, compressed) or what the sandbox did not foresee. */
function createLastResort(exchange: Exchange) {
	return (thrown: unknown, _request: Request, response: Response, next: NextFunction) => {
		const status = statusOf(thrown);
		if (response.socket?.destroyed !== false) {
			exchange.abandon(response, null);
		} else if (response.headersSent) {
			next(thrown);
		} else {
			exchange.abandon(response, status);
			response.status(status).json({ message: String(thrown) });
		}
	};
}

function statusOf(thrown: unknown): number {
	const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 500;
	return status >= 400 ? status : 500;
}

/** Starts to listen. Rejects with the system's error, for example `EADDRINUSE`. */
export async function listen(
	app: Express,
	port: number,
): Promise<{ server: Server; port: number }> {
	const server = createServer(app);
	// Longer than any client keeps an idle connection: closing first would look like a fault.
	server.keepAliveTimeout = 120_000;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	return { server, port: (server.address() as AddressInfo).port };
}

/** Stops listening and cuts every connection. */
export async function shut(server: Server): Promise<void> {
	await new Promise<void>((resolve) => {
		server.close(() => {
			resolve();
		});
		server.closeAllConnections();
	});
}
