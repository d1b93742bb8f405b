import { Failure } from '../core/failure';
import type { Field } from '../core/field';
import type { Item } from '../core/item';
import type { Request, RowColumns } from '../core/operation';
import { isNoId } from '../core/text';
import {
	invalidItemFailure,
	invalidRunFailure,
	sharedProblems,
	type FailedItem,
} from '../request/problems';
import { checks } from './checks';
import { decide, formatNote, readStatus, type Mode, type RowState, type Step } from './decide';
import { fingerprint, readMark, type Execution } from './mark';
import { isSame, statusColumns, type Sheet } from './sheet';

/** What Update Rows gets: the input items and, in their order, the requests that they make. */
export interface RowsInput {
	readonly items: readonly Item[];
	readonly requests: readonly Request[];
	/** The resource and operation of the node. */
	readonly operation: string;
	readonly columns: RowColumns;
	readonly fields?: readonly Field[] | undefined;
	readonly mode: Mode;
	/** Only written columns are returned, with this one; undefined: whole rows. */
	readonly matchColumn: string | undefined;
	readonly execution: Execution;
}

/** A row, and what happens to it. */
export interface PlannedRow extends RowState {
	readonly step: Step;
	/** What Due Rows would do: a row is marked to become that. */
	readonly dueStep: Step;
	/** An earlier node was about to send the row under the same mark. */
	readonly wasSent: boolean;
	fingerprintFor(step: Step): string;
}

/** Decides what happens to each row, before anything is sent. */
export function planRows(input: RowsInput, sheet: Sheet): PlannedRow[] {
	const { items, requests, columns, mode, execution } = input;
	return items.map((item) => {
		const request = requests[item.index]!;
		const cells = item.columns;
		const mark = readMark(cells[columns.mark ?? '']);
		const check = checks.find(mark);
		const id = columns.id && !isNoId(cells[columns.id]) ? cells[columns.id] : undefined;
		const fingerprintFor = (step: Step) => fingerprint(step, input.operation, request, id);
		const row: RowState = {
			isBlank: request.isBlank === true,
			hasId: id !== undefined,
			status: readStatus(cells[columns.status], columns),
			mark,
			isOwn: mark?.owner === execution.owner,
			isDuplicated: () => {
				if (columns.mark !== undefined && mode !== 'checked') return false;
				const alike = sheet.rowsWithSameKey(item);
				if (columns.mark === undefined || alike[0] !== item) return alike[0] !== item;
				return new Set(alike.map((other) => JSON.stringify(other.columns))).size > 1;
			},
			check,
			isSameOperation: check?.operation === input.operation,
			isMarkedFor: (step) => mark?.fingerprint === fingerprintFor(step),
			repeatsNote: () => {
				const failure = invalidItemFailure(request);
				return failure !== undefined && isSame(cells[columns.note], formatNote(failure));
			},
		};
		const dueStep = decide(row, 'due', execution.isManual);
		const step = decide(row, mode, execution.isManual);
		return {
			...row,
			step,
			dueStep,
			wasSent: mode === 'checked' && checks.hasSent(mark),
			fingerprintFor,
		};
	});
}

/** Why no row may change: what is wrong with all that are due, with columns, match values or the choice of Update Rows. */
export function findFault(
	input: RowsInput,
	sheet: Sheet,
	plan: readonly PlannedRow[],
): FailedItem | undefined {
	const { items, requests, columns, mode } = input;
	const sendsMarkedRows = mode === 'checked';
	// Of a row that is marked, what is wrong with all becomes its outcome, wherever that can be written.
	const needed = sendsMarkedRows
		? [columns.status, columns.note, columns.mark!]
		: statusColumns(columns);
	const due = sendsMarkedRows ? [] : requests.filter((_, row) => plan[row]!.dueStep === 'send');
	const isFetch = columns.mark === undefined;
	const shared = invalidRunFailure([{ problems: sharedProblems(due) }], isFetch);
	if (shared !== undefined) return { ...shared, index: requests.indexOf(due[0]!) };
	// Blank rows need no columns.
	const first = requests.find(({ isBlank }) => isBlank !== true);
	const acted = items.filter(({ index }) => plan[index]!.step !== 'skip');
	// Copies of a mark are skipped, and so are the other rows of one applicant's results.
	const mayShare = (one: Item, other: Item) =>
		sendsMarkedRows ||
		(isFetch &&
			plan[one.index]!.fingerprintFor('send') === plan[other.index]!.fingerprintFor('send'));
	const failure =
		(first && sheet.findColumnFault(needed, first.columns)) ??
		findWrongChoice(input, plan) ??
		sheet.findMatchFault(acted, sendsMarkedRows ? [] : needed, mayShare);
	if (failure === undefined) return undefined;
	const nothing = `Nothing was ${isFetch ? 'fetched' : 'sent'}`;
	return { index: 0, failure: failure.withMessage(`${nothing}. ${failure.message}`) };
}

/** Another choice of Update Rows is right, or the nodes around this one are not. */
function findWrongChoice(
	{ mode, execution }: RowsInput,
	plan: readonly PlannedRow[],
): Failure | undefined {
	const has = (wanted: Step) => plan.some(({ step }) => step === wanted);
	if (has('fail')) {
		const message = 'This execution has marked rows to be sent';
		return new Failure('notSetUp', message, "Choose 'Checked Rows' as 'Update Rows'.");
	}
	if (mode !== 'checked') return undefined;
	const marked = plan.filter(({ status, mark }) => status === 'inProgress' && mark !== undefined);
	if (execution.isManual && marked.length > 0 && !marked.some(({ isOwn }) => isOwn)) {
		const message = 'All rows were marked by other executions';
		return new Failure('notSetUp', message, 'Run the whole workflow, not this node alone.');
	}
	const areChanged = plan.filter(({ step }) => step === 'changed').length > 1;
	if (!areChanged || has('send') || has('stopped')) return undefined;
	return new Failure(
		'notSetUp',
		'The nodes between check and send change the columns',
		"Between 'Check Only' and 'Checked Rows', only write the marks and read the rows again.",
	);
}
