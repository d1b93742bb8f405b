import { DateTime } from 'luxon';

import type { SheetRow } from '../../../nodes/RentalScreening/request/columns.ts';
import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import { planMapping, takeRow } from '../../../nodes/RentalScreening/request/mapping.ts';
import { propertyFields as property } from '../../../nodes/RentalScreening/resources/property.ts';
import { rentReportFields as rentReport } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { sendFields as send } from '../../../nodes/RentalScreening/resources/screening.ts';

/** A row that has these columns. */
const rowWith = (names: readonly string[]): SheetRow =>
	Object.fromEntries(names.map((name) => [name, 'x']));

describe('the columns of a field', () => {
	const pairs = (names: readonly string[], fields: readonly ApiField[]) =>
		Object.fromEntries(
			planMapping([rowWith(names)], fields).mapped.map(({ field, own, synonyms }) => [
				field.name,
				[...own, ...synonyms].map(({ name }) => name),
			]),
		);
	const RENTS: readonly ApiField[] = [
		{ name: 'rentAmount', label: 'Rent Amount' },
		{ name: 'rent', label: 'Rent', type: 'integer' },
	];
	const CONSTRUCTOR: readonly ApiField[] = [{ name: 'constructor', label: 'Constructor' }];

	test.each<[string, string, readonly ApiField[], Record<string, string[]>]>([
		[
			"a landlord's sheet as it is",
			'#, First Name, Surname, E-mail, Cell Phone, Unit, Property ID, Notes',
			send,
			{
				firstName: ['First Name'],
				lastName: ['Surname'],
				email: ['E-mail'],
				phone: ['Cell Phone'],
				propertyId: ['Property ID'],
			},
		],
		[
			'an address in any of its forms',
			'address.city, Address Street, State, address_postal_code, Country',
			rentReport,
			{
				city: ['address.city'],
				street: ['Address Street'],
				provinceState: ['State'],
				postalCode: ['address_postal_code'],
				country: ['Country'],
			},
		],
		[
			'its own name first, then in the order of the sheet',
			'Mobile, Phone, Cell, PHONE',
			send,
			{ phone: ['Phone', 'PHONE', 'Mobile', 'Cell'] },
		],
		[
			'the own name of another field is no synonym',
			'Rent, Rent Amount',
			RENTS,
			{ rent: ['Rent'], rentAmount: ['Rent Amount'] },
		],
		['a synonym that two fields claim means neither', 'Monthly Rent', RENTS, {}],
		[
			'a name that every object knows has no synonyms',
			'Constructor, __proto__',
			CONSTRUCTOR,
			{ constructor: ['Constructor'] },
		],
	])('%s: %s', (_, names, fields, expected) => {
		expect(pairs(names.split(', '), fields)).toEqual(expected);
	});

	test('within an address are only those of its keys', () => {
		const row = { address: { city: 'X', 'Postal Code': 'Y', name: 'Home', rent: 1 } };
		expect(planMapping([row], property).mapped.map(({ field }) => field.name)).toEqual([
			'city',
			'postalCode',
		]);
	});
});

test.each(['Name', 'full_name', 'Tenant Name', 'APPLICANT'])(
	'%s is a full name where first and last name are asked for and one has no column',
	(name) => {
		const fullNameIn = (row: SheetRow, fields: readonly ApiField[]) =>
			planMapping([row], fields).fullName?.name;
		expect(fullNameIn({ [name]: 'Ann Lee' }, send)).toBe(name);
		expect(fullNameIn({ [name]: 'Ann Lee', 'First Name': 'Ann' }, rentReport)).toBe(name);
		expect(fullNameIn({ [name]: 'Ann', First: 'Ann', Last: 'Lee' }, send)).toBeUndefined();
		expect(fullNameIn({ [name]: '12 Elm Street' }, property)).toBeUndefined();
		expect(fullNameIn({ address: { [name]: 'Ann Lee' } }, rentReport)).toBeUndefined();
	},
);

