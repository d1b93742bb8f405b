import type { IExecuteSingleFunctions } from 'n8n-workflow';

import type { Problem } from '../core/field';
import type { Item } from '../core/item';
import { hasMarks, type Operation, type Request, type RowColumns } from '../core/operation';
import { checkAll } from '../request/check';
import { readStatus, Row, type MarkedRow, type Mode } from './decide';
import { findKnownMark, readMark, type KnownMark, type MarkRecord } from './mark';
import type { Sheet } from './sheet';

/** The rows of a run, each with what it asks for. */
export function readRows(
	context: IExecuteSingleFunctions,
	operation: Operation,
	columns: RowColumns,
	items: readonly Item[],
	sheet: Sheet,
	mode: Mode,
): Row[] {
	const credential = context.getNode().credentials?.rentalScreeningApi;
	const workflow = context.getWorkflow().id;
	const owner = JSON.stringify([workflow, items[0]!.operationName, credential?.id]);
	const run = { mode, owner, startedAt: Date.now() };
	const marked = readMarked(operation, items, columns, owner);
	// Checked Rows skips a row of which nothing is known, so nothing is read of it.
	const read =
		mode === 'checked'
			? items.map((item) => marked.get(item)?.request ?? { problems: [] })
			: checkAll(operation, items);
	const requests = hasMarks(columns) ? read : refuseSharedUserIds(read);
	return items.map((item, index) => {
		const isCopied = isCopy(item, sheet, mode);
		return new Row(item, requests[index]!, marked.get(item), columns, run, isCopied);
	});
}

/**
 * The rows in progress whose marks this process knows, each read with the settings of its mark. Where a
 * person has copied such a row, only the first is known.
 */
function readMarked(
	operation: Operation,
	items: readonly Item[],
	columns: RowColumns,
	owner: string,
): ReadonlyMap<Item, MarkedRow> {
	const knownMarks = new Map<Item, KnownMark>();
	const seen = new Set<MarkRecord>();
	for (const item of items) {
		const { columns: cells } = item;
		const known = findKnownMark(readMark(cells[columns.mark ?? '']), owner);
		const isInProgress = readStatus(cells[columns.status], columns) === 'inProgress';
		if (known === undefined || !isInProgress || seen.has(known.record)) continue;
		seen.add(known.record);
		knownMarks.set(item, known);
	}
	if (knownMarks.size === 0) return new Map();
	// All rows are read: together they show which columns there are.
	const withSettings = items.map((item) => {
		const known = knownMarks.get(item);
		return known === undefined ? item : item.withParameters(known.settings);
	});
	const requests = checkAll(operation, withSettings);
	return new Map(
		[...knownMarks].map(([item, { record }]) => [item, { record, request: requests[item.index]! }]),
	);
}

/** Results: it is not known to which of several rows with one user ID they belong. */
function refuseSharedUserIds(requests: readonly Request[]): Request[] {
	const counts = new Map<string, number>();
	const toId = ({ pathValues }: Request) => pathValues?.userId ?? '';
	for (const request of requests) counts.set(toId(request), (counts.get(toId(request)) ?? 0) + 1);
	return requests.map((request) => {
		const id = toId(request);
		if (request.isBlankRow === true || id === '' || counts.get(id) === 1) return request;
		const clause = 'is in several rows: keep it in one';
		const problem: Problem = { label: 'userId', clause, scope: 'item' };
		return { ...request, problems: [...request.problems, problem] };
	});
}

/**
 * Whether another row stands for this one. A mark that was copied into another row counts nowhere; rows that are equal in
 * every cell, as where a sheet was read several times, count once. So do rows of one user ID that are matched on it.
 */
function isCopy(item: Item, sheet: Sheet, mode: Mode): boolean {
	const alike = sheet.rowsWithSameKey(item);
	if (alike.length === 1) return false;
	if (mode !== 'checked') return alike[0] !== item && sheet.matchColumn === 'userId';
	const toText = ({ columns }: Item) => JSON.stringify(columns);
	return alike[0] !== item || alike.some((other) => toText(other) !== toText(item));
}
