import { sleep } from 'n8n-workflow';

/**
 * How n8n comes to the items of a run: all in one synchronous loop or, with Batching, with pauses between them;
 * once more in each try of Retry On Fail. A row that it refuses ends the loop or is passed over.
 */
export class Registration {
	/** Resolves when n8n registers no more items; true where it has registered all of them. */
	readonly over: Promise<boolean>;

	private readonly end: (isWhole: boolean) => void;

	private registered = 0;

	/** The index of the item that was registered last. */
	private latest = -1;

	/** The index of the last item that n8n registers. */
	private last: number;

	/** The item that n8n came to last, in its present try. */
	private lastTaken = -1;

	/** Resolves when n8n has come to the last item of its present try. */
	private tryListened = deferred();

	/** `inBatches`: Batching is on. */
	constructor(
		private readonly itemCount: number,
		readonly inBatches: boolean,
	) {
		this.last = itemCount - 1;
		const { promise, resolve } = deferred<boolean>();
		this.over = promise;
		this.end = resolve;
	}

	/** n8n has registered all items. */
	get isWhole(): boolean {
		return this.registered === this.itemCount;
	}

	/**
	 * Notes that n8n came to an item for the first time. Without batches it registers all items in one synchronous
	 * loop, so the loop is over, completed or broken by a row that n8n refuses, before the next timer fires.
	 */
	add(index: number): void {
		this.registered += 1;
		this.latest = index;
		if (index >= this.last) this.end(this.isWhole);
		else if (this.registered === 1 && !this.inBatches) {
			void sleep(0).then(() => this.end(this.isWhole));
		}
	}

	/** Says that n8n passes over all items behind this one without a word to the run. */
	endAt(last: number): void {
		this.last = last;
		if (this.latest >= last) this.end(this.isWhole);
	}

	/**
	 * Resolves when n8n, which has come to an item of its present try, listens to what the item throws: when it has
	 * come to the last one.
	 */
	async untilListened(index: number): Promise<void> {
		if (index <= this.lastTaken) this.tryListened = deferred();
		this.lastTaken = index;
		if (index === this.itemCount - 1) this.tryListened.resolve();
		await this.tryListened.promise;
	}
}

/** A promise with what resolves it. */
function deferred<T = void>() {
	let resolve: (value: T) => void = () => {};
	const promise = new Promise<T>((resolved) => {
		resolve = resolved;
	});
	return { promise, resolve };
}
