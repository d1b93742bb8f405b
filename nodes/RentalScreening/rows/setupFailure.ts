import { Failure } from '../core/failure';
import { hasMarks, statusColumns, type RowColumns } from '../core/operation';
import { formatList, isBlank, toExcerpt } from '../core/text';
import { invalidRunFailure, sharedProblems, type FailedItem } from '../request/problems';
import type { Mode, Row } from './decide';
import type { Sheet } from './sheet';

/** How to fix a 'Column to Match On' that is not there, or empty. */
const MATCH_HINT =
	"As 'Column to Match On', enter 'row_number' for 'Google Sheets', 'id' for a data table, or a column whose values are unique; clear it to write a file. Or turn 'Update Rows' off.";

/** How to fix the nodes in front of Checked Rows. */
const NODES_HINT =
	"Between 'Check Only' and 'Checked Rows', only write the marks and read the rows again.";

/** Why the node fails before anything is sent and no row changes; undefined where it does not. */
export function findSetupFailure(
	rows: readonly Row[],
	sheet: Sheet,
	columns: RowColumns,
	mode: Mode,
): FailedItem | undefined {
	const isFetch = !hasMarks(columns);
	if (mode === 'checked') {
		// What is wrong with every row is the outcome of each: they are marked.
		return failNode(findCheckedFailure(rows, sheet, columns), isFetch);
	}
	return (
		findSharedFailure(rows, isFetch) ??
		failNode(findDueFailure(rows, sheet, columns, isFetch), isFetch)
	);
}

/** The failure of the whole node: that no request was made stands in front. */
function failNode(failure: Failure | undefined, isFetch: boolean): FailedItem | undefined {
	const nothing = `Nothing was ${isFetch ? 'fetched' : 'sent'}`;
	return failure && { index: 0, failure: failure.withMessage(`${nothing}. ${failure.message}`) };
}

/** Checked Rows: the mark, status and note are enough to write what happened to a row. */
function findCheckedFailure(
	rows: readonly Row[],
	sheet: Sheet,
	{ status, note, mark = '' }: RowColumns,
): Failure | undefined {
	const own = [status, note, mark];
	return (
		findUnwritableColumns(rows, sheet, own) ?? findWrongNodes(rows) ?? findUnmarked(rows, mark)
	);
}

/** Due Rows and Check Only. */
function findDueFailure(
	rows: readonly Row[],
	sheet: Sheet,
	columns: RowColumns,
	isFetch: boolean,
): Failure | undefined {
	const own = statusColumns(columns);
	return (
		findUnwritableColumns(rows, sheet, own) ??
		findOwnMark(rows) ??
		findMatchFailure(rows, sheet, own, isFetch)
	);
}

/** Which columns the next node could not write. Blank rows need none. */
function findUnwritableColumns(
	rows: readonly Row[],
	sheet: Sheet,
	own: readonly string[],
): Failure | undefined {
	const filled = rows.find(({ request }) => request.isBlankRow !== true);
	return filled && findColumnFailure(sheet, own, filled.request.neededColumns);
}

/** What is wrong with every row that is due. */
function findSharedFailure(rows: readonly Row[], isFetch: boolean): FailedItem | undefined {
	const due = rows.filter(({ dueStep }) => dueStep === 'send');
	const problems = sharedProblems(due.map(({ request }) => request));
	const shared = invalidRunFailure([{ problems }], isFetch);
	return shared && { ...shared, index: due[0]!.item.index };
}

/** Which of these columns, which the next node writes, are missing or there in another spelling. */
export function findColumnFailure(
	sheet: Sheet,
	own: readonly string[],
	neededColumns: readonly string[] = [],
): Failure | undefined {
	return findMisspelling(sheet, own) ?? findMissingColumns(sheet, own, neededColumns);
}

function findMisspelling(sheet: Sheet, own: readonly string[]): Failure | undefined {
	const misspelled = own.filter((name) => sheet.findOtherSpellings(name).length > 0);
	if (misspelled.length === 0) return undefined;
	const found = misspelled.flatMap((name) => sheet.findOtherSpellings(name));
	return new Failure(
		'notSetUp',
		`The sheet has ${formatList(found, 'and')}, but this node reads and writes ${formatList(misspelled, 'and')}`,
		'Rename or delete the column, so that each is there once and spelled exactly like this.',
	);
}

