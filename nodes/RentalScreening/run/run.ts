import {
	sleep,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { Failure } from '../core/failure';
import { continuesOnError, readItems, runKey, type Item } from '../core/item';
import { type Operation, type Request } from '../core/operation';
import { readMaxConcurrency } from '../request/options';
import {
	invalidItemFailure,
	invalidRunFailure,
	rowPrefix,
	type FailedItem,
} from '../request/problems';
import { Cancellation } from './cancellation';
import { checkAll } from './check';
import { Duplicates } from './duplicates';
import { Job, type Transport } from './job';
import { Output, summarizeDone, toStopError } from './output';
import { PendingResults } from './pending';
import { Queue } from './queue';
import { fromThrown } from './response';
import { Sender } from './send';
import { RowUpdater, useCheckedSettings, createRowUpdater } from '../rows/updater';

const duplicates = new Duplicates();

/** One run of the node over all its input items: one try, where Retry On Fail makes several. */
export class Run {
	private readonly node: INode;
	private readonly inputs: readonly Item[];
	private requests: readonly Request[] = [];

	/** The items in flight or done, by their index. */
	private readonly jobs: Job[] = [];

	/** The output items of each item that n8n has registered, by its index. */
	private readonly outputs: Array<Promise<INodeExecutionData[]>> = [];

	private readonly cancellation = new Cancellation();
	private readonly queue: Queue;
	private readonly sender: Sender;
	/** Where results may not be there yet. */
	private readonly pending: PendingResults | undefined;
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
		this.cancellation.trigger(true);
		void this.whenSettled().then(() => this.logSummary('was cancelled'));
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
		this.queue = new Queue(readMaxConcurrency(this.inputs), this.cancellation);
		this.sender = new Sender(
			operation,
			this.queue,
			this.cancellation,
			duplicates,
			// The execution, in this process.
			context.getExecutionId() || runKey(context),
			(job, failure) => {
				if (this.pending?.isNotYet(job, failure) !== true) this.recordFailure(job, failure);
			},
		);
		const { pendingResult } = operation;
		const hasRows = () => this.rows !== undefined;
		this.pending =
			pendingResult &&
			new PendingResults(pendingResult, this.sender, this.queue, this.cancellation, hasRows);
		this.output = new Output(context, operation);
		this.cancelSignal = context.getExecutionCancelSignal();
		if (this.cancelSignal?.aborted === true) this.cancellation.trigger(true);
		this.cancelSignal?.addEventListener('abort', this.cancel, { once: true });
		this.ready = this.prepare();
	}

	/** Whether n8n has registered that item in this try. */
	hasRegistered(index: number): boolean {
		return this.outputs[index] !== undefined;
	}

	/**
	 * The output items of one input item; a run that continues on errors returns error items. Where the run stops,
	 * the last item throws a `NodeApiError` when nothing is in flight any more: n8n listens to it at once, and to
	 * others only after all its batches.
	 */
	async handleItem(index: number, transport: Transport): Promise<INodeExecutionData[]> {
		const output = this.process(index, transport);
		this.outputs[index] = output;
		if (index < this.inputs.length - 1) return await output;
		await this.finish();
		if (this.stop === undefined) return await output;
		const { index: at, failure } = this.stop;
		throw toStopError(this.node, this.stop, this.labelItem(at, failure), summarizeDone(this.jobs));
	}

	/** Checks all items. Nothing is sent before that nor, without batches, before n8n has registered all of them. */
	private async prepare(): Promise<void> {
		await this.previous?.whenSettled();
		this.carryOver(this.previous);
		await sleep(0);
		// Without Batching n8n's loop is over. If it did not register all items, it refused one, which under Stop ends it.
		const interval = this.inputs[0]?.parameter('requestOptions.batching.batch.batchInterval');
		const isBatched = Number(interval) > 0;
		if (!this.continues && !isBatched && this.outputs.length < this.inputs.length) {
			this.cancellation.trigger();
			return;
		}
		const { context, operation, inputs } = this;
		this.requests = checkAll(operation, useCheckedSettings(inputs, operation));
		this.rows = createRowUpdater(context, operation, inputs, this.requests);
		this.fault = this.rows?.fault;
		if (this.continues) return;
		// With Update Rows an invalid item is its row's outcome, unless n8n ends the node at it.
		const endsRun = ({ abortsNode }: Request) => this.rows === undefined || abortsNode === true;
		const ending = this.requests.map((one) => (endsRun(one) ? one : { problems: [] }));
		this.stopAt(this.fault ?? invalidRunFailure(ending, this.isFetch));
	}

	/** It has nothing to lose: an operation that changes nothing issues no identifier. */
	private get isFetch(): boolean {
		return this.operation.identifier === undefined;
	}

	/** Rule 7: what the tries before did, and what is not to be tried again, is kept. */
	private carryOver(previous: Run | undefined): void {
		previous?.jobs.forEach((job, index) => {
			const isOver = job.output !== undefined || job.failure?.isFinal === true;
			if (isOver) this.jobs[index] = job;
		});
		const closedBy = previous?.queue.closedBy;
		if (closedBy?.isFinal === true) this.queue.close(closedBy);
	}

	private stopAt(at: FailedItem | undefined): void {
		if (at === undefined) return;
		this.stop ??= at;
		this.cancellation.trigger();
	}

	private async process(index: number, transport: Transport): Promise<INodeExecutionData[]> {
		await this.ready;
		if (this.cancellation.triggered && !this.cancellation.isCancelled) return [];
		const input = this.inputs[index]!;
		const job = (this.jobs[index] ??= new Job(
			input,
			this.requests[index]!,
			transport,
			this.rows?.permitFor(input),
		));
		if (job.output !== undefined) return job.output;
		if (this.fault !== undefined) return this.reportFailure(job, this.fault.failure);
		if (this.rows?.isDue(input) === false) return this.rows.handleSkipped(input);
		const invalid = invalidItemFailure(job.request, this.isFetch);
		if (invalid !== undefined) return this.reportFailure(job, invalid);
		try {
			if (job.failure !== undefined) throw job.failure;
			job.output = await this.sendAndShape(job);
			return job.output;
		} catch (thrown) {
			const label = job.isFetch ? undefined : this.operation.label;
			const failure = fromThrown(thrown, label, this.cancellation.isCancelled);
			if (failure === undefined) return [];
			this.recordFailure(job, failure);
			return this.reportFailure(job, failure);
		}
	}

	private async sendAndShape(job: Job): Promise<INodeExecutionData[]> {
		const { rows, output, operation } = this;
		const { identifier, rejectResult } = operation;
		const answer = await (this.pending?.fetch(job) ?? this.sender.send(job));
		if (answer === undefined) return [];
		// It is kept even if the item fails afterwards.
		if (identifier !== undefined) job.identifier = `${identifier} '${String(answer[identifier])}'`;
		if (rows === undefined) return await output.toItems(job, answer);
		if (identifier !== undefined) {
			return rows.writeSent(job.input, answer[identifier], job.sentAt, job.alreadySent);
		}
		const rejection = rejectResult?.(answer, job.request);
		if (rejection !== undefined) throw rejection;
		const [result] = await output.shape(job, answer);
		return rows.writeResults(job.input, result?.json ?? {});
	}

	/** Keeps why an item failed and, under Stop, stops: at the sender's call, before the next request can start. */
	private recordFailure(job: Job, failure: Failure): void {
		job.failure = failure;
		const stops = !this.continues && this.findRows(failure) === undefined;
		if (stops) this.stopAt({ index: job.index, failure });
	}

	/** The rows, where a failure is the outcome of its row and not of the run. */
	private findRows(failure: Failure): RowUpdater | undefined {
		const { rows, fault, queue } = this;
		// Nothing can have been sent: no row changes, but one that was marked gets its outcome.
		const isShared =
			failure.scope === 'run' && !queue.hasAnswered && rows?.sendsMarkedRows !== true;
		return isShared || failure === fault?.failure ? undefined : rows;
	}

	/** The output items of an item that did not succeed: its row, or an error item. */
	private reportFailure(job: Job, failure: Failure): INodeExecutionData[] {
		const written = this.findRows(failure)?.writeFailure(job.input, failure);
		if (written !== undefined) return written;
		const label = this.labelItem(job.index, failure);
		return [
			this.output.toErrorItem(job.input, failure, label, this.rows?.returnsWholeRows === true),
		];
	}

	/** The row in front of a message; nothing where there is one item only, or it is about all of them. */
	private labelItem(index: number, failure: Failure): string {
		const isShared =
			failure.scope === 'run' || (this.stop?.failure === failure && this.stop.ofItems);
		return this.inputs.length === 1 || isShared ? '' : rowPrefix(index, this.requests[index]);
	}

	/** Resolves when nothing that n8n has registered so far is in flight. */
	private readonly whenSettled = async () => await Promise.allSettled(this.outputs);

	private async finish(): Promise<void> {
		const outputs = await Promise.all(this.outputs);
		// n8n keeps the signal, and all that listens to it, until the whole execution ends.
		this.cancelSignal?.removeEventListener('abort', this.cancel);
		// n8n tries a node again that fails or whose first item has an error, and may end before that.
		const hasFailed = this.stop !== undefined || (outputs.flat()[0]?.json.error ?? false) !== false;
		if (hasFailed && this.node.retryOnFail === true && !this.cancellation.isCancelled) {
			this.logSummary('is tried again');
		}
	}

	/** n8n keeps nothing of a node that it cancels or tries again, so what was done goes to its log. */
	private logSummary(event: string): void {
		const done = summarizeDone(this.jobs);
		if (done !== '') this.context.logger.warn(`${this.node.name} ${event}. ${done}`);
	}
}
