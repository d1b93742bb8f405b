import { isSamePerson } from '../../../nodes/RentalScreening/results/applicant.ts';

const JANE = {
	...{ firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com', phone: '+14165550100' },
};
const OTHERS = { lastName: 'Moss', email: 'j@example.com', phone: '+14165550101' };
const NOBODY = { firstName: '', lastName: '', email: '', phone: '' };

test.each<[string, Partial<typeof JANE>, boolean]>([
	['all the same', {}, true],
	['case, accents and blanks', { ...NOBODY, firstName: ' jáne', lastName: 'D OE' }, true],
	['a longer first name', { firstName: 'Jane Mary' }, true],
	['a shorter first name', { firstName: 'J' }, true],
	['a new last name', { lastName: 'Moss' }, true],
	['a new email and phone', { email: 'new@example.com', phone: '+442079460958' }, true],
	['another last name and email', { lastName: 'Moss', email: 'x@example.com' }, true],
	['a phone without country code', { ...OTHERS, phone: '(416) 555-0100' }, true],
	['only the first name', { ...NOBODY, firstName: 'Jane' }, true],
	['nothing', NOBODY, true],
	['no first name, and the same email', { ...NOBODY, email: JANE.email }, true],
	['a spouse, who shares the rest', { firstName: 'John' }, false],
	['a neighbour in a sorted sheet', { ...OTHERS, firstName: 'John', lastName: 'Doe' }, false],
	['another Jane', OTHERS, false],
	['another Jane without phone', { ...OTHERS, phone: '' }, false],
	['no first name, and another email', { ...NOBODY, email: 'x@example.com' }, false],
	['the end of the phone', { ...NOBODY, phone: '0100' }, false],
	['a digit of the phone', { ...NOBODY, phone: '+14165550101' }, false],
])('the results of Jane Doe fit a row with %s: %#', (_, row, expected) => {
	expect(isSamePerson({ ...JANE, ...row }, JANE)).toBe(expected);
	expect(isSamePerson(JANE, { ...JANE, ...row })).toBe(expected);
});
