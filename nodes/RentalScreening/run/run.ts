import {
	sleep,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { goesOn, itemInputsOf, runKeyOf, type ItemInput } from '../request/item';
import { maxConcurrencyOf } from '../request/options';
import { checkAll, problemOf, problemsOf, rowLabel, type FailedItem } from './check';
import { asFailure, cancelled, Failure } from './failure';
import { Abort, Aborted, Gate } from './gate';
import { Memory } from './memory';
import {
	ItemRun,
	type Operation,
	type PollPlan,
	type PreparedRequest,
	type Wire,
} from './operation';
import { Output, stopError, summaryOf } from './output';
import { incomplete, isNotYet, poll } from './repeat';
import { Sender } from './send';

const memory = new Memory();

/** One run of the node over all its input items: one try, where Retry On Fail makes several. */
export class Run {
	private readonly node: INode;

	private readonly inputs: readonly ItemInput[];

	private prepared: readonly PreparedRequest[] = [];

	/** The items on their way or done, by their index. */
	private readonly items: ItemRun[] = [];

	/** The output items of each item that n8n has registered, by its index. */
	private readonly outputs: Array<Promise<INodeExecutionData[]>> = [];

	private readonly abort = new Abort();

	private readonly gate: Gate;

	private readonly sender: Sender;

	private readonly output: Output;

	/** On Error is one of the two that go on with the other items. */
	private readonly continues: boolean;

	private stop: FailedItem | undefined;

	/** Why no row can be sent and none may change. */
	private fault: FailedItem | undefined;

	/** Resolves when items may be sent, or the run has stopped. */
	private readonly ready: Promise<void>;

	private readonly cancelSignal: AbortSignal | undefined;

	private readonly cancel = () => {
		this.abort.now(true);
		void this.settled().then(() => this.logSummary('was cancelled'));
	};

	/** `previous`: the try before this one, which failed. */
	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
		private readonly previous: Run | undefined,
	) {
		this.node = context.getNode();
		this.inputs = itemInputsOf(context);
		this.continues = goesOn(context);
		this.gate = new Gate(maxConcurrencyOf(this.inputs), this.abort);
		this.sender = new Sender(
			operation,
			this.gate,
			memory,
			// The execution, in this process.
			context.getExecutionId() || runKeyOf(context),
			(item, failure) => {
				if (!this.isNotYet(item, failure)) this.judge(item, failure);
			},
		);
		this.output = new Output(context, operation, this.inputs);
		this.cancelSignal = context.getExecutionCancelSignal();
		if (this.cancelSignal?.aborted === true) this.abort.now(true);
		this.cancelSignal?.addEventListener('abort', this.cancel, { once: true });
		this.ready = this.begin();
	}

	/** Whether n8n has come to that item in this try. */
	hasRegistered(index: number): boolean {
		return this.outputs[index] !== undefined;
	}

	/**
	 * The output items of one input item; a run that continues on errors returns error items. Where the run stops,
	 * the last item throws a `NodeApiError` when nothing is in flight any more: n8n listens to it at once, and to
	 * others only after all its batches.
	 */
	async take(index: number, wire: Wire): Promise<INodeExecutionData[]> {
		const output = this.outputOf(index, wire);
		this.outputs[index] = output;
		if (index < this.inputs.length - 1) return await output;
		await this.end();
		if (this.stop === undefined) return await output;
		const { index: at, failure } = this.stop;
		throw stopError(this.node, this.stop, this.labelOf(at, failure), summaryOf(this.items));
	}

	/** Checks all items. Nothing is sent before that nor, without batches, before n8n has registered all of them. */
	private async begin(): Promise<void> {
		await this.previous?.settled();
		this.takeOver(this.previous);
		// Without Batching n8n registers all items in one synchronous loop, which a row that it refuses ends under Stop.
		await sleep(0);
		const interval = this.inputs[0]?.parameter('requestOptions.batching.batch.batchInterval');
		const isBroken = !(Number(interval) > 0) && this.outputs.length < this.inputs.length;
		if (isBroken && !this.continues) {
			this.abort.now();
			return;
		}
		this.prepared = checkAll(this.operation, this.inputs);
		this.fault = this.output.faultIn(this.prepared);
		if (this.continues) return;
		// With Update Rows an invalid item is its row's outcome, unless n8n ends the node at it.
		const { isRows } = this.output;
		const isOfRow = ({ endsNode }: PreparedRequest) => isRows && endsNode !== true;
		const ending = this.prepared.map((one) => (isOfRow(one) ? { problems: [] } : one));
		this.stopAt(this.fault ?? problemsOf(ending));
	}

	/** Rule 7: what the tries before did, and what is not to be tried again, stays as it is. */
	private takeOver(previous: Run | undefined): void {
		previous?.items.forEach((item, index) => {
			const isOver = item.output !== undefined || item.failure?.isFinal === true;
			if (isOver) this.items[index] = item;
		});
		if (previous?.gate.closed?.isFinal === true) this.gate.closed = previous.gate.closed;
	}

	private stopAt(at: FailedItem | undefined): void {
		if (at === undefined) return;
		this.stop ??= at;
		this.abort.now();
	}

	private async outputOf(index: number, wire: Wire): Promise<INodeExecutionData[]> {
		await this.ready;
		if (this.abort.isOn && !this.abort.isCancelled) return [];
		const item = (this.items[index] ??= new ItemRun(
			index,
			this.inputs[index]!,
			this.prepared[index]!,
			wire,
			this.output.leaseOf(this.inputs[index]!),
		));
		if (item.output !== undefined) return item.output;
		if (this.fault !== undefined) return this.failed(item, this.fault.failure);
		const unsent = this.output.unsent(item.input);
		if (unsent !== undefined) return unsent;
		const problem = problemOf(item.request);
		if (problem !== undefined) return this.failed(item, problem);
		try {
			if (item.failure !== undefined) throw item.failure;
			item.output = await this.obtain(item);
			return item.output;
		} catch (thrown) {
			const failure = this.whyNotDone(item, thrown);
			if (failure === undefined) return [];
			this.judge(item, failure);
			return this.failed(item, failure);
		}
	}

	private async obtain(item: ItemRun): Promise<INodeExecutionData[]> {
		const plan = this.operation.pollPlan?.(item.input);
		if (plan !== undefined) return await this.fetch(item, plan);
		const answer = await this.sender.send(item);
		const { identifier } = this.operation;
		// It is kept even if the item fails afterwards.
		if (identifier !== undefined) item.identifier = `${identifier} '${String(answer[identifier])}'`;
		return await this.output.sent(item, answer);
	}

	/** Rule 8: the results of an applicant, who may not have completed the screening. */
	private async fetch(item: ItemRun, plan: PollPlan): Promise<INodeExecutionData[]> {
		const { output, gate } = this;
		const ask = async () => await this.sender.send(item);
		const last = await poll(ask, plan, gate, (failure) => this.isNotYet(item, failure));
		const isOpen = last instanceof Failure ? last.kind === 'notFound' : !plan.isComplete(last);
		const row = isOpen ? output.notComplete(item) : undefined;
		if (row !== undefined) return row;
		if (isOpen && plan.whenIncomplete === 'skip') return [];
		if (isOpen && plan.whenIncomplete === 'error') throw incomplete(plan);
		if (last instanceof Failure) throw last;
		return await output.fetched(item, last);
	}

	private isNotYet({ input }: ItemRun, failure: Failure): boolean {
		const plan = this.operation.pollPlan?.(input);
		return plan !== undefined && isNotYet(failure, plan, this.gate.works, this.output.isRows);
	}

	/** Why an item did not succeed; undefined when it was aborted unsent, in a run whose output nobody gets. */
	private whyNotDone({ isFetch }: ItemRun, thrown: unknown): Failure | undefined {
		const label = isFetch ? undefined : this.operation.label;
		if (!(thrown instanceof Aborted)) return asFailure(thrown, label);
		if (thrown.uncertain) return cancelled(label);
		return this.abort.isCancelled ? cancelled() : undefined;
	}

	/** Keeps why an item failed and, under Stop, stops: at the sender's call, before the next request can start. */
	private judge(item: ItemRun, failure: Failure): void {
		item.failure = failure;
		if (!this.continues && (!this.output.isRows || this.holdsForAllRows(failure))) {
			this.stopAt({ index: item.index, failure });
		}
	}

	/** With Update Rows a failure is its row's outcome, unless it holds for all and nothing can have been sent. */
	private holdsForAllRows(failure: Failure): boolean {
		if (failure === this.fault?.failure) return true;
		return failure.isOfRun && !this.output.isOfMarkedRows && !this.gate.isOpen;
	}

	/** The output item of an item that did not succeed: its row, or an error item. */
	private failed(item: ItemRun, failure: Failure): INodeExecutionData[] {
		const row = this.holdsForAllRows(failure) ? undefined : this.output.failedRow(item, failure);
		return row ?? [this.output.error(item, failure, this.labelOf(item.index, failure))];
	}

	/** The row in front of a message; nothing where there is one item only, or it is about all of them. */
	private labelOf(index: number, failure: Failure): string {
		const ofAll = failure.isOfRun || (this.stop?.failure === failure && this.stop.ofItems);
		return this.inputs.length === 1 || ofAll ? '' : rowLabel(index, this.prepared[index]);
	}

	/** Resolves when nothing that n8n has registered so far is on its way. */
	private readonly settled = async () => await Promise.allSettled(this.outputs);

	private async end(): Promise<void> {
		const outputs = await Promise.all(this.outputs);
		// n8n keeps the signal, and all that listens to it, until the whole execution ends.
		this.cancelSignal?.removeEventListener('abort', this.cancel);
		// n8n tries a node again that fails or whose first item has an error, and may end before that.
		const hasFailed = this.stop !== undefined || (outputs.flat()[0]?.json.error ?? false) !== false;
		if (hasFailed && this.node.retryOnFail === true && !this.abort.isCancelled) {
			this.logSummary('is tried again');
		}
	}

	/** n8n keeps nothing of a node that it cancels or tries again, so what was done goes to its log. */
	private logSummary(happened: string): void {
		const done = summaryOf(this.items);
		if (done !== '') this.context.logger.warn(`${this.node.name} ${happened}. ${done}`);
	}
}
