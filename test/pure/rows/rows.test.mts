import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { Failure, type FailureKind } from '../../../nodes/RentalScreening/core/failure.ts';
import type { Request } from '../../../nodes/RentalScreening/core/operation.ts';
import { fingerprintOf } from '../../../nodes/RentalScreening/rows/mark.ts';
import { Rows } from '../../../nodes/RentalScreening/rows/rows.ts';
import { statusColumns } from '../../../nodes/RentalScreening/rows/sheet.ts';
import type { Job } from '../../../nodes/RentalScreening/run/job.ts';

// What the compiled node cannot show for every case; the rest is in test/engine/run/rows.test.mts.

const NOW = Date.UTC(2026, 10, 24, 12);
const MINUTE = 60_000;
const REQUEST: Request = { body: { email: 'ann@x.example' }, problems: [] };

type SendRows = 'due' | 'none' | 'checked';

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

/** Update Rows over these rows of a sheet, each of which makes `request`. */
function rowsOf(
	sheet: readonly IDataObject[],
	{
		columns = sendScreening.rows!,
		sendRows = 'due' as SendRows,
		matchColumn = undefined as string | undefined,
		isByPerson = false,
		request = REQUEST,
	} = {},
) {
	const items = sheet.map((row, index) => ({ columns: row, index }) as unknown as Item);
	const requests = items.map(() => request);
	const execution = { owner: '7 p1', isByPerson };
	const rows = new Rows({ items, requests, columns, sendRows, matchColumn, execution });
	const { failure } = rows.fault() ?? {};
	const fault = failure && `${failure.message}. ${failure.hint}`;
	return { rows, items, item: items[0]!, fault, isDue: items.map((one) => rows.isDue(one)) };
}

/** The one row that is returned, or undefined. */
function jsonOf([item]: readonly INodeExecutionData[]): IDataObject | undefined {
	return item?.json;
}

