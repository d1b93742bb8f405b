import { Failure, type FailedItem } from '../core/failure';
import { isFetch, statusColumns } from '../core/operation';
import { ADDED_COLUMNS } from '../core/sheetRow';
import { formatList, isEmpty } from '../core/text';
import { invalidRunFailure, rowPrefix, sharedProblems } from '../request/problems';
import { decide } from './decide';
import { hasMarked } from './mark';
import type { Row, RowsRun } from './row';

/** Why the node fails before anything is sent and no row changes; undefined where it does not. */
export function findSetupFailure(rows: readonly Row[], run: RowsRun): FailedItem | undefined {
	const { mode, sheet, operation } = run;
	const isChecked = mode === 'checked';
	const sentences = isChecked ? findCheckedProblems(rows, run) : findDueProblems(rows, run);
	// What is wrong with every row that is due. With Checked Rows it is the outcome of each.
	const due = rows.filter(
		(row) => !isChecked && !row.isSentAsChecked && decide(row, 'due') === 'send',
	);
	const problems = sharedProblems(due.map(({ request }) => request));
	const shared = invalidRunFailure([{ problems }], isFetch(operation))?.failure;
	if (shared === undefined && sentences.length === 0) return undefined;
	const first = shared?.message ?? `Nothing was ${isFetch(operation) ? 'fetched' : 'sent'}`;
	const message = [first, ...sentences].join('. ');
	// Rows of neither a sheet nor a table may only be passing through. A check must not be turned into a send.
	const mayBeOff = mode === 'due' && sentences.length > 0 && !sheet.isOfSheet;
	const hint = `Then run it again${mayBeOff ? ", or turn 'Update Rows' off" : ''}.`;
	return { index: 0, failure: new Failure('notSetUp', message, hint) };
}

/** Checked Rows: what is in progress must be known, and this execution must find again what it has marked. */
function findCheckedProblems(rows: readonly Row[], run: RowsRun): string[] {
	const { status, open } = run.columns;
	const inProgress = rows.filter((row) => row.status === 'inProgress');
	const missing = findMissingColumns(run);
	if (inProgress.length === 0 && hasMarked(run.execution, run.owner)) {
		const lost = 'None of the rows that were just marked came back';
		return [
			`${lost}: is the header in row 1, and does the node before write and read the same sheet?`,
		];
	}
	if (inProgress.length === 0 || inProgress.some(({ known }) => known !== undefined))
		return missing;
	const unknown = `None of these rows was marked by this n8n, since it started, with this workflow, operation and credential. An hour after it was marked each becomes '${open}'; if you know that nothing was sent, clear its '${status}'`;
	return [...missing, unknown];
}

/** Due Rows and Check Only. */
function findDueProblems(rows: readonly Row[], run: RowsRun): string[] {
	const { sheet } = run;
	// Below a title all rows are blank, and no row has the match column.
	const hasMatch = sheet.matchColumn === undefined || sheet.hasColumn(sheet.matchColumn);
	if (hasMatch && rows.every(({ request }) => request.isBlankRow === true)) return [];
	return [...findMissingColumns(run), ...findMatchProblems(rows, run)];
}

/** Which of the node's own columns are missing. Where whole rows are returned, only another spelling is wrong. */
function findMissingColumns({ sheet, columns }: RowsRun): string[] {
	const missing = statusColumns(columns).filter((name) => !sheet.hasColumn(name));
	const misspelled = missing.filter((name) => sheet.findOtherSpelling(name) !== undefined);
	const wanted = sheet.matchColumn === undefined ? misspelled : missing;
	if (wanted.length === 0) return [];
	const found = misspelled.map((name) => sheet.findOtherSpelling(name) ?? '');
	const instead = found.length === 0 ? '' : `, not like ${formatList(found, 'and')}`;
	return [
		`The sheet needs the columns ${formatList(wanted, 'and')} in row 1, spelled exactly like this${instead}`,
	];
}

const MATCH_HINT =
	"As 'Column to Match On', enter 'row_number' for 'Google Sheets', 'id' for a data table, or another column whose values are unique; clear it to write a file";

const READ_ONCE =
	": turn on 'Execute Once' in the node that reads them, and read one sheet or table";

/** The next node finds a row by the match column, so it must be there, and its value be in no other row. */
function findMatchProblems(
	rows: readonly Row[],
	{ sheet, columns, mode, operation }: RowsRun,
): string[] {
	const { matchColumn } = sheet;
	if (matchColumn === undefined) return [];
	if (statusColumns(columns).includes(matchColumn)) {
		return [`This node writes '${matchColumn}', so no row is found by it. ${MATCH_HINT}`];
	}
	if (!sheet.hasColumn(matchColumn)) {
		return [`There is no column '${matchColumn}'. ${MATCH_HINT}`];
	}
	const written = rows.filter((row) => decide(row, mode) !== 'skip');
	const empty = written.find(({ item }) => isEmpty(item.columns[matchColumn]));
	if (empty !== undefined) {
		return [`${rowPrefix(empty.item.index, empty.request)} has no '${matchColumn}'. ${MATCH_HINT}`];
	}
	// Of rows that share a user ID one is written.
	const countsOnce = isFetch(operation) && matchColumn === 'userId';
	const shared = countsOnce
		? undefined
		: written.find(({ item }) => sheet.rowsWithSameKey(item).length > 1);
	if (shared === undefined) return [];
	const numbers = sheet.rowsWithSameKey(shared.item).map(({ rowNumber }) => rowNumber);
	// A number that n8n gives is unique, unless rows were read more than once or come from two places.
	const isGiven = sheet.isOfSheet && ADDED_COLUMNS.includes(matchColumn);
	const hint = isGiven ? READ_ONCE : `. ${MATCH_HINT}`;
	return [`Rows ${numbers.slice(0, 3).join(', ')} have the same '${matchColumn}'${hint}`];
}
