import {
	EMPTY,
	NotModelled,
	rendered,
	typed,
	written,
	type Cell,
	type Format,
} from '../../support/network/google/cells.mts';
import { InvalidRequest, Sheet, splitRange } from '../../support/network/google/sheet.mts';

const NOW = new Date('2026-11-23T12:00:00Z');
const enter = (text: string, format: Format = 'automatic') =>
	typed({ ...EMPTY, format }, text, NOW);
const unformatted = (cell: Cell) => rendered(cell, 'UNFORMATTED_VALUE', 'FORMATTED_STRING');

describe('what is typed into a cell, or written as USER_ENTERED', () => {
	test.each<[string, Cell['value']]>([
		['Amara', 'Amara'],
		['416 555 0100', '416 555 0100'],
		['+14165550101', 14165550101],
		['02139', 2139],
		['00123', 123],
		['-5', -5],
		['1,250.50', 1250.5],
		['1,25', '1,25'],
		['1e3', 1000],
		['.5', 0.5],
		['9007199254740993', 9007199254740990],
		['10%', 0.1],
		['$1,250.50', 1250.5],
		['-$5', -5],
		['true', true],
		['FALSE', false],
		['  7 ', 7],
		["'007", '007'],
		["'=1+1", '=1+1'],
		["''quoted'", "'quoted'"],
		['- not a number', '- not a number'],
		['@home', '@home'],
		['2026-11-23T10:00:00.000Z', '2026-11-23T10:00:00.000Z'],
		['Column "Phone": must start with +', 'Column "Phone": must start with +'],
	])('%s', (text, value) => {
		expect(enter(text).value).toBe(value);
		expect(written(EMPTY, text, 'USER_ENTERED', NOW)).toEqual(enter(text));
		// RAW text and plain text stay as they are.
		expect(written(EMPTY, text, 'RAW', NOW).value).toBe(text);
		expect(enter(text, 'text')).toEqual({ value: text, format: 'text' });
	});

	test.each([
		['2/1/2026', 46054, '2/1/2026'],
		['2/1', 46054, '2/1'],
		['1-Feb', 46054, '1-Feb'],
		['Feb 1, 2026', 46054, 'Feb 1, 2026'],
		['2026-02-01', 46054, '2026-02-01'],
		['1/1/1900', 2, '1/1/1900'],
	])('%s is a date', (text, serial, shown) => {
		const cell = enter(text);
		expect(cell.value).toBe(serial);
		expect(rendered(cell, 'UNFORMATTED_VALUE', 'SERIAL_NUMBER')).toBe(serial);
		expect(rendered(cell, 'UNFORMATTED_VALUE', 'FORMATTED_STRING')).toBe(shown);
		expect(rendered(cell, 'FORMATTED_VALUE', 'SERIAL_NUMBER')).toBe(shown);
	});

	test('a day without a year that is read and written again is a day of the present year', () => {
		const lastYear = { ...enter('1-Feb'), value: 45689 };
		expect(written(lastYear, unformatted(lastYear), 'USER_ENTERED', NOW).value).toBe(46054);
	});

	test('= begins a formula, and RAW text does not', () => {
		expect(enter('=IMPORTDATA("https://x.example")')).toMatchObject({
			formula: '=IMPORTDATA("https://x.example")',
		});
		expect(written(EMPTY, '=1+1', 'RAW', NOW)).toEqual({ value: '=1+1', format: 'automatic' });
		// It takes the place of a formula.
		expect(written(enter('=1+1'), 'text', 'RAW', NOW)).toEqual({
			value: 'text',
			format: 'automatic',
		});
	});

	test('an apostrophe is gone when the text is read, so that a formula comes alive at the second time', () => {
		const once = enter("'=1+1");
		expect(unformatted(once)).toBe('=1+1');
		expect(enter(String(unformatted(once))).formula).toBe('=1+1');
	});

	test('null leaves a cell as it is, an empty text empties it', () => {
		const cell = enter('=1+1');
		expect(written(cell, null, 'USER_ENTERED', NOW)).toBe(cell);
		expect(written(cell, '', 'USER_ENTERED', NOW)).toEqual(EMPTY);
		expect(written(cell, '', 'RAW', NOW)).toEqual(EMPTY);
	});

	test.each(['+foo', '-foo', '+1 416 555 0100', '€5', '1 1/2', '9:30', '9:30 pm', '2/1/2026 9:30'])(
		'%s is not modelled',
		(text) => {
			expect(() => enter(text)).toThrow(NotModelled);
			expect(enter(text, 'text').value).toBe(text);
		},
	);
});

