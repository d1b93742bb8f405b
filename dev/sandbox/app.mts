import express, { type Express, type NextFunction, type Request, type Response } from 'express';

import { createControl } from './control.mts';
import type { Exchange } from './exchange.mts';
import { createInbox, type InboxParts } from './inbox/routes.mts';

/** The web application: the sandbox's own pages first, everything else is the service. */
export function createApp(exchange: Exchange, inboxParts: InboxParts): Express {
	const app = express();
	app.disable('x-powered-by');
	app.disable('etag');
	// A slash too many or a capital letter is another path.
	app.enable('strict routing');
	app.enable('case sensitive routing');
	app.use(refuseOtherSites);
	app.use('/sandbox', createControl(inboxParts.sandbox));
	app.use(createInbox(inboxParts));
	app.use(exchange.arrive);
	app.use(express.raw({ type: () => true, inflate: false, limit: '1mb' }));
	app.use(exchange.settle);
	app.use(createErrorHandler(exchange));
	return app;
}

/** Refuses what a page of another site could have a browser send, by a host name of its own or by a form. */
function refuseOtherSites(request: Request, response: Response, next: NextFunction): void {
	const { host = '', origin, 'sec-fetch-site': from = 'none' } = request.headers;
	const ownOrigin = `http://${host}`;
	if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) {
		response.status(421).json({ message: `The sandbox is not '${host}'` });
	} else if (
		!['GET', 'HEAD'].includes(request.method) &&
		((origin ?? ownOrigin) !== ownOrigin || !['same-origin', 'none'].includes(from))
	) {
		response.status(403).json({ message: 'The sandbox takes no requests from other sites' });
	} else {
		next();
	}
}

/** Answers a request that could not be read (aborted, too big, compressed) and unexpected errors. */
function createErrorHandler(exchange: Exchange) {
	return (
		error: { status?: number },
		_request: Request,
		response: Response,
		next: NextFunction,
	) => {
		const { status = 500 } = error;
		if (response.socket?.destroyed !== false) {
			exchange.end(response, null);
		} else if (response.headersSent) {
			next(error);
		} else {
			exchange.end(response, status);
			response.status(status).json({ message: String(error) });
		}
	};
}
