import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../core/failure';
import type { RequestAccount } from '../service/account';
import type { Job } from './job';
import type { Position } from './queue';
import type { SentRequest } from './sentRequests';

/** One attempt to send the request of an item, while it has its place in the queue. */
export interface Attempt {
	readonly job: Job;
	/** The burst to which a 429 would belong. */
	readonly burst: number;
	/** What the request was sent for; undefined until n8n is about to send it. */
	account: RequestAccount | undefined;
	/** What keeps equal requests waiting; undefined until it is sent, and for a GET. */
	claim: SentRequest | undefined;
}

/** How it ends. */
export type AttemptEnd =
	| { readonly kind: 'answered'; readonly answer: IDataObject }
	/** It may be sent again, after a wait of its own. */
	| { readonly kind: 'retry'; readonly afterMs: number; readonly position: Position }
	/** An equal request was sent before or is in flight: this one was not sent. */
	| { readonly kind: 'duplicate'; readonly of: SentRequest }
	| { readonly kind: 'refused'; readonly failure: Failure }
	/** The run stopped before the request was sent. */
	| { readonly kind: 'stopped' };

/** Whether the service may have the request. Until n8n is about to send it, it surely has not. */
export function mayHaveLeft({ account }: Attempt): boolean {
	return account !== undefined;
}

export function refuse(failure: Failure): AttemptEnd {
	return { kind: 'refused', failure };
}

export function retry(afterMs: number, position: Position): AttemptEnd {
	return { kind: 'retry', afterMs, position };
}

export function endAsDuplicate(of: SentRequest): AttemptEnd {
	return { kind: 'duplicate', of };
}
