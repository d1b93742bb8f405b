import { Router } from 'express';

import type { Store } from '../store.mts';
import type { Sandbox } from '../types.mts';
import { lettersIn } from './letter.mts';
import { inboxPage } from './page.mts';

/** What the inbox looks into. */
export interface InboxParts {
	sandbox: Sandbox;
	store: Store;
	/** After how many seconds a screening completes on its own, if it does. */
	completeAfterSeconds: number | undefined;
}

/** The page at `/` and what its buttons do. */
export function createInbox({ sandbox, store, completeAfterSeconds }: InboxParts): Router {
	const inbox = Router({ strict: true, caseSensitive: true });

	inbox.get('/', (_request, response) => {
		response
			.set('cache-control', 'no-store')
			.set(
				'content-security-policy',
				"default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'",
			)
			.send(inboxPage(lettersIn(store, completeAfterSeconds), sandbox));
	});

	inbox.post('/inbox/complete/:userId', ({ params: { userId } }, response) => {
		store.complete(userId);
		response.redirect(303, `/#${encodeURIComponent(userId)}`);
	});

	inbox.post('/inbox/complete', (_request, response) => {
		for (const { userId } of store.screenings()) store.complete(userId);
		response.redirect(303, '/');
	});

	return inbox;
}
