import type { IDataObject } from 'n8n-workflow';

import { normaliseColumnName } from '../request/columns';
import { isBlank, trimBlanks } from '../request/text';
import { hashOf } from '../service/account';

const REMEMBERED_MS = 24 * 60 * 60_000;
const MOST_REMEMBERED = 50_000;

/** An execution that did nothing for so long need not be listed beside one that came later. */
const QUIET_MS = 60 * 60_000;

/** The result of a request: its answer, or that it may have been accepted; undefined: not accepted. */
export type SentResult =
	{ readonly answer: IDataObject } | { readonly uncertain: true } | undefined;

/** A request that this process has sent or is sending. */
export interface SentRequest {
	/** When it was sent last (milliseconds since 1970). */
	readonly sentAt: number;
	/** Its result; never rejects. */
	readonly result: Promise<SentResult>;
}

/** A request of the caller's own, from its first try until `settle`. */
export interface Claim {
	/** The request is being sent now; returns when. */
	sending(): number;
	settle(result: SentResult): void;
}

/** One execution of a node, in all its runs: Loop Over Items makes several. */
interface Execution {
	/** When it last sent something or asked for something that was sent. */
	usedAt: number;
}

interface Entry extends SentRequest {
	sentAt: number;
	/** The executions that sent it or were given its answer; only the one that sent it where it is uncertain. */
	users: readonly Execution[];
	outcome: 'in flight' | SentResult;
	/** The one whose place it took; known again when this one is not accepted. */
	earlier?: Entry | undefined;
}

/** What a row of a sheet holds, beside the columns that the node writes or reads for itself. */
export interface OwnColumns {
	readonly columns: IDataObject;
	readonly written: readonly string[];
}

/**
 * What identifies a request: account, path and body, and with `row` also its row; as a hash that gives none of
 * them away. Cells that say the same as text are the same, whatever their column's case and place.
 */
export function requestKey(
	accountKey: string,
	path: string,
	body: IDataObject | undefined,
	row?: OwnColumns,
): string {
	return hashOf([accountKey, path, body, row && cellsOf(row)]);
}

function cellsOf({ columns, written }: OwnColumns): Array<[name: string, cell: string]> {
	const left = new Set(written.map(normaliseColumnName));
	return Object.entries(columns)
		.filter(([, cell]) => !isBlank(cell))
		.map(([name, cell]): [string, string] => [normaliseColumnName(name), cellText(cell)])
		.filter(([name]) => !left.has(name))
		.sort(([one], [other]) => (one < other ? -1 : 1));
}

function cellText(cell: unknown): string {
	return typeof cell === 'object' ? JSON.stringify(cell) : trimBlanks(String(cell));
}

/**
 * Rule 6: the POSTs that this process sent or is sending. An entry is forgotten 24 hours after the last sign of
 * an execution that sent it or was given its answer; one that may have been accepted, after that which sent it.
 * In memory only, bounded, as hashes beside the answers; shared by all runs of this process.
 */
export class SentRequests {
	/** The one that was used last is the last one of the map. */
	private readonly entries = new Map<string, Entry>();

	private readonly executions = new Map<string, Execution>();

	/** Nothing can be forgotten before this time. */
	private nextExpiry = Infinity;

	constructor(private readonly most = MOST_REMEMBERED) {}

	/** The execution of that name, which its first run begins; without a name, one of its own. */
	execution(name?: string, isFirstRun = true): Execution {
		this.forgetOld();
		const known = name === undefined || isFirstRun ? undefined : this.executions.get(name);
		const execution = known ?? { usedAt: Date.now() };
		if (name !== undefined && known === undefined) this.executions.set(name, execution);
		this.use(execution);
		return execution;
	}

	get(key: string): Entry | undefined {
		return this.entries.get(key);
	}

	/** Notes that an execution is at work. */
	use(execution: Execution): void {
		this.forgetOld();
		execution.usedAt = Date.now();
		this.nextExpiry = Math.min(this.nextExpiry, execution.usedAt + REMEMBERED_MS);
	}

	/**
	 * Puts an entry behind all others; false where there is no room. What was used longest ago goes first, but
	 * not for an execution that used all that is left: it would forget its first requests, and an execution that
	 * repeats it would find none of them in time.
	 */
	keep(key: string, entry: Entry, execution: Execution): boolean {
		if (!this.entries.delete(key) && this.entries.size >= this.most) {
			const oldest = this.oldestSettled();
			if (oldest === undefined || oldest.entry.users.includes(execution)) return false;
			this.entries.delete(oldest.key);
		}
		this.entries.set(key, entry);
		return true;
	}

	/** Puts what is known again in the place of an entry that was not accepted. */
	replace(key: string, entry: Entry, earlier: Entry | undefined): void {
		if (this.entries.get(key) !== entry) return;
		if (earlier === undefined) {
			this.entries.delete(key);
			return;
		}
		this.entries.set(key, earlier);
		this.nextExpiry = Math.min(this.nextExpiry, expiryOf(earlier.users));
	}

	private oldestSettled(): { key: string; entry: Entry } | undefined {
		for (const [key, entry] of this.entries) {
			if (entry.outcome !== 'in flight') return { key, entry };
		}
		return undefined;
	}

