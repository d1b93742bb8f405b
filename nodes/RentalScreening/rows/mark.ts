import { createHash, randomBytes } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import type { Request } from '../core/operation';
import { isEmpty, toCellText } from '../core/text';
import type { Outcome } from './outcomes';

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
	const text = JSON.stringify([operation, pathValues, body, given, id]);
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What this process knows of a row that it has marked. See `Row.renewRecord` for one that is marked again. */
export interface MarkRecord {
	/** When its row was first marked, in milliseconds since 1970. */
	readonly since: number;
	/** A person had cleared the status of the row before. */
	readonly wasCleared: boolean;
	/** 'taken' by a run that sends the row; 'over' with an outcome. */
	state: 'open' | 'taken' | 'over';
	outcome?: Outcome;
}

/** A mark that this process has made. */
export interface KnownMark {
	/** Workflow, operation and credential. */
	readonly owner: string;
	/** The settings of the check that made it. */
	readonly settings: INodeParameters;
	readonly record: MarkRecord;
}

const MAX_KNOWN_MARKS = 50_000;

/** The marks that this process has made, by their ID. In memory only; the oldest is forgotten first. */
const knownMarks = new Map<string, KnownMark>();

/** What is known of a mark, if it was made for this workflow, operation and credential. */
export function findKnownMark(mark: Mark | undefined, owner: string): KnownMark | undefined {
	const known = mark && knownMarks.get(mark.id);
	return known?.owner === owner ? known : undefined;
}

export function rememberMark(mark: Mark, known: KnownMark): void {
	knownMarks.set(mark.id, known);
	if (knownMarks.size <= MAX_KNOWN_MARKS) return;
	const [oldest = ''] = knownMarks.keys();
	knownMarks.delete(oldest);
}
