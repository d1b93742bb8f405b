import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import { Item } from '../../../nodes/RentalScreening/core/item.ts';
import { getResults } from '../../../nodes/RentalScreening/operations/results.ts';
import { invalidItemFailure } from '../../../nodes/RentalScreening/request/problems.ts';
import { findKnownMark, makeRoom, readMark } from '../../../nodes/RentalScreening/rows/mark.ts';
import {
	checkSheet,
	EMPTY_COLUMNS,
	MINUTE_MS,
	NOW,
	openResults,
	openSheet,
	readJson,
	useFixedTime,
	type SheetSettings,
} from '../../support/updated-sheet.mts';

// What is written into a row and returned of it.

useFixedTime();

const MARK = expect.stringMatching(/^2026-11-24T12:00:00\.000Z \w{12} \w{16}$/) as unknown;
const ASK_FIRST = "Ask first, then clear 'screeningStatus' to send it again.";
const ADA = { ...EMPTY_COLUMNS, Asks: 'Ada' };
const SEND_WITH_FLOW = JSON.stringify(['w', 'screening sendWithFlow', 'c']);

function writeFailure(failure: Failure, row: IDataObject, settings?: SheetSettings) {
	const { rows, item } = openSheet([row], settings);
	return readJson(rows.writeFailure(item, failure));
}

test.each<[Failure['kind'], string, string]>([
	['invalid', 'refused', 'It happened. Do this.'],
	['refused', 'refused', 'It happened. Do this.'],
	['noAccess', 'not sent', 'It happened. Do this.'],
	['maybe', 'maybe sent', `It happened. Do this. ${ASK_FIRST}`],
])('a failure of the kind %s leaves the row %s', (kind, screeningStatus, screeningNote) => {
	const failure = new Failure(kind, 'It happened', 'Do this.');
	const written = { screeningStatus, screeningNote };
	expect(writeFailure(failure, ADA)).toMatchObject({ ...written, screeningMark: MARK });
	// With Checked Rows the row is found by its mark.
	const [marked] = checkSheet([ADA]);
	const { screeningMark } = marked!;
	expect(writeFailure(failure, marked!, { mode: 'checked' })).toStrictEqual({
		...{ ...written, screeningMark },
	});
});

test.each<[Failure['kind'], string]>([
	['invalid', 'not fetched'],
	['mismatch', 'not fetched'],
	['notFound', 'not complete'],
	['incomplete', 'not complete'],
])('a failure of the kind %s leaves a row of results %s', (kind, resultStatus) => {
	const written = writeFailure(
		new Failure(kind, 'No', ''),
		{ userId: 'u' },
		{ operation: getResults },
	);
	expect(written).toMatchObject({ resultStatus, resultNote: 'No.' });
});

test.each([
	["does not begin with a quote of '", "'Email' is empty", "Reason: 'Email' is empty. Do this."],
	['does not begin like a formula', '=1+1', 'Reason: =1+1. Do this.'],
	['adds no full stop to …', 'It is…', 'It is… Do this.'],
	['is one line, and adds no second full stop', 'a\nb.', 'a b. Do this.'],
])('a note %s', (_, message, note) => {
	const failure = new Failure('invalid', message, 'Do this.');
	expect(writeFailure(failure, {})!.screeningNote).toBe(note);
});

test('Check Only writes status, mark and note only, and the note says what a row will become', () => {
	const old = new Date(NOW - 90 * MINUTE_MS).toISOString();
	const rows = [
		ADA,
		{ ...ADA, Asks: 'wrong' },
		{ ...ADA, Asks: 'Ben', userId: 'mine' },
		{ ...ADA, Asks: 'Cy', screeningStatus: 'in progress', screeningMark: `${old} a b` },
		{ ...ADA, Asks: 'Di', screeningStatus: 'in progress', userId: 'usr-1' },
		{ ...ADA, Asks: 'Eli', screeningStatus: 'sent', userId: 'usr-1' },
	];
	const before = rows.map((row, index) => ({ row_number: index + 2, ...row }));
	const { rows: updater, items } = openSheet(before, { mode: 'check', matchColumn: 'row_number' });
	const written = items.map((item) => readJson(updater.writeUnsent(item)));
	const screeningStatus = 'in progress';
	const mark = (row_number: number, screeningNote: unknown) => ({
		...{ row_number, screeningStatus, screeningNote, screeningMark: MARK },
	});
	expect(written).toStrictEqual([
		mark(2, expect.stringMatching(/^Will send \(do not clear the status\): /)),
		mark(3, expect.stringMatching(/^Will be refused: 'Asks' must be right\. /)),
		mark(4, expect.stringMatching(/^Will be refused: 'userId' is filled: if it is an ID of your/)),
		mark(5, `An earlier run stopped while it was sending this row. ${ASK_FIRST}`),
		mark(6, ''),
		undefined,
	]);
});

