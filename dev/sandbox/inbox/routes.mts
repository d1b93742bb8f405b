import { fileURLToPath } from 'node:url';

import { Router } from 'express';

import type { Sandbox } from '../index.mts';
import type { Store } from '../store.mts';
import type { Settings } from '../types.mts';
import { inboxPage } from './page.mts';

/** What the inbox looks into. */
export interface InboxParts extends Pick<Settings, 'completeAfter'> {
	sandbox: Sandbox;
	store: Store;
}

const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"connect-src 'self'",
	"style-src 'unsafe-inline'",
	'img-src data:',
	"form-action 'self'",
].join('; ');

const SCRIPT = fileURLToPath(new URL('refresh.js', import.meta.url));

/** The page at `/` and what its buttons do. */
export function createInbox(parts: InboxParts): Router {
	const { store } = parts;
	return Router({ strict: true, caseSensitive: true })
		.get('/', (_request, response) => {
			response
				.set('cache-control', 'no-store')
				.set('content-security-policy', CONTENT_SECURITY_POLICY)
				.send(inboxPage(parts));
		})
		.get('/inbox/refresh.js', (_request, response) => response.sendFile(SCRIPT))
		.post('/inbox/complete/:userId', ({ params: { userId } }, response) => {
			store.complete(userId);
			response.redirect(303, `/#${encodeURIComponent(userId)}`);
		})
		.post('/inbox/complete', (_request, response) => {
			for (const { userId } of store.screenings()) store.complete(userId);
			response.redirect(303, '/');
		});
}
