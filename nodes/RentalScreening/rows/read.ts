import type { Problem } from '../core/field';
import type { Item } from '../core/item';
import { isFetch, type Request, type RowColumns } from '../core/operation';
import { decide } from './decide';
import type { MarkRecord } from './record';
import { Row, type RowsRun } from './row';

/** The rows of a run. `requests`: what the node reads of them now; Checked Rows reads nothing. */
export function readRows(
	run: RowsRun,
	items: readonly Item[],
	requests: readonly Request[],
): Row[] {
	const read = isFetch(run.operation) ? refuseSharedUserIds(requests) : requests;
	const rows = items.map(
		(item, index) => new Row(item, run, read[index] ?? { problems: [] }, isCopy(item, run)),
	);
	giveMarksToOneRow(rows);
	standBackForEqualRows(rows, run.columns);
	return rows;
}

/** A mark that a person has copied is of one row: of one in progress, and of the one that is unchanged. */
function giveMarksToOneRow(rows: readonly Row[]): void {
	const rank = (row: Row) => Number(row.status === 'inProgress') + Number(row.isUnchanged);
	const holders = new Map<MarkRecord, Row>();
	for (const row of rows) {
		const holder = row.known && holders.get(row.known);
		if (row.known && (holder === undefined || rank(row) > rank(holder)))
			holders.set(row.known, row);
	}
	for (const row of rows) {
		if (row.known === undefined || holders.get(row.known) === row) continue;
		row.known = undefined;
		row.standsBack ||= row.status === 'inProgress';
	}
}

/** Of rows that ask for the same one is sent, or was; each other one that is due stands back. */
function standBackForEqualRows(rows: readonly Row[], { id, status }: RowColumns): void {
	const firstRows = new Map<string, Row>();
	const ranked = rows.map((row) => ({ row, rank: rankRow(row) }));
	const counted = ranked.filter(({ rank }) => rank < Infinity);
	for (const { row } of counted.sort((one, other) => one.rank - other.rank)) {
		const { key, problems } = row.request;
		if (key === undefined) continue;
		const first = firstRows.get(key);
		const isDue = problems.length === 0 && decide(row, 'due') === 'send';
		if (first === undefined) firstRows.set(key, row);
		else if (isDue && first.status === 'inProgress' && first.known === undefined) {
			// What becomes of a row that another process has marked is not known yet.
			row.standsBack = true;
		} else if (isDue) {
			const { rowNumber } = first.item;
			const sentence = `The same as row ${rowNumber}: delete this row. To send it again, clear '${id}' and '${status}' of row ${rowNumber}`;
			row.request = addProblem(row.request, { sentence, scope: 'item' });
		}
	}
}

/**
 * Which of equal rows comes first: one that was sent, then one in progress, then one that is due. One that was marked to be
 * refused comes last, so that no two refuse each other. Infinity: it stands in nobody's way.
 */
function rankRow(row: Row): number {
	if (row.status === 'done' || row.status === 'maybe') return 0;
	if (row.status === 'inProgress') {
		if (row.isUnchanged && row.record.state === 'over') return row.record.wasSent ? 0 : Infinity;
		return row.isMarkedRefused ? 3 : 1;
	}
	return decide(row, 'due') === 'send' && row.request.problems.length === 0 ? 2 : Infinity;
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
