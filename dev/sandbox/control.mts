import express, { Router, type Response } from 'express';

import { faultFromJson } from './faults.mts';
import type { OperationId, RecordedRequest, Sandbox } from './types.mts';

/**
 * The sandbox's own endpoints under `/sandbox`, for other processes. They take and give JSON and need
 * no token, because the sandbox listens on 127.0.0.1 only.
 */
export function createControl(sandbox: Sandbox): Router {
	const control = Router().use(express.json());
	addReads(control, sandbox);
	addFaultSwitches(control, sandbox);
	addActions(control, sandbox);
	return control.use(({ method, originalUrl }, response) => {
		response.status(404).json({ message: `The sandbox knows no ${method} ${originalUrl}` });
	});
}

/** Reads what has happened so far. */
function addReads(control: Router, sandbox: Sandbox): void {
	control.get('/requests', ({ query }, response) => {
		const { operation } = query;
		const requests =
			operation === undefined
				? sandbox.requests
				: sandbox.requestsOf(String(operation) as OperationId);
		response.json(requests.map(withoutSecrets));
	});

	control.get('/state', (_request, response) => {
		response.json(stateOf(sandbox));
	});

	control.get('/screenings', (_request, response) => {
		response.json(sandbox.screenings);
	});
}

/** A request without the token that came with it, and without the body of a login. */
function withoutSecrets(request: RecordedRequest): RecordedRequest {
	const { authorization, ...headers } = request.headers;
	return {
		...request,
		headers: authorization === undefined ? headers : { ...headers, authorization: HIDDEN },
		...(request.operation === 'login' ? { rawBody: HIDDEN, body: HIDDEN } : {}),
	};
}

const HIDDEN = '(hidden)';

/** Adds and removes faults. */
function addFaultSwitches(control: Router, sandbox: Sandbox): void {
	const removals = new Map<string, () => void>();
	let faultsAdded = 0;

	control.post('/faults', (request, response) => {
		try {
			const id = String((faultsAdded += 1));
			removals.set(id, sandbox.addFault(faultFromJson(request.body)));
			response.json({ id });
		} catch (thrown) {
			if (!(thrown instanceof TypeError)) throw thrown;
			response.status(400).json({ message: thrown.message });
		}
	});

	control.delete('/faults/:id', ({ params }, response) => {
		removals.get(params.id)?.();
		done(response);
	});
}

/** What time or an applicant would do otherwise. */
function addActions(control: Router, sandbox: Sandbox): void {
	control.post('/reset', (_request, response) => {
		sandbox.reset();
		done(response);
	});

	control.post('/tokens/revoke', (_request, response) => {
		sandbox.revokeTokens();
		done(response);
	});

	control.post('/complete/:userId', ({ params: { userId } }, response) => {
		if (sandbox.screenings.every((screening) => screening.userId !== userId)) {
			response.status(404).json({ message: `Nothing was sent to '${userId}'` });
			return;
		}
		sandbox.complete(userId);
		done(response);
	});
}

function done(response: Response): void {
	response.json({ done: true });
}

function stateOf({ requests, screenings, mostInFlight }: Sandbox): object {
	const logins = requests.filter(({ operation }) => operation === 'login');
	return {
		requests: { total: requests.length, byOperation: countsByOperation(requests) },
		logins: {
			accepted: logins.filter(({ status }) => status === 200).length,
			refused: logins.filter(({ status }) => status !== 200).length,
		},
		mostInFlight,
		violations: requests.flatMap(({ violations }) => violations),
		screenings: {
			sent: screenings.length,
			complete: screenings.filter(({ complete }) => complete).length,
		},
	};
}

function countsByOperation(requests: RecordedRequest[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { operation } of requests) counts[operation] = (counts[operation] ?? 0) + 1;
	return counts;
}
