import { isSamePerson } from '../../../nodes/RentalScreening/core/person.ts';

const JANE = {
	...{ firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', phone: '+14165550100' },
};
const OTHERS = { lastName: 'Moss', email: 'j@example.com', phone: '+14165550101' };
const NOBODY = { firstName: '', lastName: '', email: '', phone: '' };
const NO_CONTACT = { email: '', phone: '' };

/** Whether the results of one are those of a row of the other; it is the same the other way around. */
function fits(one: typeof JANE, other: typeof JANE): boolean {
	const [fitting, reverse] = [isSamePerson(one, other), isSamePerson(other, one)];
	expect(reverse).toBe(fitting);
	return fitting;
}

test.each<[string, Partial<typeof JANE>]>([
	['all the same', {}],
	['case, accents and blanks', { ...NOBODY, firstName: ' jáne', lastName: 'D OE' }],
	['a longer first name', { firstName: 'Jane Mary' }],
	['a shorter first name', { firstName: 'J' }],
	['a new last name', { lastName: 'Moss' }],
	['a new email and last name', { lastName: 'Moss', email: 'x@example.com' }],
	['a new phone and last name', { lastName: 'Moss', phone: '+442079460958' }],
	['a phone without country code', { ...OTHERS, phone: '(416) 555-0100' }],
	['the first and last name', { ...NO_CONTACT }],
	['only the first name', { ...NOBODY, firstName: 'Jane' }],
	['nothing', NOBODY],
	['no first name, and the same email', { ...NOBODY, email: JANE.email }],
	['no first name, and the same last name', { ...NOBODY, lastName: 'Doe' }],
	['a phone that is none', { ...NO_CONTACT, phone: 'n/a' }],
])('the results of Jane Doe fit a row with %s', (_, row) => {
	expect(fits({ ...JANE, ...row }, JANE)).toBe(true);
});

test.each<[string, Partial<typeof JANE>]>([
	['a new email, and no phone', { email: 'x@example.com', phone: '' }],
	['a new email and phone', { email: 'new@example.com', phone: '+442079460958' }],
	['the first and another last name', { ...NO_CONTACT, lastName: 'Moss' }],
	['a spouse, who shares the rest', { firstName: 'John' }],
	['a neighbour in a sorted sheet', { ...OTHERS, firstName: 'John', lastName: 'Doe' }],
	['a namesake', OTHERS],
	['a namesake without phone', { ...OTHERS, phone: '' }],
	['no first name, and another email', { ...NOBODY, email: 'x@example.com' }],
	['the end of the phone', { ...NOBODY, phone: '0100' }],
	['a digit of the phone', { ...NOBODY, phone: '+14165550101' }],
])('the results of Jane Doe do not fit a row with %s', (_, row) => {
	expect(fits({ ...JANE, ...row }, JANE)).toBe(false);
});

test.each([
	['Łukasz', 'lukasz'],
	['Søren Ægir', 'SOREN'],
	['Jean-Luc', 'Jean Luc'],
	['Jean-Luc', 'Jean'],
	['Straße', 'strasse'],
	["D'Arcy", 'D’Arcy'],
	["D'Arcy", 'D`arcy'],
	["D'Arcy", 'D´arcy'],
	["D'Arcy", 'Dʼarcy'],
	['Jo', 'John'],
])("the first name '%s' fits '%s'", (firstName, other) => {
	expect(isSamePerson({ ...JANE, firstName }, { ...JANE, firstName: other })).toBe(true);
});

test.each([
	['Ana', 'Anna'],
	['王', '李'],
	['Mary Jane', 'Jane'],
])("the first name '%s' does not fit '%s'", (firstName, other) => {
	expect(isSamePerson({ ...JANE, firstName }, { ...JANE, firstName: other })).toBe(false);
});

test("typed apostrophes do not matter in last names, such as 'O'Neill'", () => {
	const lastNames = ["O'Neill", 'O’Neill', 'O`Neill', 'O Neill', 'oneill', 'ONéill'];
	for (const lastName of lastNames) {
		const neill = { ...JANE, ...NO_CONTACT, lastName: "O'Neill" };
		expect(isSamePerson(neill, { ...neill, lastName })).toBe(true);
	}
});
