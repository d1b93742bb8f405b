import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../request/problem';
import type { ItemInput } from '../request/item';

/** The request that one item asks for, read and checked; nothing is sent while `problems` has an entry. */
export interface PreparedRequest {
	/** Values of the `{placeholders}` in the operation's path. */
	readonly path?: Readonly<Record<string, string>>;
	readonly body?: IDataObject;
	readonly problems: readonly Problem[];
	/** Who or what the item is about, such as 'Amara Okonkwo'. */
	readonly who?: string;
}

/** How long to ask again for an answer that is not complete yet. */
export interface WaitPlan {
	readonly forMinutes: number;
	readonly everySeconds: number;
	readonly whenIncomplete: 'return' | 'error';
	isComplete(answer: IDataObject): boolean;
}

/** One of the service's operations, as the request policy needs to know it. */
export interface Operation {
	/** What the operation hands to the service or fetches, as it reads in a sentence: 'screening', 'rent report' … */
	readonly label: string;
	/** Members that a 200 must hold, and of which kind (the service document's success response). */
	readonly requiredMembers: Readonly<Record<string, 'text' | 'object' | 'list'>>;
	/** The member of the answer that must not be lost when a run stops. */
	readonly identifier?: 'propertyId' | 'userId' | 'flowId' | 'id';
	/**
	 * Looks at all items of a run once and returns what reads and checks each of them.
	 * That throws only what n8n throws for a broken expression.
	 */
	preparerFor(items: readonly ItemInput[]): (item: ItemInput) => PreparedRequest;
	/** Asks for this only where an answer may come before it is complete. */
	waitPlan?(item: ItemInput): WaitPlan;
	/** The columns of its output items that say who the person is. */
	personColumns?(item: ItemInput): readonly string[];
	/** What an answer becomes: one output item or several or none; the answer itself where absent. */
	toItems?(
		answer: IDataObject,
		item: ItemInput,
		helpers: IExecuteSingleFunctions['helpers'],
	): INodeExecutionData[] | Promise<INodeExecutionData[]>;
}
