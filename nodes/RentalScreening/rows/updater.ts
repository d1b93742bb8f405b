import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Field, Problem } from '../core/field';
import { readUpdateRows, type Item } from '../core/item';
import { isBlank, isEmptyCell, isNoId, quotable, truncate } from '../core/text';
import { safeCell } from '../results/cells';
import { Failure } from '../core/failure';
import type { Operation, Request, RowColumns, SendPermit } from '../core/operation';
import {
	invalidItemFailure,
	invalidRunFailure,
	sharedProblems,
	type FailedItem,
} from '../request/problems';
import { checks, readOperation, readSettings, type Check } from './checks';
import {
	askFirst,
	decide,
	IN_PROGRESS,
	MODES,
	outcomes,
	readStatus,
	REFUSED,
	type Mode,
	type Outcome,
	type RowState,
	type Step,
} from './decide';
import {
	fingerprint,
	isWithin,
	makeMark,
	randomHex,
	readExecution,
	readMark,
	type Execution,
} from './mark';
import { isSame, OWN_COLUMNS, Sheet, statusColumns, type Cell } from './sheet';

/** What Update Rows gets: the input items and, in their order, the requests that they make. */
export interface RowsInput {
	readonly items: readonly Item[];
	readonly requests: readonly Request[];
	readonly columns: RowColumns;
	readonly fields?: readonly Field[] | undefined;
	readonly mode: Mode;
	/** Only written columns are returned, with this one; undefined: whole rows. */
	readonly matchColumn: string | undefined;
	readonly execution: Execution;
}

/** What happens to a row. */
interface PlannedRow {
	readonly row: RowState;
	readonly step: Step;
	/** What it is marked for: what would happen to it with Due Rows. */
	readonly dueStep: Step;
	/** An earlier node was about to send the row under the same mark. */
	readonly wasSent: boolean;
}

/** An item whose request was accepted, at `sentAt` (milliseconds since 1970), or `alreadySent` before. */
interface SentItem {
	readonly input: Item;
	readonly sentAt: number;
	readonly alreadySent: boolean;
}

/** What is wrong with 'Update Rows': a value that the operation does not offer, such as `true`. */
export function findModeProblems(item: Item, { rows }: Operation): Problem[] {
	const mode = readUpdateRows(item);
	const offered = rows?.mark === undefined ? ['off', 'due'] : ['off', ...MODES];
	if (mode !== undefined && offered.includes(mode)) return [];
	const text = 'has a value that this operation does not offer: choose one from the list';
	return [{ label: 'Update Rows', text, ofRun: true }];
}

/** With Checked Rows: the items with the settings with which they were checked. Else the items as they are. */
export function useCheckedSettings(items: readonly Item[], { rows }: Operation): readonly Item[] {
	const [first] = items;
	if (first === undefined || readUpdateRows(first) !== 'checked') return items;
	return items.map((item) => {
		const check = checks.find(readMark(item.columns[rows?.mark ?? '']));
		return check === undefined ? item : item.withParameters(check.settings);
	});
}

/** Update Rows of a run, as its first item has it set; undefined where it is off. `requests` are those of the items. */
export function createRowUpdater(
	context: IExecuteSingleFunctions,
	operation: Operation,
	items: readonly Item[],
	requests: readonly Request[],
): RowUpdater | undefined {
	const [first] = items;
	const { rows: columns, fields } = operation;
	if (columns === undefined || first === undefined) return undefined;
	const mode = MODES.find((one) => one === readUpdateRows(first));
	if (mode === undefined || findModeProblems(first, operation).length > 0) return undefined;
	const matchColumn =
		mode === 'checked' ? columns.mark : String(first.parameter('matchColumn') ?? '').trim();
	const execution = readExecution(context);
	return new RowUpdater({
		...{ items, requests, columns, fields, mode, execution },
		matchColumn: matchColumn === '' ? undefined : matchColumn,
	});
}

const ONLY_THIS_ROW =
	"Other rows have the same value in 'Column to Match On': only this row is filled.";

/**
 * Update Rows. A row's life: the table decides what happens to it; if it is due it is sent, and the outcome is written
 * into its columns. What returns output items returns the row as it then is; none if only changes are returned and it
 * has none.
 */
export class RowUpdater {
	/** Checked Rows: the outcome is matched on the mark, which therefore stays. */
	readonly sendsMarkedRows: boolean;

	/** Rows are returned with their own columns. */
	readonly returnsWholeRows: boolean;

