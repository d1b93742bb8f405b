import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { onOneLine } from '../request/text';
import type { Failure } from './failure';

interface Outcome {
	items?: INodeExecutionData[];
	identifier?: string;
	failure?: Failure;
	idle?: boolean;
	tries: number;
}

/**
 * The outcome of each item of a run. It outlives the tries of n8n's Retry On Fail, so that what succeeded is
 * never sent again, and it knows every identifier that the service gave out.
 */
export class Outcomes {
	private readonly outcomes: Outcome[];

	constructor(itemCount: number) {
		this.outcomes = Array.from({ length: itemCount }, () => ({ tries: 0 }));
	}

	/** The output items of an item that has succeeded. */
	itemsOf(index: number): INodeExecutionData[] | undefined {
		return this.at(index).items;
	}

	/** Why an item's last try did not succeed. */
	failureOf(index: number): Failure | undefined {
		return this.at(index).failure;
	}

	triesOf(index: number): number {
		return this.at(index).tries;
	}

	/** Keeps the identifier as soon as the answer is there, even if the item fails afterwards. */
	keepIdentifier(index: number, name: string | undefined, answer: IDataObject): void {
		if (name !== undefined)
			this.at(index).identifier = `${name} '${onOneLine(String(answer[name]))}'`;
	}

	succeeded(index: number, items: INodeExecutionData[]): INodeExecutionData[] {
		const outcome = this.at(index);
		outcome.items = items;
		delete outcome.failure;
		return items;
	}

	/** An item for which nothing was to be done. */
	passed(index: number, items: INodeExecutionData[]): INodeExecutionData[] {
		this.at(index).idle = true;
		return this.succeeded(index, items);
	}

	failed(index: number, failure: Failure): void {
		const outcome = this.at(index);
		outcome.failure = failure;
		outcome.tries += 1;
	}

	/** The first item that must not be tried again, with the reason. */
	firstFinal(): { index: number; failure: Failure } | undefined {
		const index = this.outcomes.findIndex(({ failure }) => failure?.final === true);
		return index === -1 ? undefined : { index, failure: this.at(index).failure! };
	}

	/** The identifiers that the service gave out, with the index of their item. */
	identifiers(): Array<{ index: number; identifier: string }> {
		return this.outcomes.flatMap(({ identifier }, index) =>
			identifier === undefined ? [] : [{ index, identifier }],
		);
	}

	/** The items that were done without an identifier of their own. */
	done(): number[] {
		return this.indexesWhere(
			({ items, identifier, idle }) =>
				items !== undefined && identifier === undefined && idle !== true,
		);
	}

	/** The items whose request may have been accepted. */
	uncertain(): number[] {
		return this.indexesWhere(({ failure }) => failure?.uncertain === true);
	}

	private indexesWhere(holds: (outcome: Outcome) => boolean): number[] {
		return this.outcomes.flatMap((outcome, index) => (holds(outcome) ? [index] : []));
	}

	private at(index: number): Outcome {
		return this.outcomes[index]!;
	}
}
