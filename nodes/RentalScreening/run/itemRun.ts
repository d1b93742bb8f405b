import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { onOneLine } from '../request/text';
import type { OnAccount, RequestAccount } from '../service/account';
import type { Failure } from './failure';
import type { Gate } from './gate';
import type { Operation, PreparedRequest } from './operation';
import type { Claim, RunMemory } from './sentRequests';

/** How one item's request reaches the service: through n8n's own request, login and re-login included. */
export interface Wire {
	readonly method: string;
	/** As the operation names it, placeholders included. */
	readonly path: string;
	/**
	 * Sends once; resolves to the body of a 2xx answer, throws what n8n throws otherwise. `onAccount` is called
	 * right before the request goes out, and with nothing when n8n logs in because of a 401; if it throws, nothing
	 * goes out.
	 */
	send(request: PreparedRequest, onAccount: OnAccount): Promise<unknown>;
}

/** What an item needs of the run that it belongs to. */
export interface RunOfItem {
	readonly operation: Operation;
	readonly gate: Gate;
	/** What was sent before. */
	readonly memory: RunMemory;
	/** Called with a failure while the item's place in the gate is taken, so that the run can stop before the next. */
	onFailure(item: ItemRun, failure: Failure): void;
}

/**
 * One item on its way through a run: read (`input`), checked (`request`), sent, and its result. It lasts as long
 * as the run, so that what succeeded is never sent again.
 */
export class ItemRun {
	/** Why its last try did not succeed. */
	failure: Failure | undefined;

	/** How often it has failed. */
	tries = 0;

	/** It succeeded, and there was something to do. */
	isDone = false;

	/** The identifier that the service gave out, as summaries show it. */
	identifier: string | undefined;

	/** Its 429 answers since another request got through, and how many had by then. */
	stalled = { times: 0, since: 0 };

	/** Until when incomplete results are asked for again (milliseconds since 1970). */
	waitUntil: number | undefined;

	/** When the request was sent last. */
	sentAt = 0;

	/** An identical request was accepted before, at `sentAt`: this one was not sent. */
	alreadySent = false;

	/** For whom the request was sent last. */
	account: RequestAccount | undefined;

	/** Its place among the requests of this process, from its first sending until the result is known. */
	claim: Claim | undefined;

	constructor(
		readonly index: number,
		readonly input: ItemInput,
		readonly request: PreparedRequest,
		readonly wire: Wire,
		readonly run: RunOfItem,
	) {}

	/** Keeps the identifier as soon as the answer is there, even if the item fails afterwards. */
	keepIdentifier(answer: IDataObject): void {
		const { identifier } = this.run.operation;
		if (identifier === undefined) return;
		this.identifier = `${identifier} '${onOneLine(String(answer[identifier]))}'`;
	}

	succeeded(): void {
		this.isDone = true;
		this.failure = undefined;
	}

	failed(failure: Failure): void {
		this.failure = failure;
		this.tries += 1;
	}
}
