import type { Failure } from '../core/failure';
import { UPDATE_ROWS, type Item } from '../core/item';
import type { Request, RowColumns } from '../core/operation';
import { isEmptyCell, isNoId, trimBlanks } from '../core/text';
import { invalidItemFailure } from '../request/problems';
import { escapeCell } from '../results/cells';
import { checks, type Check } from './checks';
import { makeFingerprint, isWithin, readMark, type Mark } from './mark';
import { isSame } from './sheet';

/** Statuses of all operations that send; their others are in `RowColumns`. */
export const IN_PROGRESS = 'in progress';
export const REFUSED = 'refused';

/** What happens to a row. `mark`: it is marked for what Due Rows would do. `fail`: the node fails. */
export type Step = 'skip' | 'send' | 'mark' | 'fail' | keyof typeof OUTCOMES;

/** Update Rows where it is on; the steps of the table are in this order. */
const [, ...MODES] = UPDATE_ROWS;
export type Mode = (typeof MODES)[number];

/** A row, and what happens to it: decided before anything is sent. */
export class Row {
	readonly status: 'empty' | 'done' | 'notDone' | 'maybe' | 'refused' | 'inProgress' | 'other';
	readonly mark: Mark | undefined;
	/** What made the mark, if this process still knows it. */
	readonly check: Check | undefined;
	readonly step: Step;
	/** What Due Rows would do: a row is marked to become that. */
	readonly dueStep: Step;
	private readonly id: unknown;

	/** `alike`: the rows of the sheet with its match value, itself included. */
	constructor(
		readonly item: Item,
		readonly request: Request,
		private readonly columns: RowColumns,
		private readonly run: { mode: Mode; owner: string; isManual: boolean },
		private readonly alike: readonly Item[],
	) {
		const cells = item.columns;
		this.status = readStatus(cells[columns.status], columns);
		this.mark = readMark(cells[columns.mark ?? '']);
		this.check = checks.find(this.mark);
		this.id = columns.id && !isNoId(cells[columns.id]) ? cells[columns.id] : undefined;
		this.dueStep = this.decide('due');
		this.step = this.decide(run.mode);
	}

	/** The fingerprint that a mark of this row has for a step. */
	getFingerprint(step: Step): string {
		return makeFingerprint(step, this.item.operation, this.request, this.id);
	}

	/** It was marked to become this, and its ID, or else its request, has not changed since. */
	isMarkedFor(step: Step): boolean {
		return this.mark?.fingerprint === this.getFingerprint(step);
	}

	get hasId(): boolean {
		return this.id !== undefined;
	}

	/** Its mark is of this execution and process. */
	get hasOwnMark(): boolean {
		return this.mark?.owner === this.run.owner;
	}

	get isManual(): boolean {
		return this.run.isManual;
	}

	/**
	 * Whether another row stands for this one. Checked Rows: of identical copies of a marked row the first counts, of
	 * others none. Results: the first row of each applicant counts.
	 */
	isDuplicated(): boolean {
		const { alike, columns, run, item } = this;
		if (columns.mark !== undefined && run.mode !== 'checked') return false;
		if (alike[0] !== item) return true;
		const isEqual = (other: Item) => JSON.stringify(other.columns) === JSON.stringify(item.columns);
		return columns.mark !== undefined && !alike.every(isEqual);
	}

	/** Its note already says what is wrong with it. */
	repeatsNote(): boolean {
		const failure = invalidItemFailure(this.request);
		const note = this.item.columns[this.columns.note];
		return failure !== undefined && isSame(note, formatNote(failure));
	}

	private decide(mode: Mode): Step {
		for (const [fits, ...steps] of TABLE) {
			const step = steps[MODES.indexOf(mode)];
			if (step && fits(this)) return step;
		}
		return 'skip';
	}
}

/** What a status column says, in any case. Results know two statuses only: complete, and due. */
function readStatus(cell: unknown, { done, notDone, mark }: RowColumns): Row['status'] {
	const text = isEmptyCell(cell) ? '' : trimBlanks(String(cell)).toLowerCase();
	if (text === done) return 'done';
	if (text === '' || mark === undefined) return 'empty';
	if (text.startsWith('maybe')) return 'maybe';
	if (text === notDone) return 'notDone';
	if (text === IN_PROGRESS) return 'inProgress';
	return text === REFUSED ? 'refused' : 'other';
}

const isInProgress = ({ status }: Row) => status === 'inProgress';
const isOwnInProgress = (row: Row) => isInProgress(row) && row.hasOwnMark;

/** Nothing was sent for the row, so its ID is not from the service. */
const isIdOfUser = (row: Row) =>
	row.hasId && (row.status === 'empty' || (isInProgress(row) && row.isMarkedFor('idOfUser')));

/** A run that broke before it sent anything: the row is due again. */
const isUntouched = (row: Row) =>
	isInProgress(row) && row.isMarkedFor('send') && row.check?.hasBegun === false;

