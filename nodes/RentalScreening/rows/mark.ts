import { createHash, randomBytes } from 'node:crypto';
import type { IExecuteSingleFunctions } from 'n8n-workflow';

import type { Request } from '../core/operation';

const MINUTE_MS = 60_000;

/** How long a mark counts, by what it is for. */
export const PERIODS_MS = {
	/** Its own execution may send: for less time than others skip the row, so that two never act on it. */
	lease: 40 * MINUTE_MS,
	/** Other executions skip the row. */
	lock: 60 * MINUTE_MS,
	/** A refused request is not repeated by a schedule. */
	refusal: 24 * 60 * MINUTE_MS,
};

/** The clocks of two machines may differ by this; a mark that is further ahead counts as old. */
const MAX_CLOCK_DIFFERENCE_MS = 20 * MINUTE_MS;

const PROCESS = randomHex();

/**
 * A row's mark: the lock while it is sent, its lease, and what a refusal remembers. In its cell, with blanks between:
 * the time, the execution, random values of process, check and row, and the fingerprint of what the row will become.
 */
export interface Mark {
	readonly text: string;
	/** Milliseconds since 1970. */
	readonly madeAt: number;
	/** Execution and process. */
	readonly owner: string;
	readonly checkId: string;
	readonly fingerprint: string;
}

/** Who makes the marks of this execution in this process. */
export function readOwner(context: IExecuteSingleFunctions): string {
	return `${context.getExecutionId() || 'none'} ${PROCESS}`;
}

/** The text of a new mark of a row. */
export function makeMark(owner: string, checkId: string, fingerprint: string): string {
	return [new Date().toISOString(), owner, checkId, randomHex(), fingerprint].join(' ');
}

/** The mark in a cell; undefined where there is none that can be read. */
export function readMark(text: unknown): Mark | undefined {
	if (typeof text !== 'string') return undefined;
	const parts = text.split(' ');
	const [time = '', execution, process, checkId = '', , fingerprint = ''] = parts;
	const madeAt = Date.parse(time);
	if (Number.isNaN(madeAt) || parts.length !== 6 || parts.includes('')) return undefined;
	return { text, madeAt, owner: `${execution} ${process}`, checkId, fingerprint };
}

/** Whether a mark of that time still counts. One that is absent or too far ahead does not. */
export function isWithin(madeAt: number | undefined, period: keyof typeof PERIODS_MS): boolean {
	if (madeAt === undefined) return false;
	const age = Date.now() - madeAt;
	return age >= -MAX_CLOCK_DIFFERENCE_MS && age < PERIODS_MS[period];
}

/**
 * Changes with what the row is to become (`step`), and with its ID or, without one, its request. That of 'stopped' is
 * always the same: the row may have been sent, whatever it holds now.
 */
export function makeFingerprint(
	step: string,
	operation: string,
	request: Request,
	id?: unknown,
): string {
	if (step === 'stopped') return toShortHash([step]);
	const asked = [operation, request.pathValues, request.body];
	return toShortHash([step, ...(id === undefined ? asked : [id])]);
}

/** 16 hex digits: marks stand in cells. */
export function toShortHash(list: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 16);
}

/** 12 hex digits, unlike any others. */
export function randomHex(): string {
	return randomBytes(6).toString('hex');
}
