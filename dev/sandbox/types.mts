import type { components } from '../../openapi/rental-screening.d.ts';
import type { OperationId } from '../contract.mts';

/** The shapes of the service's bodies, by the names of the contract. */
export type Schemas = components['schemas'];

export type { OperationId };

/** Where the sandbox takes its time from, so that tests need not wait for it. */
export interface Clock {
	/** Milliseconds since any fixed moment. */
	now(): number;
	/** Resolves after so many milliseconds; rejects when the signal aborts. */
	wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface SandboxOptions {
	/** Port on 127.0.0.1; 0 (default) takes any that is free. */
	port?: number;
	/** The username of its one account. Default: the demo's. */
	username?: string;
	/** A screening is complete when its results are fetched. Default true; else `complete()` makes it so. */
	completesAtFetch?: boolean;
	/** Time that every request takes, in milliseconds. Default 0. */
	latencyMs?: number;
	/** Records of an earlier sandbox to start with. Default: the demo's. */
	records?: Records;
	/** Default: the machine's. */
	clock?: Clock;
}

/** How a sandbox behaves. */
export type Settings = Required<Omit<SandboxOptions, 'port'>>;

/** One request and how it ended. Times are milliseconds of the sandbox's clock. */
export interface RecordedRequest {
	operation: OperationId | 'unknown';
	method: string;
	/** Path and query exactly as they were received. */
	url: string;
	headers: Record<string, string>;
	rawBody: string;
	/** The parsed JSON of the body; undefined where there is none. */
	body: unknown;
	/** The status answered, `reset` for a cut connection, null as long as there is no answer. */
	status: number | 'reset' | null;
	/** What the contract does not allow in this request, a sentence each. */
	violations: string[];
	startedAt: number;
	endedAt: number | null;
}

/** Makes the service misbehave. */
export interface Disruption {
	/** Which operation; default all but login. */
	operation?: OperationId;
	/** Only requests about this applicant: the email in the body or the userId in the path. */
	applicant?: string;
	/** Only requests for which this returns true. */
	match?: (request: RecordedRequest) => boolean;
	/** Let the first n matching requests through. */
	skip?: number;
	/** How often it applies; default: always. */
	times?: number;
	/** Delays the request by so many milliseconds. */
	latencyMs?: number;
	status?: number;
	/** JSON to answer with. */
	body?: unknown;
	/** Text to answer with, as HTML unless `headers` says otherwise. */
	text?: string;
	/** Headers of that answer. */
	headers?: Record<string, string>;
	/** Cut the connection before or after the service acted. */
	reset?: 'before' | 'after';
	/** Whether the service acts before it answers with this; default false. */
	acts?: boolean;
}

export type Send = Schemas['SendScreening'] | Schemas['SendScreeningWithFlow'];

/** One accepted send: its body, its IDs and its progress. */
export type Screening = Send & {
	userId: string;
	screeningId: string;
	sentAt: number;
	/** When it was completed by hand or by a fetch. */
	completedAt?: number;
};

/** Everything that the service stores, by its identifiers. */
export interface Records {
	properties: Map<string, Schemas['Property']>;
	flows: Map<string, Schemas['Flow']>;
	sent: Map<string, Screening>;
	/** Results that were not found by a screening. */
	added: Map<string, ApplicantData>;
}

/** Results as the service returns them; any object, for tests of odd answers. */
export interface ApplicantData {
	screening: object;
	user: object;
}
