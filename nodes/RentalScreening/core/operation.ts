import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Failure } from './failure';
import type { Field, FieldGroup, Problem } from './field';
import type { Item } from './item';

/** The request that one item asks for, read and checked; it is not sent while `problems` has an entry. */
export interface Request {
	/** Values of the `{placeholders}` in the operation's path. */
	readonly pathValues?: Readonly<Record<string, string>>;
	readonly body?: IDataObject;
	readonly problems: readonly Problem[];
	/** n8n refuses the item and, under Stop, ends the node at it. */
	readonly abortsNode?: true;
	/** The row as people count. */
	readonly rowNumber?: number;
	/** Who or what the item is about, such as 'Amara Okonkwo'. */
	readonly subject?: string;
	/** Nothing is to be done for the row, such as one without a user ID: Update Rows skips it. */
	readonly isBlankRow?: boolean;
	/** The columns that the sheet needs for results, beside the node's own. */
	readonly neededColumns?: readonly string[];
	/** Of whom the row wants results. */
	readonly person?: Person;
}

/** What a row says of a person; '' where it says nothing. */
export interface Person {
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
	readonly phone: string;
}

/** The columns that Update Rows fills, and the values of the status column. */
export interface RowColumns {
	/** For the identifier that the service issues. Absent for results, like `mark`. */
	readonly id?: string;
	readonly status: string;
	readonly note: string;
	readonly mark?: string;
	/** For the time at which the request was sent. */
	readonly at?: string;
	/** The values of the status column; `open`: it may have been accepted, or is not complete. */
	readonly done: string;
	readonly notDone: string;
	readonly open: string;
}

/** The node's own columns: all that Update Rows writes but the results themselves. */
export function statusColumns({ id, status, note, mark, at }: RowColumns): string[] {
	return [id, status, note, mark, at].filter((name) => name !== undefined);
}

/** One of the service's operations: what the panel shows of it, how a request is read, and how a run does it. */
export interface Operation {
	readonly resource: string;
	/** Its entry in the drop-down, with its route. */
	readonly entry: INodePropertyOptions;
	/** What the operation sends or fetches, as it reads in a sentence: 'screening', 'rent report' … */
	readonly label: string;
	/** Members that a 200 must hold, and of which kind (the service document's success response). */
	readonly requiredMembers: Readonly<Record<string, 'text' | 'object' | 'list'>>;
	/** The member of the answer that must not be lost when a run stops. Absent where the request changes nothing. */
	readonly identifier?: string;
	/** Equal requests of different rows are different records, such as the rent of two months. */
	readonly isPerRow?: true;
	/** Whether an answer is complete; absent where each is. */
	isComplete?(answer: IDataObject): boolean;
	/** What a 404 means; a refusal where absent. */
	readonly notFound?: Failure;
	/** Only where the answer may not be there yet, or not be complete. */
	readonly pendingResult?: {
		/** The members that it may lack until then. */
		readonly members: readonly string[];
		/** What a 404 means. */
		readonly notFound: Failure;
		/** What an answer means that is not complete when the time is up. */
		readonly incomplete: Failure;
		isComplete(answer: IDataObject): boolean;
	};
	/** The fields of its request that columns of the input may hold. */
	readonly fields?: readonly Field[];
	/** Groups of fields of which one has to be filled. */
	readonly atLeastOne?: readonly FieldGroup[];
	/** Whom columns may be about, the one who is read first: applicants first where absent. */
	readonly roles?: readonly string[];
	/** The columns that Update Rows fills; absent where the operation does not offer it. */
	readonly rows?: RowColumns;
	/** The values of 'Output' that Update Rows is for; absent where there is no choice. */
	readonly rowOutputs?: readonly string[];
	/** Reads and checks what the items of a run ask for. Absent where the fields are the body of the request. */
	readRequests?(items: readonly Item[]): Request[];
	/** Why an answer is not written into the row that asked for it. */
	rejectResult?(answer: IDataObject, request: Request): Failure | undefined;
	/** The output items of an answer: one, several or none; the answer with safe texts and masked SSNs where absent. */
	toItems?(
		answer: IDataObject,
		item: Item,
		helpers: IExecuteSingleFunctions['helpers'],
		request: Request,
	): INodeExecutionData[] | Promise<INodeExecutionData[]>;
}

/** Whether rows are marked before they are sent. Those of results, which are only fetched, are not. */
export function hasMarks({ mark }: RowColumns): boolean {
	return mark !== undefined;
}

/** Whether the operation's request changes nothing, so that it may be repeated. */
export function isFetch({ identifier }: Operation): boolean {
	return identifier === undefined;
}