describe('what happens to a row', () => {
	/** In minutes; those below 0 are in the future, as far as clocks may differ or further. */
	const AGES = [-60, -0.5, 1, 39, 59, 61, 23 * 60 + 59, 24 * 60 + 1];
	const OWNERS = { own: '7 p1', 'of another process': '7 p2', 'of another execution': '6 p1' };
	const PURPOSES = ['send', 'stopped', 'idOfUser', 'another request'] as const;
	const STATUSES = ['', 'sent', 'not sent', 'maybe sent', 'refused', 'sending', 'by hand'] as const;
	const BOTH = [true, false];

	interface Mark {
		age: number;
		owner: keyof typeof OWNERS;
		purpose: (typeof PURPOSES)[number];
		isShared: boolean;
	}
	interface Case {
		status: (typeof STATUSES)[number];
		id: string;
		isBlank: boolean;
		mark: Mark | 'none' | 'unreadable';
		isByPerson: boolean;
	}

	const MARKS: Array<Case['mark']> = [
		'none',
		'unreadable',
		...AGES.flatMap((age) =>
			(Object.keys(OWNERS) as Array<Mark['owner']>).flatMap((owner) =>
				PURPOSES.flatMap((purpose) => BOTH.map((isShared) => ({ age, owner, purpose, isShared }))),
			),
		),
	];
	const CASES: Case[] = STATUSES.flatMap((status) =>
		['', 'usr-1'].flatMap((id) =>
			BOTH.flatMap((isBlank) =>
				BOTH.flatMap((isByPerson) =>
					MARKS.map((mark) => ({ status, id, isBlank, mark, isByPerson })),
				),
			),
		),
	);

	function cellOf(mark: Case['mark']): string {
		if (mark === 'none') return '';
		if (mark === 'unreadable') return 'yesterday 7 p1 r1 f1';
		const { age, owner, purpose } = mark;
		const fingerprint =
			purpose === 'another request'
				? fingerprintOf('send', { body: { email: 'bob@x.example' }, problems: [] })
				: fingerprintOf(purpose, REQUEST, purpose === 'idOfUser' ? 'usr-1' : undefined);
		return `${new Date(NOW - age * MINUTE).toISOString()} ${OWNERS[owner]} r1 ${fingerprint}`;
	}

	/** What the node does, in words. */
	function happened({ status, id, isBlank, mark, isByPerson }: Case, sendRows: SendRows): string {
		const row = { userId: id, screeningStatus: status, screeningMark: cellOf(mark) };
		const isShared = typeof mark === 'object' && mark.isShared;
		const request = { ...REQUEST, isBlank };
		const act = (sheet: IDataObject[], choice: SendRows): string => {
			const { rows, item, fault } = rowsOf(sheet, { sendRows: choice, isByPerson, request });
			if (fault !== undefined) return /Choose 'Checked Rows'|Run the whole/.exec(fault)![0];
			if (rows.isDue(item)) return 'sent';
			const after = rows.notDue(item)[0]!.json;
			if (isDeepStrictEqual(after, item.columns)) return 'left alone';
			const { screeningStatus, screeningNote, screeningMark } = after;
			if (screeningStatus === 'sending') {
				// What the mark is for shows when it is read back.
				return `marked ${String(screeningMark).slice(0, 24)}: ${act([after], 'checked')}`;
			}
			const why = /earlier run|sheet changed|'userId' is filled|Clear it/;
			return `${screeningStatus}: ${why.exec(`${screeningNote}`)?.[0]}`;
		};
		return act(isShared ? [row, { ...row }] : [row], sendRows);
	}

	/** What must happen, status by status. */
	function expected({ status, id, isBlank, mark, isByPerson }: Case, sendRows: SendRows): string {
		const { age, owner, purpose, isShared } =
			typeof mark === 'object' ? mark : ({ isShared: false } as Partial<Mark>);
		const isYounger = (minutes: number) => age !== undefined && age > -1 && age < minutes;
		const isOwn = owner === 'own';
		const ofId = purpose === 'idOfUser' ? "not sent: 'userId' is filled" : 'sent: undefined';
		if (sendRows === 'checked') {
			if (status !== 'sending') return 'left alone';
			if (isByPerson && owner !== undefined && !isOwn) return 'Run the whole';
			if (!isOwn || isShared || isBlank) return 'left alone';
			if (id !== '') return ofId;
			if (purpose === 'send') return 'sent';
			return purpose === 'stopped' ? 'maybe sent: earlier run' : 'maybe sent: sheet changed';
		}
		const isCheck = sendRows === 'none';
		const act = (outcome: string) =>
			isCheck ? `marked 2026-11-24T12:00:00.000Z: ${outcome}` : outcome;
		if (isBlank || status === 'sent' || status === 'maybe sent') return 'left alone';
		if (id !== '') {
			if (status === '') return act("not sent: 'userId' is filled");
			return status === 'sending' ? act(ofId) : 'left alone';
		}
		switch (status) {
			case 'sending':
				if (isOwn) return isCheck ? 'left alone' : "Choose 'Checked Rows'";
				return isYounger(60) ? 'left alone' : act('maybe sent: earlier run');
			case 'refused': {
				const isSame = purpose === 'send' && isYounger(24 * 60);
				return isSame && !isByPerson ? 'left alone' : act('sent');
			}
			case 'by hand':
				return 'by hand: Clear it';
			default:
				return act('sent');
		}
	}

	test.each<SendRows>(['due', 'none', 'checked'])('with %s', (sendRows) => {
		const found = CASES.map((one) => ({ ...one, is: happened(one, sendRows) }));
		expect(found).toEqual(CASES.map((one) => ({ ...one, is: expected(one, sendRows) })));
		expect(CASES.length).toBeGreaterThan(5000);
		expect(new Set(found.map(({ is }) => is)).size).toBeGreaterThan(4);
	});

	test('two rows never have one mark, nor two requests one fingerprint', () => {
		const { rows, items } = rowsOf([{}, {}], { sendRows: 'none' });
		expect(new Set(items.map((item) => jsonOf(rows.notDue(item))!.screeningMark)).size).toBe(2);
		const requests = [REQUEST, { ...REQUEST, path: { a: '1' } }, { body: {}, problems: [] }];
		const fingerprints = ['send', 'stopped'].flatMap((purpose) =>
			requests.map((request) => fingerprintOf(purpose, request)),
		);
		expect(new Set(fingerprints).size).toBe(6);
	});

	test('one row that this execution has marked is enough for Due Rows to fail', () => {
		const screeningMark = cellOf({ age: 0, owner: 'own', purpose: 'send', isShared: false });
		const { fault } = rowsOf([{ screeningStatus: 'sending', screeningMark }, {}]);
		expect(fault).toBe(
			"Nothing was sent. This execution has marked rows to be sent. Choose 'Checked Rows' as 'Rows to Send'.",
		);
	});

	test('a copy of a row that is done is left alone', () => {
		const screeningMark = cellOf({ age: 0, owner: 'own', purpose: 'send', isShared: false });
		const sheet = ['sending', 'sent'].map((screeningStatus) => ({
			screeningStatus,
			screeningMark,
		}));
		const { fault, isDue } = rowsOf(sheet, { sendRows: 'checked' });
		expect([fault, ...isDue]).toEqual([undefined, false, false]);
	});

	test('one row of this execution is enough for a person to send', () => {
		const sending = (owner: Mark['owner']) => ({
			screeningStatus: 'sending',
			screeningMark: cellOf({ age: 0, owner, purpose: 'send', isShared: false }),
		});
		const sheet = [sending('of another execution'), sending('own')];
		const { fault, isDue } = rowsOf(sheet, { sendRows: 'checked', isByPerson: true });
		expect([fault, ...isDue]).toEqual([undefined, false, true]);
	});
});

