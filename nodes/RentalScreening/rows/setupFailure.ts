import { Failure } from '../core/failure';
import type { Item } from '../core/item';
import { statusColumns, type RowColumns } from '../core/operation';
import { invalidRunFailure, sharedProblems, type FailedItem } from '../request/problems';
import type { Mode, Row } from './decide';
import type { Sheet } from './sheet';

/** Why the node fails before anything is sent and no row changes; undefined where it does not. */
export function findSetupFailure(
	rows: readonly Row[],
	sheet: Sheet,
	columns: RowColumns,
	mode: Mode,
): FailedItem | undefined {
	const isFetch = columns.mark === undefined;
	if (mode !== 'checked') {
		const shared = findSharedFailure(rows, isFetch);
		if (shared !== undefined) return shared;
	}
	const failure = findSheetFailure(rows, sheet, columns, mode);
	if (failure === undefined) return undefined;
	const nothing = `Nothing was ${isFetch ? 'fetched' : 'sent'}`;
	return { index: 0, failure: failure.withMessage(`${nothing}. ${failure.message}`) };
}

/** What is wrong with every row that is due. Of rows that are marked it is the outcome of each. */
function findSharedFailure(rows: readonly Row[], isFetch: boolean): FailedItem | undefined {
	const due = rows.filter(({ dueStep }) => dueStep === 'send');
	const problems = sharedProblems(due.map(({ request }) => request));
	const shared = invalidRunFailure([{ problems }], isFetch);
	return shared && { ...shared, index: due[0]!.item.index };
}

/** What is wrong with columns or match values, with the choice of Update Rows or with the nodes around this one. */
function findSheetFailure(
	rows: readonly Row[],
	sheet: Sheet,
	columns: RowColumns,
	mode: Mode,
): Failure | undefined {
	const { status, note, mark = '' } = columns;
	const isChecked = mode === 'checked';
	const own = isChecked ? [status, note, mark] : statusColumns(columns);
	// Blank rows need no columns.
	const filled = rows.find(({ request }) => request.isBlank !== true)?.request;
	const acted = rows.filter(({ step }) => step !== 'skip').map(({ item }) => item);
	// Copies of a mark are skipped, and so are the other rows of one applicant's results.
	const mayShare = (one: Item, other: Item) =>
		isChecked || (mark === '' && isSameRequest(rows[one.index]!, rows[other.index]!));
	return (
		(filled && sheet.findColumnFailure(own, filled.columns)) ??
		(isChecked ? findWrongNodes(rows) : findOwnMark(rows)) ??
		sheet.findMatchFailure(acted, isChecked ? [] : own, mayShare)
	);
}

function isSameRequest(one: Row, other: Row): boolean {
	return one.getFingerprint('send') === other.getFingerprint('send');
}

function findOwnMark(rows: readonly Row[]): Failure | undefined {
	if (!rows.some(({ step }) => step === 'fail')) return undefined;
	const message = 'This execution has marked rows to be sent';
	return new Failure('notSetUp', message, "Choose 'Checked Rows' as 'Update Rows'.");
}

/** Checked Rows that a person started alone, or behind nodes that change what is sent. */
function findWrongNodes(rows: readonly Row[]): Failure | undefined {
	const marked = rows.filter(({ status, mark }) => status === 'inProgress' && mark !== undefined);
	if (marked.length > 0 && marked.every(({ isManual, hasOwnMark }) => isManual && !hasOwnMark)) {
		const message = 'All rows were marked by other executions';
		return new Failure('notSetUp', message, 'Run the whole workflow, not this node alone.');
	}
	// One changed row may be an edit; several, where no row is as it was, point at the nodes. 'stopped' fits any request.
	const changed = rows.filter(({ step }) => step === 'changed');
	if (changed.length < 2 || rows.some(({ step }) => ['send', 'stopped'].includes(step))) {
		return undefined;
	}
	return new Failure(
		'notSetUp',
		'The nodes between check and send change the columns',
		"Between 'Check Only' and 'Checked Rows', only write the marks and read the rows again.",
	);
}
