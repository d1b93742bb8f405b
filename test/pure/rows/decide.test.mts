import type { IDataObject } from 'n8n-workflow';

import type { Mode } from '../../../nodes/RentalScreening/request/options.ts';
import type { Step } from '../../../nodes/RentalScreening/rows/decide.ts';
import { findKnownMark, readMark } from '../../../nodes/RentalScreening/rows/mark.ts';
import {
	checkSheet,
	EMPTY_COLUMNS,
	MINUTE_MS,
	NOW,
	openSheet,
	useFixedTime,
} from '../../support/updated-sheet.mts';

// What happens to a row, in every case and mode. What is sent and written then is in test/engine/run/rows.test.mts.

useFixedTime();

/** A row of a sheet whose own columns are `EMPTY_COLUMNS`. */
interface Case {
	status: string;
	hasId: boolean;
	isBlank: boolean;
	/** In minutes: on both sides of each limit; undefined without a mark. Below 0 it is in the future. */
	age: number | undefined;
	/** What the process knows of the mark. */
	record: 'unknown' | 'open' | 'taken' | 'over';
	/** The row, or its ID, is another one since it was marked. */
	isChanged: boolean;
}

const STATUSES = ['', 'sent', 'not sent', 'maybe sent', 'refused', 'in progress', 'by hand'];
const AGES = [-21, -19, 39, 41, 59, 61, 24 * 60 + 1];
const BOTH = [false, true];
const CASES = STATUSES.flatMap((status) =>
	BOTH.flatMap((hasId) =>
		BOTH.flatMap((isBlank): Case[] => {
			const row = { status, hasId, isBlank };
			const marked = AGES.flatMap((age) =>
				(['unknown', 'open', 'taken', 'over'] as const).flatMap((record) =>
					BOTH.map((isChanged) => ({ ...row, age, record, isChanged })),
				),
			);
			return [{ ...row, age: undefined, record: 'unknown', isChanged: true }, ...marked];
		}),
	),
);

/** The table of the contract, read aloud. */
function expectStep({ status, hasId, isBlank, age, record, isChanged }: Case, mode: Mode): Step {
	const isYounger = (minutes: number) => age !== undefined && age > -20 && age < minutes;
	const by = (due: Step, checked: Step) => ({ due, check: 'mark', checked })[mode] as Step;
	if (status !== 'in progress') {
		if (mode === 'checked' || isBlank || /sent by|^sent|maybe|hand/.test(status)) return 'skip';
		if (hasId) return status === '' ? by('send', 'skip') : 'skip';
		const isToldAlready = status === 'refused' && !isChanged && isYounger(24 * 60);
		return isToldAlready ? 'skip' : by('send', 'skip');
	}
	const isKnown = record !== 'unknown';
	if (isKnown && !isChanged && record === 'over') return by('outcome', 'outcome');
	if (isKnown && !isChanged && record === 'open') return by('send', 'send');
	if (hasId) return by('done', isKnown ? 'done' : 'skip');
	if (isKnown && record !== 'taken') return by('changed', 'changed');
	return isYounger(60) ? 'skip' : by('stopped', 'skip');
}

/** The row of a case, whose mark was made by Check Only in this process, or is as one of another. */
function createRow({ status, hasId, isBlank, age, record, isChanged }: Case): IDataObject {
	const userId = hasId ? 'usr-1' : '';
	const asks = isBlank ? 'blank' : 'Ada';
	const marked = { ...EMPTY_COLUMNS, Asks: isChanged ? 'Ben' : asks, userId };
	const workflow = record === 'unknown' ? 'of another process' : 'w';
	// A blank row is not marked: it became one.
	const seen = isBlank && !isChanged ? { ...marked, screeningStatus: 'in progress' } : marked;
	const [checked] = checkSheet([seen], { workflow });
	const mark = readMark(checked!.screeningMark)!;
	const known = findKnownMark(mark, JSON.stringify(['w', 'screening sendWithFlow', 'c']));
	if (known !== undefined) {
		known.record.state = record as 'open';
		known.record.outcome = { status: 'sent', note: '' };
	}
	const time = new Date(NOW - (age ?? 0) * MINUTE_MS).toISOString();
	const screeningMark = age === undefined ? '' : `${time} ${mark.id} ${mark.fingerprint}`;
	return { ...marked, Asks: asks, screeningStatus: status, screeningMark };
}