test('Check Only leaves a row alone that says already what is wrong with it', () => {
	const problem = { label: 'Phone', text: 'is empty', scope: 'item' } as const;
	const request = { ...REQUEST, problems: [problem] };
	const check = (row: IDataObject) => {
		const { rows, item } = rowsOf([row], { sendRows: 'none', request });
		return jsonOf(rows.notDue(item))!;
	};
	const { screeningNote } = check({});
	expect(screeningNote).toMatch(/^Reason: 'Phone' is empty\. /);
	const told = { screeningStatus: 'not sent', screeningNote };
	expect(check(told)).toStrictEqual(told);
	expect(check({ ...told, screeningNote: 'Other' })).toMatchObject({
		screeningStatus: 'sending',
		screeningNote,
	});
	expect(check({ screeningStatus: 'sending' }).screeningNote).toBe(
		"An earlier run stopped while it was sending this row. Ask first, then clear 'screeningStatus' to send it again.",
	);
});

test('Check Only empties the note of a row that was corrected', () => {
	const row = { screeningStatus: 'not sent', screeningNote: 'Reason' };
	const { rows, item } = rowsOf([row], { sendRows: 'none' });
	expect(jsonOf(rows.notDue(item))).toMatchObject({
		screeningStatus: 'sending',
		screeningNote: '',
	});
});

