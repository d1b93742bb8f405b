import { STATUS_CODES } from 'node:http';

import type { Accounts } from './accounts.mts';
import { userIdIn } from './contract.mts';
import { steps } from './data/steps.mts';
import type { Store } from './store.mts';
import type { OperationId, RecordedRequest, Schemas } from './types.mts';

type Operations = Record<OperationId, (request: RecordedRequest) => Answer>;

/** The service itself: what it answers to a request whose violations are known. */
export function createService(
	accounts: Accounts,
	store: Store,
): (request: RecordedRequest) => Answer {
	const operations = createOperations(accounts, store);
	return (request) => {
		const { operation, headers, violations } = request;
		if (operation === 'unknown') return refusal(400, violations.join('; '));
		if (operation !== 'login' && !accounts.use(headers['authorization'])) return tokenRefused();
		if (violations.length > 0) return refusal(400, violations.join('; '));
		return operations[operation](request);
	};
}

// The contract has checked the body of every request that gets here.
function createOperations(accounts: Accounts, store: Store): Operations {
	return {
		login: ({ body }) => {
			const { username, password } = body as Schemas['LoginCredentials'];
			const accessToken = accounts.login(username, password);
			if (accessToken === undefined) return refusal(401, 'Invalid credentials');
			return ok({ accessToken } satisfies Schemas['AccessToken']);
		},

		createProperty: ({ body }) => {
			const propertyId = store.addProperty(body as Schemas['Property']);
			return ok({ propertyId } satisfies Schemas['PropertyCreated']);
		},

		sendScreening: ({ body }) => {
			const send = body as Schemas['SendScreening'];
			if (!store.property(send.propertyId)) {
				return refusal(400, `There is no property '${send.propertyId}'`);
			}
			return sent(store, send);
		},

		getScreeningData: (request) => {
			const userId = userIdIn(request) ?? '';
			const results = store.fetchResults(userId);
			return results ? ok(results) : refusal(404, `No screening data for user '${userId}'`);
		},

		listSteps: () => ok({ steps: [...steps] } satisfies Schemas['StepList']),

		createFlow: ({ body }) => {
			const { flow } = body as Schemas['CreateFlow'];
			const unknown = flow.steps.find(({ id }) => !steps.some((step) => step.id === id));
			if (unknown) return refusal(400, `There is no step '${unknown.id}'`);
			return ok({ flowId: store.addFlow(flow) } satisfies Schemas['FlowCreated']);
		},

		sendScreeningWithFlow: ({ body }) => {
			const send = body as Schemas['SendScreeningWithFlow'];
			if (!store.flow(send.flowId)) return refusal(400, `There is no flow '${send.flowId}'`);
			return sent(store, send);
		},

		submitRentReport: ({ body }) =>
			ok({
				message: 'The rent payment record was received',
				id: store.newIdentifier('rent report', body),
			} satisfies Schemas['RentReportSubmitted']),
	};
}

function sent(
	store: Store,
	send: Schemas['SendScreening'] | Schemas['SendScreeningWithFlow'],
): Answer {
	return ok({
		userId: store.addSend(send),
		message: `The screening link was sent to ${send.email} and ${send.phone}`,
	} satisfies Schemas['ScreeningSent']);
}

function tokenRefused(): Answer {
	return refusal(401, 'Authorization token missing or invalid');
}

/** An answer: JSON in `body`, or anything in `text`. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	text?: string;
}

/** Success, which is 200 for every endpoint of the service. */
export function ok(body: object): Answer {
	return { status: 200, body };
}

/** An error answer with a sentence, in the sandbox's shape of an error body. */
export function refusal(
	status: number,
	message = STATUS_CODES[status] ?? 'Unknown status',
): Answer {
	return { status, body: { message } };
}
