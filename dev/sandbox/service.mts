import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';

import { idIn } from './contract.mts';
import { steps } from './data/steps.mts';
import type { Store } from './store.mts';
import type { OperationId, RecordedRequest, Schemas } from './types.mts';

/** An answer: JSON in `body`, or anything in `text`. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	text?: string;
}

/** An error answer with a sentence, in the sandbox's shape of an error body. */
export function refusal(
	status: number,
	message = STATUS_CODES[status] ?? 'Unknown status',
): Answer {
	return { status, body: { message } };
}

/** The service itself: what it answers to a request whose violations are known. */
export function createService(store: Store) {
	const done = (body: object): Answer => ({ status: 200, body });
	const send = (body: Schemas['SendScreening'] | Schemas['SendScreeningWithFlow']) =>
		done({
			userId: store.addSend(body),
			message: `The screening link was sent to ${body.email} and ${body.phone}`,
		});
	/** What each operation answers to a body that the contract allows. */
	const operations: Record<OperationId, (body: never, request: RecordedRequest) => Answer> = {
		login: (credentials: Schemas['LoginCredentials']) => {
			const accessToken = store.logIn(credentials);
			return accessToken ? done({ accessToken }) : refusal(401, 'Invalid credentials');
		},
		createProperty: (property: Schemas['Property']) =>
			done({ propertyId: store.addProperty(property) }),
		sendScreening: (body: Schemas['SendScreening']) =>
			store.property(body.propertyId)
				? send(body)
				: refusal(400, `There is no property '${body.propertyId}'`),
		getScreeningData: (_body, request) => {
			const userId = idIn(request) ?? '';
			const results = store.fetchResults(userId);
			return results ? done(results) : refusal(404, `No screening data for user '${userId}'`);
		},
		listSteps: () => done({ steps }),
		createFlow: ({ flow }: Schemas['CreateFlow']) => {
			const unknown = flow.steps.find(({ id }) => !steps.some((step) => step.id === id));
			if (unknown) return refusal(400, `There is no step '${unknown.id}'`);
			return done({ flowId: store.addFlow(flow) });
		},
		sendScreeningWithFlow: (body: Schemas['SendScreeningWithFlow']) =>
			store.flow(body.flowId) ? send(body) : refusal(400, `There is no flow '${body.flowId}'`),
		submitRentReport: () =>
			done({ message: 'The rent payment record was received', id: randomUUID() }),
	};
	return (request: RecordedRequest): Answer => {
		const { operation, headers, violations, body } = request;
		if (operation === 'unknown') return refusal(400, violations.join('; '));
		if (operation !== 'login' && !store.isValidToken(headers['authorization'])) {
			return refusal(401, 'Authorization token missing or invalid');
		}
		if (violations.length > 0) return refusal(400, violations.join('; '));
		return operations[operation](body as never, request);
	};
}
