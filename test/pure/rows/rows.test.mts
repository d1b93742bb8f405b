import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../../nodes/RentalScreening/request/item.ts';
import { createProperty } from '../../../nodes/RentalScreening/resources/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { getResults } from '../../../nodes/RentalScreening/resources/results.ts';
import { sendScreening } from '../../../nodes/RentalScreening/resources/screening.ts';
import { Failure, type FailureKind } from '../../../nodes/RentalScreening/run/failure.ts';
import { fingerprintOf } from '../../../nodes/RentalScreening/rows/mark.ts';
import type { PreparedRequest } from '../../../nodes/RentalScreening/run/operation.ts';
import { Rows, type Plan } from '../../../nodes/RentalScreening/rows/rows.ts';
import { rowSettingsOf } from '../../../nodes/RentalScreening/rows/table.ts';
import { ownColumnsOf } from '../../../nodes/RentalScreening/rows/sheet.ts';
import { itemOf } from '../../support/item-inputs.mts';

const SENT = sendScreening.rows!;
const FETCHED = getResults.rows!;
const NOW = Date.UTC(2026, 10, 24, 12);
const MINUTE = 60_000;
const EXECUTION = '7';
const PROCESS = 'p1';
const REQUEST: PreparedRequest = { body: { email: 'ann@x.example' }, problems: [] };

type SendRows = 'due' | 'none' | 'checked';

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

/** Update Rows over these rows of a sheet, each of which makes `request`. */
function rowsOf(
	sheet: readonly IDataObject[],
	{
		columns = SENT,
		sendRows = 'due' as SendRows,
		matchColumn = undefined as string | undefined,
		isByPerson = false,
		request = REQUEST,
		problem = undefined as Failure | undefined,
	} = {},
) {
	const items = sheet.map((row, index) => ({ columns: row, index }) as unknown as ItemInput);
	const execution = { id: EXECUTION, process: PROCESS, isByPerson };
	const rows = new Rows(items, columns, { sendRows, matchColumn }, execution);
	const { plans, fault } = rows.plan(
		items.map(() => request),
		items.map(() => problem),
	);
	const failure = fault && `${fault.message}. ${fault.hint}`;
	return { rows, item: items[0]!, plans, plan: plans[0]!, failure };
}

function markText(
	purpose: string,
	ageMs: number,
	{ execution = EXECUTION, process = PROCESS } = {},
) {
	const time = new Date(Date.now() - ageMs).toISOString();
	return [time, execution, process, 'r1', purpose].join(' ');
}

