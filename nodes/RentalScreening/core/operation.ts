import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Failure } from './failure';
import type { Field, Problem } from './field';
import type { Item } from './item';
import type { Column } from './sheetRow';

/** The request that one item asks for, read and checked; it is not sent while `problems` has an entry. */
export interface Request {
	/** Values of the `{placeholders}` in the operation's path. */
	readonly pathValues?: Readonly<Record<string, string>>;
	readonly body?: IDataObject;
	readonly problems: readonly Problem[];
	/** Of a request that changes something: those with one key ask for the same. */
	readonly key?: string;
	/** The row as people count. */
	readonly rowNumber?: number;
	/** Who or what the item is about, such as 'Amara Okonkwo'. */
	readonly subject?: string | undefined;
	/** Nothing is to be done for the row, such as one without a user ID: Update Rows skips it. */
	readonly isBlankRow?: boolean;
	/** By the name of a field, also of 'fullName', the column that it is read from. */
	readonly columnOf?: Readonly<Record<string, Column>>;
	/** The columns of the sheet that are not read. */
	readonly unreadColumns?: readonly string[];
	/** Of results, whom the row is about. */
	readonly person?: Person;
}

/** What a row says of a person; '' where it does not say so, or it would have to be asked. */
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
	/** The values of 'Output' whose items are rows; absent where there is no choice. */
	readonly outputs?: readonly string[];
}

/** The node's own columns: all that Update Rows writes, except the results themselves. */
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
	/** What a 404 means, where it is not that the request is wrong. */
	readonly notFound?: Failure;
	/** The fields of its request that columns of the input may hold. */
	readonly fields?: readonly Field[];
	/** Groups of fields of which one has to be filled; some only where columns are read. */
	readonly atLeastOne?: ReadonlyArray<{
		readonly members: readonly Field[];
		readonly onlyInColumns?: true;
	}>;
	/** Whom the rows are about; an applicant where absent. */
	readonly person?: 'applicant' | 'tenant';
	/** What is read of a row beside the fields of the request, to compare it with the answer. */
	readonly comparedFields?: readonly Field[];
	/** The columns that Update Rows fills; absent where the operation does not offer it. */
	readonly rows?: RowColumns;
	/** Reads and checks the items of a run. Absent where the fields are the body of the request. */
	readRequests?(items: readonly Item[]): Request[];
	/** Whether the answer says all that it will ever say. */
	isComplete?(answer: IDataObject): boolean;
	/** What becomes of a row whose answer is not complete. */
	readonly incomplete?: Failure;
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

/** Whether the operation's request changes nothing: it may be repeated, and its rows need no mark. */
export function isFetch({ identifier }: Operation): boolean {
	return identifier === undefined;
}
