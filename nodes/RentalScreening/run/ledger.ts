import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from './failure';

interface Entry {
	items?: INodeExecutionData[];
	identifier?: string;
	failure?: Failure;
	tries: number;
}

/**
 * What has become of each item of a run. It outlives the tries of n8n's Retry On Fail, so that what
 * succeeded is never sent again, and it knows every identifier that the service gave out.
 */
export class Ledger {
	private readonly entries: Entry[];

	constructor(itemCount: number) {
		this.entries = Array.from({ length: itemCount }, () => ({ tries: 0 }));
	}

	/** The output items of an item that has succeeded. */
	itemsOf(index: number): INodeExecutionData[] | undefined {
		return this.entry(index).items;
	}

	/** What came of an item's last try, if it did not succeed. */
	failureOf(index: number): Failure | undefined {
		return this.entry(index).failure;
	}

	triesOf(index: number): number {
		return this.entry(index).tries;
	}

	/** Keeps the identifier as soon as the answer is there, whatever becomes of the item afterwards. */
	keepIdentifier(index: number, name: string | undefined, answer: IDataObject): void {
		if (name !== undefined) this.entry(index).identifier = `${name} '${String(answer[name])}'`;
	}

	succeeded(index: number, items: INodeExecutionData[]): INodeExecutionData[] {
		const entry = this.entry(index);
		entry.items = items;
		delete entry.failure;
		return items;
	}

	failed(index: number, failure: Failure): void {
		const entry = this.entry(index);
		entry.failure = failure;
		entry.tries += 1;
	}

	allSucceeded(): boolean {
		return this.entries.every(({ items }) => items !== undefined);
	}

	/** The first item that must not be tried again, with the reason. */
	firstFinal(): { index: number; failure: Failure } | undefined {
		const index = this.entries.findIndex(({ failure }) => failure?.final === true);
		return index === -1 ? undefined : { index, failure: this.entry(index).failure! };
	}

	/** Everything that a stopped run has brought about, a line per item; '' when it is nothing. */
	account(): string {
		const done = this.lines(({ items, identifier }) =>
			items === undefined && identifier === undefined ? undefined : (identifier ?? 'done'),
		);
		const uncertain = this.lines(({ failure }) =>
			failure?.uncertain === true ? 'may have been accepted' : undefined,
		);
		return [
			...(done.length > 0 ? [`Done before the stop (${done.length}):`, ...done] : []),
			...(uncertain.length > 0 ? [`Look these up before you send them again:`, ...uncertain] : []),
		].join('\n');
	}

	private lines(tell: (entry: Entry) => string | undefined): string[] {
		return this.entries.flatMap((entry, index) => {
			const told = tell(entry);
			return told === undefined ? [] : [`[Item ${index}] ${told}`];
		});
	}

	private entry(index: number): Entry {
		return this.entries[index]!;
	}
}
