import {
	couldBeSsn,
	digitsIn,
	isSsnName,
	ssnsIn,
} from '../../../nodes/RentalScreening/results/knownSsns.ts';

const known = (answer: unknown) => [...ssnsIn(answer)].sort();

describe('the SSNs that an answer names', () => {
	test.each([
		['nine digits', '123456789', ['123456789']],
		['nine digits with zeros in the middle', '123400789', ['123400789']],
		['nine digits in groups', '123-45-6789', ['123456789']],
		['nine digits with the zeros that a number loses', '001234567', ['001234567', '1234567']],
		['nine digits with more zeros', '000123456', ['000123456', '0123456']],
		['a number without its zero', 12345678, ['012345678', '12345678']],
		['a number without both zeros', 1234567, ['001234567', '1234567']],
		['a number that is too short', 123456, []],
		['fewer digits in groups', '12-34-5678', []],
		['zeros in front', '0123456789', ['123456789']],
		['more zeros in front', '00001234567', ['001234567', '1234567']],
		['each nine of more digits', '1200345678', ['120034567', '200345678']],
		['nine digits that stand alone', '12 3456789 0', ['123456789']],
		['the parts of one', { part1: '123', part2: '45', part3: '6789' }, ['123456789']],
		['parts of less', ['123', '45', '678'], []],
		['the name of a field', { 1234567: '' }, ['001234567', '1234567']],
		['neither text nor number', [true, null], []],
	])('are read from an SSN-like field: %s', (_, ssn, expected) => {
		expect(known({ user: [{ ssn }] })).toEqual(expected);
	});

	test.each([
		['SSN', ['123456789']],
		['S.S.N.', ['123456789']],
		['Social Security #', ['123456789']],
		['Social Insurance Number', ['123456789']],
		[`SSN${' '.repeat(57)}`, ['123456789']],
		[`SSN${' '.repeat(58)}`, []],
		['assn', []],
		['SSN pending', ['123456789']],
		['SSN_MISMATCH', ['123456789']],
		['ID_TYPE_SSN', ['123456789']],
		['passport', []],
		[7, []],
	])('are read beside a value that says so: %j', (label, expected) => {
		expect(known({ type: label, value: '123456789' })).toEqual(expected);
		expect(known([label, '123456789'])).toEqual(expected);
	});

	test('are read from what is right inside a field beside such a value', () => {
		expect(known({ type: 'SSN', value: { raw: '123456789' } })).toEqual(['123456789']);
		expect(known({ type: 'SSN', values: ['123456789'] })).toEqual(['123456789']);
		expect(known({ type: 'SSN', value: { raw: { far: '123456789' } } })).toEqual([]);
	});

	test('are read beside such a value only where there are nine digits', () => {
		expect(known({ type: 'SSN', count: 12345678, phone: '+14165550100' })).toEqual([]);
	});
});

describe('the name of a field', () => {
	test.each([
		'SSN',
		'ssnNumber',
		'applicantSsn',
		'my-ssn-number',
		's\u200Bs\u200Bn',
		'socialInsurance',
		`ssn ${'x'.repeat(56)}`,
	])('says that it holds an SSN: %s', (name) => {
		expect([isSsnName(name), isSsnName(name)]).toEqual([true, true]);
	});

	test.each([
		'className',
		'hoaAssocSecurityDeposit',
		'assessment',
		'session',
		'',
		`ssn ${'x'.repeat(57)}`,
	])('does not: %j', (name) => {
		expect([isSsnName(name), isSsnName(name)]).toEqual([false, false]);
	});

	test('could be one from seven digits on', () => {
		expect(['123456', '1234567', 'a12-345-67'].map(couldBeSsn)).toEqual([false, true, true]);
	});
});

test('only texts and numbers have digits', () => {
	expect([digitsIn('a1'), digitsIn(12), digitsIn([12]), digitsIn(null)]).toEqual([
		'1',
		'12',
		'',
		'',
	]);
});
