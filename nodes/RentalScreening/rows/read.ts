import type { Problem } from '../core/field';
import type { Item } from '../core/item';
import { isFetch, type Request } from '../core/operation';
import { decide } from './decide';
import { findKnownMark, readMark } from './mark';
import type { MarkRecord } from './record';
import { readStatus, Row, type RowsRun } from './row';

/** The rows of a run. `requests`: what the node reads of them now; Checked Rows reads nothing. */
export function readRows(
	run: RowsRun,
	items: readonly Item[],
	requests: readonly Request[],
): Row[] {
	const read = isFetch(run.operation) ? refuseSharedUserIds(requests) : requests;
	const seen = new Set<MarkRecord>();
	const rows = items.map((item, index) => {
		const marked = findKnownMark(readMark(item.columns[run.columns.mark ?? '']), run.owner);
		const isInProgress = readStatus(item.columns[run.columns.status], run) === 'inProgress';
		// Where a person has copied a row in progress, its mark counts once.
		const isCopied = isInProgress && marked !== undefined && seen.has(marked.record);
		if (isInProgress && marked !== undefined) seen.add(marked.record);
		const known = isCopied ? undefined : marked;
		return new Row(item, run, isCopy(item, run), known, read[index] ?? { problems: [] });
	});
	refuseEqualRows(rows, run);
	return rows;
}

/** Of rows that ask for the same one is sent, or was: those that were come first, then what is in progress. */
function refuseEqualRows(rows: readonly Row[], { columns: { id, status } }: RowsRun): void {
	const wasSent = (row: Row) => row.status === 'done' || row.status === 'maybe';
	const isInProgress = (row: Row) => row.status === 'inProgress';
	const isDue = (row: Row) => decide(row, 'due') === 'send' && row.request.problems.length === 0;
	const others = rows.filter((row) => !wasSent(row) && !isInProgress(row) && isDue(row));
	const inOrder = [...rows.filter(wasSent), ...rows.filter(isInProgress), ...others];
	const firstRows = new Map<string, Row>();
	for (const row of inOrder) {
		const { key, problems } = row.request;
		// One that is refused anyway stands in nobody's way.
		const isRefused = problems.length > 0 && decide(row, 'due') === 'send';
		if (key === undefined || isRefused) continue;
		const first = firstRows.get(key);
		if (first === undefined) firstRows.set(key, row);
		else if (isDue(row)) {
			const { rowNumber } = first.item;
			const sentence = `The same as row ${rowNumber}: delete this row. To send it again, clear '${id}' and '${status}' of row ${rowNumber}`;
			row.request = addProblem(row.request, { sentence, scope: 'item' });
		}
	}
}

/** Results: it is not known to which of several rows with one user ID they belong. */
function refuseSharedUserIds(requests: readonly Request[]): Request[] {
	const counts = new Map<string, number>();
	const toId = ({ pathValues }: Request) => pathValues?.userId ?? '';
	for (const request of requests) counts.set(toId(request), (counts.get(toId(request)) ?? 0) + 1);
	const sentence = 'Several rows have this user ID: keep it in one';
	return requests.map((request) => {
		const id = toId(request);
		if (request.isBlankRow === true || id === '' || counts.get(id) === 1) return request;
		return addProblem(request, { sentence, scope: 'item' });
	});
}

function addProblem(request: Request, problem: Problem): Request {
	return { ...request, problems: [...request.problems, problem] };
}

/**
 * Whether another row stands for this one. With Checked Rows, a mark that was copied into another row counts nowhere; rows
 * that are equal in every cell, as where a sheet was read several times, count once. So do rows of one user ID that are
 * matched on it.
 */
function isCopy(item: Item, { sheet, mode }: RowsRun): boolean {
	const alike = sheet.rowsWithSameKey(item);
	if (alike.length === 1) return false;
	if (mode !== 'checked') return alike[0] !== item && sheet.matchColumn === 'userId';
	const toText = ({ columns }: Item) => JSON.stringify(columns);
	return alike[0] !== item || alike.some((other) => toText(other) !== toText(item));
}
