import { randomBytes } from 'node:crypto';

import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { updatesRows, type ItemInput } from '../request/item';
import { optionsOf } from '../request/options';
import { safeTexts } from '../results/cells';
import { maskSsn } from '../results/ssn';
import type { Failure } from './failure';
import type { FailedItem } from './abort';
import type { ItemRun } from './itemRun';
import type { Execution } from './mark';
import { messageAt, problemOf, problemsOf } from './messages';
import type { Operation, PreparedRequest } from './operation';
import { Rows, type Plan } from './rows';
import { rowSettingsOf, type RowSettings } from './rowTable';

/** A random value of this process, for marks. */
const PROCESS = randomBytes(6).toString('hex');

function executionOf(context: IExecuteSingleFunctions): Execution {
	return {
		id: context.getExecutionId() || 'none',
		process: PROCESS,
		isByPerson: ['manual', 'retry'].includes(context.getMode()),
	};
}

/** Rule 7: makes the output items of a run; each knows its input item. */
export class Output {
	private readonly rows: Rows | undefined;

	private readonly settings: RowSettings | undefined;

	private plans: readonly Plan[] = [];

	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly operation: Operation,
		items: readonly ItemInput[],
	) {
		const { rows } = operation;
		const [first] = items;
		if (rows === undefined || first === undefined || !updatesRows(first)) return;
		this.settings = rowSettingsOf(first);
		this.rows = new Rows(items, rows, this.settings, executionOf(context));
	}

	/** Update Rows is on: every input item is returned as its row. */
	get isRows(): boolean {
		return this.rows !== undefined;
	}

	/** Only the rows that the node acted on are returned, and all that happens is a row's outcome. */
	get isWritten(): boolean {
		return this.settings?.matchColumn !== undefined;
	}

	/** What is returned of a row for which nothing is sent; undefined where something is, or there are no rows. */
	idle(item: ItemInput): INodeExecutionData[] | undefined {
		const plan = this.plans[item.index];
		return plan === undefined || plan.sends ? undefined : this.itemsFor(item, plan.row);
	}

	/** Why no row can be sent and none may change: sheet or settings, also where they are wrong in every row that is due. */
	faultIn(prepared: readonly PreparedRequest[]): FailedItem | undefined {
		const { rows, settings } = this;
		if (rows === undefined) return undefined;
		const { plans, fault } = rows.plan(prepared, prepared.map(problemOf));
		this.plans = plans;
		if (fault !== undefined) return { index: 0, failure: fault };
		if (settings?.sendRows === 'checked') return undefined;
		const ofRun = prepared.map(({ problems }, index) => ({
			problems: problems.filter(
				(one) => this.plans[index]?.isDue === true && (one.ofSheet ?? one.ofRun),
			),
		}));
		const isForAll = ofRun.every(
			({ problems }, index) => problems.length > 0 || this.plans[index]?.isDue !== true,
		);
		return isForAll ? problemsOf(ofRun) : undefined;
	}

	/** The items of an accepted request. */
	async sent(item: ItemRun, answer: IDataObject): Promise<INodeExecutionData[]> {
		const { input, sentAt, alreadySent } = item;
		if (this.rows !== undefined) {
			const id = answer[this.operation.identifier ?? ''];
			return this.itemsFor(input, this.rows.sent(input, id, sentAt, alreadySent));
		}
		const known = alreadySent ? { alreadySent, sentAt: new Date(sentAt).toISOString() } : {};
		const items = await this.shaped(item, answer);
		return items.map((each) => this.linked(input, { ...each, json: { ...each.json, ...known } }));
	}

	/** The items of what was fetched. */
	async fetched(item: ItemRun, answer: IDataObject): Promise<INodeExecutionData[]> {
		const { input, request } = item;
		const { rows, operation } = this;
		if (rows !== undefined && operation.isOfSomebodyElse?.(answer, request) === true) {
			return this.itemsFor(input, rows.ofSomebodyElse(input));
		}
		const items = await this.shaped(item, answer);
		if (rows === undefined) return items.map((each) => this.linked(input, each));
		return this.itemsFor(input, rows.fetched(input, items[0]?.json ?? {}));
	}

	/** The row of an applicant who is not complete yet; undefined where there are no rows. */
	notComplete({ input }: ItemRun): INodeExecutionData[] | undefined {
		return this.rows && this.itemsFor(input, this.rows.notComplete(input));
	}

	/** The row of an item that did not succeed, with the reason in its note; undefined where there are no rows. */
	failedRow({ input }: ItemRun, failure: Failure): INodeExecutionData[] | undefined {
		return this.rows && this.itemsFor(input, this.rows.failed(input, failure));
	}

	/**
	 * The error item of an item that did not succeed. n8n sends it to the error output because `error` is its
	 * only key, and adds the input row there itself. `label` names the item in the message.
	 */
	error({ input }: ItemRun, failure: Failure, label: string): INodeExecutionData {
		const addsRow = this.context.getNode().onError === 'continueErrorOutput';
		const carriesRow = this.isRows || optionsOf(input).includeInputFields;
		return this.itemFor(input, {
			...(carriesRow && !addsRow ? input.columns : {}),
			error: errorOf(failure, input.index, label),
		});
	}

	private itemsFor(item: ItemInput, row: IDataObject | undefined): INodeExecutionData[] {
		return row === undefined ? [] : [this.itemFor(item, row)];
	}

	/** The one item of an input item; a row that is returned whole keeps its files. */
	private itemFor({ index, binary }: ItemInput, json: IDataObject): INodeExecutionData {
		const keepsFiles = this.isRows && !this.isWritten && binary !== undefined;
		return { json, ...(keepsFiles ? { binary } : {}), pairedItem: { item: index } };
	}

	private async shaped(
		{ input, request }: ItemRun,
		answer: IDataObject,
	): Promise<INodeExecutionData[]> {
		const items = await this.operation.toItems?.(answer, input, this.context.helpers, request);
		return items ?? [{ json: safeTexts(maskSsn(answer) as IDataObject) }];
	}

	/** Include Input Fields: puts the columns of the input item in front. Where names collide the answer wins. */
	private linked(input: ItemInput, item: INodeExecutionData): INodeExecutionData {
		const { index, columns } = input;
		const pairedItem = { item: index };
		if (!optionsOf(input).includeInputFields) return { ...item, pairedItem };
		const json: IDataObject = { ...columns, ...item.json };
		// An earlier run's error would make this one look failed, to people and to n8n.
		if (!('error' in item.json)) delete json.error;
		// The sheet says who the person is where the answer does not.
		for (const name of this.operation.personColumns?.(input) ?? []) {
			if (Object.hasOwn(columns, name)) json[name] ??= columns[name];
		}
		return { ...item, json, pairedItem };
	}
}

/** The value of `error` in an error item; `label` names the item in the message. */
export function errorOf(failure: Failure, index: number, label: string): IDataObject {
	const { hint, status, kind } = failure;
	return {
		message: messageAt(failure, index, label),
		description: hint,
		...(status === undefined ? {} : { status }),
		...(kind === 'maybe' ? { mayHaveBeenAccepted: true } : {}),
	};
}