	private forgetOld(): void {
		const now = Date.now();
		if (now < this.nextExpiry) return;
		this.nextExpiry = Infinity;
		const isOver = (users: readonly Execution[]) => {
			const expiry = expiryOf(users);
			if (expiry > now) this.nextExpiry = Math.min(this.nextExpiry, expiry);
			return expiry <= now;
		};
		for (const [key, { users }] of this.entries) if (isOver(users)) this.entries.delete(key);
		for (const [name, one] of this.executions) if (isOver([one])) this.executions.delete(name);
	}
}

/** How an item looks for its request. */
export interface Asking {
	/** Its index in the run. */
	readonly index: number;
	/** Equal requests of one execution are different records, so they are counted. */
	readonly counted?: boolean;
	/** Send it although it was sent before this run. */
	readonly again?: boolean;
}

/** What was sent, as one run of the node looks for it and adds to it. */
export class RunMemory {
	/** What this run sent or was given, with the item that was first. */
	private readonly taken = new Map<Entry, number>();

	/** What this run sent and there is no room for: known to the run itself. */
	private readonly beyond = new Map<string, Entry>();

	/** `isOfAnotherRow`: whether the answer belongs to a row of the run that is done. */
	constructor(
		private readonly memory: SentRequests,
		private readonly execution: Execution,
		private readonly isOfAnotherRow: (answer: IDataObject) => boolean = () => false,
	) {}

	/** The identical request that is known, or else the claim on it, for a request that is about to be sent. */
	take(
		key: string,
		{ index, counted = false, again = false }: Asking,
	): { known: SentRequest } | { claim: Claim } {
		this.memory.use(this.execution);
		for (let count = 1; ; count++) {
			const place = counted ? `${key} ${count}` : key;
			const entry = this.memory.get(place) ?? this.beyond.get(place);
			if (entry !== undefined && counted && this.isOfAnother(entry, index)) continue;
			if (entry === undefined || (again && !this.taken.has(entry))) {
				return { claim: this.claim(place, index) };
			}
			this.renew(entry, index);
			if (this.memory.get(place) === entry) this.memory.keep(place, entry, this.execution);
			return { known: entry };
		}
	}

	/**
	 * Whether another row of this execution has this entry. One that may have been accepted may be that of the
	 * same row, which a workflow passed to the node a second time.
	 */
	private isOfAnother(entry: Entry, index: number): boolean {
		if (this.taken.has(entry)) return this.taken.get(entry) !== index;
		if (isUncertain(entry)) return false;
		if (entry.users.includes(this.execution)) return true;
		const { outcome } = entry;
		return (
			typeof outcome === 'object' && 'answer' in outcome && this.isOfAnotherRow(outcome.answer)
		);
	}

	/** A row that asks has not its result yet, and may ask again: the time of what was accepted begins again. */
	private renew(entry: Entry, index: number): void {
		if (!this.taken.has(entry)) this.taken.set(entry, index);
		const recently = Date.now() - QUIET_MS;
		for (let one: Entry | undefined = entry; one !== undefined; one = one.earlier) {
			if (isUncertain(one) || one.users.includes(this.execution)) continue;
			one.users = [...one.users.filter(({ usedAt }) => usedAt > recently), this.execution];
		}
	}

	/** Announces a request before it is sent; replaces an earlier one. */
	private claim(key: string, index: number): Claim {
		const { memory, execution } = this;
		let resolve: (result: SentResult) => void = () => {};
		const result = new Promise<SentResult>((settled) => {
			resolve = settled;
		});
		const earlier = memory.get(key);
		const entry: Entry = {
			sentAt: Date.now(),
			result,
			users: [execution],
			outcome: 'in flight',
			earlier,
		};
		this.taken.set(entry, index);
		if (!memory.keep(key, entry, execution)) this.beyond.set(key, entry);
		return {
			sending: () => {
				memory.use(execution);
				entry.sentAt = Date.now();
				return entry.sentAt;
			},
			settle: (settled) => {
				memory.use(execution);
				entry.outcome = settled;
				resolve(settled);
				if (settled === undefined) {
					memory.replace(key, entry, acceptedBefore(entry));
					if (this.beyond.get(key) === entry) this.beyond.delete(key);
					return;
				}
				delete entry.earlier;
				if (isUncertain(entry)) entry.users = [execution];
				if (memory.get(key) === entry) memory.keep(key, entry, execution);
			},
		};
	}
}

/** When an entry that only these executions used is forgotten (milliseconds since 1970). */
function expiryOf(users: readonly Execution[]): number {
	return Math.max(...users.map(({ usedAt }) => usedAt)) + REMEMBERED_MS;
}

function isUncertain({ outcome }: Entry): boolean {
	return typeof outcome === 'object' && 'uncertain' in outcome;
}

/** What is known again when an entry was not accepted. */
function acceptedBefore({ earlier }: Entry): Entry | undefined {
	let entry = earlier;
	while (entry !== undefined && entry.outcome === undefined) entry = entry.earlier;
	return entry;
}