/** The same request was refused within a day, and no person asks for it again. */
const isStillRefused = (row: Row) =>
	row.status === 'refused' &&
	!row.isManual &&
	isWithin(row.mark?.madeAt, 'refusal') &&
	row.isMarkedFor('send');

const isOwnMarkedFor = (step: Step) => (row: Row) => isOwnInProgress(row) && row.isMarkedFor(step);
/** The 40 minutes are over. A check is forgotten only after them, so one that is not known is over too. */
const isOwnExpired = (row: Row) =>
	isOwnInProgress(row) &&
	(row.check === undefined || (row.isMarkedFor('send') && !isWithin(row.mark?.madeAt, 'lease')));
const isOwnForOtherOperation = (row: Row) =>
	isOwnInProgress(row) && row.check?.operation !== row.item.operation;

/** What happens to a row: the first line that fits and has a step for the mode. Results are Due Rows without a mark. */
// prettier-ignore
const TABLE: ReadonlyArray<readonly [(row: Row) => boolean, due: Step | '', check: Step | '', checked: Step]> = [
	//                                                                   due            check          checked
	[(row) => !row.hasOwnMark,                                           '',            '',            'skip'],
	[(row) => row.isDuplicated(),                                        'skip',        'skip',        'skip'],
	[(row) => row.request.isBlank === true,                              'skip',        'skip',        'skip'],
	[(row) => ['done', 'maybe'].includes(row.status),                    'skip',        'skip',        'skip'],
	[isIdOfUser,                                                         'idOfUser',    'mark',        'idOfUser'],
	[(row) => row.hasId && isInProgress(row),                            'done',        'mark',        'done'],
	[(row) => row.hasId,                                                 'skip',        'skip',        'skip'],
	[isOwnMarkedFor('stopped'),                                          'fail',        'skip',        'stopped'],
	[isOwnExpired,                                                       'fail',        'skip',        'expired'],
	[isOwnForOtherOperation,                                             'fail',        'skip',        'otherOperation'],
	[isOwnMarkedFor('send'),                                             'fail',        'skip',        'send'],
	[isOwnInProgress,                                                    'fail',        'skip',        'changed'],
	[(row) => isInProgress(row) && isWithin(row.mark?.madeAt, 'lock'),   'skip',        'skip',        'skip'],
	[isUntouched,                                                        'send',        'mark',        'skip'],
	[isInProgress,                                                       'stopped',     'mark',        'skip'],
	[(row) => row.status === 'notDone' && row.repeatsNote(),             'skip',        'skip',        'skip'],
	[isStillRefused,                                                     'skip',        'skip',        'skip'],
	[(row) => row.status !== 'other',                                    'send',        'mark',        'skip'],
	[() => true,                                                         'otherStatus', 'otherStatus', 'skip'],
];

/** What is written into a row that is not sent, by its step: which of the operation's statuses, if any, and the note. */
const OUTCOMES = {
	done: ['done', () => ''],
	idOfUser: [
		'notDone',
		({ id, done }) =>
			`Not ${done}, because '${id}' is filled. If it is an ID of your own, rename that column. Otherwise clear the cell to send this row.`,
	],
	stopped: [
		'open',
		(columns) => `An earlier run stopped while it was sending this row. ${formatAskFirst(columns)}`,
	],
	changed: [
		'open',
		(columns) => `The sheet changed while it was being sent. ${formatAskFirst(columns)}`,
	],
	expired: ['notDone', formatExpired],
	otherOperation: [
		'notDone',
		() => "The row was checked for another operation. Choose the same 'Operation' in both nodes.",
	],
	otherStatus: [
		undefined,
		({ done, status }) =>
			`Not ${done}, because of what '${status}' says. Clear it to send this row.`,
	],
} satisfies Readonly<
	Record<
		string,
		[status: 'done' | 'notDone' | 'open' | undefined, note: (columns: RowColumns) => string]
	>
>;

/** The status, if it changes, and the note of a row that is not sent; undefined where that is not its step. */
export function findOutcome(step: Step, columns: RowColumns) {
	if (!(step in OUTCOMES)) return undefined;
	const [status, formatText] = OUTCOMES[step as keyof typeof OUTCOMES];
	return { status: status && columns[status], note: formatText(columns) };
}

/** What is said of a row that is sent too late. */
export function formatExpired({ done }: RowColumns): string {
	return `Not ${done} within 40 minutes after it was marked. The next run sends it.`;
}

/** What to do about a request that may have been accepted. */
export function formatAskFirst({ status }: RowColumns, more = ''): string {
	return `Ask first, then clear '${status}'${more} to send it again.`;
}

/** A failure as the note of a row. It begins with a letter, so that no spreadsheet takes it for anything but text. */
export function formatNote({ message, hint }: Failure): string {
	const text = `${/[.!?\u2026]$/.test(message) ? message : `${message}.`} ${hint}`.trim();
	return escapeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}
