import fc from 'fast-check';
import {
	columnsOf,
	columnsNamed,
	findColumn,
	isEmptyRow,
	normaliseColumnName,
} from '../../../nodes/RentalScreening/request/columns.ts';

describe('normaliseColumnName', () => {
	test.each([
		['E-mail', 'email'],
		['\ufeffEmail', 'email'],
		['First Name', 'firstname'],
		['first_name', 'firstname'],
		['first.name', 'firstname'],
		['FIRST\u00a0NAME', 'firstname'],
		['E\u2011mail', 'email'],
		['D.O.B.', 'dob'],
		['Zip/Postal Code', 'zip/postalcode'],
		['\u200bPostal\tCode\r\n', 'postalcode'],
		['prénom', 'prénom'],
		['', ''],
	])('%j is %j', (name, normalised) => expect(normaliseColumnName(name)).toBe(normalised));

	test('does not change a normalised name, for any name', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (name) => {
				const once = normaliseColumnName(name);
				expect(normaliseColumnName(once)).toBe(once);
			}),
		);
	});
});

describe('columnsOf', () => {
	test('joins the columns of all rows, as readers leave empty cells out', () => {
		const rows = [{ Name: 'A' }, { Rent: 1 }, { Rent: 2, City: 'X', Name: 'B' }];
		expect(columnsOf(rows)).toEqual([{ name: 'Name' }, { name: 'Rent' }, { name: 'City' }]);
	});

	test('looks into address objects, in whichever row they are', () => {
		const rows = [
			{ Address: null },
			{ Address: '1 King St' },
			{ Address: { city: 'X' }, other: { city: 'Y' } },
			{ Address: { Zip: 'Z' } },
		];
		expect(columnsOf(rows)).toEqual([
			{ name: 'Address' },
			{ name: 'city', inside: 'Address' },
			{ name: 'Zip', inside: 'Address' },
			{ name: 'other' },
		]);
	});

	test('no rows, no columns', () => expect(columnsOf([])).toEqual([]));
});

describe('findColumn', () => {
	test.each([
		[{ userId: 'u' }, 'userId'],
		[{ 'User ID': 'u' }, 'User ID'],
		[{ '\ufeffuser_id ': 'u', other: 1 }, '\ufeffuser_id '],
		[{ 'User ID': '', userId: '' }, 'userId'],
		[{ 'User ID': 'a', userId: 'b' }, 'userId'],
		[{ 'User ID': 'u', userId: ' ' }, 'User ID'],
		[{ userId: null, 'USER-ID': 'u', 'User ID': 'v' }, 'USER-ID'],
		[{ user: 'u' }, undefined],
		[{}, undefined],
	])('%j has %j', (row, column) => expect(findColumn(row, 'userId')).toBe(column));

	test('more names than are remembered change nothing', () => {
		for (let count = 0; count < 5000; count++) {
			const name = `Column ${count}`;
			expect(findColumn({ [name]: 1 }, `column_${count}`)).toBe(name);
		}
		expect(findColumn({ 'E-mail': 'a' }, 'email')).toBe('E-mail');
	});
});

test('columnsNamed: all spellings that the row has', () => {
	expect(columnsNamed({ 'User ID': '', user_id: 1, user: 2 }, 'userId')).toEqual([
		'User ID',
		'user_id',
	]);
});

test.each([
	[{}, true],
	[{ row_number: 2, Paid: false, Viewed: 'false', Notes: ' ' }, true],
	[{ row_number: 2, Notes: 0 }, false],
])('%j is an empty row: %p', (row, expected) => expect(isEmptyRow(row)).toBe(expected));
