import type { IDataObject } from 'n8n-workflow';

import { columnsNamed, columnsOf, findColumn, normaliseColumnName } from '../request/columns';
import type { ItemInput } from '../request/item';
import { quotedList } from '../request/field';
import { isBlank, isNoId } from '../request/text';
import { isSamePhone } from '../request/phone';
import { toSwitch } from '../request/options';
import { toApiValue } from '../request/values';
import { NOT_COMPLETE } from '../results/applicant';
import { safeCell } from '../results/cells';
import { Failure } from './failure';
import type { ItemRun } from './itemRun';
import type { RowColumns } from './operation';

type Cell = IDataObject[string] | undefined;

/** Status of a row that the service refuses: it is sent again only after a person clears it. */
export const REFUSED = 'refused';

/** A status that begins so is of a request that may have been accepted. */
const MAYBE = 'maybe';

/** A column of results that n8n's data tables have too, for their own use. */
const SET_BY_N8N = 'updatedAt';

/**
 * Update Rows: the outcome of each input row, in the columns of the sheet. A column is known by its name as in
 * Map Automatically, so 'User ID' is filled as `userId`.
 */
export class Rows {
	/** The sheet's own spelling of each column. */
	private readonly headers = new Map<string, string>();

	/** The rows that no other row can be mistaken for, by the column that the sheet is updated by. */
	private readonly matched: ReadonlySet<ItemInput>;

	/** `matchColumn`: only written columns are returned, each row with this one. */
	constructor(
		items: readonly ItemInput[],
		private readonly columns: RowColumns,
		private readonly matchColumn?: string,
	) {
		for (const { name, inside } of columnsOf(items.map(({ columns: row }) => row))) {
			if (inside !== undefined) continue;
			const normalised = normaliseColumnName(name);
			if (!this.headers.has(normalised)) this.headers.set(normalised, name);
		}
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
		if (this.isDone(row)) return true;
		if (!this.hasId(row)) return false;
		if (this.isWritten && !this.has(this.columns.note)) return true;
		return columnsNamed(row, this.columns.note).some((note) => row[note] === this.noteOfId(row));
	}

	/** The row whose ID is filled though its status does not say that it was sent; undefined where it is not. */
	withUnknownId(item: ItemInput): IDataObject | undefined {
		const { status, note } = this.columns;
		const { columns: row } = item;
		if (!this.hasId(row)) return undefined;
		return this.write(row, [
			[status, this.isWritten ? (row[this.headerIn(row, status)] ?? '') : undefined],
			[note, this.noteOfId(row)],
		]);
	}

	/** Why the sheet cannot be updated at all. `more`: what is written beside ID, status, note and time. */
	fault(more: readonly string[] = []): Failure | undefined {
		if (this.matchColumn === undefined) return undefined;
		const { status } = this.columns;
		const missing = [status, this.matchColumn].filter((name) => !this.has(name));
		if (missing.length === 0) return undefined;
		return new Failure(
			'invalidItems',
			`Nothing was sent. The input has no column ${quotedList(missing, 'and')}`,
			missing.includes(status)
				? `Add to the header row of the sheet: ${quotedList(this.missing(more), 'and')}.`
				: "Choose a column of the sheet as 'Column to Match On', such as 'row_number' of Google Sheets.",
		);
	}