	/** Why no row can be sent and none may change. */
	readonly fault: FailedItem | undefined;

	private readonly sheet: Sheet;
	private readonly plan: readonly PlannedRow[];
	private readonly columns: RowColumns;
	private readonly operation: string;

	/** What is wrong with the columns of a sheet whose rows are marked already. */
	private columnFailure: Failure | undefined;

	/** The checks of this run, by their settings. */
	private readonly ownChecks = new Map<string, Check>();

	/** The marks of Due Rows name the run in place of a check. */
	private readonly runId = randomHex();

	/** The rows of this run whose request was about to be sent. */
	private readonly sending = new Set<number>();

	constructor(private readonly input: RowsInput) {
		this.columns = input.columns;
		this.sendsMarkedRows = input.mode === 'checked';
		this.returnsWholeRows = input.matchColumn === undefined;
		this.operation = input.items[0] === undefined ? '' : readOperation(input.items[0]);
		this.sheet = new Sheet(input.items, input.matchColumn);
		this.plan = this.planRows();
		this.fault = this.findSharedFault() ?? this.findFault();
	}

	/** Whether the row is to be sent, or its results fetched. */
	isDue({ index }: Item): boolean {
		return this.plan[index]!.step === 'send';
	}

	/** With Checked Rows: by what a row may be sent. */
	permitFor({ index }: Item): SendPermit | undefined {
		const { mark } = this.plan[index]!.row;
		if (!this.sendsMarkedRows || mark === undefined) return undefined;
		return {
			markedAt: mark.madeAt,
			findObjection: () => {
				const { note } = outcomes(this.columns).expired;
				return (
					this.columnFailure ??
					(isWithin(mark, 'lease') ? undefined : new Failure('invalid', note, ''))
				);
			},
			recordSending: () => {
				this.sending.add(index);
				checks.recordSending(mark);
			},
		};
	}

	/** A row that is not sent: skipped, marked, or with an outcome all the same. */
	handleSkipped(item: Item): INodeExecutionData[] {
		const { step } = this.plan[item.index]!;
		if (step === 'mark') return this.writeMark(item);
		const written = outcomes(this.columns);
		return step in written
			? this.write(item, written[step as keyof typeof written])
			: this.toOutput(item, {});
	}

	/** The row of an accepted request, with the ID that the service has given it. */
	writeSent({ input, sentAt, alreadySent }: SentItem, id: Cell): INodeExecutionData[] {
		const { columns } = this;
		const at = new Date(sentAt).toISOString();
		const note = alreadySent
			? `Already ${columns.done} at ${at}. It was not sent again. To send it again, clear '${columns.id}' and '${columns.status}' and turn 'Send Again' on.`
			: '';
		return this.write(input, { id, status: columns.done, note, mark: this.newMark(input), at });
	}

	/** The row of complete results. A filled cell stays as it is; an unticked box is not filled. */
	writeResults(item: Item, results: IDataObject): INodeExecutionData[] {
		const required = this.input.requests[item.index]!.columns ?? [];
		const free = Object.entries(results).filter(([name, value]) => {
			const isEmpty = typeof value === 'boolean' ? isEmptyCell : isBlank;
			// Who the person is, the sheet may say in a column of another spelling.
			const isElsewhere = !required.includes(name) && this.sheet.otherSpellings(name).length > 0;
			return !isElsewhere && isEmpty(item.columns[name]);
		});
		return this.write(item, { status: this.columns.done, note: '' }, Object.fromEntries(free));
	}

	/** The row of what did not succeed, with the reason in its note. */
	writeFailure(item: Item, failure: Failure): INodeExecutionData[] {
		const { open, notDone, mark } = this.columns;
		const note = formatNote(failure);
		if (failure.kind === 'incomplete') return this.write(item, { status: open, note });
		if (failure.kind === 'maybe') return this.writeUnclear(item, note);
		// Results have no mark, which remembers what was refused.
		if (failure.kind === 'refused' && mark !== undefined) {
			return this.write(item, { status: REFUSED, note, mark: this.newMark(item) });
		}
		return this.write(item, { status: notDone, note });
	}

	private writeUnclear(item: Item, note: string): INodeExecutionData[] {
		const ask = askFirst(this.columns, this.sendsMarkedRows ? '' : " and turn 'Send Again' on");
		return this.write(item, {
			status: this.columns.open,
			note: `${note} ${ask}`,
			mark: this.newMark(item),
		});
	}