test('what all rows share stands in the note of the first row that Check Only marks, with the columns that are not read', () => {
	const read = ({ columns: { Asks: firstName } }: Item) => ({
		body: { flowId: 'f1', firstName, payer: 'PAYER_SELF' },
		problems: [],
		columnOf: { firstName: { name: 'Asks', path: ['Asks'] } },
		unreadColumns: ['Notes', 'Pets'],
	});
	const done = { ...ADA, screeningStatus: 'sent' };
	const sheet = [done, { ...ADA, Asks: 'Ben' }, { ...ADA, Asks: 'Cy' }];
	const send = (name: string) =>
		`Will send (do not clear the status): First Name ${name} (from 'Asks')`;
	expect(checkSheet(sheet, { read }).map((row) => row.screeningNote)).toEqual([
		'',
		`${send('Ben')}. All rows: Flow ID f1; Payer Self. Not read: 'Notes' and 'Pets'`,
		send('Cy'),
	]);
});

test('the outcome of a row whose save failed is written by the next run, node by node', () => {
	const marked = checkSheet([{ row_number: 2, ...ADA }]);
	const first = openSheet(marked, { mode: 'checked' });
	first.rows.writeSent(first.item, 'usr-1', NOW, false);
	for (const mode of ['due', 'checked'] as const) {
		const { rows, item, steps } = openSheet(marked, { mode });
		expect(steps).toEqual(['outcome']);
		expect(readJson(rows.writeUnsent(item))).toMatchObject({
			...{ userId: 'usr-1', screeningStatus: 'sent', sentAt: '2026-11-24T12:00:00.000Z' },
		});
	}
	const again = checkSheet(marked);
	expect(again).toMatchObject([{ screeningStatus: 'in progress', screeningNote: '' }]);
	expect(openSheet(again, { mode: 'checked' }).steps).toEqual(['outcome']);
});

test('a row that another run has taken is left to it, and has its outcome once it is over', () => {
	const marked = checkSheet([ADA]);
	const [one, other] = [1, 2].map(() => openSheet(marked, { mode: 'checked' }));
	const [mine, theirs] = [one!, other!].map(({ rows, item }) => rows.getRow(item));
	expect([mine!.take(), mine!.take(), theirs!.take()]).toEqual([true, true, false]);
	expect(other!.rows.writeUnsent(other!.item)).toEqual([]);
	const late = new Failure('noAccess', 'Later', '');
	expect(other!.rows.writeFailure(other!.item, late)).toEqual([]);
	one!.rows.writeSent(one!.item, 'usr-1', NOW, false);
	expect(readJson(other!.rows.writeFailure(other!.item, late))).toMatchObject({
		...{ userId: 'usr-1', screeningStatus: 'sent' },
	});
});

test('a row that another run has taken is not over by an answer from memory', () => {
	const marked = checkSheet([ADA]);
	const [one, other] = [1, 2].map(() => openSheet(marked, { mode: 'checked' }));
	one!.rows.getRow(one!.item).take();
	expect(other!.rows.writeSent(other!.item, 'usr-before', NOW, true)).toEqual([]);
	one!.rows.writeSent(one!.item, 'usr-1', NOW, false);
	expect(readJson(other!.rows.writeSent(other!.item, 'usr-before', NOW, true))).toMatchObject({
		...{ userId: 'usr-1', screeningNote: '' },
	});
});

test('a row that is marked again because it changed is not sent by a run that read it before', () => {
	const marked = checkSheet([ADA]);
	const { rows, item } = openSheet(marked, { mode: 'checked' });
	checkSheet([{ ...marked[0], Asks: 'Ben' }]);
	expect(rows.getRow(item).take()).toBe(false);
	expect(readJson(rows.writeUnsent(item))).toMatchObject({ screeningStatus: 'maybe sent' });
});

