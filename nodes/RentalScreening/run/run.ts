import {
	sleep,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { Failure, FailedItem } from '../core/failure';
import { continuesOnError, getRunKey, readItems, type Item } from '../core/item';
import { isFetch, type Operation, type Request } from '../core/operation';
import { checkAll, findUnevaluated } from '../request/check';
import { readOptions, readUpdateRows } from '../request/options';
import { invalidItemFailure, invalidRunFailure } from '../request/problems';
import { createRowUpdater, type RowUpdater } from '../rows/updater';
import { Job, type Transport } from './job';
import { Memory } from './memory';
import { logDone, Output, toStopError } from './output';
import { Queue, Stopped } from './queue';
import { fromThrown } from './response';
import { Sender } from './send';

const memory = new Memory();

/** The option of the first item. */
function readMaxConcurrency(first: Item | undefined): number {
	try {
		return first === undefined ? 1 : readOptions(first).maxConcurrency;
	} catch {
		// n8n cannot evaluate it, and reports it.
		return 1;
	}
}

/** The checked items of a run. */
interface Checked {
	readonly requests: readonly Request[];
	/** With Update Rows. */
	readonly rows: RowUpdater | undefined;
	readonly output: Output;
	/** Why nothing is sent. */
	readonly failure: FailedItem | undefined;
}

/** One run of the node over all its input items. With Retry On Fail, one try of it. */
export class Run {
	private readonly node: INode;
	private readonly items: readonly Item[];

	/** By index, of the items that n8n has registered, and of those that the try before has ended. */
	private readonly jobs: Job[] = [];

	/** The output items of each item that n8n has registered, by its index. */
	private readonly outputs: Array<Promise<INodeExecutionData[]>> = [];

	private readonly queue: Queue;
	private readonly sender: Sender;

	/** On Error is one of the two that go on with the other items. */
	private readonly continues: boolean;

	/** The item at which the run stops. */
	private stoppedAt: FailedItem | undefined;

	/** Undefined where n8n has ended the node at an item that it refused. */
	private readonly checked: Promise<Checked | undefined>;

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
		this.sender = new Sender({ operation, queue: this.queue, memory, execution });
		this.cancelSignal = context.getExecutionCancelSignal();
		if (this.cancelSignal?.aborted === true) this.queue.stop(true);
		this.cancelSignal?.addEventListener('abort', this.cancel, { once: true });
		this.checked = this.prepare();
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
		const requests = await this.finish();
		if (this.stoppedAt === undefined) return await output;
		throw toStopError(this.node, this.stoppedAt, requests, this.jobs);
	}

	/** Checks all items. Nothing is sent before that nor, without batches, before n8n has registered all of them. */
	private async prepare(): Promise<Checked | undefined> {
		await this.previous?.whenSettled();
		this.carryOver(this.previous);
		await sleep(0);
		if (this.lacksLastItem()) {
			// Otherwise the last item finishes the run. What an item throws, n8n gets from that item.
			this.finish().catch(() => {});
			// Under Stop the node ends at the item that n8n refused.
			if (!this.continues) {
				this.queue.stop();
				return undefined;
			}
		}
		const checked = this.check();
		if (checked.failure !== undefined && !this.continues) this.stopAt(checked.failure);
		return checked;
	}

	/** Reads and checks what all items ask for. */
	private check(): Checked {
		const { context, operation, items, queue } = this;
		const unevaluated = findUnevaluated(operation, items);
		if (unevaluated !== undefined) {
			const output = new Output(context, operation, [], undefined, queue);
			return { requests: [], rows: undefined, output, failure: unevaluated };
		}
		const mode = items[0] && readUpdateRows(items[0], operation);
		const read = mode === 'checked' ? [] : checkAll(operation, items);
		const rows = mode && createRowUpdater(context, operation, items, read, mode);
		const requests = rows?.requests ?? read;
		const output = new Output(context, operation, requests, rows, queue);
		// With Update Rows an invalid item is the outcome of its row.
		const isStopping = rows === undefined && !this.continues;
		const invalid = isStopping ? invalidRunFailure(requests, isFetch(operation)) : undefined;
		return { requests, rows, output, failure: rows?.setupFailure ?? invalid };
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

	private stopAt(at: FailedItem): void {
		this.stoppedAt ??= at;
		this.queue.stop();
	}

	/** The output items of an item: of the try before, as it is not sent, or of its answer. */
	private async process(index: number, transport: Transport): Promise<INodeExecutionData[]> {
		const checked = await this.checked;
		if (checked === undefined) return [];
		const { requests, rows, output, failure } = checked;
		const item = this.items[index]!;
		const request = requests[index] ?? { problems: [] };
		const job = (this.jobs[index] ??= new Job(item, request, transport, rows?.getRow(item)));
		if (job.output !== undefined) return job.output;
		if (failure !== undefined) return output.toFailed(item, failure.failure, 'item');
		if (rows !== undefined && !rows.isToBeSent(item)) return rows.writeUnsent(item);
		// What the try before has left, or what is wrong with the request.
		const known = job.failure ?? invalidItemFailure(request, isFetch(this.operation));
		if (known !== undefined) return this.fail(job, known, checked);
		return await this.send(job, checked);
	}

	private async send(job: Job, checked: Checked): Promise<INodeExecutionData[]> {
		try {
			const answer = await this.sender.send(job);
			if (answer === undefined) return checked.rows?.writeUnsent(job.item) ?? [];
			const { identifier } = this.operation;
			// It is kept even if the item fails afterwards.
			if (identifier !== undefined)
				job.identifier = `${identifier} '${String(answer[identifier])}'`;
			job.output = await checked.output.toItems(job, answer);
			return job.output;
		} catch (thrown) {
			// It was not sent: its row stays due, and n8n drops the output.
			if (thrown instanceof Stopped) return [];
			return this.fail(job, fromThrown(thrown, this.operation), checked);
		}
	}

	/** Keeps why an item failed and, under Stop, stops before the next request can start. */
	private fail(job: Job, failure: Failure, { output }: Checked): INodeExecutionData[] {
		job.failure = failure;
		const form = output.decideForm(job.item, failure);
		// Of an execution that is cancelled, n8n says so itself.
		const stops = form === 'item' && !this.continues && !this.queue.isCancelled;
		if (stops) this.stopAt({ index: job.index, failure });
		return output.toFailed(job.item, failure, form);
	}

	/** Resolves when nothing that n8n has registered so far is in flight. */
	private async whenSettled(): Promise<void> {
		await Promise.allSettled(this.outputs);
	}

	/** Waits for all items. Returns what they asked for. */
	private async finish(): Promise<readonly Request[]> {
		const outputs = await Promise.all(this.outputs);
		const { requests = [], rows } = (await this.checked) ?? {};
		rows?.giveBack();
		// n8n keeps the signal, and all that listens to it, until the whole execution ends.
		this.cancelSignal?.removeEventListener('abort', this.cancel);
		// n8n tries a node again that fails or whose first item has an error, and may end before that.
		const error = outputs.flat()[0]?.json.error ?? false;
		const hasFailed = this.stoppedAt !== undefined || error !== false;
		if (hasFailed && this.node.retryOnFail === true && !this.queue.isCancelled) {
			logDone(this.context, this.jobs, 'is tried again');
		}
		return requests;
	}
}
