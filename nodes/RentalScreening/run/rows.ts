import type { IDataObject } from 'n8n-workflow';

import { columnsNamed, columnsOf, findColumn, normaliseColumnName } from '../request/columns';
import type { ItemInput } from '../request/item';
import { quotedList } from '../request/problem';
import { isBlank, isNoId } from '../request/text';
import { toApiValue } from '../request/values';
import { safeCell } from '../results/cells';
import { Failure } from './failure';

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

/** Status of a row that the service refuses: it is sent again only after a person clears it. */
export const REFUSED = 'refused';

/** A status that begins so is of a request that may have been accepted. */
const MAYBE = 'maybe';

/**
 * Update Rows: the outcome of each input row, in the columns of the sheet. A column is known by its name as in
 * Map Automatically, so 'User ID' is filled as `userId`.
 */
export class Rows {
	/** The sheet's own spelling of each column. */
	private readonly headers = new Map<string, string>();

	private readonly done: string;

	/** Why the sheet cannot be updated at all. */
	readonly fault: Failure | undefined;

	/** The rows that no other row can be mistaken for, by the column that the sheet is updated by. */
	private readonly matched: ReadonlySet<ItemInput>;

	/** `matchColumn`: only written columns are returned, each row with this one. */
	constructor(
		items: readonly ItemInput[],
		private readonly columns: RowColumns,
		private readonly matchColumn?: string,
	) {
		this.done = normaliseColumnName(columns.done);
		for (const { name, inside } of columnsOf(items.map(({ columns: row }) => row))) {
			if (inside !== undefined) continue;
			const normalised = normaliseColumnName(name);
			if (!this.headers.has(normalised)) this.headers.set(normalised, name);
		}
		this.fault = this.missingKeys();
		this.matched = new Set(matchColumn === undefined ? [] : this.withOwnMatch(items, matchColumn));
	}

	/** Only the written columns of the rows that the node acted on are returned. */
	get isWritten(): boolean {
		return this.matchColumn !== undefined;
	}

	/** Whether updating the sheet by this row could change another one: it must neither be sent nor returned. */
	isUnmatched(item: ItemInput): boolean {
		return this.isWritten && !this.matched.has(item);
	}

	/** Whether nothing is to be done for a row: it asks for nothing, is done, or was told why it is not sent. */
	isIdle(item: ItemInput, asksForNothing: boolean): boolean {
		if (asksForNothing) return true;
		const { columns: row } = item;
		const isDone = this.statusesOf(row).some((status) => this.isDone(status));
		if (isDone || !this.hasId(row)) return isDone;
		if (this.isWritten && !this.has(this.columns.note)) return true;
		return columnsNamed(row, this.columns.note).some((note) => row[note] === this.noteOfId(row));
	}

	/** The row whose ID is filled though its status does not say that it was sent; undefined where it is not. */
	withUnknownId(item: ItemInput): IDataObject | undefined {
		const { status, note } = this.columns;
		const { columns: row } = item;
		if (!this.hasId(row)) return undefined;
		return this.write(row, {
			[status]: this.isWritten ? (this.read(row, status) ?? '') : undefined,
			[note]: this.noteOfId(row),
		});
	}

	private missingKeys(): Failure | undefined {
		if (this.matchColumn === undefined) return undefined;
		const { status } = this.columns;
		const missing = [status, this.matchColumn].filter((name) => !this.has(name));
		if (missing.length === 0) return undefined;
		return new Failure(
			'invalidItems',
			`Nothing was sent. The input has no column ${quotedList(missing, 'and')}`,
			missing.includes(status)
				? `Add to the header row of the sheet: ${quotedList(this.missing([]), 'and')}.`
				: "Choose a column of the sheet as 'Column to Match On', such as 'row_number' of Google Sheets.",
		);
	}

	/** Why a row is not sent: the sheet lacks columns for what would be written. `more`: beside ID, status, note, time. */
	missingColumns(more: readonly string[]): Failure | undefined {
		if (!this.isWritten) return undefined;
		const missing = this.missing(more);
		if (missing.length === 0) return undefined;
		return new Failure(
			'invalid',
			`Columns are missing: ${quotedList(missing, 'and')}`,
			'Add them to the header row of the sheet and run again. Nothing was sent for this row.',
		);
	}

