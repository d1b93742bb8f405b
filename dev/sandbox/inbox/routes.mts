import { Router } from 'express';

import { steps } from '../data/steps.mts';
import type { Store } from '../store.mts';
import type { Sandbox, StoredScreening } from '../types.mts';
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

/** A link as its applicant sees it. */
export interface Letter {
	userId: string;
	/** Empty where the send gave no name. */
	name: string;
	email: string;
	phone: string;
	/** The property or the flow that the screening is about. */
	about: string;
	message: string;
	/** The steps of the flow in order; empty for a screening by check type. */
	steps: string[];
	sentAt: Date;
	/** When the screening completes on its own; undefined where it does not. */
	completesAt: Date | undefined;
	complete: boolean;
}

/** Every link that was sent, newest first. */
export function lettersIn(store: Store, completeAfterSeconds: number | undefined): Letter[] {
	return store
		.screenings()
		.map((screening) => letterOf(screening, store, completeAfterSeconds))
		.reverse();
}

function letterOf(
	screening: StoredScreening,
	store: Store,
	completeAfterSeconds: number | undefined,
): Letter {
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
		steps: (flow?.steps ?? []).map(stepInWords),
		sentAt: new Date(sentAt),
		completesAt:
			completeAfterSeconds === undefined
				? undefined
				: new Date(sentAt + completeAfterSeconds * 1000),
		complete,
	};
}

function stepInWords({ id, options }: { id: string; options?: { skippable?: boolean } }): string {
	const name = steps.find((step) => step.id === id)?.name ?? id;
	return options?.skippable ? `${name} (may be skipped)` : name;
}