	/** Check Only: the row, marked for what it is due for. The note says what would be sent, or what is wrong. */
	private writeMark(item: Item): INodeExecutionData[] {
		const { columns } = this;
		const { dueStep } = this.plan[item.index]!;
		const request = this.input.requests[item.index]!;
		const written = outcomes(columns);
		const problem = dueStep === 'send' ? invalidItemFailure(request) : undefined;
		const note =
			dueStep in written
				? written[dueStep as keyof typeof written].note
				: problem === undefined
					? describeRequest(request, this.input.fields)
					: formatNote(problem);
		return this.write(item, { status: IN_PROGRESS, note, mark: this.newMark(item, dueStep) });
	}

	/** A new mark for a row; undefined with Checked Rows, whose marks stay. */
	private newMark(item: Item, step: Step = 'send'): string | undefined {
		const { mode, execution } = this.input;
		if (mode === 'checked') return undefined;
		const checkId = mode === 'check' ? this.checkFor(item).id : this.runId;
		return makeMark(execution.owner, checkId, this.fingerprintFor(item, step));
	}

	/** The check of the rows that have the settings of this one. */
	private checkFor(item: Item): Check {
		const settings = readSettings(item);
		const key = JSON.stringify(settings);
		const check = this.ownChecks.get(key) ?? checks.add(this.operation, settings);
		this.ownChecks.set(key, check);
		return check;
	}

	private fingerprintFor(item: Item, step: Step): string {
		const request = this.input.requests[item.index]!;
		return fingerprint(step, this.operation, request, this.idIn(item));
	}

	private idIn({ columns }: Item): Cell {
		const id = this.columns.id && columns[this.columns.id];
		return isNoId(id) ? undefined : id;
	}

	private write(item: Item, outcome: Outcome, results?: IDataObject): INodeExecutionData[] {
		const { columns, sheet } = this;
		const { row, wasSent } = this.plan[item.index]!;
		if (this.sendsMarkedRows && outcome.status === columns.notDone && row.mark !== undefined) {
			// After a request of this run, that is proven. Before one, an earlier node's may have been accepted.
			if (this.sending.has(item.index)) checks.forgetSending(row.mark);
			else if (wasSent) {
				return this.writeUnclear(item, `An earlier step may have sent this row. ${outcome.note}`);
			}
		}
		const cells: IDataObject = {};
		for (const name of OWN_COLUMNS) if (columns[name]) cells[columns[name]] = outcome[name];
		const isShared = columns.mark === undefined && sheet.rowsWithSameKey(item).length > 1;
		if (isShared) cells[columns.note] = `${outcome.note} ${ONLY_THIS_ROW}`.trim();
		return this.toOutput(item, { ...cells, ...results });
	}

	/** The row with these cells. A whole row keeps its files. */
	private toOutput(item: Item, cells: IDataObject): INodeExecutionData[] {
		const json = this.sheet.write(item, cells);
		if (json === undefined) return [];
		const files = this.returnsWholeRows && item.binary !== undefined ? { binary: item.binary } : {};
		return [{ json, ...files, pairedItem: { item: item.index } }];
	}

	private planRows(): PlannedRow[] {
		const { items, requests, columns, mode, execution } = this.input;
		const marks = items.map((item) => readMark(item.columns[columns.mark ?? '']));
		const rowsByMark = new Map<string, Set<string>>();
		const firstByMark = new Map<string, number>();
		for (const [index, mark] of marks.entries()) {
			if (mode !== 'checked' || mark === undefined) continue;
			const cells = rowsByMark.get(mark.text) ?? new Set();
			rowsByMark.set(mark.text, cells.add(JSON.stringify(items[index]!.columns)));
			if (!firstByMark.has(mark.text)) firstByMark.set(mark.text, index);
		}
		return items.map((item): PlannedRow => {
			const { index } = item;
			const request = requests[index]!;
			const mark = marks[index];
			const check = checks.find(mark);
			const row: RowState = {
				isBlank: request.isBlank === true,
				hasId: this.idIn(item) !== undefined,
				status: readStatus(item.columns[columns.status], columns),
				mark,
				isOwn: mark?.owner === execution.owner,
				isDuplicated:
					columns.mark === undefined
						? this.sheet.rowsWithSameKey(item)[0] !== item
						: rowsByMark.get(mark?.text ?? '') !== undefined &&
							(rowsByMark.get(mark!.text)!.size > 1 || firstByMark.get(mark!.text) !== index),
				check,
				isSameOperation: check?.operation === this.operation,
				isMarkedFor: (step) => mark?.fingerprint === this.fingerprintFor(item, step),
				repeatsNote: () => {
					const failure = invalidItemFailure(request);
					return failure !== undefined && isSame(item.columns[columns.note], formatNote(failure));
				},
			};
			const dueStep = decide(row, 'due', execution.isManual);
			const step = mode === 'due' ? dueStep : decide(row, mode, execution.isManual);
			return { row, step, dueStep, wasSent: checks.hasSent(mark) };
		});
	}