test.each<[string, string, Cell['value']]>([
	['10%', '10%', 0.1],
	['$1,250.5', '$1,250.50', 1250.5],
	['true', 'TRUE', true],
	['00123', '123', 123],
	['text', 'text', 'text'],
])('%s is read as %s formatted', (text, formatted, value) => {
	expect(rendered(enter(text), 'FORMATTED_VALUE', 'SERIAL_NUMBER')).toBe(formatted);
	expect(unformatted(enter(text))).toBe(value);
});

describe('a sheet', () => {
	const sheet = () => {
		const made = new Sheet('My sheet', 0, { rowCount: 5, columnCount: 3 }, () => NOW);
		made.type('A1', [['Name', '', 'Phone'], [], ['Amara', '', '+14165550101'], ['', '', '']]);
		return made;
	};
	const read = (made: Sheet, range = '') =>
		made.read(range, 'UNFORMATTED_VALUE', 'FORMATTED_STRING');

	test('is read without empty rows and columns at its end', () => {
		expect(read(sheet())).toEqual([['Name', '', 'Phone'], [], ['Amara', '', 14165550101]]);
		expect(read(sheet(), 'A:B')).toEqual([['Name'], [], ['Amara']]);
		expect(read(sheet(), '3:3')).toEqual([['Amara', '', 14165550101]]);
		expect(read(sheet(), 'B2:C2')).toBeUndefined();
		expect(read(sheet(), 'C3')).toEqual([[14165550101]]);
	});

	test('is written within the range and the grid only', () => {
		const made = sheet();
		made.prepareWrite('B4', [['x', 'y']], 'RAW')();
		expect(read(made, '4:4')).toEqual([['', 'x', 'y']]);
		const refused = (a1: string, values: unknown[][]) => () => made.prepareWrite(a1, values, 'RAW');
		expect(refused('1:1', [['a', 'b', 'c', 'd']])).toThrow(
			"Requested writing within range ['My sheet'!1:1], but tried writing to column [D]",
		);
		expect(refused('A1:B1', [['a', 'b', 'c']])).toThrow('tried writing to column [C]');
		expect(refused('C5', [['a', 'b']])).toThrow('tried writing to column [D]');
		expect(refused('A5:A5', [['a'], ['b']])).toThrow('tried writing to row [6]');
		expect(refused('D1', [['a']])).toThrow('exceeds grid limits. Max rows: 5, max columns: 3');
		expect(refused('A6', [['a']])).toThrow(InvalidRequest);
		expect(refused('nonsense!', [['a']])).toThrow('Unable to parse range');
		expect(read(made, '1:1')).toEqual([['Name', '', 'Phone']]);
	});

	test('is changed by a person', () => {
		const made = sheet();
		made.format('C:C', 'text');
		made.type('A2', [['Leo', '', '+1']]);
		made.typeFormula('B2', '=LEN(A2)', 3);
		made.insertRow(2);
		expect(read(made)).toEqual([
			['Name', '', 'Phone'],
			[],
			['Leo', 3, '+1'],
			['Amara', '', 14165550101],
		]);
		expect(made.read('B3', 'FORMULA', 'SERIAL_NUMBER')).toEqual([['=LEN(A2)']]);
		made.deleteRow(2);
		made.sortDescending('A');
		expect(read(made, 'A:A')).toEqual([['Name'], ['Leo'], ['Amara']]);
		expect(made.cells()[2]).toEqual([
			{ value: 'Amara', format: 'automatic' },
			EMPTY,
			{ value: 14165550101, format: 'text' },
		]);
	});

	test.each([
		["'My sheet'", 'My sheet', ''],
		['My sheet!1:1', 'My sheet', '1:1'],
		["'It''s mine'!a1:b2", "It's mine", 'A1:B2'],
		['Sheet1!AA10', 'Sheet1', 'AA10'],
	])('%s is a range', (range, title, a1) => {
		expect(splitRange(range)).toEqual({ title, a1 });
	});
});
