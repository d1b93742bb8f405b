import { Failure } from '../core/failure';
import { hasMarks, statusColumns, type RowColumns } from '../core/operation';
import { isOfSheet } from '../core/sheetRow';
import { formatList, isEmpty } from '../core/text';
import { invalidRunFailure, rowPrefix, sharedProblems, type FailedItem } from '../request/problems';
import type { Mode, Row } from './decide';
import type { Sheet } from './sheet';

/** Why the node fails before anything is sent and no row changes; undefined where it does not. */
export function findSetupFailure(
	rows: readonly Row[],
	sheet: Sheet,
	columns: RowColumns,
	mode: Mode,
): FailedItem | undefined {
	const isFetch = !hasMarks(columns);
	const sentences =
		mode === 'checked'
			? findCheckedProblems(rows, sheet, columns)
			: findDueProblems(rows, sheet, columns);
	// What is wrong with every row that is due. With Checked Rows it is the outcome of each.
	const due = mode === 'checked' ? [] : rows.filter(({ dueStep }) => dueStep === 'send');
	const problems = sharedProblems(due.map(({ request }) => request));
	const shared = invalidRunFailure([{ problems }], isFetch)?.failure;
	if (shared === undefined && sentences.length === 0) return undefined;
	const first = shared?.message ?? `Nothing was ${isFetch ? 'fetched' : 'sent'}`;
	const message = [first, ...sentences].join('. ');
	// Rows of neither a sheet nor a table may only be passing through.
	const mayBeOff =
		mode !== 'checked' && sentences.length > 0 && !isOfSheet(rows.map(({ item }) => item.columns));
	const hint = `Then run it again${mayBeOff ? ", or turn 'Update Rows' off" : ''}.`;
	return { index: 0, failure: new Failure('notSetUp', message, hint) };
}

/** Checked Rows: status, note and mark are enough to write what happened to a row. */
function findCheckedProblems(
	rows: readonly Row[],
	sheet: Sheet,
	{ status, note, mark = '', open }: RowColumns,
): string[] {
	const inProgress = rows.filter((row) => row.status === 'inProgress');
	const isNoneKnown = inProgress.length > 0 && inProgress.every(({ known }) => known === undefined);
	const unknown = `None of these rows was marked by this n8n, since it started, with this operation and credential. An hour after it was marked each becomes '${open}'; if you know that nothing was sent, clear its '${status}'`;
	return [
		...(inProgress.length > 0 ? findMissingColumns(sheet, [status, note, mark]) : []),
		...(isNoneKnown ? [unknown] : []),
	];
}

/** Due Rows and Check Only. */
function findDueProblems(rows: readonly Row[], sheet: Sheet, columns: RowColumns): string[] {
	if (rows.every(({ request }) => request.isBlankRow === true)) return [];
	return [
		...findMissingColumns(sheet, statusColumns(columns)),
		...findMatchProblems(rows, sheet, columns),
	];
}

/** Which of these columns are missing. Where whole rows are returned, only another spelling is wrong. */
function findMissingColumns(sheet: Sheet, own: readonly string[]): string[] {
	const missing = own.filter((name) => !sheet.hasColumn(name));
	const misspelled = missing.filter((name) => sheet.findOtherSpelling(name) !== undefined);
	const wanted = sheet.matchColumn === undefined ? misspelled : missing;
	if (wanted.length === 0) return [];
	const found = misspelled.map((name) => sheet.findOtherSpelling(name) ?? '');
	const instead = found.length === 0 ? '' : `, not like ${formatList(found, 'and')}`;
	return [
		`The sheet needs the columns ${formatList(wanted, 'and')}, spelled exactly like this${instead}`,
	];
}

const MATCH_HINT =
	"As 'Column to Match On', enter 'row_number' for 'Google Sheets', 'id' for a data table, or another column whose values are unique; clear it to write a file";

/** The next node finds a row by the match column, so it must be there, and its value be in no other row. */
function findMatchProblems(rows: readonly Row[], sheet: Sheet, columns: RowColumns): string[] {
	const { matchColumn } = sheet;
	if (matchColumn === undefined) return [];
	if (statusColumns(columns).includes(matchColumn)) {
		return [`This node writes '${matchColumn}', so no row is found by it. ${MATCH_HINT}`];
	}
	if (!sheet.hasColumn(matchColumn)) {
		return [`There is no column '${matchColumn}'. ${MATCH_HINT}`];
	}
	const written = rows.filter(({ step }) => step !== 'skip');
	const empty = written.find(({ item }) => isEmpty(item.columns[matchColumn]));
	if (empty !== undefined) {
		return [`${rowPrefix(empty.item.index, empty.request)} has no '${matchColumn}'. ${MATCH_HINT}`];
	}
	// Of rows that share a user ID one is written.
	const countsOnce = !hasMarks(columns) && matchColumn === 'userId';
	const shared = countsOnce
		? undefined
		: written.find(({ item }) => sheet.rowsWithSameKey(item).length > 1);
	if (shared === undefined) return [];
	const numbers = sheet.rowsWithSameKey(shared.item).map(({ rowNumber }) => rowNumber);
	return [`Rows ${numbers.slice(0, 3).join(', ')} have the same '${matchColumn}'. ${MATCH_HINT}`];
}
