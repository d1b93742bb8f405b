import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import type { Problem } from '../request/field';
import type { Mark } from '../rows/mark';
import type { OnAccount } from '../service/account';
import type { Failure } from './failure';
import type { SentRequest } from './memory';

/** The request that one item asks for, read and checked; it is not sent while `problems` has an entry. */
export interface PreparedRequest {
	/** Values of the `{placeholders}` in the operation's path. */
	readonly path?: Readonly<Record<string, string>>;
	readonly body?: IDataObject;
	readonly problems: readonly Problem[];
	/** n8n refuses the item and, under Stop, ends the node at it. */
	readonly endsNode?: true;
	/** Who or what the item is about, such as 'Amara Okonkwo'. */
	readonly who?: string;
	/** The row asks for nothing, such as one without a user ID; with Update Rows it passes unchanged. */
	readonly idle?: boolean;
	/** The columns that Update Rows writes beside the node's own. */
	readonly columns?: readonly string[];
	/** What the row says of how to reach the person. */
	readonly contact?: { readonly email: string; readonly phone: string };
}

/** How one item's request reaches the service: through n8n's own request, login and re-login included. */
export interface Wire {
	readonly method: string;
	/** As the operation names it, placeholders included. */
	readonly path: string;
	/**
	 * Sends once; resolves to the body of a 2xx answer, throws what n8n throws otherwise. `onAccount` is called
	 * right before the request goes out, each time; if it throws, nothing goes out.
	 */
	send(request: PreparedRequest, onAccount: OnAccount): Promise<unknown>;
}

/** One item on its way through a run, and its outcome. It is kept for the next try of Retry On Fail. */
export class ItemRun {
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
		readonly input: ItemInput,
		readonly request: PreparedRequest,
		readonly wire: Wire,
		/** With Checked Rows: the mark by which it may be sent for a while. */
		readonly mark?: Mark,
	) {}

	get index(): number {
		return this.input.index;
	}

	get isFetch(): boolean {
		return this.wire.method === 'GET';
	}
}

/** The columns that Update Rows fills, and the values of the status column. */
export interface RowColumns {
	/** For the identifier that the service gives out. Absent for results, like `mark`. */
	readonly id?: string;
	readonly status: string;
	readonly note: string;
	readonly mark?: string;
	readonly at?: string;
	/** The values of the status column; `open`: it may have been accepted, or is not complete. */
	readonly done: string;
	readonly notDone: string;
	readonly open: string;
}

/** One of the service's operations, as the rules of a run need to know it. */
export interface Operation {
	/** What the operation sends or fetches, as it reads in a sentence: 'screening', 'rent report' … */
	readonly label: string;
	/** Members that a 200 must hold, and of which kind (the service document's success response). */
	readonly requiredMembers: Readonly<Record<string, 'text' | 'object' | 'list'>>;
	/** The member of the answer that must not be lost when a run stops. */
	readonly identifier?: string;
	/** Equal requests of different rows are different records, such as the rent of two months. */
	readonly isPerRow?: true;
	/** Only where the answer may not be there yet, or not be complete. */
	readonly later?: {
		/** The members that it may lack until then. */
		readonly members: readonly string[];
		/** What a 404 means, and what to do. */
		readonly notFound: { readonly cause: string; readonly hint: string };
	};
	/** The columns that Update Rows fills; absent where the operation has no such switch. */
	readonly rows?: RowColumns;
	/**
	 * Looks at all items of a run once and returns what reads and checks each of them.
	 * That throws only what n8n throws for a broken expression.
	 */
	preparerFor(items: readonly ItemInput[]): (item: ItemInput) => PreparedRequest;
	/** Why an answer is not written into the row that asked for it. */
	whyNotWritten?(answer: IDataObject, request: PreparedRequest): Failure | undefined;
	/** The output items of an answer: one, several or none; the answer with safe texts and masked SSNs where absent. */
	toItems?(
		answer: IDataObject,
		item: ItemInput,
		helpers: IExecuteSingleFunctions['helpers'],
		request: PreparedRequest,
	): INodeExecutionData[] | Promise<INodeExecutionData[]>;
}