/** Where whole rows are returned, none is missing. */
function findMissingColumns(
	sheet: Sheet,
	own: readonly string[],
	neededColumns: readonly string[],
): Failure | undefined {
	const { matchColumn } = sheet;
	if (matchColumn === undefined) return undefined;
	const names = new Set([matchColumn, ...own, ...neededColumns]);
	const missing = [...names].filter((name) => !sheet.hasColumn(name));
	if (missing.length === 0) return undefined;
	// With Checked Rows it is the mark, and there is no 'Column to Match On' to change.
	const isChosen = !own.includes(matchColumn);
	const toAdd = missing.filter((name) => name !== matchColumn || !isChosen);
	const hints: string[] = [];
	const [spelled] = sheet.findOtherSpellings(matchColumn);
	const hint =
		spelled === undefined ? MATCH_HINT : `As 'Column to Match On', enter '${toExcerpt(spelled)}'.`;
	if (isChosen && missing.includes(matchColumn)) hints.push(hint);
	if (toAdd.length > 0) {
		hints.push(`Add ${formatList(toAdd, 'and')} to the columns of your sheet or table.`);
	}
	const message = `The sheet has no ${missing.length > 1 ? 'columns' : 'column'} ${formatList(missing, 'and')}`;
	return new Failure('notSetUp', message, hints.join(' '));
}

/** Why the next node would not find a row by its match value, or would find another too. `own`: what this node writes. */
function findMatchFailure(
	rows: readonly Row[],
	{ matchColumn }: Sheet,
	own: readonly string[],
	isFetch: boolean,
): Failure | undefined {
	if (matchColumn === undefined) return undefined;
	if (own.includes(matchColumn)) {
		const message = `This node writes '${matchColumn}', so rows cannot be found by it`;
		return new Failure('notSetUp', message, MATCH_HINT);
	}
	for (const { item, alike, step } of rows.filter((row) => row.step !== 'skip')) {
		const value = item.columns[matchColumn];
		if (isBlank(value) || typeof value === 'object') {
			const message = `'${matchColumn}' is empty in row ${item.rowNumber}`;
			return new Failure('notSetUp', message, MATCH_HINT);
		}
		if (alike.length === 1) continue;
		// To compare each duplicate with all others takes long where many rows are alike.
		const compared = step === 'duplicate' ? [item, alike[0]!] : alike;
		const requests = new Set(compared.map(({ index }) => rows[index]!.getFingerprint('send')));
		// Of one applicant's results only the first row is written.
		if (!isFetch || requests.size > 1) {
			const message = `More than one row has '${toExcerpt(String(value))}' as its '${matchColumn}'`;
			const hint = "Make its values unique, or choose another 'Column to Match On'.";
			return new Failure('notSetUp', message, hint);
		}
	}
	return undefined;
}

function findOwnMark(rows: readonly Row[]): Failure | undefined {
	if (!rows.some(({ step }) => step === 'fail')) return undefined;
	const message = 'This execution has marked rows to be sent';
	return new Failure('notSetUp', message, "Choose 'Checked Rows' as 'Update Rows'.");
}

/** Rows whose status was written before Checked Rows, but not their mark. */
function findUnmarked(rows: readonly Row[], column: string): Failure | undefined {
	const isUnmarked = ({ status, mark }: Row) => status === 'inProgress' && mark === undefined;
	if (rows.some(({ hasOwnMark }) => hasOwnMark) || !rows.some(isUnmarked)) return undefined;
	return new Failure('notSetUp', `No row has a mark of this execution in '${column}'`, NODES_HINT);
}

/** Checked Rows that a person started alone, or behind nodes that change what is sent. */
function findWrongNodes(rows: readonly Row[]): Failure | undefined {
	const marked = rows.filter(({ status, mark }) => status === 'inProgress' && mark !== undefined);
	if (marked.length > 0 && marked.every(({ run, hasOwnMark }) => run.isManual && !hasOwnMark)) {
		const message = 'All rows were marked by other executions';
		return new Failure('notSetUp', message, 'Run the whole workflow, not this node alone.');
	}
	// One changed row may be an edit; several, where no row is as it was, point at the nodes. 'stopped' fits any request.
	// No blank row is marked: where there are only such, they have lost their columns.
	const changed = marked.filter(({ step }) => step === 'changed');
	const hasLostColumns = rows.every(({ request }) => request.isBlankRow === true);
	const isEdit = changed.length < (hasLostColumns ? 1 : 2);
	if (isEdit || rows.some(({ step }) => ['send', 'stopped'].includes(step))) return undefined;
	return new Failure('notSetUp', 'The nodes between check and send change the columns', NODES_HINT);
}
