import { setMaxListeners } from 'node:events';

import { Accounts, demoAccount } from './accounts.mts';
import { systemClock } from './clock.mts';
import { theContract } from './contract.mts';
import { createControl } from './control.mts';
import { createExchange } from './exchange.mts';
import { Faults } from './faults.mts';
import { InFlight } from './in-flight.mts';
import { createInbox } from './inbox/routes.mts';
import { Recorder } from './recorder.mts';
import { createApp, listen, shut } from './server.mts';
import { createService } from './service.mts';
import { Store } from './store.mts';
import type { Sandbox, SandboxOptions } from './types.mts';

export type { Clock } from './clock.mts';
export type {
	ApplicantData,
	Fault,
	OperationId,
	RecordedRequest,
	Sandbox,
	SandboxOptions,
	Schemas,
	StoredScreening,
} from './types.mts';

/**
 * Starts a stand-in of the screening service on 127.0.0.1. Every request is held against the
 * description in `openapi/`. Rejects with `EADDRINUSE` when the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const clock = options.clock ?? systemClock;
	const accounts = new Accounts(clock, options.tokenLifetime ?? {});
	const faults = new Faults();
	const inFlight = new InFlight(options.maxInFlight ?? Infinity);
	const recorder = new Recorder(clock);
	const store = new Store(clock, options.completeAfter ?? { fetches: 1 }, options.records);
	const closing = new AbortController();
	// Every delayed request listens to it, and any number may be under way.
	setMaxListeners(0, closing.signal);

	const exchange = createExchange({
		clock,
		contract: theContract(),
		faults,
		inFlight,
		recorder,
		serve: createService(accounts, store),
		latencyMs: options.latencyMs ?? 0,
		retryAfterSeconds: options.retryAfterSeconds ?? 1,
		closing: closing.signal,
	});

	let baseUrl = '';
	const sandbox: Sandbox = {
		...demoAccount,
		get baseUrl() {
			return baseUrl;
		},
		get propertyId() {
			return store.propertyId;
		},
		get flowId() {
			return store.flowId;
		},
		get requests() {
			return recorder.requests;
		},
		get mostInFlight() {
			return inFlight.most;
		},
		get screenings() {
			return store.screenings();
		},
		get records() {
			return store.records();
		},
		get tokensIssued() {
			return accounts.issued;
		},
		requestsOf: (operation) => recorder.requests.filter((each) => each.operation === operation),
		revokeTokens: () => {
			accounts.revokeAll();
		},
		complete: (userId) => {
			if (!store.complete(userId)) throw new RangeError(`Nothing was sent to '${userId}'`);
		},
		addFault: (fault) => faults.add(fault),
		addApplicant: (data) => store.addResults(data),
		reset: () => {
			for (const part of [recorder, faults, inFlight, accounts, store]) part.reset();
		},
		close: async () => {
			closing.abort();
			await shut(server);
		},
	};

	const inbox = createInbox({
		sandbox,
		store,
		completeAfterSeconds: options.completeAfter?.seconds,
	});
	const app = createApp(exchange, { control: createControl(sandbox), inbox });
	const { server, port } = await listen(app, options.port ?? 0);
	baseUrl = `http://127.0.0.1:${port}`;
	return sandbox;
}
