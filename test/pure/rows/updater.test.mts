import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import { Item } from '../../../nodes/RentalScreening/core/item.ts';
import {
	statusColumns,
	type Operation,
	type Request,
} from '../../../nodes/RentalScreening/core/operation.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import {
	sendScreening,
	sendScreeningWithFlow,
} from '../../../nodes/RentalScreening/operations/screening.ts';
import { checks, Checks } from '../../../nodes/RentalScreening/rows/checks.ts';
import {
	makeFingerprint,
	makeMark,
	readMark,
	readOwner,
	type Mark,
} from '../../../nodes/RentalScreening/rows/mark.ts';
import { IN_PROGRESS, REFUSED } from '../../../nodes/RentalScreening/rows/outcomes.ts';
import { createRowUpdater } from '../../../nodes/RentalScreening/rows/updater.ts';
import {
	expectHappening,
	type GivenMark,
	type GivenRow,
	type Happening,
	type Mode,
} from '../../support/row-model.mts';

// What the compiled node cannot show for every case; the rest is in test/engine/run/rows.test.mts.

const NOW = Date.UTC(2026, 10, 24, 12);
const MINUTE = 60_000;
const REQUEST: Request = { body: { email: 'ann@x.example' }, problems: [] };
const OTHER: Request = { body: { email: 'bob@x.example' }, problems: [] };
const EMPTY = { userId: '', screeningStatus: '', screeningNote: '', screeningMark: '', sentAt: '' };

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

/** The execution with this ID, as n8n tells a node of it. */
const execution = (id: string, isManual = false) =>
	({ getExecutionId: () => id, getMode: () => (isManual ? 'manual' : 'trigger') }) as never;

const [, PROCESS] = readOwner(execution('7')).split(' ');
const OWNERS: Record<GivenMark['owner'], string> = {
	'this execution': `7 ${PROCESS}`,
	'another execution': `6 ${PROCESS}`,
	'another process': '7 p2',
};

/** Update Rows over these rows of a sheet, each of which makes `request`. */
function open(
	sheet: readonly IDataObject[],
	{
		operation = sendScreening as Operation,
		mode = 'due' as Mode,
		matchColumn = '',
		isManual = false,
		request = REQUEST,
	} = {},
) {
	const parameters = {
		...{ resource: 'screening', operation: 'send', mappingMode: 'autoMapInputData' },
		...{ updateRows: mode, matchColumn },
	};
	const source = { context: {} as never, parameters, isToolCall: false };
	const items = sheet.map(
		(row, index) => new Item({ ...source, withExpressions: new Set() }, 'UTC', index, row),
	);
	const requests = items.map(() => request);
	const rows = createRowUpdater(execution('7', isManual), operation, items, requests)!;
	const { failure } = rows.setupFailure ?? {};
	const fault = failure && `${failure.message}. ${failure.hint}`;
	return { rows, items, item: items[0]!, fault, isDue: items.map((one) => rows.isDue(one)) };
}

const openResults = (sheet: readonly IDataObject[], given: Parameters<typeof open>[1] = {}) =>
	open(sheet, { operation: getResults, ...given });

/** The one row that is returned, or undefined. */
function readJson([item]: readonly INodeExecutionData[]): IDataObject | undefined {
	return item?.json;
}

/** What the first of these rows becomes without a request. */
const handled = (...given: Parameters<typeof open>) => {
	const { rows, item } = open(...given);
	return readJson(rows.writeUnsent(item));
};

/** What this process knows of the checks that make marks. */
const CHECK_IDS: Record<GivenMark['check'], string> = {
	unknown: 'c1',
	'not begun': checks.add('r1', 'screening send', {}),
	begun: checks.add('r2', 'screening send', {}),
	'of another operation': checks.add('r3', 'screening sendWithFlow', {}),
};
checks.find({ checkId: CHECK_IDS.begun } as Mark)!.hasBegun = true;

const OWN: GivenMark = {
	...{ age: 0, owner: 'this execution', purpose: 'send', check: 'not begun', copy: 'none' },
};

