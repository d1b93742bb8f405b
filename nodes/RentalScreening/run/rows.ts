import type { IDataObject } from 'n8n-workflow';

import { columnsNamed, columnsOf, findColumn, normaliseColumnName } from '../request/columns';
import type { ItemInput } from '../request/item';
import { isBlank } from '../request/text';
import type { Failure } from './failure';
import type { ItemRun } from './itemRun';

/** The columns that Update Rows fills, and the values of the status column. */
export interface RowColumns {
	/** Filled with the identifier that the service gives out; a row that has one is not sent. Absent for results. */
	readonly id?: string;
	readonly status: string;
	readonly note: string;
	/** When the row was sent (ISO 8601). */
	readonly at?: string;
	/** Status of a row that is done: it passes unchanged from then on. */
	readonly done: string;
	/** Status of a row that was not sent or fetched. */
	readonly notDone: string;
	/** Status of a row whose request may have been accepted, or whose result is not complete. */
	readonly open: string;
}

/** A status that begins so is of a request that may have been accepted. */
const MAYBE = 'maybe';

/**
 * Update Rows: every input row is returned once, flat, with its own columns, plus status and note.
 * A column of the sheet is known by its name as in Map Automatically, so 'User ID' is filled as `userId`.
 */
export class Rows {
	/** The sheet's own spelling of each column. */
	private readonly headers = new Map<string, string>();

	private readonly done: string;

	constructor(
		items: readonly ItemInput[],
		private readonly columns: RowColumns,
	) {
		this.done = normaliseColumnName(columns.done);
		for (const { name, inside } of columnsOf(items.map(({ columns: row }) => row))) {
			if (inside !== undefined) continue;
			const normalised = normaliseColumnName(name);
			if (!this.headers.has(normalised)) this.headers.set(normalised, name);
		}
	}

	/** Whether nothing is to be done for a row: it passes unchanged. */
	isIdle(item: ItemInput, asksForNothing: boolean): boolean {
		if (asksForNothing) return true;
		return this.columns.id === undefined ? !this.isToBeFetched(item) : !this.isToBeSent(item);
	}

	/** Whether a row is to be sent: its ID is empty and its status is neither 'sent' (or its like) nor 'maybe …'. */
	private isToBeSent({ columns: row }: ItemInput): boolean {
		if (!isBlank(this.idOf(row))) return false;
		return !this.statusesOf(row).some((status) => status === this.done || status.startsWith(MAYBE));
	}

	/** Whether the results of a row are to be fetched: they are not complete yet. */
	private isToBeFetched({ columns: row }: ItemInput): boolean {
		return !this.statusesOf(row).includes(this.done);
	}

	/** The row of an accepted request. */
	sent(
		{
			input: { columns: row },
			sentAt,
			alreadySent,
		}: Pick<ItemRun, 'input' | 'sentAt' | 'alreadySent'>,
		id: IDataObject[string],
	): IDataObject {
		const { columns } = this;
		const time = new Date(sentAt).toISOString();
		return this.write(row, {
			...(columns.id === undefined ? {} : { [columns.id]: id }),
			[columns.status]: columns.done,
			[columns.note]: alreadySent
				? `Already ${columns.done} at ${time}. It was not sent again.`
				: '',
			...(columns.at === undefined ? {} : { [columns.at]: time }),
		});
	}

	/** The row of a request that did not succeed, with the reason in its note. */
	failed({ columns: row }: ItemInput, { message, hint, kind }: Failure): IDataObject {
		const { columns } = this;
		return this.write(row, {
			...(columns.id === undefined ? {} : { [columns.id]: this.idOf(row) ?? null }),
			[columns.status]: kind === 'maybe' ? columns.open : columns.notDone,
			[columns.note]: `${message}. ${hint}`,
			...(columns.at === undefined ? {} : { [columns.at]: this.read(row, columns.at) ?? null }),
		});
	}

	/**
	 * The row of complete results. What the row says of the person stays, and nothing is emptied. A filled column
	 * of nearly the same name, such as 'Start Date' for `startDate`, is the sheet's own: the result gets its own.
	 */
	fetched(
		{ columns: row }: ItemInput,
		result: IDataObject,
		personColumns: readonly string[],
	): IDataObject {
		const { columns } = this;
		const written = this.write(row, { [columns.status]: columns.done, [columns.note]: '' });
		for (const [name, value] of Object.entries(result)) {
			const header = this.headerIn(row, name);
			if (isBlank(row[header])) written[header] = value;
			else if (!isBlank(value) && !personColumns.includes(name) && row[header] !== value) {
				written[name] = value;
			}
		}
		return written;
	}

	/** The row of an applicant who has not completed the screening. */
	notComplete({ columns: row }: ItemInput): IDataObject {
		const { columns } = this;
		return this.write(row, {
			[columns.status]: columns.open,
			[columns.note]: 'The applicant has not completed the screening yet.',
		});
	}

	private idOf(row: IDataObject): IDataObject[string] | undefined {
		return this.columns.id === undefined ? undefined : this.read(row, this.columns.id);
	}

	/** What the row's status columns say, written as column names are compared. */
	private statusesOf(row: IDataObject): string[] {
		return columnsNamed(row, this.columns.status).map((column) =>
			normaliseColumnName(statusIn(row[column])),
		);
	}

	private read(row: IDataObject, name: string): IDataObject[string] | undefined {
		return row[this.headerIn(row, name)];
	}

	private write(row: IDataObject, values: IDataObject): IDataObject {
		const written: IDataObject = { ...row };
		for (const [name, value] of Object.entries(values)) {
			written[this.headerIn(row, name)] = value;
		}
		return written;
	}

	/** How a column is spelled in that row, else in the rest of the sheet, else by its own name. */
	private headerIn(row: IDataObject, name: string): string {
		return findColumn(row, name) ?? this.headers.get(normaliseColumnName(name)) ?? name;
	}
}

/** A list of one text is that text; '' for an object that has no text. */
function statusIn(cell: IDataObject[string]): string {
	try {
		return String(cell ?? '');
	} catch {
		return '';
	}
}
