import type { Item } from '../core/item';
import { isNoId } from '../core/text';
import { Failure } from '../core/failure';
import type { Request, RowColumns } from '../core/operation';
import { fingerprintOf, readMark, type Execution } from './mark';
import { statusColumns, type Sheet } from './sheet';
import { SENDING, statusIn, stepOf, type RowState, type SendRows, type Step } from './table';
import { invalidRunFailure, sharedProblems, type FailedItem } from '../request/problems';

/** What Update Rows gets: the input items and, in their order, the requests that they make. */
export interface RowsInput {
	readonly items: readonly Item[];
	readonly requests: readonly Request[];
	readonly columns: RowColumns;
	readonly sendRows: SendRows;
	/** Only written columns are returned, with this one; undefined: all columns. */
	readonly matchColumn: string | undefined;
	readonly execution: Execution;
}

interface PlannedRow {
	readonly row: RowState;
	readonly step: Step;
	/** What it is marked for: what would happen to it with Due Rows. */
	readonly purpose: Step;
	fingerprintFor(purpose: Step): string;
}

/** What happens to each row, before anything is sent. */
export function planOf(input: RowsInput, sheet: Sheet): PlannedRow[] {
	const { items, requests, columns, sendRows, execution } = input;
	const marks = items.map((item) => readMark(columns.mark && sheet.cell(item, columns.mark)));
	const [seen, shared] = [new Set<string>(), new Set<string>()];
	for (const { text } of marks.flatMap((mark) => mark ?? [])) {
		if (seen.has(text)) shared.add(text);
		seen.add(text);
	}
	return items.map((item) => {
		const request = requests[item.index]!;
		const mark = marks[item.index];
		const id = columns.id && sheet.cell(item, columns.id, isNoId);
		const fingerprintFor = (purpose: Step) => fingerprintOf(purpose, request, id);
		const row = {
			isBlank: request.isBlank === true,
			hasId: id !== undefined,
			status: statusIn(sheet.cell(item, columns.status), columns),
			mark,
			isOwn: mark?.owner === execution.owner,
			isShared: mark !== undefined && shared.has(mark.text),
			isMarkedFor: (purpose: Step) => mark?.fingerprint === fingerprintFor(purpose),
		};
		if (columns.mark !== undefined) {
			const stepWith = (choice: SendRows) => stepOf(row, choice, execution.isByPerson);
			return { row, step: stepWith(sendRows), purpose: stepWith('due'), fingerprintFor };
		}
		const isLeft = row.isBlank || row.status === 'done' || sheet.sharing(item)[0] !== item;
		const step = isLeft ? 'leave' : 'send';
		return { row, step, purpose: step, fingerprintFor };
	});
}

/** Why no row may change: what is wrong with all that are due, with columns, settings or match values. */
export function faultIn(
	input: RowsInput,
	sheet: Sheet,
	plan: readonly PlannedRow[],
): FailedItem | undefined {
	const { items, requests, columns } = input;
	// Blank rows need no columns.
	const first = requests.find(({ isBlank }) => isBlank !== true);
	const acted = items.filter(({ index }) => plan[index]!.step !== 'leave');
	const failure =
		(first && sheet.missingColumns(statusColumns(columns), first.columns ?? [])) ??
		wrongChoice(input, plan) ??
		// Results may share a match value.
		sheet.matchFault(acted, columns.mark === undefined);
	return faultOfAll(input, plan) ?? (failure && { index: 0, failure });
}

/** What is wrong with sheet or settings in every row that is due; under Checked Rows it is each one's outcome. */
function faultOfAll(
	{ requests, sendRows }: RowsInput,
	plan: readonly PlannedRow[],
): FailedItem | undefined {
	if (sendRows === 'checked') return undefined;
	const due = requests.filter((_, index) => plan[index]!.purpose === 'send');
	const fault = invalidRunFailure([{ problems: sharedProblems(due) }]);
	return fault && { ...fault, index: requests.indexOf(due[0]!) };
}

/** Rows to Send is not the right choice, or this node was not to be run alone. */
function wrongChoice(
	{ sendRows, execution }: RowsInput,
	plan: readonly PlannedRow[],
): Failure | undefined {
	if (plan.some(({ step }) => step === 'fail')) {
		const message = 'Nothing was sent. This execution has marked rows to be sent';
		return new Failure('notSetUp', message, "Choose 'Checked Rows' as 'Rows to Send'.");
	}
	if (sendRows !== 'checked' || !execution.isByPerson) return undefined;
	const marked = plan.filter(({ row }) => row.status === SENDING && row.mark !== undefined);
	if (marked.length === 0 || marked.some(({ row }) => row.isOwn)) return undefined;
	const message = 'Nothing was sent. All rows were marked by other executions';
	return new Failure('notSetUp', message, 'Run the whole workflow, not this node alone.');
}
