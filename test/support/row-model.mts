/*
 * What happens to a row of a sheet, as the contract of Update Rows has it. The tests of all layers ask this model;
 * nothing of the node is read here.
 */
import type { IDataObject } from 'n8n-workflow';

export type Mode = 'due' | 'check' | 'checked';

/** A row, as far as it matters for what happens to it. */
export interface GivenRow {
	status: '' | 'done' | 'not done' | 'maybe' | 'refused' | 'in progress' | 'other';
	hasId: boolean;
	isBlank: boolean;
	/** A person has started the execution. */
	isManual: boolean;
	mark?: GivenMark | undefined;
}

export interface GivenMark {
	/** In minutes; below 0 it is in the future. */
	age: number;
	owner: 'this execution' | 'another execution' | 'another process';
	/** What the row was marked to become, or that it makes another request since. */
	purpose: 'send' | 'stopped' | 'idOfUser' | 'done' | 'another request';
	/** What this process knows of the check that made it. */
	check: 'unknown' | 'not begun' | 'begun' | 'of another operation';
	/** Another row that has it too. */
	copy: 'none' | 'equal' | 'different';
}

/** What happens with 'Due Rows', and what a row becomes for which 'Check Only' marks it. */
const TO_BECOME = {
	sent: 'send',
	'done: ID': 'done',
	'not done: ID of the user': 'idOfUser',
	'maybe: earlier run': 'stopped',
} as const;

export type Happening =
	| keyof typeof TO_BECOME
	| `marked: ${(typeof TO_BECOME)[keyof typeof TO_BECOME]}`
	| 'left alone'
	| 'other status: told'
	| 'maybe: sheet changed'
	| 'not done: too late'
	| 'not done: other operation'
	| "node fails: choose 'Checked Rows'"
	| 'node fails: run the whole workflow'
	| 'node fails: write the mark';

/** What must happen to a row that is alone in its sheet, but for a copy. */
export function expectHappening(row: GivenRow, mode: Mode): Happening {
	if (mode === 'checked') return expectWhenChecked(row);
	const due = expectWhenDue(row);
	if (mode === 'due') return due;
	if (due.startsWith('node fails')) return 'left alone';
	return due in TO_BECOME ? `marked: ${TO_BECOME[due as keyof typeof TO_BECOME]}` : due;
}

/** Whether Due Rows sends the row. */
export function isDue(row: GivenRow): boolean {
	return expectWhenDue(row) === 'sent';
}

function expectWhenDue(row: GivenRow): Happening {
	const { status, hasId, mark } = row;
	if (isOver(row)) return 'left alone';
	if (hasId) return expectWithId(row);
	if (status === 'in progress') return expectInProgress(mark);
	if (status === 'refused') return isStillRefused(row) ? 'left alone' : 'sent';
	return status === 'other' ? 'other status: told' : 'sent';
}

function expectWhenChecked(row: GivenRow): Happening {
	const { status, hasId, isManual, mark } = row;
	const isOwn = mark?.owner === 'this execution';
	if (status === 'in progress' && mark === undefined) return 'node fails: write the mark';
	if (status === 'in progress' && isManual && mark !== undefined && !isOwn) {
		return 'node fails: run the whole workflow';
	}
	// No blank row is marked: a mark that stands there was another row's.
	const isOfOther = row.isBlank && status === 'in progress';
	if (!isOwn || mark.copy === 'different' || (isOver(row) && !isOfOther)) return 'left alone';
	if (hasId) return expectWithId(row);
	return status === 'in progress' ? expectOwnMark(mark) : 'left alone';
}

function isOver({ isBlank, status }: GivenRow): boolean {
	return isBlank || status === 'done' || status === 'maybe';
}

function expectWithId({ status, mark }: GivenRow): Happening {
	if (status === '') return 'not done: ID of the user';
	if (status !== 'in progress') return 'left alone';
	return mark?.purpose === 'idOfUser' ? 'not done: ID of the user' : 'done: ID';
}

function expectInProgress(mark: GivenMark | undefined): Happening {
	if (mark?.owner === 'this execution') return "node fails: choose 'Checked Rows'";
	if (isYounger(mark, 60)) return 'left alone';
	const isUntouched = mark?.purpose === 'send' && mark.check === 'not begun';
	return isUntouched ? 'sent' : 'maybe: earlier run';
}

function expectOwnMark(mark: GivenMark): Happening {
	if (mark.purpose === 'stopped') return 'maybe: earlier run';
	if (mark.check === 'unknown') return 'not done: too late';
	if (mark.check === 'of another operation') return 'not done: other operation';
	if (mark.purpose !== 'send') return 'maybe: sheet changed';
	return isYounger(mark, 40) ? 'sent' : 'not done: too late';
}

function isStillRefused({ mark, isManual }: GivenRow): boolean {
	const isSame = mark?.purpose === 'send' && mark.check !== 'of another operation';
	return isSame && !isManual && isYounger(mark, 24 * 60);
}

/** A mark that is more than 20 minutes ahead counts as old. */
function isYounger(mark: GivenMark | undefined, minutes: number): boolean {
	return mark !== undefined && mark.age > -20 && mark.age < minutes;
}

/** The columns of an operation, and its status of a row that is done. */
interface Columns {
	id: string;
	status: string;
	mark: string;
	done: string;
}

/**
 * A row as it stands in a sheet in which nobody changes a marked row, and whose marks are of executions before. `done`
 * is the operation's own word.
 */
export function readRow(cells: IDataObject, { id, status, mark, done }: Columns): GivenRow {
	const said = String(cells[status] ?? '').toLowerCase();
	const known = ['', 'refused', 'in progress'].find((one) => one === said) as GivenRow['status'];
	const made = Date.parse(String(cells[mark]).split(' ')[0]!);
	return {
		status:
			known ??
			({ [done]: 'done', [`not ${done}`]: 'not done' } as const)[said] ??
			(said.startsWith('maybe') ? 'maybe' : 'other'),
		hasId: !['', '-', 'N/A', '0', '#N/A'].includes(String(cells[id] ?? '').trim()),
		isBlank: false,
		isManual: true,
		mark: Number.isNaN(made)
			? undefined
			: {
					age: (Date.now() - made) / 60_000,
					owner: 'another execution',
					purpose: 'send',
					check: 'unknown',
					copy: 'none',
				},
	};
}