const UNCLEAR = new Failure('maybe', 'No answer', '');

test.each<[string, (sheet: IDataObject[]) => void, string]>([
	['was sent', (sheet) => send(sheet), " As it was before, it was sent: its 'userId' is 'usr-1'."],
	['was maybe sent', (sheet) => fail(sheet, UNCLEAR), ' As it was before, it was maybe sent.'],
	['was refused', (sheet) => fail(sheet, new Failure('refused', 'No', '')), ''],
	['was not sent', () => {}, ''],
])(
	'a row that %s and could not be saved, and then changed, says so, however often it changes and is marked again',
	(_, happen, told) => {
		const marked = checkSheet([ADA]);
		happen(marked);
		const note = `The row changed after it was marked. If you changed it, clear 'screeningStatus' to send it; otherwise ask first.${told}`;
		const changed = [{ ...marked[0], Asks: 'Ben' }] as IDataObject[];
		const again = checkSheet([{ ...checkSheet(changed)[0], Asks: 'Cy' }] as IDataObject[]);
		expect(again).toMatchObject([{ screeningStatus: 'in progress', screeningNote: note }]);
		for (const mode of ['due', 'checked'] as const) {
			const { rows, item } = openSheet(again, { mode });
			expect(readJson(rows.writeUnsent(item))).toMatchObject({
				...{ screeningStatus: 'maybe sent', screeningNote: note },
			});
		}
	},
);

function send(sheet: IDataObject[]): void {
	const { rows, item } = openSheet(sheet, { mode: 'checked' });
	rows.getRow(item).take();
	rows.writeSent(item, 'usr-1', NOW, false);
}

function fail(sheet: IDataObject[], failure: Failure): void {
	const { rows, item } = openSheet(sheet, { mode: 'checked' });
	rows.getRow(item).take();
	rows.writeFailure(item, failure);
}

test('a changed row that is told ends what a run that read it before would still send', () => {
	const marked = checkSheet([ADA]);
	const before = openSheet(marked, { mode: 'checked' });
	const changed = openSheet([{ ...marked[0], Asks: 'Ben' }], { mode: 'checked' });
	changed.rows.writeUnsent(changed.item);
	expect(before.rows.getRow(before.item).take()).toBe(false);
});

test('a row in progress that is edited and cleared is not sent by a run that read it before', () => {
	const change = (sheet: IDataObject[]) => [{ ...sheet[0], Asks: 'Ben', screeningStatus: '' }];
	for (const next of ['check', 'due'] as const) {
		const marked = checkSheet([ADA]);
		const before = openSheet(marked, { mode: 'checked' });
		if (next === 'check') checkSheet(change(marked) as IDataObject[]);
		else {
			const { rows, item } = openSheet(change(marked) as IDataObject[]);
			expect(rows.getRow(item).take()).toBe(true);
		}
		expect(before.rows.getRow(before.item).take()).toBe(false);
	}
});

test('a cleared copy of a row in progress does not end what is to be sent for that', () => {
	const marked = checkSheet([ADA]);
	const copy = { ...marked[0], Asks: 'Ben', screeningStatus: '' };
	checkSheet([copy, marked[0]!] as IDataObject[]);
	const { rows, item } = openSheet(marked, { mode: 'checked' });
	expect(rows.getRow(item).take()).toBe(true);
});

test('a copied mark is of the row that is unchanged, also below an edited copy', () => {
	const marked = checkSheet([ADA]);
	const sheet = [{ ...marked[0], Asks: 'Ben' }, marked[0]!] as IDataObject[];
	expect(openSheet(sheet).steps).toEqual(['skip', 'send']);
	send(marked);
	expect(openSheet(sheet).steps).toEqual(['skip', 'outcome']);
});

describe('cells that are dates, as a data table gives them', () => {
	const read = ({ columns }: Item) => ({
		body: { day: columns.Day } as IDataObject,
		problems: [],
		columnOf: { day: { name: 'Day', path: ['Day'] } },
	});
	const withDay = (Day: string) => ({ ...ADA, Day: new Date(Day) }) as unknown as IDataObject;

	test('another date is a change, and one that n8n saved as text is none', () => {
		const [marked] = checkSheet([withDay('2026-01-01')], { read });
		const decideFor = (row: IDataObject) => openSheet([row], { read, mode: 'checked' }).steps;
		const saved = JSON.parse(JSON.stringify(marked)) as IDataObject;
		expect(decideFor({ ...marked, Day: withDay('2026-02-02').Day! })).toEqual(['changed']);
		expect(decideFor(saved)).toEqual(['send']);
	});
});