	/** Why a row is not sent: the sheet lacks columns for what would be written. */
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
		{ input, sentAt, alreadySent }: Pick<ItemRun, 'input' | 'sentAt' | 'alreadySent'>,
		id: Cell,
	): IDataObject {
		const { done } = this.columns;
		const time = new Date(sentAt).toISOString();
		const note = alreadySent ? `Already ${done} at ${time}. It was not sent again.` : '';
		return this.outcome(input, done, note, { id, at: time });
	}

	/** The row of a request that did not succeed, with the reason in its note. */
	failed(item: ItemInput, failure: Failure): IDataObject {
		const status = this.statusAfter(failure);
		const header = this.headerIn(item.columns, this.columns.status);
		const clear = status === REFUSED ? ` To send it again, clear '${header}'.` : '';
		const reason = `${sentence(failure.message)} ${failure.hint}${clear}`;
		return this.outcome(item, status, noteOf(reason));
	}

	/** The row of complete results. A filled cell stays; what the service says otherwise is in the note. */
	fetched(item: ItemInput, result: IDataObject): IDataObject {
		const { columns: row } = item;
		const values: IDataObject = {};
		const others: string[] = [];
		for (const [name, value] of Object.entries(result)) {
			const header = this.headerIn(row, name);
			const cell = row[header];
			if (isBlank(cell) || (cell === false && typeof value === 'boolean')) values[name] = value;
			else if (name === SET_BY_N8N || isBlank(value)) continue;
			else if (!isSame(cell, value, name, item.timezone))
				others.push(`${header}: ${String(value)}`);
		}
		const note =
			others.length === 0 ? '' : noteOf(`The service has other values: ${others.join('; ')}`);
		return this.outcome(item, this.columns.done, note, {}, values);
	}

	/** The row of an applicant who has not completed the screening. */
	notComplete(item: ItemInput): IDataObject {
		return this.outcome(item, this.columns.open, `${NOT_COMPLETE}.`);
	}

	/** The row whose user ID belongs to another person's results. */
	ofSomebodyElse(item: ItemInput): IDataObject {
		const note =
			"The results are another person's: both email and phone differ from this row. Check its user ID.";
		return this.outcome(item, this.columns.notDone, note);
	}

	/** The row with what the operation writes into it. */
	private outcome(
		{ columns: row }: ItemInput,
		status: string,
		note: string,
		{ id, at }: { id?: Cell; at?: string } = {},
		others: IDataObject = {},
	): IDataObject {
		const { columns } = this;
		return this.write(row, [
			[columns.id, id],
			[columns.status, status],
			[columns.note, note],
			[columns.at, at],
			...Object.entries(others),
		]);
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
		const values = items.map(({ columns: row }) => row[this.headerIn(row, name)]);
		const keys = values.map(matchKey);
		const counts = new Map<unknown, number>();
		for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
		return items.filter((_, index) => isMatchable(values[index]) && counts.get(keys[index]) === 1);
	}

	/** Whether a status column says so; statuses are compared as column names are. */
	private isDone(row: IDataObject): boolean {
		const { id, status, done } = this.columns;
		const isDone = (said: string) =>
			said === normaliseColumnName(done) ||
			(id !== undefined && (said === REFUSED || said.startsWith(MAYBE)));
		return columnsNamed(row, status)
			.map((column) => normaliseColumnName(statusIn(row[column])))
			.some(isDone);
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

	/**
	 * The row to return. A column whose value is undefined stays as it is. With only written columns, a column
	 * that the sheet lacks is left out, and so is what would empty one.
	 */
	private write(row: IDataObject, values: ReadonlyArray<[string | undefined, Cell]>): IDataObject {
		const { matchColumn } = this;
		const written: IDataObject = matchColumn === undefined ? { ...row } : {};
		if (matchColumn !== undefined) {
			const header = this.headerIn(row, matchColumn);
			written[header] = row[header];
		}
		for (const [name, value] of values) {
			if (name === undefined) continue;
			const header = this.headerIn(row, name);
			if (matchColumn === undefined) {
				written[header] = value === undefined ? (row[header] ?? null) : value;
			} else if (this.has(name) && (!isBlank(value) || value === '')) {
				written[header] = value;
			}
		}
		return written;
	}

	/** How a column is spelled in that row, else in the rest of the sheet, else by its own name. */
	private headerIn(row: IDataObject, name: string): string {
		return findColumn(row, name) ?? this.headers.get(normaliseColumnName(name)) ?? name;
	}
}

/** What people write around a number: thousands, currency, percent. */
const UNITS = /,(?=\d{3}(?!\d))|[\s$\u20AC\u00A3%]/g;

/** A list of one text is that text; '' for an object that has no text. */
function statusIn(cell: Cell): string {
	try {
		return String(cell ?? '');
	} catch {
		return '';
	}
}

function sentence(text: string): string {
	return /[.!?\u2026]$/.test(text) ? text : `${text}.`;
}

/** A note for a cell: it begins with a letter, so that no spreadsheet takes it for anything but text. */
function noteOf(text: string): string {
	return safeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}

/** Whether a cell says what the service says: "$6,250" for 6250, a phone without its plus, a date written differently. */
function isSame(cell: unknown, value: unknown, name: string, timezone: string): boolean {
	const [one = '', other = ''] = [cell, value].map((each) => {
		const text = toApiValue(each, 'string', timezone);
		return 'value' in text ? String(text.value).toLowerCase() : undefined;
	});
	if (one === other) return true;
	if (typeof value === 'boolean') return toSwitch(cell) === value;
	if (typeof value === 'number') return Number(one.replace(UNITS, '') || NaN) === value;
	if (name === 'phoneNumber' || other.startsWith('+')) return isSamePhone(one, other);
	return Number(one) === Number(other);
}

/** Whether a spreadsheet node can find a row by this value. */
function isMatchable(value: Cell): boolean {
	return !isBlank(value) && ['string', 'number', 'boolean'].includes(typeof value);
}

/** Values that a spreadsheet node may take for each other have one key: Excel's compares them as numbers too. */
function matchKey(value: Cell): unknown {
	const number = typeof value === 'object' ? 0 : Number(value ?? '');
	return Number.isNaN(number) ? String(value) : number;
}
