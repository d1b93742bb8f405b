import { STATUS_CODES } from 'node:http';

import type { operations } from '../../openapi/rental-screening.d.ts';
import type { Accounts } from './accounts.mts';
import { idIn } from './contract.mts';
import { steps } from './data/steps.mts';
import type { Store } from './store.mts';
import type { ApplicantData, OperationId, RecordedRequest, Schemas } from './types.mts';

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

class Refused extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

type BodyOf<Id extends OperationId> = operations[Id] extends {
	requestBody: { content: { 'application/json': infer Body } };
}
	? Body
	: unknown;
type AnswerOf<Id extends OperationId> =
	operations[Id]['responses'][200]['content']['application/json'];

/** What each operation does with a body that the contract allows. Throws {@link Refused}. */
type Operations = {
	[Id in OperationId]: (
		body: BodyOf<Id>,
		request: RecordedRequest,
	) => Id extends 'getScreeningData' ? ApplicantData : AnswerOf<Id>;
};

/** The service itself: what it answers to a request whose violations are known. */
export function createService(
	accounts: Accounts,
	store: Store,
): (request: RecordedRequest) => Answer {
	const all = createOperations(accounts, store);
	return (request) => {
		const { operation, headers, violations, body } = request;
		if (operation === 'unknown') return refusal(400, violations.join('; '));
		if (operation !== 'login' && !accounts.isValid(headers['authorization'])) {
			return refusal(401, 'Authorization token missing or invalid');
		}
		if (violations.length > 0) return refusal(400, violations.join('; '));
		const perform = all[operation] as (body: unknown, request: RecordedRequest) => object;
		try {
			return { status: 200, body: perform(body, request) };
		} catch (error) {
			if (error instanceof Refused) return refusal(error.status, error.message);
			throw error;
		}
	};
}

function createOperations(accounts: Accounts, store: Store): Operations {
	const send = (body: Schemas['SendScreening'] | Schemas['SendScreeningWithFlow']) => ({
		userId: store.addSend(body),
		message: `The screening link was sent to ${body.email} and ${body.phone}`,
	});
	return {
		login: ({ username, password }) => {
			const accessToken = accounts.login(username, password);
			if (accessToken === undefined) throw new Refused(401, 'Invalid credentials');
			return { accessToken };
		},
		createProperty: (property) => ({ propertyId: store.addProperty(property) }),
		sendScreening: (body) => {
			if (store.property(body.propertyId)) return send(body);
			throw new Refused(400, `There is no property '${body.propertyId}'`);
		},
		getScreeningData: (_body, request) => {
			const userId = idIn(request) ?? '';
			const results = store.fetchResults(userId);
			if (!results) throw new Refused(404, `No screening data for user '${userId}'`);
			return results;
		},
		listSteps: () => ({ steps: [...steps] }),
		createFlow: ({ flow }) => {
			const unknown = flow.steps.find(({ id }) => !steps.some((step) => step.id === id));
			if (unknown) throw new Refused(400, `There is no step '${unknown.id}'`);
			return { flowId: store.addFlow(flow) };
		},
		sendScreeningWithFlow: (body) => {
			if (store.flow(body.flowId)) return send(body);
			throw new Refused(400, `There is no flow '${body.flowId}'`);
		},
		submitRentReport: (report) => ({
			message: 'The rent payment record was received',
			id: store.newIdentifier('rent report', report),
		}),
	};
}