describe('equal rows', () => {
	const row = (row_number: number, more: IDataObject = {}) => ({ row_number, ...ADA, ...more });
	const findRefused = (sheet: IDataObject[], settings: SheetSettings = {}) => {
		const { rows, items } = openSheet(sheet, { matchColumn: 'row_number', ...settings });
		return items.map((item) => {
			const [problem] = rows.getRow(item).request.problems;
			if (problem === undefined || !('sentence' in problem)) return undefined;
			return /row \d+/.exec(problem.sentence)?.[0];
		});
	};

	test.each<[string, IDataObject[], Array<string | undefined>]>([
		['a row equal to another is refused', [row(2), row(3), row(4)], [undefined, 'row 2', 'row 2']],
		['a row equal to one that was sent is refused', [row(2), sentRow(3)], ['row 3', undefined]],
		[
			'a row equal to one that is maybe sent is refused',
			[row(2), sentRow(3, 'maybe sent')],
			['row 3', undefined],
		],
		[
			'a row equal to one with a status by hand is sent',
			[row(2), sentRow(3, 'mine')],
			[undefined, undefined],
		],
		['a row that differs is sent', [row(2), row(3, { Asks: 'Ben' })], [undefined, undefined]],
	])('with Due Rows and Check Only, %s', (_, sheet, refused) => {
		for (const mode of ['due', 'check'] as const)
			expect(findRefused(sheet, { mode })).toEqual(refused);
	});

	function sentRow(row_number: number, screeningStatus = 'sent'): IDataObject {
		return row(row_number, { screeningStatus, userId: screeningStatus === 'sent' ? 'usr-1' : '' });
	}

	test('a marked row and an equal one inserted above it do not refuse each other', () => {
		const [marked] = checkSheet([row(3)], { matchColumn: 'row_number' });
		const sheet = [row(2), marked!];
		expect(findRefused(sheet, { mode: 'check' })).toEqual(['row 3', undefined]);
		expect(findRefused(sheet, { mode: 'due' })).toEqual(['row 3', undefined]);
	});

	test('a row that was marked to be refused does not keep an equal one from being sent', () => {
		const unclear = row(2, { screeningStatus: 'maybe sent' });
		const [, twin] = checkSheet([unclear, row(3)], { matchColumn: 'row_number' });
		// A person clears row 2.
		const sheet = [row(2), twin!];
		for (const mode of ['check', 'due'] as const)
			expect(findRefused(sheet, { mode })).toEqual([undefined, 'row 2']);
	});

	test('a row waits for an equal one that another process has marked', () => {
		const [marked] = checkSheet([row(3)], { matchColumn: 'row_number', workflow: 'another' });
		const { steps } = openSheet([row(2), marked!], { mode: 'check', matchColumn: 'row_number' });
		expect(steps).toEqual(['skip', 'skip']);
	});

	test('the note of a refused row names the equal one, and it is looked at again after a day only', () => {
		const { rows, items } = openSheet([row(2), row(3)], { matchColumn: 'row_number' });
		const { request } = rows.getRow(items[1]!);
		const refused = readJson(rows.writeFailure(items[1]!, invalidItemFailure(request)!))!;
		expect(refused).toMatchObject({
			screeningStatus: 'refused',
			screeningNote:
				"The same as row 2: delete this row. To send it again, clear 'userId' and 'screeningStatus' of row 2.",
		});
		const next = () => openSheet([{ ...row(3), ...refused }]).steps;
		expect(next()).toEqual(['skip']);
		jest.setSystemTime(NOW + 25 * 60 * MINUTE_MS);
		expect(next()).toEqual(['send']);
	});
});

