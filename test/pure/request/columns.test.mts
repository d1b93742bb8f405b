import fc from 'fast-check';
import {
	columnsOf,
	findColumn,
	normaliseColumnName,
	type SheetRow,
} from '../../../nodes/RentalScreening/request/columns.ts';
import { nodeOperations } from '../../support/operations.mts';

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

	test('takes any spelling of a field for the same', () => {
		const names = fc.constantFrom(
			...nodeOperations.flatMap(({ fields }) => fields.map(({ name }) => name)),
		);
		const separator = fc.string({
			unit: fc.constantFrom(...' _-.\u00a0\u200b\ufeff'),
			maxLength: 2,
		});
		const spelled = names.chain((name) =>
			fc.tuple(
				fc.constant(name),
				fc.array(fc.tuple(separator, fc.boolean()), {
					minLength: name.length,
					maxLength: name.length,
				}),
			),
		);
		fc.assert(
			fc.property(spelled, ([name, marks]) => {
				const spelling = [...name].map((letter, at) => {
					const [before, upper] = marks[at]!;
					return before + (upper ? letter.toUpperCase() : letter.toLowerCase());
				});
				expect(normaliseColumnName(spelling.join(''))).toBe(normaliseColumnName(name));
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

	test('finds a column of the row, preferably a filled one, for any columns', () => {
		const name = fc.oneof(
			fc.constantFrom('userId', 'User ID', 'user-id', '__proto__'),
			fc.string(),
		);
		const row = fc
			.array(fc.tuple(name, fc.constantFrom('', null, 0, 'u')), { maxLength: 8 })
			.map((cells): SheetRow => Object.fromEntries(cells));
		fc.assert(
			fc.property(row, (given) => {
				const fitting = Object.keys(given).filter((one) => normaliseColumnName(one) === 'userid');
				const found = findColumn(given, 'userId');
				expect(found === undefined).toBe(fitting.length === 0);
				if (found === undefined) return;
				expect(fitting).toContain(found);
				const filled = fitting.filter((one) => given[one] === 'u' || given[one] === 0);
				if (filled.length > 0) expect(filled).toContain(found);
			}),
		);
	});

	test('more names than are remembered change nothing', () => {
		for (let count = 0; count < 5000; count++) {
			const name = `Column ${count}`;
			expect(findColumn({ [name]: 1 }, `column_${count}`)).toBe(name);
		}
		expect(findColumn({ 'E-mail': 'a' }, 'email')).toBe('E-mail');
	});
});
