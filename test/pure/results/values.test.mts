import {
	averageOf,
	booleanOf,
	inWords,
	looseObject,
	looseObjects,
	numberOf,
	oneLine,
	percentOf,
	textOf,
	titleOf,
	wordsOf,
} from '../../../nodes/RentalScreening/results/values.ts';

test.each<[unknown, string | null]>([
	[' Jane ', 'Jane'],
	['one\n two', 'one\n two'],
	[' \t', null],
	[0, '0'],
	[1.5, '1.5'],
	[false, 'false'],
	[true, 'true'],
	[null, null],
	[undefined, null],
	[{}, null],
	[['a'], null],
])('the text of %j is %j', (value, text) => {
	expect(textOf(value)).toBe(text);
});

test('oneLine makes each run of blanks one blank', () => {
	expect(oneLine('  one\r\n\t two  three ')).toBe('one two three');
	expect(oneLine(' \n ')).toBeNull();
	expect(oneLine(null)).toBeNull();
});

test.each<[unknown, number | null]>([
	[0, 0],
	[-2.5, -2.5],
	['12', 12],
	[' 12.50 ', 12.5],
	['+3', 3],
	['-0.125', -0.125],
	['', null],
	['x12', null],
	['12 CAD', null],
	['1,200', null],
	['1.', null],
	['.5', null],
	['1e3', null],
	['0x10', null],
	[Infinity, null],
	[Number.NaN, null],
	[true, null],
	[null, null],
	[[7], null],
])('the number in %j is %j', (value, number) => {
	expect(numberOf(value)).toBe(number);
});

test.each<[unknown, boolean | null]>([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
	['yes', null],
	['', null],
	[0, null],
	[1, null],
	[null, null],
])('%j as a boolean is %j', (value, boolean) => {
	expect(booleanOf(value)).toBe(boolean);
});

test.each([
	['FULL_TIME', 'Full time'],
	['NOT_YET_KNOWN', 'Not yet known'],
	['A_1', 'A 1'],
	['OTHER', 'Other'],
	['TIER2', 'Tier2'],
	// An abbreviation, and what the service writes in words.
	['NSF', 'NSF'],
	['Full_time', 'Full_time'],
	['OTHER reason', 'OTHER reason'],
	['see OTHER', 'see OTHER'],
	['FULL_TIME!', 'FULL_TIME!'],
	['a FULL_TIME', 'a FULL_TIME'],
	['_FULL', '_FULL'],
])('the constant %s in words is %s', (text, words) => {
	expect(inWords(text)).toBe(words);
});

test('only JSON objects are objects', () => {
	expect([{ a: 1 }, null, ['x'], 'text', undefined].map(looseObject)).toEqual([
		{ a: 1 },
		{},
		{},
		{},
		{},
	]);
	expect(looseObjects([{ a: 1 }, null, ['x'], 'text', { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
	expect(looseObjects({ 0: { a: 1 } })).toEqual([]);
});

test.each([
	['creditScore', 'credit score', 'Credit Score'],
	['userId', 'user id', 'User ID'],
	['tier2Score', 'tier2 score', 'Tier2 Score'],
	['due_day-15', 'due day 15', 'Due Day 15'],
	['agency  name', 'agency name', 'Agency Name'],
	['SSN', 'ssn', 'Ssn'],
	['_', '', ''],
])('the name %s is %j in words and %j as a title', (name, words, title) => {
	expect(wordsOf(name)).toBe(words);
	expect(titleOf(name)).toBe(title);
});

test.each<[unknown[], number | null]>([
	[[5, 4, 4], 4.33],
	[['5', null, 'often', 2], 3.5],
	[[], null],
	[['often', null], null],
])('the average of %j is %j', (values, average) => {
	expect(averageOf(values)).toBe(average);
});

test.each<[unknown, unknown, number | null]>([
	[2100, 6250, 33.6],
	[0, 6250, 0],
	['2100', '6250', 33.6],
	[2100, 0, null],
	[2100, -5, null],
	[null, 6250, null],
	[2100, undefined, null],
])('%j of %j are %j percent', (part, whole, percent) => {
	expect(percentOf(part, whole)).toBe(percent);
});