	/** The row of an accepted request. */
	sent(
		{
			input: { columns: row },
			sentAt,
			alreadySent,
		}: {
			input: ItemInput;
			sentAt: number;
			alreadySent: boolean;
		},
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
	failed({ columns: row }: ItemInput, failure: Failure): IDataObject {
		const { columns } = this;
		const status = this.statusAfter(failure);
		const clear =
			status === REFUSED ? ` To send it again, clear '${this.headerIn(row, columns.status)}'.` : '';
		return this.write(row, {
			...(columns.id === undefined ? {} : { [columns.id]: undefined }),
			[columns.status]: status,
			[columns.note]: noteOf(`${sentence(failure.message)} ${failure.hint}${clear}`),
			...(columns.at === undefined ? {} : { [columns.at]: undefined }),
		});
	}

	/** The row of complete results. A filled cell stays; what the service says otherwise is in the note. */
	fetched({ columns: row }: ItemInput, result: IDataObject): IDataObject {
		const { columns } = this;
		const values: IDataObject = {};
		const others: string[] = [];
		for (const [name, value] of Object.entries(result)) {
			const header = this.headerIn(row, name);
			const cell = row[header];
			if (isBlank(cell) || (cell === false && typeof value === 'boolean')) values[name] = value;
			else if (!isBlank(value) && !isSame(cell, value)) others.push(`${header}: ${String(value)}`);
		}
		return this.write(row, {
			[columns.status]: columns.done,
			[columns.note]:
				others.length === 0 ? '' : noteOf(`The service has other values: ${others.join('; ')}`),
			...values,
		});
	}

	/** The row of an applicant who has not completed the screening. */
	notComplete({ columns: row }: ItemInput): IDataObject {
		const { columns } = this;
		return this.write(row, {
			[columns.status]: columns.open,
			[columns.note]: 'The applicant has not completed the screening yet.',
		});
	}

	/** The row whose user ID belongs to another person's results. */
	ofSomebodyElse({ columns: row }: ItemInput): IDataObject {
		const { columns } = this;
		return this.write(row, {
			[columns.status]: columns.notDone,
			[columns.note]:
				"The results are another person's: both email and phone differ from this row. Check its user ID.",
		});
	}

	/** The one place that decides which status a failure is. */
	private statusAfter({ kind }: Failure): string {
		const { columns } = this;
		if (kind === 'maybe') return columns.open;
		return kind === 'refused' && columns.id !== undefined ? REFUSED : columns.notDone;
	}

	private hasId(row: IDataObject): boolean {
		const { id } = this.columns;
		return id !== undefined && columnsNamed(row, id).some((column) => !isNoId(row[column]));
	}

	private noteOfId(row: IDataObject): string {
		const { id = '', done } = this.columns;
		const header = this.headerIn(row, id);
		return `Not ${done}, because '${header}' is filled. If it is an ID of your own, rename that column. Otherwise clear the cell to send this row.`;
	}

	/** The sheet's rows whose value in that column is filled and occurs once, as spreadsheet nodes compare. */
	private withOwnMatch(items: readonly ItemInput[], name: string): ItemInput[] {
		const keys = items.map(({ columns: row }) => matchKey(row[this.headerIn(row, name)]));
		const counts = new Map<unknown, number>();
		for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
		return items.filter(
			({ columns: row }, index) =>
				isMatchable(row[this.headerIn(row, name)]) && counts.get(keys[index]) === 1,
		);
	}

	private isDone(status: string): boolean {
		if (status === this.done) return true;
		return this.columns.id !== undefined && (status === REFUSED || status.startsWith(MAYBE));
	}

	/** What the row's status columns say, written as column names are compared. */
	private statusesOf(row: IDataObject): string[] {
		return columnsNamed(row, this.columns.status).map((column) =>
			normaliseColumnName(statusIn(row[column])),
		);
	}

	private missing(more: readonly string[]): string[] {
		const { id, status, note, at } = this.columns;
		return [id, status, note, at, ...more].filter(
			(name): name is string => name !== undefined && !this.has(name),
		);
	}

	private has(name: string): boolean {
		return this.headers.has(normaliseColumnName(name));
	}

	private read(row: IDataObject, name: string): IDataObject[string] | undefined {
		return row[this.headerIn(row, name)];
	}

	/**
	 * The row to return. A column whose value is undefined stays as it is. With only written columns, a column
	 * that the sheet lacks is left out, and so is what would empty one.
	 */
	private write(
		row: IDataObject,
		values: Record<string, IDataObject[string] | undefined>,
	): IDataObject {
		const { matchColumn } = this;
		const written: IDataObject = matchColumn === undefined ? { ...row } : {};
		if (matchColumn !== undefined) {
			const header = this.headerIn(row, matchColumn);
			written[header] = row[header];
		}
		for (const [name, value] of Object.entries(values)) {
			const header = this.headerIn(row, name);
			if (matchColumn === undefined)
				written[header] = value === undefined ? (row[header] ?? null) : value;
			else if (!isBlank(value) || value === '') if (this.has(name)) written[header] = value;
		}
		return written;
	}

	/** How a column is spelled in that row, else in the rest of the sheet, else by its own name. */
	private headerIn(row: IDataObject, name: string): string {
		return findColumn(row, name) ?? this.headers.get(normaliseColumnName(name)) ?? name;
	}
}

/** A phone number has at least so many digits without its country code. */
const LOCAL_DIGITS = 7;

/** A list of one text is that text; '' for an object that has no text. */
function statusIn(cell: IDataObject[string]): string {
	try {
		return String(cell ?? '');
	} catch {
		return '';
	}
}

function sentence(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A note for a cell: it begins with a letter, so that no spreadsheet takes it for anything but text. */
function noteOf(text: string): string {
	return safeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}

/** Whether a cell says what the service says: 6250 and "6250" do, and a phone number without its plus. */
function isSame(cell: unknown, value: unknown): boolean {
	const [one = '', other = ''] = [cell, value].map((each) => {
		const text = toApiValue(each, 'string');
		return 'value' in text ? String(text.value).toLowerCase() : undefined;
	});
	if (one === other) return true;
	return other.startsWith('+') ? isSamePhone(one, other) : Number(one) === Number(other);
}

/** Whether two phone numbers are the same where one of them may lack its country code. */
export function isSamePhone(one: string, other: string): boolean {
	const [shorter = '', longer = ''] = [one, other]
		.map((text) => text.replace(/\D/g, '').replace(/^0+/, ''))
		.sort((first, second) => first.length - second.length);
	return longer.endsWith(shorter) && shorter.length >= LOCAL_DIGITS;
}

/** Whether a spreadsheet node can find a row by this value. */
function isMatchable(value: IDataObject[string]): boolean {
	return !isBlank(value) && ['string', 'number', 'boolean'].includes(typeof value);
}

/** Values that a spreadsheet node may take for each other have one key: Excel's compares them as numbers too. */
function matchKey(value: IDataObject[string]): unknown {
	const number = typeof value === 'object' ? 0 : Number(value ?? '');
	return Number.isNaN(number) ? String(value) : number;
}