describe('what happens to a row', () => {
	/** In minutes; those below 0 are in the future, as far as clocks may differ or further. */
	const AGES = [-60, -0.5, 1, 39, 59, 61, 23 * 60 + 59, 24 * 60 + 1];
	const OWNERS = ['own', 'of another process', 'of another execution'] as const;
	const PURPOSES = ['send', 'stopped', 'idOfUser', 'another request'] as const;
	const STATUSES = ['', 'sent', 'not sent', 'maybe sent', 'refused', 'sending', 'by hand'] as const;

	interface Mark {
		age: number;
		owner: (typeof OWNERS)[number];
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

	const every = <T,>(...values: T[]) => values;
	const MARKS: Array<Case['mark']> = [
		'none',
		'unreadable',
		...AGES.flatMap((age) =>
			OWNERS.flatMap((owner) =>
				PURPOSES.flatMap((purpose) =>
					every(true, false).map((isShared) => ({ age, owner, purpose, isShared })),
				),
			),
		),
	];
	const CASES: Case[] = STATUSES.flatMap((status) =>
		every('', 'usr-1').flatMap((id) =>
			every(true, false).flatMap((isBlank) =>
				every(true, false).flatMap((isByPerson) =>
					MARKS.map((mark) => ({ status, id, isBlank, mark, isByPerson })),
				),
			),
		),
	);

	function cellOf(mark: Case['mark'], id: string): string {
		if (mark === 'none') return '';
		if (mark === 'unreadable') return `yesterday ${EXECUTION} ${PROCESS} r1 f1`;
		const { age, owner, purpose } = mark;
		const fingerprint =
			purpose === 'another request'
				? fingerprintOf('send', { body: { email: 'bob@x.example' }, problems: [] }, null)
				: fingerprintOf(purpose, REQUEST, id || null);
		return markText(fingerprint, age * MINUTE, {
			process: owner === 'of another process' ? 'p2' : PROCESS,
			execution: owner === 'of another execution' ? '6' : EXECUTION,
		});
	}

	function saidIn({ sends, row }: Plan): string {
		if (sends) return 'sent';
		const { screeningStatus, screeningNote } = row!;
		const why = /earlier run|sheet changed|'userId' is filled|Clear it/.exec(
			`${screeningNote}`,
		)?.[0];
		return `${screeningStatus}: ${why}`;
	}

	/** What the node does, in words. */
	function happened({ status, id, isBlank, mark, isByPerson }: Case, sendRows: SendRows): string {
		const row = { userId: id, screeningStatus: status, screeningMark: cellOf(mark, id) };
		const isShared = typeof mark === 'object' && mark.isShared;
		const request = { ...REQUEST, idle: isBlank };
		const { plan, failure } = rowsOf(isShared ? [row, { ...row }] : [row], {
			sendRows,
			isByPerson,
			request,
		});
		if (failure !== undefined) return /Choose 'Checked Rows'|Run the whole/.exec(failure)![0];
		if (plan.sends) return 'sent';
		if (plan.row === row) return 'left alone';
		const { screeningStatus, screeningMark } = plan.row!;
		if (screeningStatus === 'sending') {
			// What the mark is for shows when it is read back.
			const later = rowsOf([plan.row!], { sendRows: 'checked', isByPerson, request }).plan;
			return `marked ${String(screeningMark).slice(0, 24)}: ${saidIn(later)}`;
		}
		return saidIn(plan);
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

	test.each([
		[{ 'User ID': 'u' }, { screeningStatus: 'not sent' }],
		[{ screening_status: ' SENT ' }, undefined],
		[{ screeningStatus: 'Maybe' }, undefined],
		[{ screeningStatus: ['sent'] }, { screeningStatus: ['sent'] }],
		[{ screeningStatus: '#N/A' }, { screeningStatus: '#N/A' }],
	])('columns and statuses are compared as in auto mapping: %j', (row, written) => {
		const { plan } = rowsOf([row as IDataObject]);
		expect(plan.sends).toBe(false);
		if (written === undefined) expect(plan.row).toBe(row);
		else
			expect(plan.row).toMatchObject({
				...written,
				screeningNote: expect.stringMatching(/^Not sent/),
			});
	});

	test('what fills one of two spellings of a column counts; what is written goes into the one of its name', () => {
		const sent = {
			'User ID': 'usr-1',
			userId: '',
			'Screening Status': 'sent',
			screeningStatus: '',
		};
		expect(rowsOf([sent]).plan).toEqual({ sends: false, isDue: false, row: sent });
		const ofUser = { ...sent, 'Screening Status': '' };
		expect(rowsOf([ofUser]).plan.row).toMatchObject({
			...ofUser,
			screeningStatus: 'not sent',
			screeningNote: expect.stringMatching(/^Not sent, because 'User ID' is filled/),
		});
		const { rows, item, plan } = rowsOf([{ 'User ID': '-', userId: '' }]);
		expect(plan.sends).toBe(true);
		expect(rows.sent(item, 'u', NOW, false)).toMatchObject({ 'User ID': '-', userId: 'u' });
	});

	test.each(['', ' ', null, '-', '–', 'n/a', '0', 0, false, 'FALSE', '#N/A', '#REF!'])(
		'%j is neither an ID nor a mark',
		(userId) => {
			const row = { userId, screeningMark: userId, screeningStatus: 'refused' } as IDataObject;
			expect(rowsOf([row]).plan.sends).toBe(true);
		},
	);

	test('a mark is read back as it was written, and lets its row go for 40 minutes', () => {
		const { plan } = rowsOf([{ Name: 'Ann' }], { sendRows: 'none' });
		const { screeningMark } = plan.row!;
		expect(screeningMark).toMatch(/^2026-11-24T12:00:00\.000Z 7 p1 [\da-f]{12} [\da-f]{16}$/);
		const { rows, item, plan: later } = rowsOf([plan.row!], { sendRows: 'checked' });
		expect(later).toEqual({ sends: true, isDue: true });
		const lease = rows.leaseOf(item)!;
		expect(lease.markedAt).toBe(NOW);
		jest.setSystemTime(NOW + 40 * MINUTE - 1);
		expect(lease.whyOver()).toBeUndefined();
		jest.setSystemTime(NOW + 40 * MINUTE);
		expect(rows.failed(item, lease.whyOver()!)).toMatchObject({
			screeningStatus: 'not sent',
			screeningNote: expect.stringContaining('not sent in time'),
			screeningMark,
		});
	});

	test('without marks nothing is too late', () => {
		const { rows, item } = rowsOf([{ screeningMark: markText('f', 99 * MINUTE) }]);
		expect(rows.leaseOf(item)).toBeUndefined();
	});

	test('two rows never have one mark, nor two requests one fingerprint', () => {
		const { plans } = rowsOf([{}, {}], { sendRows: 'none' });
		expect(new Set(plans.map(({ row }) => row!.screeningMark)).size).toBe(2);
		const requests = [REQUEST, { ...REQUEST, path: { a: '1' } }, { body: {}, problems: [] }];
		const fingerprints = requests.flatMap((request) => [
			fingerprintOf('send', request, null),
			fingerprintOf('send', request, 'u'),
			fingerprintOf('stopped', request, null),
		]);
		expect(new Set(fingerprints).size).toBe(9);
	});

	test('one row of this execution is enough for a person to send', () => {
		const sending = (execution: string) => ({
			screeningStatus: 'sending',
			screeningMark: markText(fingerprintOf('send', REQUEST, null), 0, { execution }),
		});
		const { plans } = rowsOf([sending('6'), sending('7')], {
			sendRows: 'checked',
			isByPerson: true,
		});
		expect(plans.map(({ sends }) => sends)).toEqual([false, true]);
	});
});

describe('Check Only', () => {
	const problem = new Failure('invalid', "Column 'Phone' is empty", 'Correct the row.');
	const note = "Column 'Phone' is empty. Correct the row.";
	const check = (row: IDataObject) => rowsOf([row], { sendRows: 'none', problem }).plan;

	test('says what is wrong with a row that it marks', () => {
		expect(check({ Unit: '4B' })).toMatchObject({
			sends: false,
			isDue: true,
			row: {
				Unit: '4B',
				screeningStatus: 'sending',
				screeningNote: note,
				userId: null,
				sentAt: null,
			},
		});
	});

	test('leaves a row alone that says it already, though it counts as due', () => {
		const row = { screeningStatus: 'not sent', screeningNote: note };
		expect(check(row)).toEqual({ sends: false, isDue: true, row });
		expect(check(row).row).toBe(row);
		expect(check({ ...row, screeningNote: 'Other' }).row).toMatchObject({ screeningNote: note });
	});

	test.each([
		[{ userId: 'CRM-1', screeningStatus: '' }, /^Not sent, because 'userId' is filled/],
		[{ userId: 'usr-1', screeningStatus: 'sending' }, /^$/],
		[{ screeningStatus: 'sending' }, /^An earlier run stopped .* clear 'screeningStatus'/],
	])('marks %j for what it becomes, whatever is wrong with it', (row, words) => {
		expect(check(row)).toMatchObject({
			isDue: false,
			row: { screeningStatus: 'sending', screeningNote: expect.stringMatching(words) },
		});
	});

	test('writes status, mark and note only', () => {
		const row = { row_number: 2, userId: '', screeningStatus: '', screeningNote: '', sentAt: '' };
		const sheet = [{ ...row, screeningMark: '', Unit: '4B' }];
		const { plan } = rowsOf(sheet, { sendRows: 'none', matchColumn: 'row_number' });
		expect(Object.keys(plan.row!).sort()).toEqual([
			'row_number',
			'screeningMark',
			'screeningNote',
			'screeningStatus',
		]);
	});
});

describe('outcomes', () => {
	const failure = (kind: FailureKind, message = 'It happened') =>
		new Failure(kind, message, 'Do this.');
	const at = '2026-11-24T11:59:00.000Z';
	const sentAt = NOW - MINUTE;
	const mark = expect.stringMatching(/^2026-11-24T12:00:00\.000Z 7 p1 /);

	test('of a row that was sent', () => {
		const row = { Unit: '4B', 'Screening Note': 'of last time' };
		const { rows, item } = rowsOf([row]);
		expect(rows.sent(item, 'usr-1', sentAt, false)).toStrictEqual({
			Unit: '4B',
			'Screening Note': '',
			userId: 'usr-1',
			screeningStatus: 'sent',
			screeningMark: mark,
			sentAt: at,
		});
		expect(rows.sent(item, 'usr-1', sentAt, true)!['Screening Note']).toBe(
			`Already sent at ${at}. It was not sent again. To send it again, clear 'userId' and 'screeningStatus' and turn 'Send Again' on.`,
		);
	});

	test.each<[FailureKind, SendRows, string, string, boolean]>([
		['invalid', 'due', 'not sent', '', false],
		['unreachable', 'due', 'not sent', '', false],
		['noAccess', 'checked', 'not sent', '', false],
		['refused', 'due', 'refused', '', true],
		['refused', 'checked', 'refused', '', false],
		[
			'maybe',
			'due',
			'maybe sent',
			" Ask first, then clear 'screeningStatus' and turn 'Send Again' on to send it again.",
			true,
		],
		[
			'maybe',
			'checked',
			'maybe sent',
			" Ask first, then clear 'screeningStatus' to send it again.",
			false,
		],
	])('of %s with %s: %s%s', (kind, sendRows, screeningStatus, more, isMarked) => {
		const row = { userId: '', screeningMark: 'as it was', sentAt: 'Monday' };
		const { rows, item } = rowsOf([row], { sendRows });
		expect(rows.failed(item, failure(kind))).toStrictEqual({
			userId: '',
			screeningStatus,
			screeningNote: `It happened. Do this.${more}`,
			screeningMark: isMarked ? mark : 'as it was',
			sentAt: 'Monday',
		});
	});

	test('a refused row is due again when its request changes', () => {
		const { rows, item } = rowsOf([{ Phone: '1' }]);
		const refused = rows.failed(item, failure('refused'))!;
		expect(rowsOf([refused]).plan).toEqual({ sends: false, isDue: false, row: refused });
		const request = { ...REQUEST, body: { phone: '2' } };
		expect(rowsOf([refused], { request }).plan.sends).toBe(true);
	});

	test.each([
		["'Email' is empty", "Reason: 'Email' is empty. Do this."],
		['=1+1', 'Reason: =1+1. Do this.'],
		['It is…', 'It is… Do this.'],
		['a\nb.', 'a b. Do this.'],
	])('a note begins with a letter and ends its sentences: %j', (message, note) => {
		const { rows, item } = rowsOf([{}], { sendRows: 'checked' });
		expect(rows.failed(item, failure('invalid', message))!.screeningNote).toBe(note);
	});
});

describe('results', () => {
	const resultsOf = (row: IDataObject, ...others: IDataObject[]) =>
		rowsOf([row, ...others], { columns: FETCHED });

	test.each([
		[{ userId: 'u' }, true],
		[{ userId: 'u', resultStatus: 'not complete' }, true],
		[{ userId: 'u', resultStatus: 'refused' }, true],
		[{ 'Result Status': 'Complete' }, false],
	])('of %j are fetched: %j', (row, sends) => {
		expect(resultsOf(row).plan.sends).toBe(sends);
		const request = { ...REQUEST, idle: true };
		const { plan } = rowsOf([row], { columns: FETCHED, request });
		expect(plan).toEqual({ sends: false, isDue: false, row });
	});

	test('fill what is empty; no filled cell changes', () => {
		const row = {
			'First Name': 'Ann',
			lastName: '',
			rent: 0,
			paid: false,
			late: false,
			pets: null,
		};
		const { rows, item } = resultsOf(row);
		const result = {
			firstName: 'Anna',
			lastName: 'Lee',
			rent: 9,
			paid: true,
			late: 'x',
			pets: null,
		};
		expect(rows.fetched(item, { ...result, age: 4, city: null })).toStrictEqual({
			...row,
			lastName: 'Lee',
			paid: true,
			age: 4,
			city: null,
			resultStatus: 'complete',
			resultNote: '',
		});
	});

	test('that are not there, or of somebody else, change status and note only', () => {
		const row = { score: '', email: 'a@x.example' };
		const { rows, item } = resultsOf(row);
		expect(rows.notComplete(item)).toStrictEqual({
			...row,
			resultStatus: 'not complete',
			resultNote: 'The applicant has not completed the screening yet.',
		});
		expect(rows.ofSomebodyElse(item)).toStrictEqual({
			...row,
			resultStatus: 'not fetched',
			resultNote: expect.stringMatching(/^The results are another person's/),
		});
		expect(rows.failed(item, new Failure('refused', 'No', 'Yes.'))).toMatchObject({
			resultStatus: 'not fetched',
			resultNote: 'No. Yes.',
		});
	});

	test('of rows that share a match value go into the first one, and its note says so', () => {
		const row = (userId: string, resultStatus = '') => ({
			c: '',
			userId,
			resultStatus,
			resultNote: '',
			a: '',
		});
		const sheet = [row('u'), row('v', 'complete'), row('u'), row('v'), row('w')];
		const { rows, item, plans } = rowsOf(sheet, { columns: FETCHED, matchColumn: 'userId' });
		expect(plans.map(({ sends }) => sends)).toEqual([true, false, false, false, true]);
		const resultNote =
			"Other rows have the same value in 'Column to Match On': only this row is filled.";
		expect(rows.fetched(item, { a: 1, b: 2, userId: 'u', c: null })).toStrictEqual({
			userId: 'u',
			resultStatus: 'complete',
			resultNote,
			a: 1,
		});
	});
});

describe('only written columns', () => {
	const OWN = { userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' };
	const full = { row_number: 2, Unit: '4B', Note: 'mine', ...OWN };
	const written = (...sheet: IDataObject[]) => rowsOf(sheet, { matchColumn: 'row_number' });

	test('are the match column and what is written', () => {
		const { rows, item, plan } = written(full);
		expect(plan).toEqual({ sends: true, isDue: true });
		expect(rows.sent(item, 'u', 0, false)).toStrictEqual({
			row_number: 2,
			userId: 'u',
			screeningStatus: 'sent',
			screeningNote: '',
			screeningMark: expect.any(String),
			sentAt: '1970-01-01T00:00:00.000Z',
		});
	});

	test('of a row that stays as it is do not come out', () => {
		const told = { ...full, screeningStatus: 'not sent', screeningNote: 'No. Yes.' };
		const { rows, item } = written(told);
		expect(rows.failed(item, new Failure('invalid', 'No', 'Yes.'))).toBeUndefined();
		expect(rows.failed(item, new Failure('invalid', 'No', 'Other.'))).toStrictEqual({
			row_number: 2,
			screeningStatus: 'not sent',
			screeningNote: 'No. Other.',
		});
		expect(written({ ...full, screeningStatus: 'sent' }).plan.row).toBeUndefined();
		const byHand = { ...full, screeningStatus: 'by hand' };
		const { row } = written(byHand).plan;
		expect(row).toStrictEqual({ row_number: 2, screeningNote: expect.stringMatching(/^Not sent/) });
		expect(written({ ...byHand, ...row }).plan.row).toBeUndefined();
	});

	test.each<[IDataObject, string | undefined]>([
		[full, undefined],
		[{ Unit: '4B', ...OWN }, "'row_number'"],
		[
			{ row_number: 2 },
			"'userId', 'screeningStatus', 'screeningNote', 'screeningMark' and 'sentAt'",
		],
		[{ ...full, screeningMark: undefined, 'Screening Mark': '' }, undefined],
		[{ row_number: 2, ...OWN, more: '' }, undefined],
	])('need the columns of the node and the match column: %j lacks %s', (row, missing) => {
		const failure = written(row).failure;
		if (missing === undefined) expect(failure).toBeUndefined();
		else expect(failure).toMatch(new RegExp(`The sheet has no columns? ${missing}\\. `));
		expect(rowsOf([row]).failure).toBeUndefined();
	});

	test('need the columns of the results, as columns are compared; blank rows need none', () => {
		const row = { row_number: 2, resultStatus: '', resultNote: '', 'Credit Score': '' };
		const request = { ...REQUEST, columns: ['creditScore', 'rent'] };
		const of = (idle: boolean) =>
			rowsOf([row], {
				columns: FETCHED,
				matchColumn: 'row_number',
				request: { ...request, idle },
			}).failure;
		expect(of(false)).toContain("no column 'rent'. ");
		expect(of(true)).toBeUndefined();
	});

	test.each(['Screening Status', 'screeningstatus'])('are not of a column %s', (header) => {
		const { screeningStatus, ...others } = full;
		expect(written({ ...others, [header]: screeningStatus }).failure).toContain(
			"'screeningStatus'",
		);
	});

	test.each<[unknown, unknown, string | undefined]>([
		[1, 2, undefined],
		['a', 'A', undefined],
		[0, 1, undefined],
		['', 'a', "'row_number' is empty in row 1"],
		[null, 'a', 'is empty in row 1'],
		[undefined, 'a', 'is empty in row 1'],
		[{ a: 1 }, 'a', 'is empty in row 1'],
		['a', 'a', "More than one row has 'a' as its 'row_number'"],
		['07', 7, "More than one row has '07'"],
		['7.0', '7', 'More than one row'],
		[true, '1', 'More than one row'],
		[0, '', 'More than one row'],
	])('a row at %j beside one at %j: %s', (one, other, message) => {
		const sheet = [one, other].map((key, index) => ({
			...full,
			row_number: key as string,
			screeningStatus: index === 0 ? '' : 'sent',
		}));
		const failure = written(...sheet).failure;
		if (message === undefined) expect(failure).toBeUndefined();
		else expect(failure).toContain(message);
		// The same where only its note is written.
		const byHand = sheet.map((row) => ({
			...row,
			screeningStatus: row.screeningStatus || 'by hand',
		}));
		expect(written(...byHand).failure).toBe(failure);
		// A row that nothing happens to may have any value.
		const done = sheet.map((row) => ({ ...row, screeningStatus: 'sent' }));
		expect(written(...done).failure).toBeUndefined();
	});
});

test('the columns of the node are those of the contract', () => {
	expect(
		[sendScreening, createProperty, submitRentReport, getResults].map(({ rows }) =>
			ownColumnsOf(rows!),
		),
	).toEqual([
		['userId', 'screeningStatus', 'screeningNote', 'screeningMark', 'sentAt'],
		['propertyId', 'propertyStatus', 'propertyNote', 'propertyMark'],
		['reportId', 'reportStatus', 'reportNote', 'reportMark', 'reportedAt'],
		['resultStatus', 'resultNote'],
	]);
});

test.each([
	[{}, { sendRows: 'due', matchColumn: undefined }],
	[
		{ sendRows: 'none', returnColumns: 'all', matchColumn: 'id' },
		{ sendRows: 'none', matchColumn: undefined },
	],
	[
		{ sendRows: 'checked', returnColumns: 'written', matchColumn: 'id' },
		{ sendRows: 'checked', matchColumn: 'id' },
	],
])('the settings %j', (parameters, settings) => {
	expect(rowSettingsOf(itemOf(parameters))).toEqual(settings);
});