test.each<Mode>(['due', 'check', 'checked'])(
	'with Update Rows = %s, what happens to a row is what the contract says',
	(mode) => {
		const wrong = CASES.flatMap((one) => {
			const [step] = openSheet([createRow(one)], { mode }).steps;
			const expected = expectStep(one, mode);
			return step === expected ? [] : [{ ...one, step, expected }];
		});
		expect(wrong.slice(0, 3)).toEqual([]);
		expect(new Set(CASES.map((one) => expectStep(one, mode))).size).toBeGreaterThan(1);
	},
);

test.each<[string, Step, unknown]>([
	['that says sent in capitals', 'skip', ' SENT'],
	['that says not sent in capitals', 'send', 'Not Sent'],
	['by hand', 'skip', 'maybe later'],
	['that says in progress in capitals', 'stopped', 'In Progress'],
	['that is n/a', 'send', 'n/a'],
	['that is a list', 'skip', ['Sent']],
	['that is an object', 'skip', { toString: 1, valueOf: 1 }],
])('with Due Rows, a row with a status %s leads to the step %s', (_, step, cell) => {
	expect(openSheet([{ ...EMPTY_COLUMNS, screeningStatus: cell as string }]).steps).toEqual([step]);
});

test.each<[string, unknown]>([
	['has no time', 'yesterday a b'],
	['has too few parts', '2026-11-24T12:00:00.000Z a'],
	['has too many parts', '2026-11-24T12:00:00.000Z a b c'],
	['is a number', 7],
	['is a list', ['x']],
	['is an object', { toString: 1 }],
])('a mark that %s counts as old', (_, screeningMark) => {
	const row = { ...EMPTY_COLUMNS, screeningStatus: 'in progress', screeningMark };
	expect(openSheet([row as IDataObject]).steps).toEqual(['stopped']);
});

test('what was checked is what is sent: settings that are corrected apply once a row is checked again', () => {
	const marked = checkSheet([{ ...EMPTY_COLUMNS, Asks: 'Ada' }]);
	const corrected = { parameters: { flowId: 'f2' } };
	const readBody = (sheet: IDataObject[], mode: Mode) => {
		const { rows, item, steps } = openSheet(sheet, { ...corrected, mode });
		return [steps, rows.getRow(item).request.body];
	};
	const asWasChecked = [['send'], { asks: 'Ada', flowId: 'f1' }];
	expect(readBody(marked, 'due')).toEqual(asWasChecked);
	expect(readBody(marked, 'checked')).toEqual(asWasChecked);
	const again = checkSheet(marked, corrected);
	expect(readBody(again, 'checked')).toEqual([['send'], { asks: 'Ada', flowId: 'f2' }]);
	// A run that read the row before sends what its own mark was made for.
	expect(readBody(marked, 'checked')).toEqual(asWasChecked);
});

test.each<[string, object]>([
	['workflow', { workflow: 'other' }],
	['credential', { credential: 'other' }],
	['operation', { parameters: { operation: 'send' } }],
])('a mark of another %s is not known', (_, other) => {
	const marked = checkSheet([{ ...EMPTY_COLUMNS, Asks: 'Ada' }]);
	expect(openSheet(marked, { ...other, mode: 'due' }).steps).toEqual(['skip']);
});

test.each<[Mode, string, object, Step[]]>([
	['checked', 'one of two equal rows is sent', {}, ['send', 'skip']],
	['checked', 'none of two different rows is sent', { Asks: 'Ben' }, ['skip', 'skip']],
	['check', 'a row is marked, and not its copy', { Unit: '4B' }, ['mark', 'skip']],
	['due', 'a row is sent, and not its copy', { Unit: '4B' }, ['send', 'skip']],
])('with Update Rows = %s, under one mark %s', (mode, _, change, steps) => {
	const [row] = checkSheet([{ ...EMPTY_COLUMNS, Asks: 'Ada' }]);
	expect(openSheet([row!, { ...row, ...change }], { mode }).steps).toEqual(steps);
});
