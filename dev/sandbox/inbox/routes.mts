import { fileURLToPath } from 'node:url';

import { Router } from 'express';

import { steps } from '../data/steps.mts';
import type { Sandbox } from '../index.mts';
import type { Store } from '../store.mts';
import type { SandboxOptions, StoredScreening } from '../types.mts';
import { inboxPage } from './page.mts';

/** What the inbox looks into. */
export interface InboxParts {
	sandbox: Sandbox;
	store: Store;
	completeAfter: NonNullable<SandboxOptions['completeAfter']>;
}

/** A link as its applicant sees it. */
export interface Letter extends Pick<StoredScreening, 'userId' | 'email' | 'phone' | 'complete'> {
	/** Empty where the send gave no name. */
	name: string;
	/** The property or the flow that the screening is about. */
	about: string;
	message: string;
	/** The steps of the flow in order; empty for a screening by check type. */
	steps: string[];
	sentAt: Date;
	/** When the screening completes on its own; undefined where it does not. */
	completesAt: Date | undefined;
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
export function createInbox({ sandbox, store, completeAfter }: InboxParts): Router {
	return Router({ strict: true, caseSensitive: true })
		.get('/', (_request, response) => {
			const letters = store
				.screenings()
				.map((screening) => letterOf(screening, store, completeAfter.seconds))
				.reverse();
			response
				.set('cache-control', 'no-store')
				.set('content-security-policy', CONTENT_SECURITY_POLICY)
				.send(inboxPage(letters, sandbox));
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

function letterOf(screening: StoredScreening, store: Store, completeAfterSeconds?: number): Letter {
	const { userId, email, phone, propertyId = '', flowId = '', body, sentAt, complete } = screening;
	const property = store.property(propertyId)?.name;
	const flow = store.flow(flowId);
	const greeting = body.firstName === undefined ? 'Hello' : `Hello ${body.firstName}`;
	return {
		userId,
		name: [body.firstName, body.lastName].filter(Boolean).join(' '),
		email,
		phone,
		about: property === undefined ? `Flow: ${flow?.name ?? flowId}` : `Property: ${property}`,
		message:
			property === undefined
				? `${greeting}, your landlord asks you to go through these screening steps.`
				: `${greeting}, please complete your rental screening for ${property}.`,
		steps: (flow?.steps ?? []).map(({ id, options }) => {
			const name = steps.find((step) => step.id === id)?.name ?? id;
			return options?.skippable ? `${name} (may be skipped)` : name;
		}),
		sentAt: new Date(sentAt),
		completesAt:
			completeAfterSeconds === undefined
				? undefined
				: new Date(sentAt + completeAfterSeconds * 1000),
		complete,
	};
}
