import { isSamePerson } from '../../../nodes/RentalScreening/core/person.ts';

const JANE = {
	...{ firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', phone: '+14165550100' },
};
const OTHERS = { lastName: 'Moss', email: 'j@example.com', phone: '+14165550101' };
const NOBODY = { firstName: '', lastName: '', email: '', phone: '' };
const NO_CONTACT = { email: '', phone: '' };

test.each<[string, Partial<typeof JANE>, boolean]>([
	['all the same', {}, true],
	['case, accents and blanks', { ...NOBODY, firstName: ' jáne', lastName: 'D OE' }, true],
	['a longer first name', { firstName: 'Jane Mary' }, true],
	['a shorter first name', { firstName: 'J' }, true],
	['a new last name', { lastName: 'Moss' }, true],
	['a new email and last name', { lastName: 'Moss', email: 'x@example.com' }, true],
	['a new phone and last name', { lastName: 'Moss', phone: '+442079460958' }, true],
	['a new email, and no phone', { email: 'x@example.com', phone: '' }, false],
	['a new email and phone', { email: 'new@example.com', phone: '+442079460958' }, false],
	['a phone without country code', { ...OTHERS, phone: '(416) 555-0100' }, true],
	['the first and last name', { ...NO_CONTACT }, true],
	['the first and another last name', { ...NO_CONTACT, lastName: 'Moss' }, false],
	['only the first name', { ...NOBODY, firstName: 'Jane' }, true],
	['nothing', NOBODY, true],
	['no first name, and the same email', { ...NOBODY, email: JANE.email }, true],
	['no first name, and the same last name', { ...NOBODY, lastName: 'Doe' }, true],
	['a spouse, who shares the rest', { firstName: 'John' }, false],
	['a neighbour in a sorted sheet', { ...OTHERS, firstName: 'John', lastName: 'Doe' }, false],
	['a namesake', OTHERS, false],
	['a namesake without phone', { ...OTHERS, phone: '' }, false],
	['no first name, and another email', { ...NOBODY, email: 'x@example.com' }, false],
	['the end of the phone', { ...NOBODY, phone: '0100' }, false],
	['a digit of the phone', { ...NOBODY, phone: '+14165550101' }, false],
	['a phone that is none', { ...NO_CONTACT, phone: 'n/a' }, true],
])('the results of Jane Doe fit a row with %s: %#', (_, row, expected) => {
	expect(isSamePerson({ ...JANE, ...row }, JANE)).toBe(expected);
	expect(isSamePerson(JANE, { ...JANE, ...row })).toBe(expected);
});

test.each([
	['Łukasz', 'lukasz', true],
	['Søren Ægir', 'SOREN', true],
	['Jean-Luc', 'Jean Luc', true],
	['Jean-Luc', 'Jean', true],
	['Straße', 'strasse', true],
	["D'Arcy", 'D’Arcy', true],
	["D'Arcy", 'D`arcy', true],
	["D'Arcy", 'D´arcy', true],
	["D'Arcy", 'Dʼarcy', true],
	['Ana', 'Anna', false],
	['王', '李', false],
	['Jo', 'John', true],
	['Mary Jane', 'Jane', false],
])("the first name '%s' fits '%s': %p", (firstName, other, expected) => {
	expect(isSamePerson({ ...JANE, firstName }, { ...JANE, firstName: other })).toBe(expected);
});

test("typed apostrophes do not matter in last names, such as 'O'Neill'", () => {
	const lastNames = ["O'Neill", 'O’Neill', 'O`Neill', 'O Neill', 'oneill', 'ONéill'];
	for (const lastName of lastNames) {
		const neill = { ...JANE, ...NO_CONTACT, lastName: "O'Neill" };
		expect(isSamePerson(neill, { ...neill, lastName })).toBe(true);
	}
});