describe('cleared rows', () => {
	const outcomeOf = { maybe: UNCLEAR, limited: new Failure('unavailable', 'Later', '') };
	/** The row after a run in which it was sent, as a person clears it. */
	const clear = (sheet: IDataObject[]) =>
		sheet.map((row) => ({ ...row, userId: '', screeningStatus: '' }));
	const run = (sheet: IDataObject[], end?: Failure) => {
		const { rows, item } = openSheet(sheet);
		const row = rows.getRow(item);
		const may = row.mayRepeat({}, true, false);
		if (!row.take()) throw new Error('taken');
		const written =
			end === undefined ? rows.writeSent(item, 'usr-1', NOW, false) : rows.writeFailure(item, end);
		return { may, sheet: [{ ...sheet[0], ...readJson(written) }] as IDataObject[] };
	};
	const mayRepeat = (sheet: IDataObject[], isUnclear: boolean, sendAgain: boolean) => {
		const { rows, item } = openSheet(sheet);
		return rows.getRow(item).mayRepeat({}, isUnclear, sendAgain);
	};

	test.each<[string, Failure | undefined, boolean[]]>([
		['maybe sent is sent again, if no ID is known', UNCLEAR, [true, false, true, false]],
		['sent is sent again with Send Again only', undefined, [false, false, true, true]],
		['not sent counts as not cleared', outcomeOf.limited, [false, false, false, false]],
	])('a cleared row that was %s', (_, end, expected) => {
		const cleared = clear(run([ADA], end).sheet);
		const asked = [false, true].flatMap((sendAgain) =>
			[true, false].map((isUnclear) => mayRepeat(cleared, isUnclear, sendAgain)),
		);
		expect(asked).toEqual(expected);
		expect(mayRepeat([ADA], true, true)).toBe(false);
		// Its status alone was cleared, or its mark too.
		const withId = [{ ...cleared[0], userId: 'usr-1' }] as IDataObject[];
		expect(mayRepeat(withId, true, true)).toBe(false);
		expect(mayRepeat([{ ...cleared[0], screeningMark: '' }], true, true)).toBe(false);
	});

	test('a cleared row is sent again once, also where the outcome of that could not be saved', () => {
		const cleared = clear(run([ADA], UNCLEAR).sheet);
		expect(run(cleared, UNCLEAR).may).toBe(true);
		expect(run(cleared, UNCLEAR).may).toBe(false);
		expect(mayRepeat([...cleared, ...cleared], true, true)).toBe(false);
	});

	test('a cleared row that is then limited or refused is still to be sent again, and once', () => {
		const cleared = clear(run([ADA], UNCLEAR).sheet);
		const limited = run(cleared, outcomeOf.limited);
		expect(limited.may).toBe(true);
		const refused = run(limited.sheet, new Failure('refused', 'No', ''));
		expect(refused.may).toBe(true);
		const corrected = clear(refused.sheet);
		expect(run(corrected, UNCLEAR).may).toBe(true);
		expect(run(corrected, UNCLEAR).may).toBe(false);
	});

	test('a cleared row is still its run’s while it waits for the service, and not another’s', () => {
		const cleared = clear(run([ADA], UNCLEAR).sheet);
		const [mine, theirs] = [openSheet(cleared), openSheet(cleared)].map(({ rows, item }) =>
			rows.getRow(item),
		);
		const before = {};
		expect(mine!.mayRepeat(before, true, false)).toBe(true);
		mine!.take();
		expect(mine!.mayRepeat(before, true, false)).toBe(true);
		expect(mine!.mayRepeat({}, true, false)).toBe(false);
		expect(theirs!.mayRepeat(before, true, false)).toBe(false);
		mine!.giveBack();
		expect(theirs!.mayRepeat(before, true, false)).toBe(true);
	});
});

test('what is sent is what its mark was made for, and the request is forgotten once the row is over', () => {
	const [marked] = checkSheet([ADA]);
	const mark = readMark(marked!.screeningMark);
	const { requests } = findKnownMark(mark, SEND_WITH_FLOW)!.record;
	expect([...requests.values()]).toMatchObject([{ body: { asks: 'Ada' } }]);
	send([marked!]);
	expect(requests.size).toBe(0);
});

test('the request of a mark that is forgotten is forgotten, also while its row is open', () => {
	const marked = checkSheet([ADA]);
	const { record } = findKnownMark(readMark(marked[0]!.screeningMark), SEND_WITH_FLOW)!;
	jest.setSystemTime(NOW + 61 * MINUTE_MS);
	const [again] = checkSheet(marked);
	makeRoom(50_000);
	expect([...record.requests.keys()]).toEqual([readMark(again!.screeningMark)!.id]);
});