describe('the row of what did not succeed', () => {
	const SEND_AGAIN = " and turn 'Send Again' on";

	test.each<[FailureKind, SendRows, string, string, boolean]>([
		['invalid', 'due', 'not sent', '', false],
		['noAccess', 'checked', 'not sent', '', false],
		['refused', 'due', 'refused', '', true],
		['refused', 'checked', 'refused', '', false],
		['maybe', 'due', 'maybe sent', SEND_AGAIN, true],
		['maybe', 'checked', 'maybe sent', '', false],
	])('%s with %s: %s%s', (kind, sendRows, screeningStatus, more, isMarked) => {
		const row = { userId: '', screeningMark: 'as it was', sentAt: 'Monday' };
		const { rows, item } = rowsOf([row], { sendRows });
		const ask = ` Ask first, then clear 'screeningStatus'${more} to send it again.`;
		expect(jsonOf(rows.failed(item, new Failure(kind, 'It happened', 'Do this.')))).toStrictEqual({
			...row,
			screeningStatus,
			screeningNote: `It happened. Do this.${kind === 'maybe' ? ask : ''}`,
			screeningMark: isMarked
				? expect.stringMatching(/^2026-11-24T12:00:00\.000Z 7 p1 /)
				: 'as it was',
		});
	});

	test.each([
		["'Email' is empty", "Reason: 'Email' is empty. Do this."],
		['=1+1', 'Reason: =1+1. Do this.'],
		['It is…', 'It is… Do this.'],
		['At 9.30 it failed', 'At 9.30 it failed. Do this.'],
		['a\nb.', 'a b. Do this.'],
	])('has a note that begins with a letter and ends its sentences: %j', (message, note) => {
		const { rows, item } = rowsOf([{}]);
		expect(
			jsonOf(rows.failed(item, new Failure('invalid', message, 'Do this.')))!.screeningNote,
		).toBe(note);
	});

	test('has a note without an end of blanks where there is nothing to do', () => {
		const { rows, item } = rowsOf([{}], { columns: getResults.rows! });
		const row = jsonOf(rows.failed(item, new Failure('incomplete', 'Not yet', '')))!;
		expect(row).toMatchObject({ resultStatus: 'not complete', resultNote: 'Not yet.' });
	});
});

test('results of rows that share a match value go into the first one, and its note says so', () => {
	const row = (userId: string, resultStatus = '') => ({
		...{ c: '', userId, resultStatus, resultNote: '', a: '' },
	});
	const sheet = [row('u'), row('v', 'complete'), row('u'), row('v'), row('w')];
	const { rows, item, fault, isDue } = rowsOf(sheet, {
		columns: getResults.rows!,
		matchColumn: 'userId',
	});
	expect([fault, ...isDue]).toEqual([undefined, true, false, false, false, true]);
	expect(jsonOf(rows.fetched(item, { a: 1, b: 2, userId: 'u', c: null }))).toStrictEqual({
		userId: 'u',
		resultStatus: 'complete',
		resultNote: "Other rows have the same value in 'Column to Match On': only this row is filled.",
		a: 1,
	});
});

test.each<[unknown, unknown]>([
	['', true],
	[false, true],
	['FALSE', true],
	['no', 'no'],
	[0, 0],
])(
	'complete results make a box that holds %p %p, and nothing else of what is filled',
	(box, after) => {
		const { rows, item } = rowsOf([{ checkComplete: box as string, creditScore: false }], {
			columns: getResults.rows!,
		});
		const result = jsonOf(rows.fetched(item, { checkComplete: true, creditScore: 712 }));
		expect(result).toMatchObject({ checkComplete: after, creditScore: false });
	},
);

