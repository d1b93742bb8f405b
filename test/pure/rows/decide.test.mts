import type { IDataObject } from 'n8n-workflow';

import { makeFingerprint, readMark } from '../../../nodes/RentalScreening/rows/mark.ts';
import {
	expectHappening,
	type GivenMark,
	type GivenRow,
	type Happening,
	type Mode,
} from '../../support/row-model.mts';
import {
	CHECK_IDS,
	createMark,
	EMPTY_COLUMNS,
	NOW,
	openSheet,
	OWN_MARK,
	OWNERS,
	readJson,
	REQUEST,
	useFixedTime,
	writeUnsent,
} from '../../support/updated-sheet.mts';

// What happens to a row, in every case and mode; what is sent and written then is in test/engine/run/rows.test.mts.

useFixedTime();

/** A row of one sheet; an 'unreadable' mark is as good as none. */
type Case = Omit<GivenRow, 'mark'> & { mark?: GivenMark | 'unreadable' | undefined };

const listKeys = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];

const STATUSES: Record<GivenRow['status'], string> = {
	...{ '': '', done: 'sent', 'not done': 'not sent', maybe: 'maybe sent', refused: 'refused' },
	...{ 'in progress': 'in progress', other: 'by hand' },
};
/** In minutes: on both sides of each limit. */
const AGES = [-21, -19, 39, 41, 59, 61, 24 * 60 + 1];
const PURPOSES = ['send', 'stopped', 'idOfUser', 'done', 'another request'] as const;

const MARKS: GivenMark[] = AGES.flatMap((age) =>
	listKeys(OWNERS).flatMap((owner) =>
		PURPOSES.flatMap((purpose) =>
			listKeys(CHECK_IDS).flatMap((check) =>
				(['none', 'equal', 'different'] as const)
					.filter((copy) => purpose === 'send' || copy === 'none')
					.map((copy) => ({ age, owner, purpose, check, copy })),
			),
		),
	),
);

/** Of a blank row the mark says nothing. */
const CASES = listKeys(STATUSES).flatMap((status) =>
	[false, true].flatMap((hasId): Case[] => {
		const row = { status, hasId, isBlank: false };
		const marks = [undefined, 'unreadable' as const, ...MARKS];
		return [
			...[undefined, OWN_MARK].map((mark) => ({ ...row, isBlank: true, isManual: false, mark })),
			...[true, false].flatMap((isManual) => marks.map((mark) => ({ ...row, isManual, mark }))),
		];
	}),
);

const NODE_FAILURES = {
	"choose 'Checked Rows'": "Choose 'Checked Rows'",
	'run the whole workflow': 'Run the whole workflow',
	'write the mark': 'No row has a mark of this execution',
};
const NOTES = {
	'maybe: earlier run': 'An earlier run stopped',
	'maybe: sheet changed': 'The sheet changed while',
	'not done: ID of the user': "because 'userId' is filled",
	'not done: too late': 'within 40 minutes',
	'not done: other operation': 'for another operation',
	'other status: told': 'Clear it to send this row',
} as const;
const STATUS_OF_NOTE = { maybe: 'maybe sent', 'not done': 'not sent', 'other status': 'by hand' };

/** The rows that a case stands for: the first, and its copy if it has one. */
function createSheet({ status, hasId, mark }: Case): IDataObject[] {
	const id = hasId ? 'usr-1' : '';
	const text =
		typeof mark === 'object'
			? createMark(mark, id || undefined)
			: mark && `yesterday ${OWNERS['this execution']} c1 r1 f1`;
	const own = { userId: id, screeningStatus: STATUSES[status], screeningMark: text };
	const row = { ...EMPTY_COLUMNS, ...own } as IDataObject;
	const copies = { none: [], equal: [{ ...row }], different: [{ ...row, Unit: '4B' }] };
	return [row, ...copies[typeof mark === 'object' ? mark.copy : 'none']];
}