	/** Why no row may change, of columns, match values and the choice of Update Rows. */
	private findFault(): FailedItem | undefined {
		const { items, requests, columns, mode } = this.input;
		const failure = (fault?: { message: string; hint: string }) => {
			if (fault === undefined) return undefined;
			const message = `Nothing was ${columns.mark === undefined ? 'fetched' : 'sent'}. ${fault.message}`;
			return new Failure('notSetUp', message, fault.hint);
		};
		// Blank rows need no columns.
		const first = requests.find(({ isBlank: nothing }) => nothing !== true);
		const { status, note, mark } = columns;
		// A row that is marked gets its outcome wherever that can be written.
		const needed = mode === 'checked' ? [status, note, mark!] : statusColumns(columns);
		const ofColumns = (own: string[]) =>
			first && failure(this.sheet.findColumnFault(own, first.columns ?? []));
		if (mode === 'checked') this.columnFailure = ofColumns(statusColumns(columns));
		const acted = items.filter(({ index }) => this.plan[index]!.step !== 'skip');
		const found =
			ofColumns(needed) ??
			failure(this.findWrongChoice()) ??
			// Results may share a match value.
			(mode === 'checked'
				? undefined
				: failure(this.sheet.findMatchFault(acted, mark === undefined)));
		return found && { index: 0, failure: found };
	}

	/** What is wrong with sheet or settings in every row that is due; with Checked Rows it is each one's outcome. */
	private findSharedFault(): FailedItem | undefined {
		const { requests, mode } = this.input;
		if (mode === 'checked') return undefined;
		const due = requests.filter((_, index) => this.plan[index]!.dueStep === 'send');
		const fault = invalidRunFailure([{ problems: sharedProblems(due) }]);
		return fault && { ...fault, index: requests.indexOf(due[0]!) };
	}

	/** Another choice of Update Rows is right, or the nodes around this one are not. */
	private findWrongChoice(): { message: string; hint: string } | undefined {
		const { mode, execution } = this.input;
		const steps = this.plan.map(({ step }) => step);
		if (steps.includes('fail')) {
			const message = 'This execution has marked rows to be sent';
			return { message, hint: "Choose 'Checked Rows' as 'Update Rows'." };
		}
		if (mode !== 'checked') return undefined;
		const marked = this.plan.filter(({ row }) => row.status === 'inProgress' && row.mark);
		if (execution.isManual && marked.length > 0 && !marked.some(({ row }) => row.isOwn)) {
			const message = 'All rows were marked by other executions';
			return { message, hint: 'Run the whole workflow, not this node alone.' };
		}
		const areChanged = steps.filter((step) => step === 'changed').length > 1;
		if (!areChanged || steps.includes('send') || steps.includes('stopped')) return undefined;
		return {
			message: 'The nodes between check and send change the columns',
			hint: "Between 'Check Only' and 'Checked Rows', only write the marks and read the rows again.",
		};
	}
}

const MAX_DESCRIPTION = 1000;

/** What a request would send of the record's own fields, as a note: "Will send: Email ada@example.com; …" */
function describeRequest({ body = {} }: Request, fields: readonly Field[] = []): string {
	const parts = fields
		.filter(({ perRun }) => perRun !== true)
		.map(({ name, label, collection }) => {
			const holder = (collection === 'address' ? body.address : body) as IDataObject | undefined;
			return { label, value: holder?.[name] };
		})
		.filter(({ value }) => value !== undefined)
		.map(({ label, value }) => `${label} ${quotable(String(value))}`);
	return truncate(`Will send: ${parts.join('; ')}`, MAX_DESCRIPTION);
}

/** A failure as the note of a row. It begins with a letter, so that no spreadsheet takes it for anything but text. */
function formatNote({ message, hint }: Failure): string {
	const text = `${/[.!?\u2026]$/.test(message) ? message : `${message}.`} ${hint}`.trim();
	return safeCell(/^\p{L}/u.test(text) ? text : `Reason: ${text}`);
}
