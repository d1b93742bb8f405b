import {
	sleep,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { continuesOnError, readItems, runKey, type Item } from '../core/item';
import { maxConcurrencyOf, readOptions } from '../request/options';
import { isComplete, NOT_COMPLETE } from '../results/applicant';
import { createRowUpdater, useCheckedSettings, type RowUpdater } from '../rows/updater';
import { checkAll } from './check';
import { Failure } from '../core/failure';
import { Abort, Gate } from './gate';
import { Memory } from './memory';
import { type Operation, type Request } from '../core/operation';
import { Output, stopError, summaryOf } from './output';
import { poll } from './repeat';
import { Sender } from './send';
import {
	invalidItemFailure,
	invalidRunFailure,
	rowPrefix,
	type FailedItem,
} from '../request/problems';
import { failureOfThrown } from './answer';
import { Job, type Transport } from './job';

const memory = new Memory();

const OPEN = new Failure(
	'incomplete',
	NOT_COMPLETE,
	"Fetch the results later, raise 'Wait Up To (Minutes)', or choose another 'When Incomplete'.",
);

/** One run of the node over all its input items: one try, where Retry On Fail makes several. */
export class Run {
	private readonly node: INode;
	private readonly inputs: readonly Item[];
	private prepared: readonly Request[] = [];

	/** The items on their way or done, by their index. */
	private readonly items: Job[] = [];

	/** The output items of each item that n8n has registered, by its index. */
	private readonly outputs: Array<Promise<INodeExecutionData[]>> = [];

	private readonly abort = new Abort();
	private readonly gate: Gate;
	private readonly sender: Sender;
	private readonly output: Output;

	/** Of Update Rows, once all items are checked; undefined where it is off. */
	private rows: RowUpdater | undefined;

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
		this.inputs = readItems(context);
		this.continues = continuesOnError(context);
		this.gate = new Gate(maxConcurrencyOf(this.inputs), this.abort);
		this.sender = new Sender(
			operation,
			this.gate,
			memory,
			// The execution, in this process.
			context.getExecutionId() || runKey(context),
			(item, failure) => {
				if (!this.isNotYet(item, failure)) this.judge(item, failure);
			},
		);
		this.output = new Output(context, operation);
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
	async take(index: number, wire: Transport): Promise<INodeExecutionData[]> {
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
		await sleep(0);
		// Without Batching n8n's loop is over. If it did not come to all items, it refused one, which under Stop ends it.
		const interval = this.inputs[0]?.parameter('requestOptions.batching.batch.batchInterval');
		const isBatched = Number(interval) > 0;
		if (!this.continues && !isBatched && this.outputs.length < this.inputs.length) {
			this.abort.now();
			return;
		}
		const { context, operation, inputs } = this;
		this.prepared = checkAll(operation, useCheckedSettings(inputs, operation));
		this.rows = createRowUpdater(context, operation, inputs, this.prepared);
		this.fault = this.rows?.fault;
		if (this.continues) return;
		// With Update Rows an invalid item is its row's outcome, unless n8n ends the node at it.
		const endsRun = ({ abortsNode: endsNode }: Request) =>
			this.rows === undefined || endsNode === true;
		const ending = this.prepared.map((one) => (endsRun(one) ? one : { problems: [] }));
		this.stopAt(this.fault ?? invalidRunFailure(ending));
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

	private async outputOf(index: number, wire: Transport): Promise<INodeExecutionData[]> {
		await this.ready;
		if (this.abort.isOn && !this.abort.isCancelled) return [];
		const input = this.inputs[index]!;
		const item = (this.items[index] ??= new Job(
			input,
			this.prepared[index]!,
			wire,
			this.rows?.permitFor(input),
		));
		if (item.output !== undefined) return item.output;
		if (this.fault !== undefined) return this.failed(item, this.fault.failure);
		if (this.rows?.isDue(input) === false) return this.rows.handleSkipped(input);
		const problem = invalidItemFailure(item.request);
		if (problem !== undefined) return this.failed(item, problem);
		try {
			if (item.failure !== undefined) throw item.failure;
			item.output = await this.obtain(item);
			return item.output;
		} catch (thrown) {
			const label = item.isFetch ? undefined : this.operation.label;
			const failure = failureOfThrown(thrown, label, this.abort.isCancelled);
			if (failure === undefined) return [];
			this.judge(item, failure);
			return this.failed(item, failure);
		}
	}

	private async obtain(item: Job): Promise<INodeExecutionData[]> {
		const { pendingResult, identifier } = this.operation;
		if (pendingResult !== undefined) return await this.fetch(item);
		const answer = await this.sender.send(item);
		// It is kept even if the item fails afterwards.
		if (identifier !== undefined) item.identifier = `${identifier} '${String(answer[identifier])}'`;
		if (this.rows !== undefined) {
			const { input, sentAt, alreadySent } = item;
			return this.rows.writeSent(input, answer[identifier ?? ''], sentAt, alreadySent);
		}
		return await this.output.itemsOf(item, answer);
	}

	/** Rule 8: the results of an applicant, who may not have completed the screening. */
	private async fetch(item: Job): Promise<INodeExecutionData[]> {
		const { rows, output, gate } = this;
		const { whenIncomplete } = readOptions(item.input);
		const ask = async () => await this.sender.send(item);
		const last = await poll(ask, item.input, gate, (failure) => this.isNotYet(item, failure));
		const isOpen = last instanceof Failure ? last.kind === 'notFound' : !isComplete(last);
		if (isOpen && rows !== undefined) throw new Failure('incomplete', NOT_COMPLETE, '');
		if (isOpen && whenIncomplete === 'skip') return [];
		if (isOpen && whenIncomplete === 'error') throw OPEN;
		if (last instanceof Failure) throw last;
		if (rows === undefined) return await output.itemsOf(item, last);
		const other = this.operation.rejectResult?.(last, item.request);
		if (other !== undefined) throw other;
		const [result] = await output.shaped(item, last);
		return rows.writeResults(item.input, result?.json ?? {});
	}

	/** The results are not there yet: a 404 where that is an outcome, or an outage of a service that works. */
	private isNotYet({ input }: Job, { kind }: Failure): boolean {
		if (this.operation.pendingResult === undefined) return false;
		const { waitUpToMinutes, whenIncomplete } = readOptions(input);
		const waits = waitUpToMinutes > 0;
		if (kind === 'notFound') return waits || this.rows !== undefined || whenIncomplete === 'skip';
		return waits && this.gate.works && kind !== 'refused' && kind !== 'noAccess';
	}

	/** Keeps why an item failed and, under Stop, stops: at the sender's call, before the next request can start. */
	private judge(item: Job, failure: Failure): void {
		item.failure = failure;
		const stops = !this.continues && this.rowsFor(failure) === undefined;
		if (stops) this.stopAt({ index: item.index, failure });
	}

	/** The rows, where a failure is the outcome of its row and not of the run. */
	private rowsFor(failure: Failure): RowUpdater | undefined {
		const { rows, fault, gate } = this;
		// Nothing can have been sent: no row changes, but one that was marked says 'in progress' and gets its outcome.
		const isOfRun = failure.isOfRun && !gate.isReached && rows?.sendsMarkedRows !== true;
		return isOfRun || failure === fault?.failure ? undefined : rows;
	}

	/** The output items of an item that did not succeed: its row, or an error item. */
	private failed(item: Job, failure: Failure): INodeExecutionData[] {
		const written = this.rowsFor(failure)?.writeFailure(item.input, failure);
		if (written !== undefined) return written;
		const label = this.labelOf(item.index, failure);
		return [this.output.error(item, failure, label, this.rows?.returnsWholeRows === true)];
	}

	/** The row in front of a message; nothing where there is one item only, or it is about all of them. */
	private labelOf(index: number, failure: Failure): string {
		const ofAll = failure.isOfRun || (this.stop?.failure === failure && this.stop.ofItems);
		return this.inputs.length === 1 || ofAll ? '' : rowPrefix(index, this.prepared[index]);
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