describe('only written columns', () => {
	const OWN = { userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' };
	const full = { row_number: 2, Unit: '4B', Note: 'mine', ...OWN };
	const written = (...sheet: IDataObject[]) => rowsOf(sheet, { matchColumn: 'row_number' });

	test('of a row that stays as it is do not come out', () => {
		const told = { ...full, screeningStatus: 'not sent', screeningNote: 'No. Yes.' };
		const { rows, item } = written(told);
		expect(rows.failed(item, new Failure('invalid', 'No', 'Yes.'))).toEqual([]);
		expect(jsonOf(rows.failed(item, new Failure('invalid', 'No', 'Other.')))).toStrictEqual({
			row_number: 2,
			screeningStatus: 'not sent',
			screeningNote: 'No. Other.',
		});
		const byHand = { ...full, screeningStatus: 'by hand' };
		const first = written(byHand);
		const note = jsonOf(first.rows.notDue(first.item));
		expect(note).toStrictEqual({
			row_number: 2,
			screeningNote: expect.stringMatching(/^Not sent/),
		});
		const again = written({ ...byHand, ...note });
		expect(again.rows.notDue(again.item)).toEqual([]);
	});

	test.each<[IDataObject, string | undefined]>([
		[full, undefined],
		[{ Unit: '4B', ...OWN }, "'row_number'"],
		[
			{ row_number: 2 },
			"'userId', 'screeningStatus', 'screeningNote', 'screeningMark' and 'sentAt'",
		],
		[{ ...full, screeningMark: undefined, 'Screening Mark': '' }, undefined],
		[{ row_number: 2, ...OWN, sentAt: undefined, screeningStatus: undefined }, undefined],
		[{ row_number: 2, 'Screening Status': '', ...OWN, more: '' }, undefined],
	])('need the columns of the node and the match column: %j lacks %s', (row, missing) => {
		const { fault } = written(row);
		if (missing === undefined) expect(fault).toBeUndefined();
		else expect(fault).toMatch(new RegExp(`The sheet has no columns? ${missing}\\. `));
		expect(rowsOf([row]).fault).toBeUndefined();
	});

	test('need the columns of results, however these are spelled', () => {
		const own = { userId: 'u', resultStatus: '', resultNote: '', 'Credit Score': '' };
		const missing = (...columns: string[]) =>
			rowsOf([own], {
				columns: getResults.rows!,
				matchColumn: 'userId',
				request: { ...REQUEST, columns },
			}).fault;
		expect(missing('creditScore')).toBeUndefined();
		expect(missing('creditScore', 'jobTitle')).toContain("The sheet has no column 'jobTitle'.");
	});

	test('leave alone what the next node finds the row by', () => {
		const row = { ...full, screeningStatus: 'refused', screeningMark: 'old' };
		const { rows, item } = rowsOf([row], { matchColumn: 'screeningMark' });
		expect(jsonOf(rows.sent({ input: item, sentAt: NOW, alreadySent: false } as Job, 'u'))).toEqual(
			expect.objectContaining({ screeningMark: 'old', screeningStatus: 'sent' }),
		);
	});

	test.each(['Screening Status', 'screeningstatus'])('are not of a column %s', (header) => {
		const { screeningStatus, ...others } = full;
		expect(written({ ...others, [header]: screeningStatus }).fault).toContain("'screeningStatus'");
	});

	test.each<[unknown, unknown, string | undefined]>([
		[1, 2, undefined],
		['a', 'A', undefined],
		[0, 1, undefined],
		['', 'a', "'row_number' is empty in row 1"],
		[undefined, 'a', 'is empty in row 1'],
		[{ a: 1 }, 'a', 'is empty in row 1'],
		[{ valueOf: 1, toString: 1 }, 'a', 'is empty in row 1'],
		['a', 'a', "More than one row has 'a' as its 'row_number'"],
		['07', 7, "More than one row has '07'"],
		[0, '', 'More than one row'],
	])('a row at %j beside one at %j: %s', (one, other, message) => {
		for (const [status, faultWhere] of [
			['', message],
			['by hand', message],
			// A row that nothing happens to may have any value.
			['sent', undefined],
		] as const) {
			const { fault } = written(
				{ ...full, row_number: one as string, screeningStatus: status },
				{ ...full, row_number: other as string, screeningStatus: 'sent' },
			);
			if (faultWhere === undefined) expect(fault).toBeUndefined();
			else expect(fault).toContain(faultWhere);
		}
	});
});

test('the columns of the node are those of the contract', () => {
	const operations = [sendScreening, createProperty, submitRentReport, getResults];
	expect(operations.map(({ rows }) => statusColumns(rows!))).toEqual([
		['userId', 'screeningStatus', 'screeningNote', 'screeningMark', 'sentAt'],
		['propertyId', 'propertyStatus', 'propertyNote', 'propertyMark'],
		['reportId', 'reportStatus', 'reportNote', 'reportMark', 'reportedAt'],
		['resultStatus', 'resultNote'],
	]);
});
