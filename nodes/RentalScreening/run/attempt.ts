import { sleep, type INodeExecutionData } from 'n8n-workflow';

import { Abort } from './abort';
import type { Failure } from './failure';
import { Gate, type Pace } from './gate';

/** The failure at which an attempt stops. */
export interface Stop {
	readonly index: number;
	readonly failure: Failure;
}

/**
 * One pass of n8n over the items of a run; Retry On Fail makes several.
 * Rule 4: after the first failure nothing more starts, and the attempt ends only when nothing is in flight
 * any more and n8n has registered every item that it will.
 */
export class Attempt {
	readonly gate: Gate;

	/** Why nothing more is sent for now; items that are not sent yet fail with it. */
	blocked: Failure | undefined;

	/** 429 answers since the last other answer. */
	rateLimited = 0;

	/** On when the attempt stops or the execution is cancelled. */
	readonly abort = new Abort();

	/** The first failure, where the attempt stops at it. */
	stop: Stop | undefined;

	/** Resolves when n8n registers no more items; true where it has registered all of them. */
	readonly registered: Promise<boolean>;

	private readonly indexes = new Set<number>();

	/** The first output item so far. */
	private first: { index: number; item: INodeExecutionData } | undefined;

	private busy = 0;

	private endRegistration: (all: boolean) => void = () => {};

	private readonly waitingForIdle: Array<() => void> = [];

	/** `inBatches`: n8n registers the items in batches, with pauses between them. */
	constructor(
		private readonly itemCount: number,
		pace: Pace,
		private readonly inBatches: boolean,
	) {
		this.gate = new Gate(pace, this.abort);
		this.registered = new Promise((resolve) => {
			this.endRegistration = resolve;
		});
	}

	/** n8n has registered all items. */
	private get isWhole(): boolean {
		return this.indexes.size === this.itemCount;
	}

	/** Whether the output begins with an item that n8n takes for an error: its own for a refused row is none. */
	get beginsWithError(): boolean {
		const { index, item } = this.first ?? { index: this.itemCount };
		for (let before = 0; before < index; before++) if (!this.indexes.has(before)) return false;
		return (item?.json.error ?? false) !== false;
	}

	/** Notes the output items of an item. */
	note(index: number, [item]: readonly INodeExecutionData[]): void {
		if (item !== undefined && index < (this.first?.index ?? Infinity)) this.first = { index, item };
	}

	has(index: number): boolean {
		return this.indexes.has(index);
	}

	stopAt(index: number, failure: Failure): void {
		this.stop ??= { index, failure };
		this.abort.now();
	}

	/** Runs one item's part of the attempt, from n8n's call to its output items. */
	async during<T>(index: number, work: () => Promise<T>): Promise<T> {
		this.busy += 1;
		this.register(index);
		try {
			return await work();
		} finally {
			this.busy -= 1;
			this.resolveIfIdle();
		}
	}

	/** Resolves when no item is busy; n8n may register more of them. */
	async idle(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.waitingForIdle.push(resolve);
			this.resolveIfIdle();
		});
	}

	/** Resolves when no item is busy and n8n registers no more of them. */
	async quiet(): Promise<void> {
		await this.registered;
		await this.idle();
	}

	/**
	 * Without batches n8n registers all items in one synchronous loop, so the loop is over, completed or
	 * broken by a row that n8n refuses, before the next timer fires.
	 */
	private register(index: number): void {
		const isFirst = this.indexes.size === 0;
		this.indexes.add(index);
		if (this.isWhole) this.endRegistration(true);
		else if (isFirst && !this.inBatches) {
			void sleep(0).then(() => this.endRegistration(this.isWhole));
		}
	}

	private resolveIfIdle(): void {
		if (this.busy > 0) return;
		for (const resolve of this.waitingForIdle.splice(0)) resolve();
	}
}
