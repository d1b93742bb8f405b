import {
	sleep,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { columnsNamed } from '../request/columns';
import { itemInputsOf, runKeyOf, type ItemInput } from '../request/item';
import { maxConcurrencyOf } from '../request/options';
import { Abort, Aborted, type FailedItem } from './abort';
import { checkAll } from './check';
import { asFailure, Failure } from './failure';
import { Gate } from './gate';
import { ItemRun, type RunOfItem, type Wire } from './itemRun';
import { messageAt, problemOf, problemsOf, rowLabel, stopError, summary } from './messages';
import type { Operation, PreparedRequest } from './operation';
import { Output } from './output';
import { incomplete, isComplete, meansNotYet, poll } from './poll';
import { Registration } from './registration';
import { cancelled } from './requestFailure';
import { retryOnFailOf, type RetryOnFail } from './retry';
import { send } from './send';
import { RunMemory, SentRequests } from './sentRequests';

/** How long what was done may wait for the log when the run stops. */
const LOG_WITHIN_MS = 2000;

/** Keyed by what n8n passes to every item and every try of one node run, so that it goes when the run goes. */
const runs = new WeakMap<object, Run>();

const sentRequests = new SentRequests();

/**
 * One run of the node over all its input items. With Retry On Fail n8n would run the node again for one item that
 * failed; the run tries that item again itself, and returns to n8n's later tries what it has.
 */
export class Run implements RunOfItem {
	/** The run that an item belongs to; begins it, and the checking of all items, at the first one. */
	static of(context: IExecuteSingleFunctions, operation: Operation): Run {
		const key = runKeyOf(context);
		let run = runs.get(key);
		if (run === undefined) {
			run = new Run(context, operation, () => runs.delete(key));
			runs.set(key, run);
		}
		return run;
	}

	readonly gate: Gate;

	readonly memory: RunMemory;

	private idsInRows: ReadonlySet<string> | undefined;

	private readonly abort = new Abort();

	private readonly node: INode;

	private readonly inputs: readonly ItemInput[];

	private prepared: readonly PreparedRequest[] = [];

	/** Why no row can be sent and none may change. */
	private fault: FailedItem | undefined;

	/** The items on their way or done, by their index. */
	private readonly items: ItemRun[] = [];

	/** The output items of each item that n8n has registered, by its index. */
	private readonly outputs: Array<Promise<INodeExecutionData[]>> = [];

	private readonly registration: Registration;

	/** Resolves when items may be sent, or the run has stopped. */
	private readonly ready: Promise<void>;

	/** Resolves when n8n registers no more items and none is on its way. */
	private readonly quiet: Promise<void>;

	private readonly output: Output;

	/** On Error is one of the two that go on with the other items. */
	private readonly continues: boolean;

	private readonly retry: RetryOnFail;

	private readonly cancelSignal: AbortSignal | undefined;

	private readonly cancel = () => {
		this.abort.now();
		void this.idle().then(() => this.logSummary('was cancelled'));
	};

	private constructor(
		private readonly context: IExecuteSingleFunctions,
		readonly operation: Operation,
		private readonly forget: () => void,
	) {
		this.node = context.getNode();
		this.inputs = itemInputsOf(context);
		this.gate = new Gate(maxConcurrencyOf(this.inputs), this.abort);
		this.retry = retryOnFailOf(this.node);
		this.continues = context.continueOnFail() || answersModel(this.node);
		this.output = new Output(context, operation, this.inputs);
		this.memory = this.memoryOf(context);
		const pause = Number(this.inputs[0]?.parameter('requestOptions.batching.batch.batchInterval'));
		this.registration = new Registration(this.inputs.length, pause > 0);
		void this.registration.over.then((all) => {
			if (all || this.continues) return;
			// A row that n8n refuses ends the node: nothing is sent behind it, and n8n's next try is a new run.
			this.forget();
			this.abort.now();
		});
		this.ready = this.begin();
		this.quiet = this.registration.over.then(async () => {
			await Promise.allSettled(this.outputs);
		});
		this.cancelSignal = context.getExecutionCancelSignal();
		if (this.cancelSignal?.aborted === true) this.abort.now();
		this.cancelSignal?.addEventListener('abort', this.cancel, { once: true });
		void this.quiet.then(async () => await this.end());
	}

	/**
	 * The output items of one input item. Throws a `NodeApiError` (from one item only, when nothing is in
	 * flight any more) when the run stops; a run that continues on errors returns error items instead.
	 */
	async take(index: number, wire: Wire): Promise<INodeExecutionData[]> {
		const listened = this.registration.untilListened(index);
		const items = await (this.outputs[index] ?? this.register(index, wire));
		const { at } = this.abort;
		if (at?.index !== index) return items;
		await listened;
		await this.quiet;
		throw stopError(this.node, at, this.labelOf(index, at.failure), summary(this.items));
	}

	/** What was sent before, as this execution of the node sees it. */
	private memoryOf(context: IExecuteSingleFunctions): RunMemory {
		const runIndex = Number(context.getWorkflowDataProxy(0).$runIndex);
		const name = `${context.getExecutionId()} ${this.node.name}`;
		const isToolCall = this.inputs[0]?.isOfToolCall === true;
		const execution = sentRequests.execution(isToolCall ? undefined : name, runIndex === 0);
		return new RunMemory(sentRequests, execution, (answer) => this.isInRows(answer));
	}

	/** Whether a row has the ID of this answer already: it is the result of that row. */
	private isInRows(answer: IDataObject): boolean {
		const { identifier = '', rows: { id } = {} } = this.operation;
		if (!this.output.isRows || id === undefined) return false;
		this.idsInRows ??= new Set(
			this.inputs.flatMap(({ columns }) =>
				columnsNamed(columns, id).map((column) => String(columns[column])),
			),
		);
		return this.idsInRows.has(String(answer[identifier]));
	}

	private register(index: number, wire: Wire): Promise<INodeExecutionData[]> {
		const output = this.outputOf(index, wire);
		this.outputs[index] = output;
		this.registration.add(index);
		return output;
	}

	/** Checks all items; nothing is sent before that nor, without batches, before n8n has registered all of them. */
	private async begin(): Promise<void> {
		this.prepared = await checkAll(this.operation, this.inputs);
		this.fault = this.output.faultIn(this.prepared);
		const { inBatches, over } = this.registration;
		// Rows at the end that n8n refuses it passes over without a word to the run.
		if (inBatches && this.continues) {
			this.registration.endAt(this.prepared.findLastIndex(({ endsNode }) => endsNode !== true));
		}
		const all = inBatches || (await over);
		if (this.continues || !all) return;
		const problems =
			this.fault ??
			problemsOf(
				// In batches n8n comes to a row that ends the node when others were sent, and their IDs would be lost.
				this.prepared.map((one) =>
					this.output.isRows && one.endsNode !== true ? { problems: [] } : one,
				),
			);
		if (problems !== undefined) this.stopAt(problems);
	}

	/** In batches n8n shows a failure only after all its pauses, so the log has it at once. */
	private stopAt(at: FailedItem): void {
		const isShownLate = !this.registration.isWhole && !this.abort.isOn;
		this.abort.now(at);
		if (!isShownLate) return;
		const message = messageAt(at.failure, at.index, this.labelOf(at.index, at.failure));
		void this.idle().then(() => {
			const done = summary(this.items);
			this.context.logger.warn(
				`${this.node.name} stops. ${message}${done === '' ? '' : `\n${done}`}`,
			);
		});
	}

	/** Resolves when nothing is on its way any more; soon in any case, since a login after a 401 may hang. */
	private async idle(): Promise<void> {
		await Promise.race([Promise.allSettled(this.outputs), sleep(LOG_WITHIN_MS)]);
	}

	private async outputOf(index: number, wire: Wire): Promise<INodeExecutionData[]> {
		await this.ready;
		if (this.abort.at !== undefined) return [];
		const item = new ItemRun(index, this.inputs[index]!, this.prepared[index]!, wire, this);
		this.items[index] = item;
		const idle = this.output.idle(item.input);
		if (idle !== undefined) return idle;
		const problem = this.fault?.failure ?? problemOf(item.request);
		if (problem !== undefined) return this.failed(item, problem);
		for (;;) {
			try {
				const output = await this.obtain(item);
				item.succeeded();
				return output;
			} catch (thrown) {
				const failure = this.failureOf(item, thrown);
				if (failure === undefined) return [];
				if (item.failure !== failure) this.judge(item, failure);
				if (this.abort.at !== undefined) return [];
				if (!(await this.mayTryAgain(item, failure))) return this.failed(item, failure);
			}
		}
	}

	private async obtain(item: ItemRun): Promise<INodeExecutionData[]> {
		const { output } = this;
		const plan = this.operation.pollPlan?.(item.input);
		if (plan === undefined) {
			const answer = await send(item);
			item.keepIdentifier(answer);
			return await output.sent(item, answer);
		}
		// Retry On Fail does not begin the waiting again.
		item.waitUntil ??= Date.now() + plan.forMinutes * 60_000;
		const works = () => this.gate.gotThrough > 0;
		const fetch = async (isAgain: boolean) => {
			// What keeps requests from being sent may have passed since this applicant was asked for.
			if (isAgain && this.gate.closed?.isFinal !== true) this.gate.closed = undefined;
			return await send(item);
		};
		const last = await poll(fetch, plan, item.waitUntil, this.abort, works);
		if (!isComplete(last, plan)) {
			const row = output.notComplete(item);
			if (row !== undefined) return row;
			if (plan.whenIncomplete === 'skip') return [];
			if (plan.whenIncomplete === 'error') throw incomplete(plan);
			if (last instanceof Failure) throw last;
		}
		return await output.fetched(item, last);
	}

	/** Why an item did not succeed; undefined when it was aborted unsent, in a run whose output nobody gets. */
	private failureOf({ wire }: ItemRun, thrown: unknown): Failure | undefined {
		const { label } = this.operation;
		if (!(thrown instanceof Aborted)) {
			return asFailure(thrown, wire.method === 'GET' ? undefined : label);
		}
		if (thrown.uncertain) return cancelled(label);
		return this.cancelSignal?.aborted === true ? cancelled() : undefined;
	}

	onFailure(item: ItemRun, failure: Failure): void {
		const plan = this.operation.pollPlan?.(item.input);
		if (meansNotYet(failure, plan, this.gate.gotThrough > 0)) return;
		this.judge(item, failure);
	}

	/** Keeps why an item failed. Where that stops the run, it stops, or nothing else starts before the next try. */
	private judge(item: ItemRun, failure: Failure): void {
		item.failed(failure);
		if (!this.stopsAt(failure)) return;
		if (this.isGivenUp(item, failure)) this.stopAt({ index: item.index, failure });
		else this.gate.startNothingFor(this.retry.waitMs);
	}

	/** Under Stop any failure ends the run; with Update Rows only one that holds for all rows, before one was sent. */
	private stopsAt(failure: Failure): boolean {
		if (this.continues) return false;
		return !this.output.isRows || this.holdsForAllRows(failure);
	}

	private holdsForAllRows(failure: Failure): boolean {
		if (failure === this.fault?.failure) return true;
		return failure.isOfRun && !this.output.isWritten && !this.gate.isReached;
	}

	private isGivenUp({ tries }: ItemRun, failure: Failure): boolean {
		return failure.isFinal || tries >= this.retry.maxTries;
	}

	/** Waits until an item may be tried again, as Retry On Fail says; false where it must not be. */
	private async mayTryAgain(item: ItemRun, failure: Failure): Promise<boolean> {
		if (this.isGivenUp(item, failure)) return false;
		// Where it stops the others, the gate waits.
		if (!this.stopsAt(failure)) {
			try {
				await this.abort.sleep(this.retry.waitMs);
			} catch {
				return false;
			}
		}
		if (this.gate.closed?.isFinal !== true) this.gate.closed = undefined;
		return true;
	}

	private async end(): Promise<void> {
		// n8n drops what it tries again, and may fail before the next try comes to the node.
		const isTriedAgain = this.retry.maxTries > 1 && (await this.endsWithError());
		if (isTriedAgain && this.cancelSignal?.aborted !== true) this.logSummary('is tried again');
		// n8n keeps the signal, and all that listens to it, until the whole execution ends. In batches it may still be
		// on its way past rows that it refuses.
		const { isWhole, inBatches } = this.registration;
		if (isWhole || (!isTriedAgain && !inBatches))
			this.cancelSignal?.removeEventListener('abort', this.cancel);
	}

	/** Whether n8n takes the run for failed: also where the first output item has an error. Its own for a refused row is none. */
	private async endsWithError(): Promise<boolean> {
		if (this.abort.at !== undefined) return true;
		for (const output of await Promise.allSettled(this.outputs)) {
			if (output.status === 'rejected' || output.value === undefined) return false;
			const [first] = output.value;
			if (first !== undefined) return (first.json.error ?? false) !== false;
		}
		return false;
	}

	/** n8n keeps nothing of a node that it cancels or tries again, so what was done goes to its log. */
	private logSummary(happened: string): void {
		const done = summary(this.items);
		if (done !== '') this.context.logger.warn(`${this.node.name} ${happened}. ${done}`);
	}

	/** The output item of an item that did not succeed: its row, or an error item. */
	private failed(item: ItemRun, failure: Failure): INodeExecutionData[] {
		const row = this.holdsForAllRows(failure) ? undefined : this.output.failedRow(item, failure);
		return row ?? [this.output.error(item, failure, this.labelOf(item.index, failure))];
	}

	/** The row in front of a message; nothing where there is one item only, or it is about all of them. */
	private labelOf(index: number, { isOfRun, kind }: Failure): string {
		if (this.inputs.length === 1 || isOfRun || kind === 'invalidItems') return '';
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
