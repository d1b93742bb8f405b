import { createHash, randomBytes } from 'node:crypto';
import type { IExecuteSingleFunctions } from 'n8n-workflow';

import type { Request } from '../core/operation';
import type { Cell } from './sheet';

const MINUTE_MS = 60_000;

/** How long a mark lasts. */
const LASTS_MS = {
	/** Its own execution may send: for less time than others leave the row alone, so that two never act on it. */
	lease: 40 * MINUTE_MS,
	/** Other executions leave the row alone. */
	lock: 60 * MINUTE_MS,
	/** A refused request is not made again by itself. */
	refusal: 24 * 60 * MINUTE_MS,
};

/** Clocks of machines differ by less; a mark that is further ahead is in the future. */
const CLOCKS_DIFFER_BY_MS = MINUTE_MS;

const PROCESS = randomHex();

/** The execution that runs the node. */
export interface Execution {
	/** Its ID and a random value of the process. */
	readonly owner: string;
	readonly isByPerson: boolean;
}

export function executionIn(context: IExecuteSingleFunctions): Execution {
	return {
		owner: `${context.getExecutionId() || 'none'} ${PROCESS}`,
		isByPerson: ['manual', 'retry'].includes(context.getMode()),
	};
}

/**
 * A row's mark: the lock while it is sent, its lease, and what a refusal remembers. In its cell, with blanks between:
 * the time, the execution, random values of the process and of the row, and the fingerprint of what the row is due for.
 */
export interface Mark {
	readonly text: string;
	readonly madeAt: number;
	/** Execution and process. */
	readonly owner: string;
	readonly fingerprint: string;
}

/** The text of a new mark. */
export function makeMark(owner: string, fingerprint: string): string {
	return [new Date().toISOString(), owner, randomHex(), fingerprint].join(' ');
}

/** The mark in a cell; undefined where there is none that can be read. */
export function readMark(cell: unknown): Mark | undefined {
	if (typeof cell !== 'string') return undefined;
	const text = cell.trim();
	const [time = '', execution, process, row, fingerprint] = text.split(' ');
	const madeAt = Date.parse(time);
	if (Number.isNaN(madeAt) || !execution || !process || !row || !fingerprint) return undefined;
	return { text, madeAt, owner: `${execution} ${process}`, fingerprint };
}

/** Whether a mark still counts as that. One that is absent, unreadable or in the future does not. */
export function lasts(mark: Mark | undefined, as: keyof typeof LASTS_MS): boolean {
	if (mark === undefined) return false;
	const age = Date.now() - mark.madeAt;
	return age >= -CLOCKS_DIFFER_BY_MS && age < LASTS_MS[as];
}

/** Changes with what a row is due for (`purpose`), and with its ID or, without one, its request. */
export function fingerprintOf(purpose: string, { path, body }: Request, id?: Cell): string {
	const text = JSON.stringify(id === undefined ? [purpose, path, body] : [purpose, id]);
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function randomHex(): string {
	return randomBytes(6).toString('hex');
}
