import type { IDataObject } from 'n8n-workflow';

import { isBlank, normaliseColumnName, trimBlanks } from '../core/text';
import { statusColumns } from '../rows/sheet';
import { hashOf } from '../service/account';
import type { Operation, RowColumns } from '../core/operation';
import type { Job } from './job';

const REMEMBERED_MS = 24 * 60 * 60_000;
const MOST_REMEMBERED = 50_000;

/** The result of a request: its answer, or that it may have been accepted; undefined: not accepted. */
export type SentResult = { readonly answer: IDataObject } | 'maybe' | undefined;

/** A request that this process has sent or is sending. */
export interface SentRequest {
	/** When it was sent last (milliseconds since 1970). */
	sentAt: number;
	readonly execution: unknown;
	/** Its result; never rejects. */
	readonly result: Promise<SentResult>;
	/** The same, once it is known. */
	settled: SentResult | 'in flight';
	settle(result: SentResult): void;
}

/** A hash of account, path and body, and where equal requests may be different records of the row's own columns too. */
export function requestKey(
	accountKey: string,
	{ wire, request, input }: Job,
	{ isPerRow, rows }: Operation,
): string {
	// A model that repeats its call has no rows that could differ.
	const isOfRow = isPerRow === true && !input.isToolCall;
	const cells = isOfRow ? cellsOf(input.columns, rows) : undefined;
	return hashOf([accountKey, wire.path, request.body, cells]);
}

/** Columns of spreadsheet nodes, data tables and the node's own that tell no two records apart. */
const NO_CELLS = [
	...['sendAgain', 'alreadySent', 'sentAt', 'error'],
	...['row_number', 'id', 'createdAt', 'updatedAt'],
];

/** The filled cells as text, whatever the case and place of their columns. */
function cellsOf(columns: IDataObject, rows?: RowColumns): Array<[string, string]> {
	const names = [...NO_CELLS, ...(rows === undefined ? [] : statusColumns(rows))];
	const left = new Set(names.map(normaliseColumnName));
	return Object.entries(columns)
		.map(([name, cell]) => ({ name: normaliseColumnName(name), cell }))
		.filter(({ name, cell }) => !isBlank(cell) && !left.has(name))
		.map(({ name, cell }): [string, string] => [name, textOf(cell)])
		.sort(([one], [other]) => (one < other ? -1 : 1));
}

function textOf(cell: unknown): string {
	return typeof cell === 'object' ? JSON.stringify(cell) : trimBlanks(String(cell));
}

/**
 * Rule 6: the POSTs that this process sent in the last 24 hours or is sending, as hashes beside the documented
 * members of their answers. In memory only, bounded: the one that was sent first is forgotten first.
 */
export class Memory {
	private readonly inFlight = new Map<string, SentRequest>();

	/** Those that were accepted, or may have been. */
	private readonly sent = new Map<string, SentRequest>();

	constructor(private readonly most = MOST_REMEMBERED) {}

	/** The identical request, if this process sent one. */
	find(key: string): SentRequest | undefined {
		const sent = this.sent.get(key);
		return this.inFlight.get(key) ?? (sent === undefined || isOver(sent) ? undefined : sent);
	}

	/**
	 * Announces a request before it is sent, while no identical one is in flight. It takes the place of one that was
	 * sent before only when it was, or may have been, accepted.
	 */
	claim(key: string, execution: unknown): SentRequest {
		let resolve: (result: SentResult) => void = () => {};
		const request: SentRequest = {
			sentAt: Date.now(),
			execution,
			result: new Promise((settled) => (resolve = settled)),
			settled: 'in flight',
			settle: (result) => {
				request.settled = result;
				this.inFlight.delete(key);
				if (result !== undefined) this.keep(key, request);
				resolve(result);
			},
		};
		this.inFlight.set(key, request);
		return request;
	}

	private keep(key: string, request: SentRequest): void {
		this.sent.delete(key);
		this.sent.set(key, request);
		for (const [oldest, one] of this.sent) {
			if (this.sent.size <= this.most && !isOver(one)) return;
			this.sent.delete(oldest);
		}
	}
}

function isOver({ sentAt }: SentRequest): boolean {
	return Date.now() - sentAt >= REMEMBERED_MS;
}
