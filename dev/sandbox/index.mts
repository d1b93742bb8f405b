import { setMaxListeners } from 'node:events';

import { Accounts, demoAccount } from './accounts.mts';
import { systemClock, type Clock } from './clock.mts';
import { theContract } from './contract.mts';
import { createControl } from './control.mts';
import { createExchange, type Exchange } from './exchange.mts';
import { Faults } from './faults.mts';
import { createInbox } from './inbox/routes.mts';
import { InFlight, Recorder } from './recorder.mts';
import { createApp, listen, shut } from './server.mts';
import { createService } from './service.mts';
import { Store } from './store.mts';
import type { Sandbox, SandboxOptions } from './types.mts';

export type { Clock } from './clock.mts';
export type {
	Fault,
	OperationId,
	RecordedRequest,
	Sandbox,
	SandboxOptions,
	Schemas,
} from './types.mts';

/**
 * Starts a stand-in of the screening service on 127.0.0.1. Every request is checked against the
 * description in `openapi/`. Rejects with `EADDRINUSE` when the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const parts = createParts(options);
	const place = { baseUrl: '', close: async () => {} };
	const sandbox = sandboxOf(parts, place);
	const app = createApp(exchangeOf(parts, options), {
		control: createControl(sandbox),
		inbox: createInbox({
			sandbox,
			store: parts.store,
			completeAfterSeconds: options.completeAfter?.seconds,
		}),
	});
	const { server, port } = await listen(app, options.port ?? 0);
	place.baseUrl = `http://127.0.0.1:${port}`;
	place.close = async () => await shut(server);
	return sandbox;
}

/** What a sandbox is made of. */
interface Parts {
	clock: Clock;
	accounts: Accounts;
	faults: Faults;
	inFlight: InFlight;
	recorder: Recorder;
	store: Store;
	/** Aborted when the sandbox closes. */
	closing: AbortController;
}

function createParts(options: SandboxOptions): Parts {
	const clock = options.clock ?? systemClock;
	const closing = new AbortController();
	// Every delayed request listens to it, and any number may be under way.
	setMaxListeners(0, closing.signal);
	return {
		clock,
		accounts: new Accounts(clock, options.tokenLifetime ?? {}),
		faults: new Faults(),
		inFlight: new InFlight(options.maxInFlight ?? Infinity),
		recorder: new Recorder(clock),
		store: new Store(clock, options.completeAfter ?? { fetches: 1 }, options.records),
		closing,
	};
}

function exchangeOf(
	{ accounts, store, closing, ...parts }: Parts,
	options: SandboxOptions,
): Exchange {
	return createExchange({
		...parts,
		contract: theContract(),
		serve: createService(accounts, store),
		latencyMs: options.latencyMs ?? 0,
		retryAfterSeconds: options.retryAfterSeconds ?? 1,
		closing: closing.signal,
	});
}

/** Where a sandbox listens. */
interface Place {
	baseUrl: string;
	close(): Promise<void>;
}

/** The sandbox as its callers see it. */
function sandboxOf(
	{ accounts, faults, inFlight, recorder, store, closing }: Parts,
	place: Place,
): Sandbox {
	return {
		...demoAccount,
		get baseUrl() {
			return place.baseUrl;
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
			await place.close();
		},
	};
}
