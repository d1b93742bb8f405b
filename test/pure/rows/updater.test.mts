import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Failure, type FailureKind } from '../../../nodes/RentalScreening/core/failure.ts';
import { Item } from '../../../nodes/RentalScreening/core/item.ts';
import type { Request } from '../../../nodes/RentalScreening/core/operation.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import {
	sendScreening,
	sendScreeningWithFlow,
} from '../../../nodes/RentalScreening/operations/screening.ts';
import { checks, Checks } from '../../../nodes/RentalScreening/rows/checks.ts';
import {
	IN_PROGRESS,
	readStatus,
	REFUSED,
	type Mode,
} from '../../../nodes/RentalScreening/rows/decide.ts';
import {
	fingerprint,
	makeMark,
	readMark,
	type Mark,
} from '../../../nodes/RentalScreening/rows/mark.ts';
import { RowUpdater } from '../../../nodes/RentalScreening/rows/updater.ts';
import { statusColumns } from '../../../nodes/RentalScreening/rows/sheet.ts';

// What the compiled node cannot show for every case; the rest is in test/engine/run/rows.test.mts.

const NOW = Date.UTC(2026, 10, 24, 12);
const MINUTE = 60_000;
const REQUEST: Request = { body: { email: 'ann@x.example' }, problems: [] };
const SEND = { resource: 'screening', operation: 'send' };
const EMPTY = { userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' };

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

/** Update Rows over these rows of a sheet, each of which makes `request`. */
function updaterOf(
	sheet: readonly IDataObject[],
	{
		columns = sendScreening.rows!,
		mode = 'due' as Mode,
		matchColumn = undefined as string | undefined,
		isManual = false,
		request = REQUEST,
		parameters = SEND as IDataObject,
	} = {},
) {
	const source = { context: {} as never, parameters: parameters as never, isSheet: true };
	const items = sheet.map(
		(row, index) => new Item({ ...source, withExpressions: new Set() }, 'UTC', index, row),
	);
	const requests = items.map(() => request);
	const execution = { owner: '7 p1', isManual };
	const { fields } = sendScreening;
	const rows = new RowUpdater({
		...{ items, requests, operation: 'screening send', columns, fields, mode, execution },
		matchColumn: mode === 'checked' ? columns.mark : matchColumn,
	});
	const { failure } = rows.fault ?? {};
	const fault = failure && `${failure.message}. ${failure.hint}`;
	return { rows, items, item: items[0]!, fault, isDue: items.map((one) => rows.isDue(one)) };
}

/** The one row that is returned, or undefined. */
function jsonOf([item]: readonly INodeExecutionData[]): IDataObject | undefined {
	return item?.json;
}

describe('what happens to a row', () => {
	/** In minutes; those below 0 are in the future, as far as clocks may differ or further. */
	const AGES = [-21, -19, 39, 41, 59, 61, 24 * 60 + 1];
	const OWNERS = { own: '7 p1', 'of another process': '7 p2', 'of another execution': '6 p1' };
	const PURPOSES = ['send', 'stopped', 'idOfUser', 'another request'] as const;
	/** What this process knows of the check that made the mark. */
	const CHECKS = ['unknown', 'not begun', 'begun', 'of another operation'] as const;
	const STATUSES = [
		...(['', 'sent', 'not sent', 'maybe sent', 'refused', 'in progress', 'by hand'] as const),
	];
	const COPIES = ['none', 'equal', 'different'] as const;
	const BOTH = [true, false];

	interface GivenMark {
		age: number;
		owner: keyof typeof OWNERS;
		purpose: (typeof PURPOSES)[number];
		check: (typeof CHECKS)[number];
		/** Another row has it too, which is the same or differs. */
		copy: 'none' | 'equal' | 'different';
	}
	interface Case {
		status: (typeof STATUSES)[number];
		id: string;
		isBlank: boolean;
		mark: GivenMark | 'none' | 'unreadable';
		isManual: boolean;
	}

	const marksOf = function* (): Generator<GivenMark> {
		for (const age of AGES)
			for (const owner of Object.keys(OWNERS) as Array<GivenMark['owner']>)
				for (const purpose of PURPOSES)
					for (const check of CHECKS)
						for (const copy of purpose === 'send' ? COPIES : COPIES.slice(0, 1))
							yield { age, owner, purpose, check, copy };
	};
	const MARKS: Array<Case['mark']> = ['none', 'unreadable', ...marksOf()];
	const CASES: Case[] = STATUSES.flatMap((status) =>
		['', 'usr-1'].flatMap((id) =>
			BOTH.flatMap((isBlank) =>
				(isBlank ? [false] : BOTH).flatMap((isManual) =>
					MARKS.map((mark) => ({ status, id, isBlank, mark, isManual })),
				),
			),
		),
	);

	const known = {
		'not begun': checks.add('r1', 'screening send', {}),
		begun: checks.add('r2', 'screening send', {}),
		'of another operation': checks.add('r3', 'screening sendWithFlow', {}),
	};
	checks.find({ checkId: known.begun } as Mark)!.hasBegun = true;

	function cellOf(mark: Case['mark'], id: string): string {
		if (mark === 'none') return '';
		if (mark === 'unreadable') return 'yesterday 7 p1 c1 r1 f1';
		const { age, owner, purpose, check } = mark;
		const operation =
			check === 'of another operation' ? 'screening sendWithFlow' : 'screening send';
		const print =
			purpose === 'another request'
				? fingerprint('send', operation, { body: { email: 'bob@x.example' }, problems: [] })
				: fingerprint(purpose, operation, REQUEST, id === '' ? undefined : id);
		const checkId = check === 'unknown' ? 'c1' : known[check];
		const time = new Date(NOW - age * MINUTE).toISOString();
		return `${time} ${OWNERS[owner]} ${checkId} r1 ${print}`;
	}

	const OWN: GivenMark = {
		age: 0,
		owner: 'own',
		purpose: 'send',
		check: 'not begun',
		copy: 'none',
	};

	/** What the node does, in words. */
	function happened({ status, id, isBlank, mark, isManual }: Case, mode: Mode): string {
		const row = {
			...{ ...EMPTY, userId: id, screeningStatus: status },
			screeningMark: cellOf(mark, id),
		};
		const copy = typeof mark === 'object' ? mark.copy : 'none';
		const copies = { none: [], equal: [{ ...row }], different: [{ ...row, Unit: '4B' }] };
		const request = { ...REQUEST, isBlank };
		const { rows, item, fault } = updaterOf([row, ...copies[copy]], { mode, isManual, request });
		if (fault !== undefined)
			return /Choose 'Checked Rows'|Run the whole|change the columns/.exec(fault)![0];
		if (rows.isDue(item)) return 'sent';
		const after = { ...item.columns, ...jsonOf(rows.handleSkipped(item)) };
		if (JSON.stringify(after) === JSON.stringify(item.columns)) return 'skipped';
		const { screeningStatus, screeningNote, screeningMark } = after;
		if (screeningStatus === 'in progress') {
			const { madeAt, owner, fingerprint: print } = readMark(screeningMark)!;
			expect([madeAt, owner]).toEqual([NOW, '7 p1']);
			const steps = ['send', 'stopped', 'idOfUser', 'done'];
			const ofId = id === '' ? undefined : id;
			return `marked: ${steps.find((step) => fingerprint(step, 'screening send', REQUEST, ofId) === print)}`;
		}
		const why =
			/earlier run|sheet changed|'userId' is filled|Clear it|40 minutes|another operation/;
		return `${screeningStatus}: ${why.exec(`${screeningNote}`)?.[0]}`;
	}

	/** What must happen, status by status, as the contract has it. */
	function expected({ status, id, isBlank, mark, isManual }: Case, mode: Mode): string {
		const { age, owner, purpose, check, copy } =
			typeof mark === 'object' ? mark : ({ copy: 'none' } as Partial<GivenMark>);
		const isYounger = (minutes: number) => age !== undefined && age > -20 && age < minutes;
		const isOwn = owner === 'own';
		const isInProgress = status === 'in progress';
		const isForId = id !== '' && purpose === 'idOfUser' && check !== 'of another operation';
		const ofId = isForId || (id !== '' && purpose === 'idOfUser') ? 'idOfUser' : 'done';
		const said = { idOfUser: "not sent: 'userId' is filled", done: 'sent: undefined' }[ofId];
		const isDone = isBlank || status === 'sent' || status === 'maybe sent';
		if (mode === 'checked') {
			if (isInProgress && isManual && owner !== undefined && !isOwn) return 'Run the whole';
			if (!isOwn || copy === 'different' || isDone) return 'skipped';
			if (id !== '') {
				if (status === '') return "not sent: 'userId' is filled";
				return isInProgress ? said : 'skipped';
			}
			if (!isInProgress) return 'skipped';
			if (purpose === 'stopped') return 'maybe sent: earlier run';
			if (check === 'unknown') return 'not sent: 40 minutes';
			if (check === 'of another operation') return 'not sent: another operation';
			if (purpose === 'send') return isYounger(40) ? 'sent' : 'not sent: 40 minutes';
			return 'maybe sent: sheet changed';
		}
		const isCheck = mode === 'check';
		if (isDone) return 'skipped';
		if (id !== '') {
			if (status === '') return isCheck ? 'marked: idOfUser' : "not sent: 'userId' is filled";
			if (!isInProgress) return 'skipped';
			return isCheck ? `marked: ${ofId}` : said;
		}
		const send = isCheck ? 'marked: send' : 'sent';
		if (isInProgress) {
			if (isOwn) return isCheck ? 'skipped' : "Choose 'Checked Rows'";
			if (isYounger(60)) return 'skipped';
			if (purpose === 'send' && check === 'not begun') return send;
			return isCheck ? 'marked: stopped' : 'maybe sent: earlier run';
		}
		if (status === 'refused') {
			const isSame = purpose === 'send' && check !== 'of another operation' && isYounger(24 * 60);
			return isSame && !isManual ? 'skipped' : send;
		}
		return status === 'by hand' ? 'by hand: Clear it' : send;
	}

	test.each<Mode>(['due', 'check', 'checked'])('with %s', (mode) => {
		const found = CASES.map((one) => ({ ...one, is: happened(one, mode) }));
		const wanted = CASES.map((one) => ({ ...one, is: expected(one, mode) }));
		const wrong = found.flatMap((one, index) =>
			one.is === wanted[index]!.is ? [] : [{ ...one, wanted: wanted[index]!.is }],
		);
		expect(wrong.slice(0, 5)).toEqual([]);
		expect(CASES.length).toBeGreaterThan(5000);
		expect(new Set(found.map(({ is }) => is)).size).toBeGreaterThan(4);
	});

	test('two rows never have one mark, nor two requests one fingerprint', () => {
		const { rows, items } = updaterOf([{}, {}], { mode: 'check' });
		expect(new Set(items.map((item) => jsonOf(rows.handleSkipped(item))!.screeningMark)).size).toBe(
			2,
		);
		const requests = [REQUEST, { ...REQUEST, path: { a: '1' } }, { body: {}, problems: [] }];
		const fingerprints = ['send', 'done'].flatMap((purpose) =>
			requests.map((request) => fingerprint(purpose, 'screening send', request)),
		);
		expect(new Set(fingerprints).size).toBe(6);
	});

	test('one row that this execution has marked is enough for Due Rows to fail', () => {
		const screeningMark = cellOf(OWN, '');
		const { fault } = updaterOf([{ screeningStatus: 'in progress', screeningMark }, {}]);
		expect(fault).toBe(
			"Nothing was sent. This execution has marked rows to be sent. Choose 'Checked Rows' as 'Update Rows'.",
		);
	});

	test('a copy of a row that is done is left alone', () => {
		const screeningMark = cellOf(OWN, '');
		const sheet = ['in progress', 'sent'].map((screeningStatus) => ({
			...{ ...EMPTY, screeningStatus, screeningMark },
		}));
		const { fault, isDue } = updaterOf(sheet, { mode: 'checked' });
		expect([fault, ...isDue]).toEqual([undefined, false, false]);
	});

	test('one row of this execution is enough for a person to send', () => {
		const sending = (owner: GivenMark['owner']) => ({
			...{ ...EMPTY, screeningStatus: 'in progress' },
			screeningMark: cellOf({ ...OWN, owner }, ''),
		});
		const sheet = [sending('of another execution'), sending('own')];
		const { fault, isDue } = updaterOf(sheet, { mode: 'checked', isManual: true });
		expect([fault, ...isDue]).toEqual([undefined, false, true]);
	});
});

describe('the nodes between check and send', () => {
	const marked = (request: Request, step = 'send') => ({
		...{ ...EMPTY, screeningStatus: 'in progress' },
		screeningMark: `${new Date(NOW).toISOString()} 7 p1 ${checks.add('r9', 'screening send', {})} r1 ${fingerprint(step, 'screening send', request)}`,
	});
	const OTHER: Request = { body: { email: 'bob@x.example' }, problems: [] };

	test.each<[string, IDataObject[], boolean]>([
		['no row makes the request of its mark', [marked(OTHER), marked(OTHER)], true],
		['one row was changed', [marked(OTHER)], false],
		['one of three rows was changed', [marked(OTHER), marked(OTHER), marked(REQUEST)], false],
		['no row was sent', [marked(OTHER), marked(OTHER), marked(REQUEST, 'stopped')], false],
	])('%s', (_, sheet, fails) => {
		const rows = sheet.map((row, index) => ({
			...row,
			screeningMark: String(row.screeningMark).replace(' r1 ', ` r${index} `),
		}));
		const { fault } = updaterOf(rows, { mode: 'checked' });
		if (fails) expect(fault).toContain('The nodes between check and send change the columns');
		else expect(fault).toBeUndefined();
	});

	test.each([
		['screeningStatus', true],
		['screeningNote', true],
		['screeningMark', true],
		['userId', false],
		['sentAt', false],
	])('that drop the column %s: the node fails: %p', (dropped, fails) => {
		const cells = Object.entries(marked(REQUEST)).filter(([name]) => name !== dropped);
		const row = Object.fromEntries(cells) as IDataObject;
		const { rows, item, fault } = updaterOf([row], { mode: 'checked' });
		if (fails) expect(fault).toContain(`The sheet has no column '${dropped}'.`);
		else {
			expect(fault).toBeUndefined();
			expect(rows.permitFor(item)!.findObjection()!.message).toContain(`no column '${dropped}'`);
		}
	});
});

describe('a mark that is used twice', () => {
	const mark = `${new Date(NOW).toISOString()} 7 p1 ${checks.add('r8', 'screening send', {})} r1 ${fingerprint('send', 'screening send', REQUEST)}`;
	const row = { ...EMPTY, screeningStatus: 'in progress', screeningMark: mark };
	const noAccess = new Failure('noAccess', 'The service refused the login', 'Check it.');
	const again = () => updaterOf([row], { mode: 'checked' });
	const statusAfter = ({ rows, item }: ReturnType<typeof again>) =>
		jsonOf(rows.writeFailure(item, noAccess))!.screeningStatus;

	test('is not sent only if no step was about to send it, or this one has proof', () => {
		const first = again();
		expect(statusAfter(first)).toBe('not sent');
		first.rows.permitFor(first.item)!.recordSending();
		expect(statusAfter(first)).toBe('not sent');
		const second = again();
		expect(statusAfter(second)).toBe('maybe sent');
		second.rows.permitFor(second.item)!.recordSending();
		expect(statusAfter(second)).toBe('not sent');
		jest.setSystemTime(NOW + 41 * MINUTE);
		const late = again();
		expect(late.isDue).toEqual([false]);
		expect(jsonOf(late.rows.handleSkipped(late.item))!.screeningStatus).toBe('maybe sent');
	});
});

describe('what a process knows of its checks', () => {
	test('is bounded: the oldest is forgotten first, but none of the last 40 minutes', () => {
		const own = new Checks();
		const add = (run: string) => ({ checkId: own.add(run, 'screening send', {}) }) as Mark;
		const first = add('first');
		jest.setSystemTime(NOW + MINUTE);
		const second = add('second');
		for (let run = 2; run < 20_002; run++) add(String(run));
		expect(own.find(first)).toBeDefined();
		jest.setSystemTime(NOW + 40 * MINUTE);
		add('last');
		expect([own.find(first), own.find(second)]).toEqual([undefined, expect.anything()]);
	});

	test('is one record for rows of one check with equal settings', () => {
		const own = new Checks();
		const add = (run: string, payer: string) => own.add(run, 'screening send', { payer });
		expect(add('r1', 'A')).toBe(add('r1', 'A'));
		expect(new Set([add('r1', 'A'), add('r1', 'B'), add('r2', 'A')]).size).toBe(3);
	});
});

test('Check Only leaves a row alone that says already what is wrong with it', () => {
	const problem = { label: 'Phone', text: 'is empty', scope: 'item' } as const;
	const request = { ...REQUEST, problems: [problem] };
	const check = (row: IDataObject) => {
		const { rows, item } = updaterOf([row], { mode: 'check', request });
		return jsonOf(rows.handleSkipped(item))!;
	};
	const { screeningNote } = check({});
	expect(screeningNote).toMatch(/^Reason: 'Phone' is empty\. /);
	const told = { screeningStatus: 'not sent', screeningNote };
	expect(check(told)).toStrictEqual(told);
	expect(check({ ...told, screeningNote: 'Other' })).toMatchObject({
		screeningStatus: 'in progress',
		screeningNote,
	});
	expect(check({ screeningStatus: 'in progress' }).screeningNote).toBe(
		"An earlier run stopped while it was sending this row. Ask first, then clear 'screeningStatus' to send it again.",
	);
});

test('Check Only says what would be sent of a row that was corrected', () => {
	const row = { screeningStatus: 'not sent', screeningNote: 'Reason' };
	const { rows, item } = updaterOf([row], { mode: 'check' });
	expect(jsonOf(rows.handleSkipped(item))).toMatchObject({
		screeningStatus: 'in progress',
		screeningNote: 'Will send: Email ann@x.example',
	});
});

describe('the row of what did not succeed', () => {
	const SEND_AGAIN = " and turn 'Send Again' on";

	test.each<[FailureKind, Mode, string, string, boolean]>([
		['invalid', 'due', 'not sent', '', false],
		['noAccess', 'checked', 'not sent', '', false],
		['refused', 'due', 'refused', '', true],
		['refused', 'checked', 'refused', '', false],
		['maybe', 'due', 'maybe sent', SEND_AGAIN, true],
		['maybe', 'checked', 'maybe sent', '', false],
	])('%s with %s: %s%s', (kind, mode, screeningStatus, more, isMarked) => {
		const row = { ...EMPTY, screeningMark: 'as it was', sentAt: 'Monday' };
		const { rows, item } = updaterOf([row], { mode });
		const ask = ` Ask first, then clear 'screeningStatus'${more} to send it again.`;
		const written = jsonOf(rows.writeFailure(item, new Failure(kind, 'It happened', 'Do this.')));
		expect({ ...row, ...written }).toStrictEqual({
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
		const { rows, item } = updaterOf([{}]);
		expect(
			jsonOf(rows.writeFailure(item, new Failure('invalid', message, 'Do this.')))!.screeningNote,
		).toBe(note);
	});

	test('has a note without an end of blanks where there is nothing to do', () => {
		const { rows, item } = updaterOf([{}], { columns: getResults.rows! });
		const row = jsonOf(rows.writeFailure(item, new Failure('incomplete', 'Not yet', '')))!;
		expect(row).toMatchObject({ resultStatus: 'not complete', resultNote: 'Not yet.' });
	});
});

test('results of rows that share a match value go into the first one, and its note says so', () => {
	const row = (userId: string, resultStatus = '') => ({
		...{ c: '', userId, resultStatus, resultNote: '', a: '' },
	});
	const sheet = [row('u'), row('v', 'complete'), row('u'), row('v'), row('w')];
	const { rows, item, fault, isDue } = updaterOf(sheet, {
		columns: getResults.rows!,
		matchColumn: 'userId',
	});
	expect([fault, ...isDue]).toEqual([undefined, true, false, false, false, true]);
	expect(jsonOf(rows.writeResults(item, { a: 1, b: 2, userId: 'u', c: null }))).toStrictEqual({
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
		const { rows, item } = updaterOf([{ checkComplete: box as string, creditScore: false }], {
			columns: getResults.rows!,
		});
		const result = jsonOf(rows.writeResults(item, { checkComplete: true, creditScore: 712 }));
		expect(result).toMatchObject({ checkComplete: after, creditScore: false });
	},
);

test.each<[string, string | undefined, IDataObject, unknown, unknown]>([
	['a name is written into a new column', undefined, {}, 'Ada', 2100],
	['not if the sheet has it in another spelling', undefined, { 'First Name': '' }, undefined, 2100],
	['into its own column', 'userId', { rent: '', firstName: '' }, 'Ada', 2100],
	['not beside another', 'userId', { rent: '', firstName: '', first_name: 'Al' }, undefined, 2100],
	['and needs no column', 'userId', { rent: '' }, undefined, 2100],
	["another spelling of a figure is the user's own", undefined, { Rent: '' }, 'Ada', 2100],
	['a figure that is filled stays', 'userId', { rent: 1 }, undefined, undefined],
])('results: %s', (_, matchColumn, cells, firstName, rent) => {
	const row = { userId: 'u', resultStatus: '', resultNote: '', ...cells };
	const request = { ...REQUEST, columns: ['rent'] };
	const given = { columns: getResults.rows!, matchColumn, request };
	const { rows, item, fault } = updaterOf([row], given);
	expect(fault).toBeUndefined();
	const written = jsonOf(rows.writeResults(item, { firstName: 'Ada', rent: 2100 }))!;
	expect([written.firstName || undefined, written.rent]).toEqual([firstName, rent]);
	if ('Rent' in cells) expect(written.Rent).toBe('');
});

describe('only written columns', () => {
	const OWN = { userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' };
	const full = { row_number: 2, Unit: '4B', Note: 'mine', ...OWN };
	const written = (...sheet: IDataObject[]) => updaterOf(sheet, { matchColumn: 'row_number' });

	test('of a row that stays as it is do not come out', () => {
		const told = { ...full, screeningStatus: 'not sent', screeningNote: 'No. Yes.' };
		const { rows, item } = written(told);
		expect(rows.writeFailure(item, new Failure('invalid', 'No', 'Yes.'))).toEqual([]);
		expect(jsonOf(rows.writeFailure(item, new Failure('invalid', 'No', 'Other.')))).toStrictEqual({
			row_number: 2,
			screeningStatus: 'not sent',
			screeningNote: 'No. Other.',
		});
		const byHand = { ...full, screeningStatus: 'by hand' };
		const first = written(byHand);
		const note = jsonOf(first.rows.handleSkipped(first.item));
		expect(note).toStrictEqual({
			row_number: 2,
			screeningNote: expect.stringMatching(/^Not sent/),
		});
		const again = written({ ...byHand, ...note });
		expect(again.rows.handleSkipped(again.item)).toEqual([]);
	});

	test.each<[IDataObject, string | undefined]>([
		[full, undefined],
		[{ Unit: '4B', ...OWN }, "'row_number'"],
		[
			{ row_number: 2 },
			"'userId', 'screeningStatus', 'screeningNote', 'screeningMark' and 'sentAt'",
		],
		[{ row_number: 2, ...OWN, sentAt: undefined, screeningStatus: undefined }, undefined],
	])('need the columns of the node and the match column: %j lacks %s', (row, missing) => {
		const { fault } = written(row);
		if (missing === undefined) expect(fault).toBeUndefined();
		else expect(fault).toMatch(new RegExp(`The sheet has no columns? ${missing}\\. `));
		expect(updaterOf([row]).fault).toBeUndefined();
	});

	test('need the columns of results, spelled exactly', () => {
		const own = { userId: 'u', resultStatus: '', resultNote: '', creditScore: '', Rent: '' };
		const missing = (...columns: string[]) =>
			updaterOf([own], {
				columns: getResults.rows!,
				matchColumn: 'userId',
				request: { ...REQUEST, columns },
			}).fault;
		expect(missing('creditScore')).toBeUndefined();
		expect(missing('creditScore', 'rent', 'jobTitle')).toContain(
			"Nothing was fetched. The sheet has no columns 'rent' and 'jobTitle'.",
		);
	});

	test('leave alone what the next node finds the row by', () => {
		const row = { ...full, screeningStatus: 'refused', screeningMark: 'old' };
		const { rows, item } = updaterOf([row], { matchColumn: 'screeningMark' });
		expect(jsonOf(rows.writeSent(item, 'u', NOW, false))).toEqual(
			expect.objectContaining({ screeningMark: 'old', screeningStatus: 'sent' }),
		);
	});

	test('come with the number that a sheet has of the row, whatever it is found by', () => {
		const row = { ...full, row_number: 7, screeningMark: 'old' };
		const { rows, item } = updaterOf([row], { matchColumn: 'screeningMark' });
		expect(jsonOf(rows.writeSent(item, 'u', NOW, false))).toMatchObject({ row_number: 7 });
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

// What stands in people's sheets is a format: a change of it is a change of theirs.
describe('what stands in sheets', () => {
	const MARK =
		'2026-11-24T11:30:00.000Z 6 9f8e7d6c5b4a 0123456789abcdef a1b2c3d4e5f6 d52d4d8c9b1cf9a4';

	test('a mark: time, execution, process, check, row, fingerprint', () => {
		expect(readMark(MARK)).toEqual({
			text: MARK,
			madeAt: Date.UTC(2026, 10, 24, 11, 30),
			owner: '6 9f8e7d6c5b4a',
			checkId: '0123456789abcdef',
			fingerprint: 'd52d4d8c9b1cf9a4',
		});
		for (const broken of [`${MARK} `, ` ${MARK}`, MARK.replace(' 6', ''), 7, '', undefined]) {
			expect(readMark(broken)).toBeUndefined();
		}
		expect(makeMark('6 9f8e7d6c5b4a', '0123456789abcdef', 'd52d4d8c9b1cf9a4')).toMatch(
			/^2026-11-24T12:00:00\.000Z 6 9f8e7d6c5b4a 0123456789abcdef [0-9a-f]{12} d52d4d8c9b1cf9a4$/,
		);
	});

	const APPLICANT = { email: 'ada@example.com', phone: '+14165550101' };

	test.each<[string, string, IDataObject, string | undefined, string]>([
		['send', 'screening send', { propertyId: 'p-1', ...APPLICANT }, undefined, '9908823c7d4be354'],
		[
			'stopped',
			'screening send',
			{ propertyId: 'p-1', ...APPLICANT },
			undefined,
			'42f574d98821e8d9',
		],
		['done', 'screening send', APPLICANT, 'usr-1', '65fef596d6aed2e4'],
		['idOfUser', 'screening send', APPLICANT, 'usr-1', 'd5a8a48032263733'],
		[
			'send',
			'screening sendWithFlow',
			{ flowId: 'f-1', ...APPLICANT },
			undefined,
			'8b1fd95f513ead7c',
		],
		['send', 'property create', { name: '12 Elm Street' }, undefined, 'd57e551273e94abb'],
		[
			'send',
			'rentReport submit',
			{ lastName: 'Moss', rentPaid: '1500' },
			undefined,
			'b5669e86cf06a949',
		],
	])('the fingerprint of a row that is to become %s by %s', (step, operation, body, id, print) => {
		expect(fingerprint(step, operation, { body, problems: [] }, id)).toBe(print);
	});

	test('the statuses of each operation', () => {
		const operations = [
			sendScreening,
			sendScreeningWithFlow,
			createProperty,
			submitRentReport,
			getResults,
		];
		expect(operations.map(({ rows }) => [rows!.done, rows!.notDone, rows!.open])).toEqual([
			['sent', 'not sent', 'maybe sent'],
			['sent', 'not sent', 'maybe sent'],
			['created', 'not created', 'maybe created'],
			['reported', 'not reported', 'maybe reported'],
			['complete', 'not fetched', 'not complete'],
		]);
		expect([IN_PROGRESS, REFUSED]).toEqual(['in progress', 'refused']);
	});

	test.each<[unknown, string]>([
		[' SENT', 'done'],
		['Not Sent', 'notDone'],
		['Maybe sent', 'maybe'],
		['maybe later', 'maybe'],
		['In Progress', 'inProgress'],
		['REFUSED', 'refused'],
		[false, 'empty'],
		['  ', 'empty'],
		['sending', 'other'],
		['not-sent', 'other'],
	])('the status %j is read as %s', (cell, status) => {
		expect(readStatus(cell as string, sendScreening.rows!)).toBe(status);
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
