import express, { Router } from 'express';

import { faultFromJson } from './faults.mts';
import type { Sandbox } from './index.mts';
import type { RecordedRequest } from './types.mts';

/**
 * The sandbox's own endpoints under `/sandbox`, for other processes. They take and give JSON and need
 * no token, because the sandbox listens on 127.0.0.1 only.
 */
export function createControl(sandbox: Sandbox): Router {
	const removals = new Map<string, () => void>();
	return Router()
		.use(express.json())
		.get('/requests', (_request, response) => {
			response.json(sandbox.requests.map(withoutSecrets));
		})
		.post('/faults', (request, response) => {
			try {
				const id = String(removals.size + 1);
				removals.set(id, sandbox.addFault(faultFromJson(request.body)));
				response.json({ id });
			} catch (thrown) {
				if (!(thrown instanceof TypeError)) throw thrown;
				response.status(400).json({ message: thrown.message });
			}
		})
		.delete('/faults/:id', ({ params }, response) => {
			removals.get(params.id)?.();
			response.json({ done: true });
		})
		.post('/reset', (_request, response) => {
			sandbox.reset();
			response.json({ done: true });
		})
		.post('/tokens/revoke', (_request, response) => {
			sandbox.revokeTokens();
			response.json({ done: true });
		})
		.use(({ method, originalUrl }, response) => {
			response.status(404).json({ message: `The sandbox knows no ${method} ${originalUrl}` });
		});
}

const HIDDEN = '(hidden)';

/** A request without its token, and without the body of a login. */
function withoutSecrets(request: RecordedRequest): RecordedRequest {
	const { operation, headers } = request;
	return {
		...request,
		headers: 'authorization' in headers ? { ...headers, authorization: HIDDEN } : headers,
		...(operation === 'login' ? { rawBody: HIDDEN, body: HIDDEN } : {}),
	};
}
