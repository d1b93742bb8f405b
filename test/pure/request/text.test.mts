import { findReferencedColumn } from '../../../nodes/RentalScreening/core/item.ts';
import { isEmptyRow, normalizeColumnName } from '../../../nodes/RentalScreening/core/sheetRow.ts';
import {
	dropSeparators,
	humanize,
	isEmpty,
	isNoId,
	toOneLine,
	toTitle,
	toWords,
	trimBlanks,
} from '../../../nodes/RentalScreening/core/text.ts';

const characters = (...codes: number[]) => codes.map((code) => String.fromCharCode(code));
const BLANKS = [
	...['0000', '0009', '0020', '007f', '00a0', '00ad', '1680', '180e', '2000', '200b', '200f'],
	...['2028', '202a', '202f', '205f', '2060', '206f', '3000', 'feff'],
];

test.each(BLANKS)('the blank U+%s is dropped at the ends of a text and stays inside', (code) => {
	const blank = String.fromCharCode(parseInt(code, 16));
	expect(trimBlanks(`${blank}a${blank}b${blank}`)).toBe(`a${blank}b`);
	expect(trimBlanks(blank)).toBe('');
	expect(dropSeparators(`${blank}1${blank}2`)).toBe('12');
});

test('other characters are text, and dashes are separators', () => {
	for (const text of characters(0x21, 0x7e, 0xa1, 0xac, 0xae, 0x2016, 0x2027, 0x3001, 0xff00)) {
		expect([trimBlanks(` ${text} `), dropSeparators(`${text}1`)]).toEqual([text, `${text}1`]);
	}
	for (const dash of characters(0x2d, 0x2010, 0x2013, 0x2015, 0x2212)) {
		expect([trimBlanks(dash), dropSeparators(`1${dash}2`)]).toEqual([dash, '12']);
	}
});

test('a quote is on one line, without invisible characters, and of at most 100 characters', () => {
	expect(toOneLine(' Ann\r\n\t Lee\u202e \u0000')).toBe('Ann Lee');
	expect(toOneLine(`${'x'.repeat(100)}\n`, 100)).toBe('x'.repeat(100));
	expect(toOneLine('x'.repeat(101), 100)).toBe(`${'x'.repeat(99)}…`);
	expect(toOneLine(`${'x'.repeat(98)}😀x`, 100)).toBe(`${'x'.repeat(98)}…`);
});

test('there are two kinds of empty: no value, and no ID', () => {
	const empty = [undefined, null, ' \u00a0', '-', '—', ' N/A '];
	const noIds = [0, '0', '#REF!', '#n/a', '####', '#¡VALOR!'];
	const ids = ['usr-1', '0001', 7, '#4', '#B', true, 'Level ##'];
	expect([...empty, ...noIds, ...ids, false].filter(isEmpty)).toEqual(empty);
	expect([...empty, ...noIds, ...ids].filter(isNoId)).toEqual([...empty, ...noIds]);
});

test("an empty row has nothing but what n8n's nodes add and the ignored columns", () => {
	const added = { row_number: 2, id: 7, createdAt: 'x', updatedAt: 'x' };
	expect(isEmptyRow({ ...added, Notes: ' - ' })).toBe(true);
	expect(isEmptyRow({ ...added, Payer: 'Self' }, ['Payer'])).toBe(true);
	expect(isEmptyRow({ Payer: 'Self' })).toBe(false);
	expect(isEmptyRow({ row_number: 2, Notes: 0 })).toBe(false);
});

test.each([
	[
		'like Email',
		'email',
		['E-mail', '\ufeffEmail', 'e_mail', 'E\u2011mail', ' EMAIL\r\n', 'Email *', 'Email:'],
	],
	["like Tenant's Phone", 'tenantsphone', ["Tenant's Phone", 'Tenant’s phone', 'tenants_phone']],
	['like Zip/Postal Code', 'zippostalcode', ['Zip/Postal Code', '\u200bZip/Postal\tCode']],
	['with accents', 'prénom', ['prénom']],
	['without letters', '', ['', ' ', '#']],
])('names of columns %s are the same in any spelling', (_, normalized, names) => {
	expect(names.map(normalizeColumnName)).toEqual(names.map(() => normalized));
});

test('constants of the service are shown in words; abbreviations and other texts stay', () => {
	const constants = ['FULL_TIME', 'full_time', 'fullTime', 'NOT_YET_KNOWN', 'A_1', 'TIER2'];
	const inWords = ['Full time', 'Full time', 'Full time', 'Not yet known', 'A 1', 'Tier2'];
	expect(constants.map(humanize)).toEqual(inWords);
	const others = [
		'late',
		'Late',
		'Full-time',
		'McDonald',
		'a_b@example.com',
		'NSF',
		'Full_time',
		'see OTHER',
		'OTHER reason',
		'FULL_TIME!',
		'a FULL_TIME',
	];
	expect(others.map(humanize)).toEqual(others);
});

test.each([
	['creditScore', 'credit score', 'Credit Score'],
	['userId', 'user id', 'User ID'],
	['due__day-15', 'due day 15', 'Due Day 15'],
	['_', '', ''],
	['dateOfBirth', 'date of birth', 'Date of Birth'],
])("the name %s is '%s' in words and '%s' as a title", (name, words, title) => {
	expect([toWords(name), toTitle(name)]).toEqual([words, title]);
});

test('an expression that only names a column is read by the node; n8n evaluates every other', () => {
	const named = {
		email: ['={{ $json.email }}', '={{$json.email}}', `={{ $json['email'] }}`],
		'First Name': [`={{ $json['First Name'] }}`, '={{ $json["First Name"] }}'],
		'': [`={{ $json[''] }}`],
	};
	for (const [column, expressions] of Object.entries(named)) {
		expect(expressions.map(findReferencedColumn)).toEqual(expressions.map(() => column));
	}
	const others = [
		...['email', '={{ $json }}', '={{ $json.address.city }}', '={{ $json.email.trim() }}'],
		...['={{ $json.email }} ', ' ={{ $json.email }}', '=a{{ $json.email }}', '={{ $json[0] }}'],
		...['={{ $json.a }}{{ $json.b }}', `={{ $json['it\\'s'] }}`, `={{ $json['a' + 'b'] }}`],
		...[`={{ $json['a"] }}`, '={{ $json?.email }}', '={{ $json.my-mail }}'],
	];
	expect(others.filter(findReferencedColumn)).toEqual([]);
});
