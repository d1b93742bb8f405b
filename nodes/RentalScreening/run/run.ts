import type { IExecuteSingleFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { Attempt } from './attempt';
import { checkAll, problemOf, problemOfAll } from './checkedFirst';
import { asFailure, cancelled, type Failure } from './failure';
import { Aborted } from './abort';
import { itemInputsOf, runKeyOf, type ItemInput } from '../request/item';
import { Ledger } from './ledger';
import { type CarriedColumns, linkFailure, linkItems } from './linked';
import type { Operation, PreparedRequest } from './operation';
import { askUntilComplete, isNotYet } from './polling';
import { retryOnFailOf, type RetryOnFail } from './retryOnFail';
import { sendUnderPolicy, type Line } from './sending';
import { stopError } from './stopError';

const MAX_CONCURRENCY = 50;

/** Keyed by what n8n hands to every item and every try of one node run, so that it goes when the run goes. */
const runs = new WeakMap<object, Run>();

/** One run of the node over all its input items, under the request policy. */
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

	private readonly checked: Promise<PreparedRequest[]>;

	private readonly ledger: Ledger;

	/** On Error is one of the two that go on with the other items. */
	private readonly continues: boolean;

	private readonly retry: RetryOnFail;

	private present: Present | undefined;

	private attempts = 0;

	private readonly cancelSignal: AbortSignal | undefined;

	private readonly cancel = () => {
		this.present?.attempt.abort.now();
		void this.logAccount();
	};

	private constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
	) {
		this.node = context.getNode();
		this.items = itemInputsOf(context);
		this.ledger = new Ledger(this.items.length);
		this.retry = retryOnFailOf(this.node);
		this.continues = context.continueOnFail() || answersModel(this.node);
		this.checked = checkAll(operation, this.items);
		this.cancelSignal = context.getExecutionCancelSignal();
		this.cancelSignal?.addEventListener('abort', this.cancel, { once: true });
	}

	/**
	 * The output items of one input item. Throws a `NodeApiError` (from one item only, when nothing is
	 * under way any more) when the run stops; a run that continues on errors gives error items instead.
	 */
	async take(index: number, line: Line): Promise<INodeExecutionData[]> {
		const { attempt, prepared } = this.presentFor(index);
		const items = await attempt.during(index, async () => {
			const taken = { index, line, attempt, request: (await prepared)[index]! };
			return this.continues ? await this.takeOrTell(taken) : await this.takeOrStop(taken);
		});
		if (attempt.stoppedAt?.index !== index) return items;
		await attempt.quiet();
		throw stopError(this.node, attempt.stoppedAt, this.ledger.account());
	}

	/** n8n calls every item once per attempt: who is called again belongs to the next one. */
	private presentFor(index: number): Present {
		if (this.present === undefined || this.present.attempt.hasCalled(index)) {
			const attempt = new Attempt(this.items.length, this.maxConcurrency());
			if (this.cancelSignal?.aborted === true) attempt.abort.now();
			this.attempts += 1;
			this.present = { attempt, prepared: this.prepareFor(attempt) };
			void attempt.quiet().then(() => this.stopListeningIfOver());
		}
		return this.present;
	}

	/** n8n keeps the signal, and all that listens to it, until the whole execution ends. */
	private stopListeningIfOver(): void {
		const over =
			this.continues || this.attempts >= this.retry.maxTries || this.ledger.allSucceeded();
		if (over) this.cancelSignal?.removeEventListener('abort', this.cancel);
	}

	/** The checked requests; an attempt that must stop at what is known already stops before it begins. */
	private async prepareFor(attempt: Attempt): Promise<PreparedRequest[]> {
		const prepared = await this.checked;
		if (this.continues) return prepared;
		const obstacle = problemOfAll(prepared) ?? this.ledger.firstFinal();
		if (obstacle !== undefined) attempt.stopAt(obstacle.index, obstacle.failure);
		return prepared;
	}

	private maxConcurrency(): number {
		const wanted = Math.floor(Number(this.items[0]?.option('maxConcurrency', MAX_CONCURRENCY)));
		return wanted >= 1 ? wanted : MAX_CONCURRENCY;
	}

	/** What an item gives while the attempt goes on; nothing from the moment it stops. */
	private async takeOrStop(taken: Taken): Promise<INodeExecutionData[]> {
		const { attempt, index } = taken;
		if (attempt.stoppedAt !== undefined) return [];
		try {
			return await this.obtain(taken);
		} catch (thrown) {
			const failure = this.note(taken, thrown);
			if (failure !== undefined) attempt.stopAt(index, failure);
			return [];
		}
	}

	private async takeOrTell(taken: Taken): Promise<INodeExecutionData[]> {
		const { index, request, attempt } = taken;
		const problem = problemOf(request);
		if (problem !== undefined) return [this.tell(index, problem)];
		for (;;) {
			try {
				await this.waitForNextTry(taken);
				return await this.obtain(taken);
			} catch (thrown) {
				const failure = this.note(taken, thrown) ?? cancelled();
				if (
					failure.final ||
					attempt.abort.isOn ||
					this.ledger.triesOf(index) >= this.retry.maxTries
				) {
					return [this.tell(index, failure)];
				}
			}
		}
	}

	/** n8n's Retry On Fail looks at the first item only when errors are continued on, so the run sees to it itself. */
	private async waitForNextTry({ index, attempt }: Taken): Promise<void> {
		const earlier = this.ledger.failureOf(index);
		if (earlier === undefined) return;
		if (earlier.final || this.ledger.triesOf(index) >= this.retry.maxTries) throw earlier;
		await attempt.abort.sleep(this.retry.waitMs);
		attempt.blocked = undefined;
	}

	private async obtain({ index, request, line, attempt }: Taken): Promise<INodeExecutionData[]> {
		const done = this.ledger.itemsOf(index);
		if (done !== undefined) return done;
		const { operation } = this;
		const item = this.items[index]!;
		const plan = operation.waitPlan?.(item);
		const ask = async () =>
			await sendUnderPolicy({ operation, request, line, attempt }, (failure) => {
				if (!this.continues && !isNotYet(failure, plan)) attempt.stopAt(index, failure);
			});
		const answer =
			plan === undefined ? await ask() : await askUntilComplete(ask, plan, attempt.abort);
		this.ledger.keepIdentifier(index, operation.identifier, answer);
		const shaped = (await operation.toItems?.(answer, item, this.context.helpers)) ?? [
			{ json: answer },
		];
		return this.ledger.succeeded(index, linkItems(shaped, index, this.carriedBy(item)));
	}

	/** Writes down why an item did not succeed; undefined when it only had to stand back. */
	private note({ index }: Taken, thrown: unknown): Failure | undefined {
		if (thrown instanceof Aborted && !thrown.uncertain) {
			return this.cancelSignal?.aborted === true ? cancelled() : undefined;
		}
		const failure = thrown instanceof Aborted ? cancelled(this.operation.label) : asFailure(thrown);
		if (this.ledger.failureOf(index) !== failure) this.ledger.failed(index, failure);
		return failure;
	}

	/** n8n keeps nothing of a node that it cancels, so what was brought about goes to its log. */
	private async logAccount(): Promise<void> {
		await this.present?.attempt.quiet();
		const account = this.ledger.account();
		if (account !== '') this.context.logger.warn(`${this.node.name} was cancelled. ${account}`);
	}

	private tell(index: number, failure: Failure): INodeExecutionData {
		// n8n itself adds the input row to items of the error output, where only `error` may stand.
		const addsRow = this.node.onError === 'continueErrorOutput';
		const carried = addsRow ? undefined : this.carriedBy(this.items[index]!);
		return linkFailure(failure, index, carried?.columns);
	}

	private carriedBy(item: ItemInput): CarriedColumns | undefined {
		if (item.option<unknown>('includeInputFields', false) !== true) return undefined;
		return { columns: item.columns, aboutPerson: this.operation.personColumns?.(item) ?? [] };
	}
}

/** The present attempt, and the requests that it may send. */
interface Present {
	readonly attempt: Attempt;
	readonly prepared: Promise<PreparedRequest[]>;
}

/** One item on its way through an attempt. */
interface Taken {
	readonly index: number;
	readonly request: PreparedRequest;
	readonly line: Line;
	readonly attempt: Attempt;
}

/**
 * A model is told what happened and what to do as the answer of its call: n8n would hand on the message
 * alone of what is thrown, and AI Agent 2 an empty answer. `Stop` set by hand stays what it is.
 */
function answersModel({ type, onError }: INode): boolean {
	return type.endsWith('Tool') && onError !== 'stopWorkflow';
}
