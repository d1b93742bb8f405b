import type { ItemInput } from '../request/item';
import { isNoId } from '../request/text';
import { problemsOf, type FailedItem } from '../run/check';
import { Failure } from '../run/failure';
import type { PreparedRequest, RowColumns } from '../run/operation';
import { fingerprintOf, isMarkOf, readMark, type Execution, type Mark } from './mark';
import { ownColumnsOf, type Sheet } from './sheet';
import { SENDING, statusIn, stepsOf, type RowSettings, type Step, type Steps } from './table';

/** What Update Rows gets: the input items and, in their order, the requests that they make. */
export interface RowsInput {
	readonly items: readonly ItemInput[];
	readonly requests: readonly PreparedRequest[];
	readonly columns: RowColumns;
	readonly settings: RowSettings;
	readonly execution: Execution;
}

/** What happens to each row, before anything is sent. */
export class Plan {
	/** How many rows are `sending` by each mark. */
	private readonly sending = new Map<string, number>();

	private readonly steps: readonly Steps[];

	constructor(
		private readonly input: RowsInput,
		private readonly sheet: Sheet,
	) {
		for (const item of input.items) {
			const { text } = this.markOf(item) ?? {};
			if (text === undefined || this.statusOf(item) !== SENDING) continue;
			this.sending.set(text, (this.sending.get(text) ?? 0) + 1);
		}
		this.steps = input.items.map((item) => this.stepsOf(item));
	}

	/** What happens to a row. */
	stepOf({ index }: ItemInput): Step {
		return this.steps[index]![this.input.settings.sendRows];
	}

	/** What a row is marked for: what would happen to it with Due Rows. */
	purposeOf({ index }: ItemInput): Step {
		return this.steps[index]!.due;
	}

	/** The mark that a row has. */
	markOf(item: ItemInput): Mark | undefined {
		const { mark } = this.input.columns;
		return mark === undefined ? undefined : readMark(this.sheet.cell(item, mark));
	}

	/** The fingerprint of a mark that is made for this. */
	fingerprint({ index }: ItemInput, purpose: Step): string {
		return fingerprintOf(purpose, this.input.requests[index]!);
	}

	/**
	 * Why no row can be sent and none may change: what is wrong with all rows that are due, with the columns, with the
	 * settings or with the match values.
	 */
	fault(): FailedItem | undefined {
		const failure = this.missingColumns() ?? this.wrongChoice() ?? this.matchFault();
		return this.faultOfAll() ?? (failure && { index: 0, failure });
	}

	private stepsOf(item: ItemInput): Steps {
		const { requests, columns, execution } = this.input;
		const status = this.statusOf(item);
		const mark = this.markOf(item);
		const isBlank = requests[item.index]!.idle === true;
		if (columns.mark === undefined) {
			const isLeft = isBlank || status === 'done' || this.sheet.sharing(item)[0] !== item;
			return { due: isLeft ? 'leave' : 'send', none: 'leave', checked: 'leave' };
		}
		const row = {
			isBlank,
			hasId: this.sheet.cell(item, columns.id ?? '', isNoId) !== undefined,
			status,
			mark,
			isOwn: isMarkOf(mark, execution),
			isShared: mark !== undefined && (this.sending.get(mark.text) ?? 0) > 1,
			isMarkedFor: (purpose: Step) => mark?.fingerprint === this.fingerprint(item, purpose),
		};
		return stepsOf(row, execution.isByPerson);
	}

	private statusOf(item: ItemInput) {
		const { columns } = this.input;
		return statusIn(this.sheet.cell(item, columns.status), columns);
	}

	/** What is wrong with all rows that are sent or marked for it; of marked rows it is each one's outcome. */
	private faultOfAll(): FailedItem | undefined {
		const { items, requests, settings } = this.input;
		if (settings.sendRows === 'checked') return undefined;
		const ofAll = items.map((item) => {
			const step = this.stepOf(item);
			const isDue = step === 'send' || (step === 'mark' && this.purposeOf(item) === 'send');
			const { problems } = requests[item.index]!;
			return isDue ? problems.filter((one) => one.ofSheet ?? one.ofRun) : undefined;
		});
		if (ofAll.some((problems) => problems?.length === 0)) return undefined;
		return problemsOf(ofAll.map((problems = []) => ({ problems })));
	}

	/** Blank rows need no columns. */
	private missingColumns(): Failure | undefined {
		const { requests, columns } = this.input;
		const first = requests.find(({ idle }) => idle !== true);
		return first && this.sheet.missingColumns(ownColumnsOf(columns), first.columns ?? []);
	}

	/** Rows to Send is not the right choice, or this node was not to be run alone. */
	private wrongChoice(): Failure | undefined {
		const { items, settings, execution } = this.input;
		if (items.some((item) => this.stepOf(item) === 'fail')) {
			const message = 'Nothing was sent. This execution has marked rows to be sent';
			return new Failure('notSetUp', message, "Choose 'Checked Rows' as 'Rows to Send'.");
		}
		if (settings.sendRows !== 'checked' || !execution.isByPerson) return undefined;
		const marks = [...this.sending.keys()].map(readMark);
		const areOfOthers = marks.length > 0 && !marks.some((mark) => isMarkOf(mark, execution));
		if (!areOfOthers) return undefined;
		const message = 'Nothing was sent. All rows were marked by other executions';
		return new Failure('notSetUp', message, 'Run the whole workflow, not this node alone.');
	}

	/** The next node would not find a row that is acted on. Results may share a match value. */
	private matchFault(): Failure | undefined {
		const { items, columns } = this.input;
		for (const item of items) {
			if (this.stepOf(item) === 'leave') continue;
			const fault = this.sheet.matchFault(item, columns.mark === undefined);
			if (fault !== undefined) return fault;
		}
		return undefined;
	}
}