/** What the node does with the row of a case. */
function findHappening(one: Case, mode: Mode): string {
	const [row = {}, ...copies] = createSheet(one);
	const request = { ...REQUEST, isBlankRow: one.isBlank };
	const settings = { mode, isManual: one.isManual, request };
	const { rows, item, setupFailure } = openSheet([row, ...copies], settings);
	if (setupFailure !== undefined) {
		const failures = listKeys(NODE_FAILURES);
		return `node fails: ${failures.find((each) => setupFailure.includes(NODE_FAILURES[each]))}`;
	}
	if (rows.isDue(item)) return 'sent';
	const after = { ...row, ...readJson(rows.writeUnsent(item)) };
	return JSON.stringify(after) === JSON.stringify(row) ? 'left alone' : readOutcome(after);
}

/** What was written into a row. */
function readOutcome({ userId, screeningStatus, screeningNote, screeningMark }: IDataObject) {
	if (screeningStatus === 'in progress') {
		const { madeAt, owner, fingerprint } = readMark(screeningMark)!;
		expect([madeAt, owner]).toEqual([NOW, OWNERS['this execution']]);
		const isFor = (purpose: string) =>
			makeFingerprint(purpose, 'screening send', REQUEST, userId || undefined) === fingerprint;
		return `marked: ${PURPOSES.find(isFor)}`;
	}
	if (screeningStatus === 'sent' && screeningNote === '') return 'done: ID';
	const why = listKeys(NOTES).find((one) => String(screeningNote).includes(NOTES[one]))!;
	expect(screeningStatus).toBe(STATUS_OF_NOTE[why.split(':')[0] as 'maybe']);
	return why;
}

test.each<[Mode, Happening[]]>([
	['due', ['sent', 'done: ID', "node fails: choose 'Checked Rows'"]],
	['check', ['marked: send', 'marked: stopped', 'marked: idOfUser', 'marked: done']],
	['checked', ['sent', 'maybe: sheet changed', 'node fails: run the whole workflow']],
])('with Update Rows = %s, what happens to a row is what the contract says', (mode, some) => {
	const expected = ({ mark, ...row }: Case) =>
		expectHappening({ ...row, mark: typeof mark === 'object' ? mark : undefined }, mode);
	const wrong = CASES.find((one) => findHappening(one, mode) !== expected(one));
	const difference = wrong && { ...wrong, is: findHappening(wrong, mode), not: expected(wrong) };
	expect(difference).toBeUndefined();
	expect(CASES.map(expected)).toEqual(expect.arrayContaining(some));
});

test.each<[unknown, Happening]>([
	[' SENT', 'left alone'],
	['Not Sent', 'sent'],
	['Maybe sent', 'left alone'],
	['maybe later', 'left alone'],
	['In Progress', 'maybe: earlier run'],
	['REFUSED', 'sent'],
	[false, 'sent'],
	['  ', 'sent'],
	['sending', 'other status: told'],
	['not-sent', 'other status: told'],
	[['Sent'], 'left alone'],
	[{ toString: 1, valueOf: 1 }, 'other status: told'],
])('with Due Rows, what happens to a row with the status %j: %s', (cell, expected) => {
	const { rows, item, isDue } = openSheet([{ ...EMPTY_COLUMNS, screeningStatus: cell as string }]);
	const note = String(readJson(rows.writeUnsent(item))?.screeningNote);
	expect(isDue).toEqual([expected === 'sent']);
	expect(note.includes('An earlier run')).toBe(expected === 'maybe: earlier run');
	expect(note.includes('because of what')).toBe(expected === 'other status: told');
});

test('a row that Check Only finds unchanged is left alone: its note already says what is wrong', () => {
	const problem = { label: 'Phone', clause: 'is empty', scope: 'item' } as const;
	const request = { ...REQUEST, problems: [problem] };
	const check = (row: IDataObject) => writeUnsent([row], { mode: 'check', request })!;
	const { screeningNote } = check({});
	expect(screeningNote).toMatch(/^Reason: 'Phone' is empty\. /);
	const told = { screeningStatus: 'not sent', screeningNote };
	expect(check(told)).toStrictEqual(told);
	for (const changed of [{ screeningNote }, { ...told, screeningNote: 'Other' }])
		expect(check(changed)).toMatchObject({ screeningStatus: 'in progress', screeningNote });
});
