import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../core/failure';
import type { Item } from '../core/item';
import type { Request, SendPermit } from '../core/operation';
import type { BeforeSend } from '../service/account';

/** How the request of one item reaches the service: through n8n's own request, login and re-login included. */
export interface Transport {
	readonly method: string;
	/** As the operation names it, placeholders included. */
	readonly path: string;
	/**
	 * Sends once. Resolves to the body of a 2xx answer; throws what n8n throws otherwise. `beforeSend` is called right
	 * before the request is sent, each time; if it throws, nothing is sent.
	 */
	send(request: Request, beforeSend: BeforeSend): Promise<unknown>;
}

/** The result of a request: its answer, or that it may have been accepted; undefined: not accepted. */
export type SentResult = { readonly answer: IDataObject } | 'maybe' | undefined;

/** A request that this process has sent or is sending. */
export interface SentRequest {
	/** When it was sent last (milliseconds since 1970). */
	sentAt: number;
	/** When its result was known. */
	endedAt: number;
	/** Those that sent it: with 'Send Again' there may be several. */
	readonly executions: ReadonlySet<unknown>;
	/** Its result; never rejects. */
	readonly result: Promise<SentResult>;
	/** The same, once it is known. */
	settled: SentResult | 'in flight';
	settle(result: SentResult): void;
}

/** One item on its way through a run, and its outcome. The next try of Retry On Fail takes it over. */
export class Job {
	/** Undefined until it has succeeded. */
	output: INodeExecutionData[] | undefined;
	failure: Failure | undefined;

	/** The identifier that the service issued, as summaries show it. */
	identifier: string | undefined;

	/** Password and tokens that it was sent with, never to be shown. */
	readonly secrets: string[] = [];

	/** Milliseconds since 1970. */
	sentAt = 0;

	/** An equal request was accepted before, at `sentAt`: this one was not sent. */
	alreadySent = false;

	/** What keeps equal requests waiting while this one is in flight. */
	claim: SentRequest | undefined;

	constructor(
		readonly input: Item,
		readonly request: Request,
		readonly transport: Transport,
		/** With Checked Rows. */
		readonly permit?: SendPermit,
	) {}

	get index(): number {
		return this.input.index;
	}

	/** It changes nothing, so that it may be repeated. */
	get isFetch(): boolean {
		return this.transport.method === 'GET';
	}
}