/** The text of a mark; `row` tells those of different rows apart. */
function createMark({ age, owner, purpose, check }: GivenMark, id?: string, row = 'r1'): string {
	const operation = check === 'of another operation' ? 'screening sendWithFlow' : 'screening send';
	const print =
		purpose === 'another request'
			? makeFingerprint('send', operation, OTHER)
			: makeFingerprint(purpose, operation, REQUEST, id);
	const time = new Date(NOW - age * MINUTE).toISOString();
	return `${time} ${OWNERS[owner]} ${CHECK_IDS[check]} ${row} ${print}`;
}

/** A row in progress with such a mark, in all else that of this execution. */
const marked = (mark: Partial<GivenMark> = {}, row?: string) => ({
	...{ ...EMPTY, screeningStatus: 'in progress' },
	screeningMark: createMark({ ...OWN, ...mark }, undefined, row),
});

describe('what happens to a row', () => {
	/** In minutes: on both sides of each limit. */
	const AGES = [-21, -19, 39, 41, 59, 61, 24 * 60 + 1];
	const PURPOSES = ['send', 'stopped', 'idOfUser', 'done', 'another request'] as const;
	const STATUSES: Record<GivenRow['status'], string> = {
		...{ '': '', done: 'sent', 'not done': 'not sent', maybe: 'maybe sent', refused: 'refused' },
		...{ 'in progress': 'in progress', other: 'by hand' },
	};
	const keys = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[];

	const MARKS: GivenMark[] = AGES.flatMap((age) =>
		keys(OWNERS).flatMap((owner) =>
			PURPOSES.flatMap((purpose) =>
				keys(CHECK_IDS).flatMap((check) =>
					(['none', 'equal', 'different'] as const)
						.filter((copy) => purpose === 'send' || copy === 'none')
						.map((copy) => ({ age, owner, purpose, check, copy })),
				),
			),
		),
	);
	/** Each with and without a mark; 'unreadable' is as good as none. Of a blank row the mark says nothing. */
	const CASES = keys(STATUSES).flatMap((status) =>
		[false, true].flatMap((hasId) => {
			const row = { status, hasId, isBlank: false };
			const marks = [undefined, 'unreadable' as const, ...MARKS];
			return [
				...[undefined, OWN].map((mark) => ({ ...row, isBlank: true, isManual: false, mark })),
				...[true, false].flatMap((isManual) => marks.map((mark) => ({ ...row, isManual, mark }))),
			];
		}),
	);

	const FAILS = {
		"choose 'Checked Rows'": "Choose 'Checked Rows'",
		'run the whole workflow': 'Run the whole workflow',
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

	/** What the node does. */
	function happening(
		{ status, hasId, isBlank, isManual, mark }: (typeof CASES)[number],
		mode: Mode,
	) {
		const id = hasId ? 'usr-1' : undefined;
		const isRead = typeof mark === 'object';
		const row = {
			...{ ...EMPTY, userId: id ?? '', screeningStatus: STATUSES[status] },
			screeningMark: isRead
				? createMark(mark, id)
				: mark && `yesterday ${OWNERS[OWN.owner]} c1 r1 f1`,
		};
		const copies = { none: [], equal: [{ ...row }], different: [{ ...row, Unit: '4B' }] };
		const request = { ...REQUEST, isBlankRow: isBlank };
		const sheet = [row, ...copies[isRead ? mark.copy : 'none']];
		const { rows, item, fault } = open(sheet, { mode, isManual, request });
		const failed = keys(FAILS).find((one) => fault?.includes(FAILS[one]));
		if (fault !== undefined) return `node fails: ${failed}`;
		if (rows.isDue(item)) return 'sent';
		const after = { ...row, ...readJson(rows.writeUnsent(item)) };
		if (JSON.stringify(after) === JSON.stringify(row)) return 'left alone';
		if (after.screeningStatus === 'in progress') {
			const made = readMark(after.screeningMark)!;
			expect([made.madeAt, made.owner]).toEqual([NOW, OWNERS['this execution']]);
			const isFor = (step: string) =>
				makeFingerprint(step, 'screening send', REQUEST, id) === made.fingerprint;
			return `marked: ${PURPOSES.find(isFor)}`;
		}
		if (after.screeningStatus === 'sent' && after.screeningNote === '') return 'done: ID';
		const why = keys(NOTES).find((one) => after.screeningNote.includes(NOTES[one]))!;
		expect(after.screeningStatus).toBe(STATUS_OF_NOTE[why.split(':')[0] as 'maybe']);
		return why;
	}

	test.each<[Mode, Happening[]]>([
		['due', ['sent', 'done: ID', "node fails: choose 'Checked Rows'"]],
		['check', ['marked: send', 'marked: stopped', 'marked: idOfUser', 'marked: done']],
		['checked', ['sent', 'maybe: sheet changed', 'node fails: run the whole workflow']],
	])('with %s, what happens to a row is what the contract says', (mode, some) => {
		const expected = ({ mark, ...row }: (typeof CASES)[number]) =>
			expectHappening({ ...row, mark: typeof mark === 'object' ? mark : undefined }, mode);
		const wrong = CASES.find((one) => happening(one, mode) !== expected(one));
		expect(wrong && { ...wrong, is: happening(wrong, mode), not: expected(wrong) }).toBeUndefined();
		expect(CASES.map(expected)).toEqual(expect.arrayContaining(some));
	});

	test('two rows never have one mark, nor two requests one fingerprint', () => {
		const { rows, items } = open([{}, {}], { mode: 'check' });
		const marks = items.map((item) => readJson(rows.writeUnsent(item))!.screeningMark);
		expect(new Set(marks).size).toBe(2);
		const requests = [REQUEST, { ...REQUEST, path: { a: '1' } }, { body: {}, problems: [] }];
		const fingerprints = ['send', 'done'].flatMap((purpose) =>
			requests.map((request) => makeFingerprint(purpose, 'screening send', request)),
		);
		expect(new Set(fingerprints).size).toBe(6);
	});
});

describe('with Checked Rows', () => {
	const checked = (sheet: IDataObject[], isManual = false) =>
		open(sheet, { mode: 'checked', isManual });

	test('one row that this execution has marked is enough for Due Rows to fail', () => {
		expect(open([marked(), {}]).fault).toBe(
			"Nothing was sent. This execution has marked rows to be sent. Choose 'Checked Rows' as 'Update Rows'.",
		);
	});

	test('one row that this execution has marked is enough for a person to send', () => {
		const { fault, isDue } = checked([marked({ owner: 'another execution' }), marked()], true);
		expect([fault, ...isDue]).toEqual([undefined, false, true]);
	});

	const CHANGED = { purpose: 'another request' } as const;
	test.each<[string, Array<Partial<GivenMark>>, boolean]>([
		['no row makes the request of its mark', [CHANGED, CHANGED], true],
		['one row was changed', [CHANGED], false],
		['one of three rows was not changed', [CHANGED, CHANGED, {}], false],
		['another row may have been sent before', [CHANGED, CHANGED, { purpose: 'stopped' }], false],
	])('the nodes between check and send: %s, the node fails: %j', (_, marks, fails) => {
		const { fault } = checked(marks.map((mark, row) => marked(mark, `r${row}`)));
		expect(fault?.includes('The nodes between check and send change the columns') ?? false).toBe(
			fails,
		);
	});

	test.each([
		['screeningStatus', true],
		['screeningNote', true],
		['screeningMark', true],
		['userId', false],
		['sentAt', false],
	])(
		'Checked Rows of a sheet without %s: the node fails (%p), or each row says so',
		(dropped, fails) => {
			const cells = Object.entries(marked()).filter(([name]) => name !== dropped);
			const { rows, item, fault } = checked([Object.fromEntries(cells)]);
			const objection = fails ? fault : rows.getPermit(item)!.findObjection('a')!.message;
			expect(objection).toContain(`The sheet has no column '${dropped}'`);
			expect(fault !== undefined).toBe(fails);
			// Checked Rows has no 'Column to Match On' to change.
			if (fails)
				expect(fault).toMatch(new RegExp(`'${dropped}'\\. Add '${dropped}' to the columns`));
		},
	);
});

describe('a mark that is used twice', () => {
	const row = marked({}, 'twice');
	const use = (cells = row) => {
		const { rows, item, isDue } = open([cells], { mode: 'checked' });
		const status = (failure: Failure) =>
			readJson(rows.writeFailure(item, failure))!.screeningStatus;
		return { rows, item, isDue, status, permit: rows.getPermit(item)! };
	};
	const noAccess = new Failure('noAccess', 'The service refused the login', 'Check it.');

	test('a marked row is called not sent only if no step was about to send it, or this one has proof', () => {
		const first = use();
		expect(first.status(noAccess)).toBe('not sent');
		first.permit.recordSending('a');
		expect(first.status(noAccess)).toBe('not sent');
		const second = use();
		expect(second.status(noAccess)).toBe('maybe sent');
		// The mark of a row that is due again says nothing of the request that Due Rows sends.
		const due = open([{ ...row, screeningStatus: 'not sent' }]);
		expect(readJson(due.rows.writeFailure(due.item, noAccess))!.screeningStatus).toBe('not sent');
		second.permit.recordSending('a');
		expect(second.status(noAccess)).toBe('not sent');
		jest.setSystemTime(NOW + 41 * MINUTE);
		const late = use();
		expect(late.isDue).toEqual([false]);
		expect(readJson(late.rows.writeUnsent(late.item))!.screeningStatus).toBe('maybe sent');
	});

	test('a mark sends the request that it was first used for, and no other', () => {
		const cells = marked({}, 'r2');
		const first = use(cells);
		expect(first.permit.findObjection('a')).toBeUndefined();
		first.permit.recordSending('a');
		const second = use(cells);
		expect(second.permit.findObjection('a')).toBeUndefined();
		const objection = second.permit.findObjection('b')!;
		expect(objection).toMatchObject({ kind: 'maybe', message: expect.stringContaining('another') });
		expect(second.status(objection)).toBe('maybe sent');
	});

	test('the run that was about to send a mark may repeat its request, whatever the login', () => {
		const { permit } = use(marked({}, 'repeated'));
		permit.recordSending('a');
		expect([permit.findObjection('a'), permit.findObjection('b')]).toEqual([undefined, undefined]);
		jest.setSystemTime(NOW + 40 * MINUTE);
		expect(permit.findObjection('a')).toMatchObject({
			...{ kind: 'invalid', hint: '' },
			message: expect.stringContaining('within 40 minutes'),
		});
	});
});

describe('what a process knows of its checks', () => {
	test('of more than 20,000 checks the oldest is forgotten first, but none of the last 40 minutes', () => {
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

	test('rows of one check with equal settings share one record', () => {
		const own = new Checks();
		const add = (run: string, payer: string) => own.add(run, 'screening send', { payer });
		expect(add('r1', 'A')).toBe(add('r1', 'A'));
		expect(new Set([add('r1', 'A'), add('r1', 'B'), add('r2', 'A')]).size).toBe(3);
	});
});

describe('the note of Check Only', () => {
	test('the note of Check Only says what is wrong; a row that already says so is left alone', () => {
		const problem = { label: 'Phone', text: 'is empty', scope: 'item' } as const;
		const request = { ...REQUEST, problems: [problem] };
		const check = (row: IDataObject) => handled([row], { mode: 'check', request })!;
		const { screeningNote } = check({});
		expect(screeningNote).toMatch(/^Reason: 'Phone' is empty\. /);
		const told = { screeningStatus: 'not sent', screeningNote };
		expect(check(told)).toStrictEqual(told);
		expect(check({ screeningNote }).screeningStatus).toBe('in progress');
		const screeningStatus = 'in progress';
		expect(check({ ...told, screeningNote: 'Other' })).toMatchObject({
			screeningStatus,
			screeningNote,
		});
		expect(check({ screeningStatus }).screeningNote).toBe(
			"An earlier run stopped while it was sending this row. Ask first, then clear 'screeningStatus' to send it again.",
		);
	});

	test('the note of Check Only says what would be sent of a row that was corrected', () => {
		const row = { screeningStatus: 'not sent', screeningNote: 'Reason' };
		expect(handled([row], { mode: 'check' })).toMatchObject({
			screeningStatus: 'in progress',
			screeningNote: 'Will send: Email ann@x.example',
		});
	});
});

describe('the row of what did not succeed', () => {
	const write = (failure: Failure, row: IDataObject, given?: Parameters<typeof open>[1]) => {
		const { rows, item } = open([row], given);
		return readJson(rows.writeFailure(item, failure));
	};
	const SEND_AGAIN = " and turn 'Send Again' on";

	test.each<[Failure['kind'], Mode, string, string, boolean]>([
		['invalid', 'due', 'not sent', '', false],
		['noAccess', 'checked', 'not sent', '', false],
		['refused', 'due', 'refused', '', true],
		['refused', 'checked', 'refused', '', false],
		['maybe', 'due', 'maybe sent', SEND_AGAIN, true],
		['maybe', 'checked', 'maybe sent', '', false],
	])('a failure of the kind %s with %s: %s%s', (kind, mode, screeningStatus, more, isMarked) => {
		const row = { ...EMPTY, screeningMark: 'as it was', sentAt: 'Monday' };
		const ask = ` Ask first, then clear 'screeningStatus'${more} to send it again.`;
		const written = write(new Failure(kind, 'It happened', 'Do this.'), row, { mode });
		expect({ ...row, ...written }).toStrictEqual({
			...row,
			screeningStatus,
			screeningNote: `It happened. Do this.${kind === 'maybe' ? ask : ''}`,
			screeningMark: isMarked
				? expect.stringMatching(/^2026-11-24T12:00:00\.000Z 7 /)
				: 'as it was',
		});
	});

	test.each([
		["'Email' is empty", "Reason: 'Email' is empty. Do this."],
		['=1+1', 'Reason: =1+1. Do this.'],
		['It is…', 'It is… Do this.'],
		['At 9.30 it failed', 'At 9.30 it failed. Do this.'],
		['a\nb.', 'a b. Do this.'],
	])('a note begins with a letter and ends its sentences: %j', (message, note) => {
		expect(write(new Failure('invalid', message, 'Do this.'), {})!.screeningNote).toBe(note);
	});

	test('a note has no blanks at its end where there is nothing to do', () => {
		const row = write(new Failure('incomplete', 'Not yet', ''), {}, { operation: getResults });
		expect(row).toMatchObject({ resultStatus: 'not complete', resultNote: 'Not yet.' });
	});
});

describe('results', () => {
	test('results of rows that share a match value go into the first one, and its note says so', () => {
		const row = (userId: string, resultStatus = '') => ({
			...{ c: '', userId, resultStatus, resultNote: '', a: '' },
		});
		const sheet = [row('u'), row('v', 'complete'), row('u'), row('v'), row('w')];
		const { rows, item, fault, isDue } = openResults(sheet, { matchColumn: 'userId' });
		expect([fault, ...isDue]).toEqual([undefined, true, false, false, false, true]);
		expect(readJson(rows.writeResults(item, { a: 1, b: 2, userId: 'u', c: null }))).toStrictEqual({
			userId: 'u',
			resultStatus: 'complete',
			resultNote:
				"Other rows have the same value in 'Column to Match On': only this row is filled.",
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
		'results make a box that holds %p %p, and change nothing else that is filled',
		(box, after) => {
			const { rows, item } = openResults([{ checkComplete: box as string, creditScore: false }]);
			const result = readJson(rows.writeResults(item, { checkComplete: true, creditScore: 712 }));
			expect(result).toMatchObject({ checkComplete: after, creditScore: false });
		},
	);

	test.each<[string, string, IDataObject, unknown, unknown]>([
		['a name is written into a new column', '', {}, 'Ada', 2100],
		['a name is not written beside another spelling', '', { 'First Name': '' }, undefined, 2100],
		['a name is written into its column', 'userId', { rent: '', firstName: '' }, 'Ada', 2100],
		[
			'a name is not written if the sheet has two columns',
			'userId',
			{ rent: '', firstName: '', first_name: 'Al' },
			undefined,
			2100,
		],
		['a name needs no column', 'userId', { rent: '' }, undefined, 2100],
		["another spelling of a figure is the user's own", '', { Rent: '' }, 'Ada', 2100],
		['a figure that is filled stays', 'userId', { rent: 1 }, undefined, undefined],
	])('%s', (_, matchColumn, cells, firstName, rent) => {
		const row = { userId: 'u', resultStatus: '', resultNote: '', ...cells };
		const request = { ...REQUEST, columns: ['rent'] };
		const { rows, item, fault } = openResults([row], { matchColumn, request });
		expect(fault).toBeUndefined();
		const written = readJson(rows.writeResults(item, { firstName: 'Ada', rent: 2100 }))!;
		expect([written.firstName || undefined, written.rent]).toEqual([firstName, rent]);
		if ('Rent' in cells) expect(written.Rent).toBe('');
	});

	test('results need their columns, spelled exactly', () => {
		const own = { userId: 'u', resultStatus: '', resultNote: '', creditScore: '', Rent: '' };
		const missing = (...columns: string[]) =>
			openResults([own], { matchColumn: 'userId', request: { ...REQUEST, columns } }).fault;
		expect(missing('creditScore')).toBeUndefined();
		expect(missing('creditScore', 'rent', 'jobTitle')).toContain(
			"Nothing was fetched. The sheet has no columns 'rent' and 'jobTitle'.",
		);
	});
});

describe('where rows are found by a column', () => {
	const full = { row_number: 2, Unit: '4B', Note: 'mine', ...EMPTY };
	test('a row comes with the number that a sheet has of it, whatever it is found by', () => {
		const row = { ...full, row_number: 7, screeningMark: 'old' };
		const { rows, item } = open([row], { matchColumn: 'screeningMark' });
		expect(readJson(rows.writeSent(item, 'u', NOW, false))).toMatchObject({ row_number: 7 });
	});

	const openMatched = (...sheet: IDataObject[]) => open(sheet, { matchColumn: 'row_number' });

	test('a row that stays as it is does not come out', () => {
		const told = { ...full, screeningStatus: 'not sent', screeningNote: 'No. Yes.' };
		const { rows, item } = openMatched(told);
		expect(rows.writeFailure(item, new Failure('invalid', 'No', 'Yes.'))).toEqual([]);
		expect(readJson(rows.writeFailure(item, new Failure('invalid', 'No', 'Other.')))).toStrictEqual(
			{
				row_number: 2,
				screeningStatus: 'not sent',
				screeningNote: 'No. Other.',
			},
		);
		const byHand = { ...full, screeningStatus: 'by hand' };
		const handle = (row: IDataObject) => handled([row], { matchColumn: 'row_number' });
		const note = handle(byHand);
		const screeningNote = expect.stringMatching(/^Not sent/) as unknown;
		expect(note).toStrictEqual({ row_number: 2, screeningNote });
		expect(handle({ ...byHand, ...note })).toBeUndefined();
	});

	test.each<[IDataObject, string | undefined]>([
		[full, undefined],
		[{ Unit: '4B', ...EMPTY }, "'row_number'"],
		[
			{ row_number: 2 },
			"'userId', 'screeningStatus', 'screeningNote', 'screeningMark' and 'sentAt'",
		],
		[{ row_number: 2, ...EMPTY, sentAt: undefined, screeningStatus: undefined }, undefined],
	])('the match column and the columns of the node are needed: %j lacks %s', (row, missing) => {
		const { fault } = openMatched(row);
		if (missing === undefined) expect(fault).toBeUndefined();
		else expect(fault).toMatch(new RegExp(`The sheet has no columns? ${missing}\\. `));
		expect(open([row]).fault).toBeUndefined();
	});

	test('the match column is never written', () => {
		const row = { ...marked(), userId: 'usr-1' };
		const { rows, item } = open([row], { mode: 'checked' });
		expect(readJson(rows.writeSent(item, 'usr-2', NOW, false))).toMatchObject({
			screeningMark: row.screeningMark,
			userId: 'usr-2',
		});
	});

	test.each(['Screening Status', 'screeningstatus'])("'%s' is no status column", (header) => {
		const { screeningStatus, ...others } = full;
		const { fault } = openMatched({ ...others, [header]: screeningStatus });
		expect(fault).toContain(
			`The sheet has '${header}', but this node reads and writes 'screeningStatus'. Rename or`,
		);
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
			const { fault } = openMatched(
				{ ...full, row_number: one as string, screeningStatus: status },
				{ ...full, row_number: other as string, screeningStatus: 'sent' },
			);
			if (faultWhere === undefined) expect(fault).toBeUndefined();
			else expect(fault).toContain(faultWhere);
		}
	});

	test('the match column must not be one that the node writes', () => {
		expect(open([full], { matchColumn: 'screeningMark' }).fault).toContain(
			"Nothing was sent. This node writes 'screeningMark', so rows cannot be found by it.",
		);
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

	const ADA = { email: 'ada@example.com', phone: '+14165550101' };
	test.each<[string, string, IDataObject, string | undefined, string]>([
		['send', 'screening send', { propertyId: 'p-1', ...ADA }, undefined, '9908823c7d4be354'],
		['stopped', 'screening send', { propertyId: 'p-1', ...ADA }, undefined, '42f574d98821e8d9'],
		['done', 'screening send', ADA, 'usr-1', '65fef596d6aed2e4'],
		['idOfUser', 'screening send', ADA, 'usr-1', 'd5a8a48032263733'],
		['send', 'screening sendWithFlow', { flowId: 'f-1', ...ADA }, undefined, '8b1fd95f513ead7c'],
		['send', 'property create', { name: '12 Elm Street' }, undefined, 'd57e551273e94abb'],
		[
			...(['send', 'rentReport submit', { lastName: 'Moss', rentPaid: '1500' }] as const),
			...([undefined, 'b5669e86cf06a949'] as const),
		],
	])('the fingerprint of a row that is to become %s by %s', (step, operation, body, id, print) => {
		expect(makeFingerprint(step, operation, { body, problems: [] }, id)).toBe(print);
	});

	const OPERATIONS: ReadonlyArray<[Operation, statuses: string[], columns: string[]]> = [
		...[sendScreening, sendScreeningWithFlow].map((operation): [Operation, string[], string[]] => [
			operation,
			['sent', 'not sent', 'maybe sent'],
			['userId', 'screeningStatus', 'screeningNote', 'screeningMark', 'sentAt'],
		]),
		[
			createProperty,
			['created', 'not created', 'maybe created'],
			['propertyId', 'propertyStatus', 'propertyNote', 'propertyMark'],
		],
		[
			submitRentReport,
			['reported', 'not reported', 'maybe reported'],
			['reportId', 'reportStatus', 'reportNote', 'reportMark', 'reportedAt'],
		],
		[getResults, ['complete', 'not fetched', 'not complete'], ['resultStatus', 'resultNote']],
	];
	test('the columns and statuses of each operation', () => {
		for (const [{ rows }, statuses, columns] of OPERATIONS) {
			expect([rows!.done, rows!.notDone, rows!.open]).toEqual(statuses);
			expect(statusColumns(rows!)).toEqual(columns);
		}
		expect([IN_PROGRESS, REFUSED]).toEqual(['in progress', 'refused']);
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
	])('a row with the status %j: %s', (cell, wanted) => {
		const { rows, item, isDue } = open([{ ...EMPTY, screeningStatus: cell as string }]);
		const note = String(readJson(rows.writeUnsent(item))?.screeningNote);
		expect(isDue).toEqual([wanted === 'sent']);
		expect(note.includes('An earlier run')).toBe(wanted === 'maybe: earlier run');
		expect(note.includes('because of what')).toBe(wanted === 'other status: told');
	});
});
