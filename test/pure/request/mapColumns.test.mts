import fc from 'fast-check';
import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import { columnsOf } from '../../../nodes/RentalScreening/request/columnsOf.ts';
import {
	mapColumns,
	mapRows,
	missingColumns,
} from '../../../nodes/RentalScreening/request/mapColumns.ts';
import { normaliseColumnName } from '../../../nodes/RentalScreening/request/normaliseColumnName.ts';
import { property, rentReport, send } from './operations.mts';

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

	test('is settled after one round, whatever the name', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (name) => {
				const once = normaliseColumnName(name);
				expect(normaliseColumnName(once)).toBe(once);
			}),
		);
	});

	test('takes any spelling of a field for the same', () => {
		const names = fc.constantFrom(...[...property, ...send, ...rentReport].map(({ name }) => name));
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

	test('looks into address objects, in whichever row they stand', () => {
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

describe('mapColumns', () => {
	const pairs = (names: readonly string[], fields: readonly ApiField[]) =>
		Object.fromEntries(
			mapColumns(
				names.map((name) => ({ name })),
				fields,
			).mapped.map(({ field, columns }) => [field.name, columns.map(({ name }) => name)]),
		);

	test("a landlord's sheet as it is", () => {
		const sheet = [
			'#',
			'First Name',
			'Surname',
			'E-mail',
			'Cell Phone',
			'Unit',
			'Property ID',
			'Notes',
		];
		expect(pairs(sheet, send)).toEqual({
			firstName: ['First Name'],
			lastName: ['Surname'],
			email: ['E-mail'],
			phone: ['Cell Phone'],
			propertyId: ['Property ID'],
		});
	});

	test('an address in any of its forms', () => {
		const sheet = ['address.city', 'Address Street', 'State', 'address_postal_code', 'Country'];
		expect(pairs(sheet, rentReport)).toEqual({
			city: ['address.city'],
			street: ['Address Street'],
			provinceState: ['State'],
			postalCode: ['address_postal_code'],
			country: ['Country'],
		});
	});

	test('columns that compete stand together in the order of the sheet', () => {
		expect(pairs(['Mobile', 'Phone', 'PHONE'], send)).toEqual({
			phone: ['Mobile', 'Phone', 'PHONE'],
		});
	});

	test('only keys of the address are looked up within it', () => {
		const row = { address: { city: 'X', 'Postal Code': 'Y', name: 'Home', rent: 1 } };
		expect(mapRows([row], property).mapped.map(({ field }) => field.name)).toEqual([
			'city',
			'postalCode',
		]);
	});

	test('a synonym never takes a column with the own name of another field', () => {
		const fields: ApiField[] = [
			{ name: 'rentAmount', type: 'string' },
			{ name: 'rent', type: 'integer' },
		];
		expect(pairs(['Rent', 'Rent Amount'], fields)).toEqual({
			rent: ['Rent'],
			rentAmount: ['Rent Amount'],
		});
	});

	test('a synonym that two fields claim means neither', () => {
		const fields: ApiField[] = [
			{ name: 'rentAmount', type: 'string' },
			{ name: 'rent', type: 'integer' },
		];
		expect(pairs(['Monthly Rent'], fields)).toEqual({});
	});

	test('fields with names that every object knows have no listed names', () => {
		const fields: ApiField[] = [{ name: 'constructor', type: 'string' }];
		expect(pairs(['Constructor', '__proto__'], fields)).toEqual({ constructor: ['Constructor'] });
	});
});

describe('missingColumns', () => {
	const required = send.filter((field) => field.required);

	test('names each field without a column once, however many rows', () => {
		const rows = Array.from({ length: 100 }, () => ({ 'First Name': 'Ann', 'Property ID': 'p' }));
		expect(missingColumns(mapRows(rows, send), required)).toEqual([
			{
				field: 'email',
				problem:
					"has no column in the input: name one 'email' or 'Email Address' or 'Applicant Email'",
			},
			{
				field: 'phone',
				problem: "has no column in the input: name one 'phone' or 'Mobile' or 'Mobile Phone'",
			},
		]);
	});

	test('a column that only some rows have, or that is blank throughout, is there', () => {
		const rows = [{ Email: '' }, { Mobile: '+1' }, { PropertyId: null }];
		expect(missingColumns(mapRows(rows, send), required)).toEqual([]);
	});

	test('asks only for what it is asked for', () => {
		expect(missingColumns(mapRows([{}], send), [])).toEqual([]);
	});
});
