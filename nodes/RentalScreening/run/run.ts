import {
	sleep,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { Failure } from '../core/failure';
import { continuesOnError, getRunKey, readItems, type Item } from '../core/item';
import { isFetch, type Operation, type Request } from '../core/operation';
import { checkAll } from '../request/check';
import { readOptions } from '../request/options';
import { invalidItemFailure, invalidRunFailure, type FailedItem } from '../request/problems';
import { createRowUpdater, type RowUpdater } from '../rows/updater';
import { fromThrown } from './failures';
import { Job, type Transport } from './job';
import { Memory } from './memory';
import { logDone, Output, toStopError } from './output';
import { Queue } from './queue';
import { Sender } from './send';

const memory = new Memory();

/** The option of the first item. */
function readMaxConcurrency(first: Item | undefined): number {
	try {
		return first === undefined ? 1 : readOptions(first).maxConcurrency;
	} catch {
		// n8n refuses an expression of this item and reports it.
		return 1;
	}
}

/** One run of the node over all its input items. With Retry On Fail, one try of it. */
export class Run {
	private readonly node: INode;
	private readonly items: readonly Item[];
	private requests: readonly Request[] = [];

	/** By index, of the items that n8n has registered, and of those that the try before has ended. */
	private readonly jobs: Job[] = [];

	/** The output items of each item that n8n has registered, by its index. */
	private readonly outputs: Array<Promise<INodeExecutionData[]>> = [];

	private readonly queue: Queue;
	private readonly sender: Sender;

	/** Known once all items are checked. */
	private output!: Output;

	/** Of Update Rows; undefined where it is off. */
	private rows: RowUpdater | undefined;

	/** On Error is one of the two that go on with the other items. */
	private readonly continues: boolean;

	/** The item at which the run stops. */
	private stoppedAt: FailedItem | undefined;

	/** Resolves when items may be sent, or the run has stopped. */
	private readonly ready: Promise<void>;

	private readonly cancelSignal: AbortSignal | undefined;

	private readonly cancel = () => {
		this.queue.stop(true);
		void this.whenSettled().then(() => logDone(this.context, this.jobs, 'was cancelled'));
	};

	/** `previous`: the try before this one, which failed. */
	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
		private readonly previous: Run | undefined,
	) {
		this.node = context.getNode();
		this.items = readItems(context);
		this.continues = continuesOnError(context);
		this.queue = new Queue(readMaxConcurrency(this.items[0]));
		const execution = context.getExecutionId() || getRunKey(context);
		this.sender = new Sender(operation, this.queue, memory, execution);
		this.cancelSignal = context.getExecutionCancelSignal();
		if (this.cancelSignal?.aborted === true) this.queue.stop(true);
		this.cancelSignal?.addEventListener('abort', this.cancel, { once: true });
		this.ready = this.prepare();
	}

	/** Whether n8n has registered that item in this try. */
	hasRegistered(index: number): boolean {
		return this.outputs[index] !== undefined;
	}

	/**
	 * The output items of one input item; a run that continues on errors returns error items. Where the run stops,
	 * the last item throws a `NodeApiError` once nothing is in flight: n8n listens to it at once, and to the others
	 * only after all its batches.
	 */
	async handleItem(index: number, transport: Transport): Promise<INodeExecutionData[]> {
		const output = this.process(index, transport);
		this.outputs[index] = output;
		if (index < this.items.length - 1) return await output;
		await this.finish();
		if (this.stoppedAt === undefined) return await output;
		throw toStopError(this.node, this.stoppedAt, this.requests, this.jobs);
	}

	/** Checks all items. Nothing is sent before that nor, without batches, before n8n has registered all of them. */
	private async prepare(): Promise<void> {
		await this.previous?.whenSettled();
		this.carryOver(this.previous);
		await sleep(0);
		const lacksLastItem = this.lacksLastItem();
		// Otherwise the last item finishes the run. What an item throws, n8n gets from that item.
		if (lacksLastItem) this.finish().catch(() => {});
		// Under Stop the node ends at the item that n8n refused.
		if (lacksLastItem && !this.continues) {
			this.queue.stop();
			return;
		}
		const { context, operation, items } = this;
		this.rows = createRowUpdater(context, operation, items);
		this.requests = this.rows?.requests ?? checkAll(operation, items);
		this.output = new Output(context, operation, this.requests, this.rows, this.queue);
		if (!this.continues) this.stopAt(this.rows?.setupFailure ?? this.findInvalidItem());
	}

	/** The invalid item at which a run stops before anything is sent. */
	private findInvalidItem(): FailedItem | undefined {
		const { rows, requests, operation } = this;
		// With Update Rows an invalid item is its row's outcome, unless n8n ends the node at it.
		const stopping = requests.map((request) =>
			rows === undefined || request.abortsNode === true ? request : { ...request, problems: [] },
		);
		return invalidRunFailure(stopping, isFetch(operation));
	}

	/** Without Batching n8n's loop is over, and it has refused the last item or, under Stop, one before it. */
	private lacksLastItem(): boolean {
		const interval = this.items[0]?.parameter('requestOptions.batching.batch.batchInterval');
		const isBatched = Number(interval) > 0;
		return !isBatched && this.outputs.length < this.items.length;
	}

	/** Rule 8: what the tries before did, and what is not to be tried again, is kept. */
	private carryOver(previous: Run | undefined): void {
		previous?.jobs.forEach((job, index) => {
			const isOver = job.output !== undefined || job.failure?.effects.mayTryAgain === false;
			if (isOver) this.jobs[index] = job;
		});
		// A failure is the outcome of its row then, not of the run.
		if (previous?.queue.isWorking === true) this.queue.markWorking();
		const closedBy = previous?.queue.closedBy;
		if (closedBy?.effects.mayTryAgain === false) this.queue.close(closedBy);
	}

	private stopAt(at: FailedItem | undefined): void {
		if (at === undefined) return;
		this.stoppedAt ??= at;
		this.queue.stop();
	}

	private async process(index: number, transport: Transport): Promise<INodeExecutionData[]> {
		await this.ready;
		const item = this.items[index]!;
		const request = this.requests[index];
		// `prepare` checked nothing, as n8n has refused an item.
		if (request === undefined) return [];
		const job = (this.jobs[index] ??= new Job(item, request, transport, this.rows?.getRow(item)));
		return job.output ?? this.reportUnsent(job) ?? (await this.sendAndReport(job));
	}

	/** The output of an item that is not sent; undefined where it is. */
	private reportUnsent(job: Job): INodeExecutionData[] | undefined {
		const { rows, operation, output } = this;
		if (rows?.setupFailure !== undefined) {
			return output.reportFailure(job, rows.setupFailure.failure);
		}
		if (rows !== undefined && rows.getRow(job.item).step !== 'send') {
			return rows.writeUnsent(job.item);
		}
		const invalid = invalidItemFailure(job.request, isFetch(operation));
		return invalid && output.reportFailure(job, invalid);
	}

	private async sendAndReport(job: Job): Promise<INodeExecutionData[]> {
		try {
			// The try before has left it.
			if (job.failure !== undefined) throw job.failure;
			job.output = await this.send(job);
			return job.output;
		} catch (thrown) {
			const failure = fromThrown(thrown, this.operation, this.queue.isCancelled);
			if (failure === undefined) return [];
			this.recordFailure(job, failure);
			return this.output.reportFailure(job, failure);
		}
	}

	private async send(job: Job): Promise<INodeExecutionData[]> {
		const { identifier } = this.operation;
		const answer = await this.sender.send(job);
		if (answer === undefined) return this.rows?.writeSuperseded(job.item) ?? [];
		// It is kept even if the item fails afterwards.
		if (identifier !== undefined) job.identifier = `${identifier} '${String(answer[identifier])}'`;
		return await this.output.toItems(job, answer);
	}

	/** Keeps why an item failed and, under Stop, stops before the next request can start. */
	private recordFailure(job: Job, failure: Failure): void {
		job.failure = failure;
		const stops = !this.continues && this.output.isStopping(job.item, failure);
		if (stops) this.stopAt({ index: job.index, failure });
	}

	/** Resolves when nothing that n8n has registered so far is in flight. */
	private async whenSettled(): Promise<void> {
		await Promise.allSettled(this.outputs);
	}

	private async finish(): Promise<void> {
		const outputs = await Promise.all(this.outputs);
		this.rows?.giveBack();
		// n8n keeps the signal, and all that listens to it, until the whole execution ends.
		this.cancelSignal?.removeEventListener('abort', this.cancel);
		// n8n tries a node again that fails or whose first item has an error, and may end before that.
		const error = outputs.flat()[0]?.json.error ?? false;
		const hasFailed = this.stoppedAt !== undefined || error !== false;
		if (hasFailed && this.node.retryOnFail === true && !this.queue.isCancelled) {
			logDone(this.context, this.jobs, 'is tried again');
		}
	}
}
