import type { INodeExecutionData } from 'n8n-workflow';

import type { Request, SendPermit } from '../core/operation';
import type { OnAccount } from '../service/account';
import { Failure } from '../core/failure';
import type { SentRequest } from './memory';
import { Item } from '../core/item';

/** How one item's request reaches the service: through n8n's own request, login and re-login included. */
export interface Transport {
	readonly method: string;
	/** As the operation names it, placeholders included. */
	readonly path: string;
	/**
	 * Sends once; resolves to the body of a 2xx answer, throws what n8n throws otherwise. `onAccount` is called
	 * right before the request goes out, each time; if it throws, nothing goes out.
	 */
	send(request: Request, onAccount: OnAccount): Promise<unknown>;
}

/** One item on its way through a run, and its outcome. It is kept for the next try of Retry On Fail. */
export class Job {
	/** Undefined until it has succeeded. */
	output: INodeExecutionData[] | undefined;
	failure: Failure | undefined;

	/** The identifier that the service gave out, as summaries show it. */
	identifier: string | undefined;

	/** Password and tokens that it was sent with, never to be shown. */
	readonly secrets: string[] = [];

	/** Milliseconds since 1970. */
	sentAt = 0;

	/** An identical request was accepted before, at `sentAt`: this one was not sent. */
	alreadySent = false;

	/** Its place among the requests of this process, while it is in flight. */
	claim: SentRequest | undefined;

	constructor(
		readonly input: Item,
		readonly request: Request,
		readonly wire: Transport,
		/** With Checked Rows. */
		readonly permit?: SendPermit,
	) {}

	get index(): number {
		return this.input.index;
	}

	get isFetch(): boolean {
		return this.wire.method === 'GET';
	}
}