describe('what is taken from a row', () => {
	const take = (row: SheetRow, fields = send) => takeRow(row, planMapping([row], fields));
	const ADDRESS = { city: 'Toronto', postalCode: 'M5V 1A1', fullAddress: '1 King St' };

	test.each<[string, SheetRow, readonly ApiField[], object]>([
		[
			'filled cells as they are, no other columns',
			{ 'First Name': ' Ann ', Surname: 'Lee', Mobile: 14165550100, Email: null, Notes: 'x' },
			send,
			{ firstName: ' Ann ', lastName: 'Lee', phone: 14165550100 },
		],
		[
			'0 and false, no blanks',
			{ Rent: 0, Name: '\u00a0', 'Monthly Rent': ' ', City: false },
			property,
			{ rent: 0, city: false },
		],
		[
			'an address object',
			{ address: { City: 'Toronto', Zip: 'M5V 1A1', 'Full Address': '1 King St' } },
			property,
			ADDRESS,
		],
		[
			'its dotted columns',
			{
				'address.city': 'Toronto',
				'address.zip': 'M5V 1A1',
				'address.fullAddress': '1 King St',
			},
			property,
			ADDRESS,
		],
		['nothing of an address of text', { Address: '1 King St W, Toronto' }, property, {}],
		[
			"the column with the field's own name, if it is filled",
			{ Mobile: '+14165550199', Phone: '+14165550100', 'Cell Phone': 'none' },
			send,
			{ phone: '+14165550100' },
		],
		[
			'columns that come to the same value',
			{ 'Cell Phone': '+14165550100', Mobile: ' +1 (416) 555-0100 ', Phone: ' ' },
			send,
			{ phone: '+14165550100' },
		],
		[
			'a number and its text',
			{ 'Rent Amount': 2100, 'Monthly Rent': '2100.00' },
			property,
			{ rent: 2100 },
		],
		[
			'what cannot be sent, if it is identical',
			{ 'Rent Amount': 'x', 'Monthly Rent': 'x' },
			property,
			{ rent: 'x' },
		],
	])('%s: %j', (_, row, fields, values) => {
		expect(take(row, fields)).toMatchObject({ conflicts: new Map() });
		expect(take(row, fields).values).toEqual(values);
	});

	test('is named by its column', () => {
		expect(take({ Surname: 'Lee', 'Last Name': '' }).columns).toEqual({
			lastName: { name: 'Surname' },
		});
	});

	test('may differ from row to row in its columns and in the kind of the address', () => {
		const rows: SheetRow[] = [
			{ address: { city: 'Toronto' } },
			{ address: 'Toronto' },
			{ address: null },
			{ City: 'Ottawa' },
			{ address: DateTime.utc(2025, 1, 31) },
		];
		const plan = planMapping(rows, property);
		const values = rows.map((row) => takeRow(row, plan).values);
		expect(values).toEqual([{ city: 'Toronto' }, {}, {}, { city: 'Ottawa' }, {}]);
	});

	test.each<[SheetRow, readonly ApiField[], string]>([
		[
			{ Mobile: '+14165550100', Phone: '', 'Cell Phone': '+14165550199', Cell: '+14165550100' },
			send,
			"'Mobile', 'Cell Phone' and 'Cell'",
		],
		[{ email: 'ann@example.com', 'E-mail': 'bob@example.com' }, send, "'email' and 'E-mail'"],
		[{ City: 'Toronto', Address: { ' city ': 'Ottawa' } }, property, "'City' and 'Address. city'"],
		[{ 'Rent Amount': 'x', 'Monthly Rent': 'y' }, property, "'Rent Amount' and 'Monthly Rent'"],
		[{ 'Rent Amount': 'x', 'Monthly Rent': 2100 }, property, "'Rent Amount' and 'Monthly Rent'"],
	])('%j is a conflict', (row, fields, names) => {
		const { values, conflicts } = take(row, fields);
		expect(values).toEqual({});
		expect([...conflicts]).toEqual([
			[
				expect.anything(),
				expect.objectContaining({
					text: `is filled differently in the columns ${names}: keep only one of them`,
				}),
			],
		]);
	});
});
