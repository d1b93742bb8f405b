import {
	sleep,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { itemInputsOf, runKeyOf, type ItemInput } from '../request/item';
import { Aborted } from './abort';
import { Attempt, type Stop } from './attempt';
import { checkAll } from './check';
import { asFailure, Failure } from './failure';
import { Pace } from './gate';
import { cancelled, problemOf, problemsOf, rowLabel, stopError, summary } from './messages';
import type { Operation, PreparedRequest } from './operation';
import { isOn, maxConcurrencyOf, SEND_AGAIN } from './options';
import { Outcomes } from './outcomes';
import { Output } from './output';
import { incomplete, isComplete, meansNotYet, poll } from './poll';
import { retryOnFailOf, type RetryOnFail } from './retry';
import { send, type ItemRun, type Wire } from './send';

/** How long what was done may wait for the log when the execution is cancelled. */
const LOG_WITHIN_MS = 2000;

/** Keyed by what n8n passes to every item and every try of one node run, so that it goes when the run goes. */
const runs = new WeakMap<object, Run>();

/** One run of the node over all its input items. */
export class Run {
	/** The run that an item belongs to; begins it, and the checking of all items, at the first one. */
	static of(context: IExecuteSingleFunctions, operation: Operation): Run {
		const key = runKeyOf(context);
		let run = runs.get(key);
		if (run === undefined) {
			run = new Run(context, operation);
			runs.set(key, run);
		}
		return run;
	}

	private readonly node: INode;

	private readonly items: readonly ItemInput[];

	private prepared: readonly PreparedRequest[] = [];

	private readonly checked: Promise<void>;

	private readonly outcomes: Outcomes;

	private readonly pace: Pace;

	private readonly output: Output;

	/** On Error is one of the two that go on with the other items. */
	private readonly continues: boolean;

	private readonly retry: RetryOnFail;

	private readonly inBatches: boolean;

	private attempt: Attempt | undefined;

	/** Whether items of the present attempt may be sent. */
	private mayStart: Promise<boolean> = Promise.resolve(false);

	private attempts = 0;

	private readonly cancelSignal: AbortSignal | undefined;

	private readonly cancel = () => {
		this.attempt?.abort.now();
		// n8n cuts the requests in flight; a login after a 401 may hang, and nothing comes of it any more.
		const idle = Promise.race([this.attempt?.idle(), sleep(LOG_WITHIN_MS)]);
		void idle.then(() => this.logSummary('was cancelled'));
	};

	private constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
	) {
		this.node = context.getNode();
		this.items = itemInputsOf(context);
		this.outcomes = new Outcomes(this.items.length);
		this.pace = new Pace(maxConcurrencyOf(this.items));
		this.retry = retryOnFailOf(this.node);
		this.continues = context.continueOnFail() || answersModel(this.node);
		this.output = new Output(context, operation, this.items);
		this.inBatches =
			Number(this.items[0]?.parameter('requestOptions.batching.batch.batchInterval')) > 0;
		this.checked = checkAll(operation, this.items).then((prepared) => {
			this.prepared = prepared;
		});
		this.cancelSignal = context.getExecutionCancelSignal();
		this.cancelSignal?.addEventListener('abort', this.cancel, { once: true });
	}

	/**
	 * The output items of one input item. Throws a `NodeApiError` (from one item only, when nothing is in
	 * flight any more) when the run stops; a run that continues on errors returns error items instead.
	 */
	async take(index: number, wire: Wire): Promise<INodeExecutionData[]> {
		const attempt = this.attemptFor(index);
		const items = await attempt.during(index, async () => {
			if (!(await this.mayStart)) return [];
			const output = await this.outputOf(this.itemRunOf(index, wire, attempt));
			attempt.note(index, output);
			return output;
		});
		if (attempt.stop?.index !== index) return items;
		await attempt.quiet();
		throw stopError(
			this.node,
			attempt.stop,
			this.labelOf(index, attempt.stop.failure),
			summary(this.outcomes, this.prepared),
		);
	}

	/** n8n calls every item once per attempt: one that is called again belongs to the next attempt. */
	private attemptFor(index: number): Attempt {
		if (this.attempt === undefined || this.attempt.has(index)) {
			const attempt = new Attempt(this.items.length, this.pace, this.inBatches);
			if (this.cancelSignal?.aborted === true) attempt.abort.now();
			this.attempts += 1;
			this.attempt = attempt;
			this.mayStart = this.whetherToStart(attempt);
			void attempt.quiet().then(() => this.endOf(attempt));
		}
		return this.attempt;
	}

	private endOf(attempt: Attempt): void {
		// n8n tries again what has ended with an error, or begins with the item of one.
		const failed = attempt.beginsWithError || (!this.continues && attempt.abort.isOn);
		if (failed && this.attempts < this.retry.maxTries) {
			// n8n drops what this try returns, and may fail before the next one comes to the node.
			if (this.cancelSignal?.aborted !== true) this.logSummary('is tried again');
			return;
		}
		// n8n keeps the signal, and all that listens to it, until the whole execution ends.
		this.cancelSignal?.removeEventListener('abort', this.cancel);
	}

	/**
	 * Whether items may be sent: not before n8n has registered all of them (without batches), because it ends
	 * the node at a row that it refuses while the others would go on behind it; and not where an obstacle is
	 * known under Stop.
	 */
	private async whetherToStart(attempt: Attempt): Promise<boolean> {
		await this.checked;
		const all = this.inBatches || (await attempt.registered);
		if (this.continues) return true;
		if (!all) attempt.abort.now();
		const obstacle = this.obstacle();
		if (obstacle !== undefined) attempt.stopAt(obstacle.index, obstacle.failure);
		return all && attempt.stop === undefined;
	}

	/** Why an attempt under Stop must not start. */
	private obstacle(): Stop | undefined {
		const final = this.outcomes.firstFinal();
		if (!this.output.isRows) return problemsOf(this.prepared) ?? final;
		if (final !== undefined && this.holdsForAllRows(final.failure)) return final;
		// In batches n8n comes to such a row when others were sent, and their IDs would be lost.
		return problemsOf(this.prepared.map((one) => (one.endsNode ? one : { problems: [] })));
	}

	private itemRunOf(index: number, wire: Wire, attempt: Attempt): ItemRun {
		const { operation } = this;
		const item = this.items[index]!;
		return {
			index,
			operation,
			request: this.prepared[index]!,
			wire,
			attempt,
			sendAgain: isOn(item, SEND_AGAIN),
			onFailure: (failure) => {
				if (meansNotYet(failure, operation.pollPlan?.(item))) return;
				if (this.stopsAt(failure)) attempt.stopAt(index, failure);
			},
		};
	}

	/** Under Stop any failure ends the run; with Update Rows only one that holds for all rows, before one was sent. */
	private stopsAt(failure: Failure): boolean {
		if (this.continues) return false;
		return !this.output.isRows || this.holdsForAllRows(failure);
	}

	private holdsForAllRows({ concernsRun }: Failure): boolean {
		return concernsRun && !this.pace.reachedService;
	}

	private async outputOf(itemRun: ItemRun): Promise<INodeExecutionData[]> {
		const { index, request, attempt } = itemRun;
		const done = this.outcomes.itemsOf(index);
		if (done !== undefined) return done;
		const idle = this.output.idle(index, request);
		if (idle !== undefined) return this.outcomes.passed(index, idle);
		const known = problemOf(request) ?? this.lastFailure(index);
		if (known !== undefined) return [this.failed(index, known)];
		for (;;) {
			if (attempt.stop !== undefined) return [];
			try {
				return await this.obtain(itemRun);
			} catch (thrown) {
				const failure = this.note(itemRun, thrown);
				if (failure === undefined) return [];
				if (this.stopsAt(failure)) {
					attempt.stopAt(index, failure);
					return [];
				}
				if (!(await this.mayTryAgain(itemRun, failure))) return [this.failed(index, failure)];
			}
		}
	}

	/** A failure after which the item is not tried any more: n8n may run the whole node again because of another item. */
	private lastFailure(index: number): Failure | undefined {
		const failure = this.outcomes.failureOf(index);
		const triedEnough = this.outcomes.triesOf(index) >= this.retry.maxTries;
		return failure?.final === true || triedEnough ? failure : undefined;
	}

	/** n8n's Retry On Fail looks only at the first item when errors are continued on, so the run retries by itself. */
	private async mayTryAgain({ index, attempt }: ItemRun, failure: Failure): Promise<boolean> {
		if (failure.final || this.outcomes.triesOf(index) >= this.retry.maxTries) return false;
		try {
			await attempt.abort.sleep(this.retry.waitMs);
		} catch {
			return false;
		}
		if (attempt.blocked?.final !== true) attempt.blocked = undefined;
		return true;
	}

	private async obtain(itemRun: ItemRun): Promise<INodeExecutionData[]> {
		const { index, operation, request, attempt } = itemRun;
		const { outcomes, output } = this;
		const plan = operation.pollPlan?.(this.items[index]!);
		if (plan === undefined) {
			const sent = await send(itemRun);
			outcomes.keepIdentifier(index, operation.identifier, sent.answer);
			return outcomes.succeeded(index, await output.sent(index, request, sent));
		}
		const last = await poll(async () => (await send(itemRun)).answer, plan, attempt.abort);
		if (!isComplete(last, plan)) {
			const row = output.notComplete(index);
			if (row !== undefined) return outcomes.succeeded(index, row);
			if (plan.whenIncomplete === 'skip') return outcomes.succeeded(index, []);
			if (plan.whenIncomplete === 'error') throw incomplete(plan);
			if (last instanceof Failure) throw last;
		}
		return outcomes.succeeded(index, await output.fetched(index, request, last));
	}

	/** Keeps why an item did not succeed; undefined when it was aborted unsent, in a run whose output nobody gets. */
	private note({ index, wire }: ItemRun, thrown: unknown): Failure | undefined {
		if (thrown instanceof Aborted && !thrown.uncertain) {
			return this.cancelSignal?.aborted === true ? cancelled() : undefined;
		}
		const { label } = this.operation;
		const failure =
			thrown instanceof Aborted
				? cancelled(label)
				: asFailure(thrown, wire.method === 'GET' ? undefined : label);
		this.outcomes.failed(index, failure);
		return failure;
	}

	/** n8n keeps nothing of a node that it cancels or tries again, so what was done goes to its log. */
	private logSummary(happened: string): void {
		const done = summary(this.outcomes, this.prepared);
		if (done !== '') this.context.logger.warn(`${this.node.name} ${happened}. ${done}`);
	}

	/** The output item of an item that did not succeed: its row, or an error item. */
	private failed(index: number, failure: Failure): INodeExecutionData {
		const row = this.holdsForAllRows(failure) ? undefined : this.output.failedRow(index, failure);
		return row ?? this.output.error(index, failure, this.labelOf(index, failure));
	}

	/** The row in front of a message; nothing where there is one item only, or it is about all of them. */
	private labelOf(index: number, { concernsRun, namesRows }: Failure): string {
		if (this.items.length === 1 || concernsRun || namesRows) return '';
		return rowLabel(index, this.prepared[index]?.who);
	}
}

/**
 * A model gets what happened and how to fix it as the answer of its call: n8n would pass the message alone
 * of what is thrown, and AI Agent 2 an empty answer. `Stop` set by hand stays what it is.
 */
function answersModel({ type, onError }: INode): boolean {
	return type.endsWith('Tool') && onError !== 'stopWorkflow';
}
