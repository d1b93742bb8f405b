import { randomBytes } from 'node:crypto';

import { hash } from '../core/hash';
import type { Request } from '../core/operation';
import { readCell, type Column, type SheetRow } from '../core/sheetRow';
import { isEmpty, toCellText, toComparableText } from '../core/text';
import type { MarkRecord } from './record';

const MINUTE_MS = 60_000;

/** How long a mark counts, by what it is for. */
const PERIODS_MS = {
	/** Checked Rows may send. Shorter than `lock`, so that two runs never act on one row. */
	lease: 40 * MINUTE_MS,
	/** Other runs skip the row. */
	lock: 60 * MINUTE_MS,
	/** A refused request is not repeated by a schedule. */
	refusal: 24 * 60 * MINUTE_MS,
};

/** The clocks of two machines may differ by this; a mark that is further ahead counts as old. */
const MAX_CLOCK_DIFFERENCE_MS = 20 * MINUTE_MS;

/** A row's mark. Its cell holds time, random ID and fingerprint, with blanks between. */
export interface Mark {
	/** Milliseconds since 1970. */
	readonly madeAt: number;
	readonly id: string;
	readonly fingerprint: string;
}

export function createMark(fingerprint: string): Mark {
	return { madeAt: Date.now(), id: randomBytes(6).toString('hex'), fingerprint };
}

export function formatMark({ madeAt, id, fingerprint }: Mark): string {
	return [new Date(madeAt).toISOString(), id, fingerprint].join(' ');
}

/** The mark in a cell; undefined where there is none that can be read. */
export function readMark(cell: unknown): Mark | undefined {
	const [time = '', id = '', fingerprint = '', ...more] = toCellText(cell ?? '').split(' ');
	const madeAt = Date.parse(time);
	const isMark = !Number.isNaN(madeAt) && fingerprint !== '' && more.length === 0;
	return isMark ? { madeAt, id, fingerprint } : undefined;
}

/** Whether a mark still counts. One that is absent or too far ahead does not. */
export function isWithin(mark: Mark | undefined, period: keyof typeof PERIODS_MS): boolean {
	if (mark === undefined) return false;
	const age = Date.now() - mark.madeAt;
	return age >= -MAX_CLOCK_DIFFERENCE_MS && age < PERIODS_MS[period];
}

/** Changes with the operation, what a row asks for, what it holds that is wrong, and its ID. */
export function toFingerprint(operation: string, request: Request, id: unknown): string {
	const { pathValues, body, problems } = request;
	// Only values: other problems may depend on other rows, as some sources leave out columns of empty cells.
	const wrong = problems.map((problem) => ('value' in problem ? problem.value : undefined));
	const given = wrong.filter((value) => !isEmpty(value));
	return hash([operation, pathValues, body, given, id]).slice(0, 16);
}

/** The cells that a check read of a row: where they are, and a hash of them and of the ID. */
export interface ReadCells {
	readonly columns: readonly Column[];
	readonly hash: string;
}

export function hashCells(row: SheetRow, columns: readonly Column[], id: unknown): string {
	const cells = columns.map((column) => readCell(row, column));
	return hash([...cells, id].map(toComparableText));
}

/** What this process knows of a mark that it has made. */
export interface KnownMark {
	/** Workflow, operation and credential. */
	readonly owner: string;
	/** The execution that made it with Check Only. */
	readonly execution: string | undefined;
	readonly madeAt: number;
	readonly cells: ReadCells;
	readonly record: MarkRecord;
}

const MAX_KNOWN_MARKS = 50_000;

/** The marks that this process has made, by their ID, the oldest first. In memory only. */
const knownMarks = new Map<string, KnownMark>();

/** What is known of a mark, if it was made for this workflow, operation and credential. */
export function findKnownMark(mark: Mark | undefined, owner: string): KnownMark | undefined {
	const known = mark && knownMarks.get(mark.id);
	return known?.owner === owner ? known : undefined;
}

/** Whether this execution has marked rows of the owner with Check Only. */
export function hasMarked(execution: string, owner: string): boolean {
	for (const known of knownMarks.values()) {
		if (known.execution === execution && known.owner === owner) return true;
	}
	return false;
}

/** Makes room for so many marks: those that are over are forgotten first, then those older than an hour. Returns how many fit. */
export function makeRoom(wanted: number): number {
	const isOld = ({ madeAt }: KnownMark) => Date.now() - madeAt >= PERIODS_MS.lock;
	for (const canForget of [({ record }: KnownMark) => record.state === 'over', isOld]) {
		for (const [id, known] of knownMarks) {
			if (MAX_KNOWN_MARKS - knownMarks.size >= wanted) return wanted;
			if (!canForget(known)) continue;
			knownMarks.delete(id);
			known.record.requests.delete(id);
		}
	}
	return Math.max(0, Math.min(wanted, MAX_KNOWN_MARKS - knownMarks.size));
}

/** Whether one more mark can be remembered. */
export function hasRoom(): boolean {
	return knownMarks.size < MAX_KNOWN_MARKS;
}

export function rememberMark(mark: Mark, known: KnownMark): void {
	knownMarks.set(mark.id, known);
}
