import type { INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../core/failure';
import type { Item } from '../core/item';
import type { Request } from '../core/operation';
import type { Row } from '../rows/row';
import type { RequestAccount } from '../service/account';

/** How the request of one item reaches the service: through n8n's own request, login and re-login included. */
export interface Transport {
	/**
	 * Sends once. Resolves to the body of a 2xx answer; throws what n8n throws otherwise. `beforeSend` is called right
	 * before the request is sent, each time; if it throws, nothing is sent.
	 */
	send(request: Request, beforeSend: (account: RequestAccount) => void): Promise<unknown>;
}

/** One item on its way through a run, and its outcome. The next try of Retry On Fail takes it over. */
export class Job {
	/** Undefined until it has succeeded. */
	output: INodeExecutionData[] | undefined;
	failure: Failure | undefined;

	/** The identifier that the service issued, as summaries show it. */
	identifier: string | undefined;

	/** Password and tokens that it was sent with, never to be shown. */
	readonly secrets = new Set<string>();

	/** How often its request was repeated: a GET after a fault, and after a 403 to an old token. */
	readonly repeats = { faults: 0, logins: 0 };

	/** Milliseconds since 1970. */
	sentAt = 0;

	/** An equal request was accepted before, at `sentAt`: this one was not sent. */
	alreadySent = false;

	constructor(
		readonly item: Item,
		readonly request: Request,
		readonly transport: Transport,
		/** With Update Rows. */
		readonly row?: Pick<Row, 'isLate' | 'take' | 'mayRepeat'>,
	) {}

	get index(): number {
		return this.item.index;
	}
}