test('a row that was refused is skipped unless its operation, or what is wrong with it, changes', () => {
	const read = ({ columns: { Asks: value } }: Item) => {
		const problem = { label: 'Asks', clause: 'is odd', scope: 'item', value } as const;
		return { body: {}, problems: [problem] };
	};
	const refused = writeFailure(new Failure('invalid', 'No', ''), ADA, { read })!;
	const decide = (change: object, settings: SheetSettings = {}) =>
		openSheet([{ ...refused, ...change }], { read, ...settings }).steps;
	expect(decide({})).toEqual(['skip']);
	expect(decide({ Asks: 'Ben' })).toEqual(['send']);
	expect(decide({}, { parameters: { operation: 'send' } })).toEqual(['send']);
});

test('a row that was marked with an ID of the user is refused, and done with another ID', () => {
	const marked = checkSheet([{ ...ADA, userId: 'tenant 7' }]);
	expect(openSheet(marked).steps).toEqual(['send']);
	expect(openSheet([{ ...marked[0], userId: 'usr-1' }]).steps).toEqual(['done']);
});

test.each([
	[39, 'in time', false],
	[41, 'too late', true],
])(
	'with Checked Rows a row that was marked %d minutes ago is %s to be sent',
	(minutes, _, isLate) => {
		const marked = checkSheet([ADA]);
		jest.setSystemTime(NOW + minutes * MINUTE_MS);
		const [checked, due] = (['checked', 'due'] as const).map((mode) => openSheet(marked, { mode }));
		const read = ({ rows, item, steps }: typeof checked & {}) => [steps, rows.getRow(item).isLate];
		expect(read(checked!)).toEqual([['send'], isLate]);
		expect(read(due!)).toEqual([['send'], false]);
	},
);

test('a run that ends gives back what it has taken and not sent', () => {
	const marked = checkSheet([ADA]);
	const stopped = openSheet(marked, { mode: 'checked' });
	stopped.rows.getRow(stopped.item).take();
	expect(openSheet(marked, { mode: 'checked' }).steps).toEqual(['skip']);
	stopped.rows.giveBack();
	expect(openSheet(marked, { mode: 'checked' }).steps).toEqual(['send']);
});

describe('a match column', () => {
	const settings = { matchColumn: 'row_number' };
	const row = { row_number: 2, Note: 'mine', ...ADA };

	test('with a match column, only that and what is written is returned', () => {
		const written = writeFailure(new Failure('noAccess', 'No', ''), row, settings);
		expect(written).toStrictEqual({
			...{ row_number: 2, screeningStatus: 'not sent', screeningNote: 'No.' },
			screeningMark: MARK,
		});
	});

	test('with a match column, a row that stays as it is is not returned', () => {
		const done = { ...row, screeningStatus: 'sent' };
		const { rows, item } = openSheet([done], settings);
		expect(rows.writeUnsent(item)).toEqual([]);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['fill an empty cell', { creditScore: '' }, { creditScore: 700 }],
		['fill a cell with n/a', { creditScore: 'n/a' }, { creditScore: 700 }],
		['leave a filled cell', { creditScore: 0 }, {}],
		['make no column that the sheet lacks', {}, {}],
	])('with a match column, results %s', (_, cells, written) => {
		const own = { row_number: 2, userId: 'u', resultStatus: '', resultNote: '' };
		const { rows, item } = openResults([{ ...own, ...cells }], settings);
		expect(readJson(rows.writeResults(item, { creditScore: 700 }))).toStrictEqual({
			...{ row_number: 2, resultStatus: 'complete', resultNote: '', ...written },
		});
	});
});

test('whole rows come out once each, with all own columns and their files', () => {
	const { rows, items } = openSheet([{ Asks: 'Ada' }, { Asks: 'blank', Unit: '4B' }]);
	const binary = { lease: { data: 'eA==', mimeType: 'text/plain' } };
	const withFile = new Item({} as never, 0, items[0]!.columns, binary);
	const own = { userId: null, sentAt: null, screeningMark: MARK };
	expect(rows.writeFailure(withFile, new Failure('noAccess', 'No', ''))).toStrictEqual([
		{
			json: { Asks: 'Ada', ...own, screeningStatus: 'not sent', screeningNote: 'No.' },
			...{ binary, pairedItem: { item: 0 } },
		},
	]);
	expect(readJson(rows.writeUnsent(items[1]!))).toStrictEqual({ Asks: 'blank', Unit: '4B' });
});
