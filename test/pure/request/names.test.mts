import { invalid, valid } from '../../../nodes/RentalScreening/core/field.ts';
import { isVacant, splitName, toPersonName } from '../../../nodes/RentalScreening/request/names.ts';

test.each([
	[' Ada\u00a0 Moss', 'Ada', 'Moss'],
	['Moss , Ada Mary', 'Ada Mary', 'Moss'],
	["J. O'Brien", 'J.', "O'Brien"],
	['Anne-Marie Müller-Lüdenscheidt', 'Anne-Marie', 'Müller-Lüdenscheidt'],
	['Сергей Иванов', 'Сергей', 'Иванов'],
])("the whole name '%s' is split into '%s' and '%s'", (text, first, last) => {
	expect(splitName(text)).toEqual({ first, last });
});

test.each([
	...['Ada', 'Ada Mary Moss', 'De Souza, Ana', 'Moss, Ada, Dr', 'Moss,', 'Ada Moss, Ben Ng', ''],
	...['Ada & Ben', 'Ada/Ben Moss', 'Ada; Ben', 'Ada + Ben', 'Ada and', 'Ada Moss2'],
	...['Mr Moss', 'Ms. Moss', 'Moss Jr.', 'Moss, Jr', 'Moss, PhD', 'Acme LLC', 'Grand Total'],
	...['Unit Four', 'Primary Applicant', 'ada@example.com x', 'Ada -'],
])("the whole name '%s' is not split", (text) => {
	expect(splitName(text)).toBeUndefined();
});

test.each([
	['two lines', 'Ada\nMoss'],
	['100,000 words', 'a '.repeat(100_000)],
])('a whole name of %s is not split', (_, text) => {
	expect(splitName(text)).toBeUndefined();
});

test('a first or last name is the name of one person, in letters', () => {
	const names = ['Ada Mary', "O'Brien", 'Müller', 'Null', 'van der Berg', 'Andy', 'J.'];
	expect(names.map(toPersonName)).toEqual(names.map(valid));
	const others = [
		...[0, true, '12', '?', 'Ada & Ben', 'Ada and Ben', 'Ada/Ben', 'Ada;', 'Ada+1', 'Moss, Jr'],
		...['a@b.c', 'Ada\nBen', '\u0301'.repeat(1_000_000)],
	];
	const problem = invalid('must be the first or last name of one person, in letters');
	expect(others.map(toPersonName)).toEqual(others.map(() => problem));
});

test('a name says that a unit is vacant in any case, and in nothing but that', () => {
	expect(['vacant', 'VACANT', '(Vacant)', ' - Vacant - '].every(isVacant)).toBe(true);
	expect(['Vacant 2B', 'Ada', '', null, 7].some(isVacant)).toBe(false);
});
