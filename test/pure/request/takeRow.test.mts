import fc from 'fast-check';
import { DateTime } from 'luxon';
import { bodyFromRow } from '../../../nodes/RentalScreening/request/bodyFromRow.ts';
import type { Row } from '../../../nodes/RentalScreening/request/columnsOf.ts';
import { mapRows } from '../../../nodes/RentalScreening/request/mapColumns.ts';
import { takeRow } from '../../../nodes/RentalScreening/request/takeRow.ts';
import { buildBody } from '../../../nodes/RentalScreening/request/buildBody.ts';
import { operations, property, rentReport, send } from './operations.mts';

const take = (row: Row, fields = send) => takeRow(row, mapRows([row], fields));
const build = (row: Row, fields = send, parameters = {}) =>
	bodyFromRow(row, mapRows([row], fields), parameters);

describe('takeRow', () => {
	test('takes the filled cells as they are and leaves other columns', () => {
		const row = {
			'First Name': ' Ann ',
			Surname: 'Lee',
			Mobile: 14165550100,
			Email: null,
			Notes: 'x',
		};
		expect(take(row)).toEqual({
			values: { firstName: ' Ann ', lastName: 'Lee', phone: 14165550100 },
			conflicts: [],
		});
	});

	test('0 and false are filled, blanks are not', () => {
		const row = { Rent: 0, Name: '\u00a0', 'Monthly Rent': ' ', City: false };
		expect(take(row, property).values).toEqual({ rent: 0, city: false });
	});

	test('an address object, and its dotted columns', () => {
		const nested = { address: { City: 'Toronto', Zip: 'M5V 1A1', 'Full Address': '1 King St' } };
		const flat = {
			'address.city': 'Toronto',
			'address.zip': 'M5V 1A1',
			'address.fullAddress': '1 King St',
		};
		const values = { city: 'Toronto', postalCode: 'M5V 1A1', fullAddress: '1 King St' };
		expect(take(nested, property)).toEqual({ values, conflicts: [] });
		expect(take(flat, property)).toEqual({ values, conflicts: [] });
	});

	test('an address of text is not guessed at', () => {
		expect(take({ Address: '1 King St W, Toronto' }, property).values).toEqual({});
	});

	test('rows of one sheet may differ in their columns and in the kind of their address', () => {
		const rows: Row[] = [
			{ address: { city: 'Toronto' } },
			{ address: 'Toronto' },
			{ address: null },
			{ City: 'Ottawa' },
			{ address: DateTime.utc(2025, 1, 31) },
		];
		const plan = mapRows(rows, property);
		expect(rows.map((row) => takeRow(row, plan).values)).toEqual([
			{ city: 'Toronto' },
			{},
			{},
			{ city: 'Ottawa' },
			{},
		]);
	});

	test('filled columns that fit one field are never guessed between', () => {
		const row = {
			Mobile: '+14165550100',
			Phone: '',
			'Cell Phone': '+14165550199',
			Telephone: '+14165550100',
		};
		expect(take(row)).toEqual({
			values: {},
			conflicts: [
				{
					field: 'phone',
					problem:
						"is filled differently in the columns 'Mobile' and 'Cell Phone' and 'Telephone': keep only one of them",
				},
			],
		});
	});

	test('the own name gives no column the right of way', () => {
		expect(
			take({ email: 'ann@example.com', 'Email Address': 'bob@example.com' }).conflicts,
		).toHaveLength(1);
	});

	test('a conflict within the address names the columns by their place', () => {
		const row = { City: 'Toronto', Address: { ' city ': 'Ottawa' } };
		expect(take(row, property).conflicts).toEqual([
			{
				field: 'address.city',
				problem:
					"is filled differently in the columns 'City' and 'Address. city': keep only one of them",
			},
		]);
	});

	test.each<[string, Row]>([
		['the same text', { Phone: '+14165550100', Mobile: '+14165550100' }],
		['blanks around it', { Phone: '+14165550100', Mobile: ' +14165550100 ' }],
		['formatting of a phone', { Phone: '+14165550100', Mobile: '+1 (416) 555-0100' }],
		['a blank second column', { Phone: '+14165550100', Mobile: ' ' }],
	])('no conflict for %s', (_, row) => {
		expect(build(row).body).toEqual({ phone: '+14165550100' });
		expect(take(row).conflicts).toEqual([]);
	});

	test.each<[unknown, unknown]>([
		[2100, '2100'],
		['2100.00', 2100],
	])('a rent of %p and %p is the same rent', (rent, monthlyRent) => {
		expect(take({ Rent: rent, 'Monthly Rent': monthlyRent }, property).conflicts).toEqual([]);
	});

	test('values that cannot be sent are the same only if they are identical', () => {
		expect(take({ Rent: 'x', 'Monthly Rent': 'x' }, property).conflicts).toEqual([]);
		expect(take({ Rent: 'x', 'Monthly Rent': 'y' }, property).conflicts).toHaveLength(1);
		expect(take({ Rent: 'x', 'Monthly Rent': 2100 }, property).conflicts).toHaveLength(1);
	});
});

describe('bodyFromRow', () => {
	const parameters = { propertyId: 'p-1', checkType: 'CHECK_TYPE_DEEP_CHECK', payer: 'PAYER_SELF' };
	const row = { 'E-mail': 'ann@example.com', Mobile: '+1 416 555 0100' };

	test('parameters of the whole run go in, in the order of the fields', () => {
		const { body, problems } = build(row, send, parameters);
		expect(problems).toEqual([]);
		expect(JSON.stringify(body)).toBe(
			JSON.stringify({
				checkType: 'CHECK_TYPE_DEEP_CHECK',
				email: 'ann@example.com',
				phone: '+14165550100',
				propertyId: 'p-1',
				payer: 'PAYER_SELF',
			}),
		);
	});

	test('a filled column goes before the parameter, a blank one does not', () => {
		expect(build({ ...row, 'Property ID': 'p-2' }, send, parameters).body['propertyId']).toBe(
			'p-2',
		);
		expect(build({ ...row, 'Property ID': ' ' }, send, parameters).body['propertyId']).toBe('p-1');
		expect(parameters.propertyId).toBe('p-1');
	});

	test('a field in conflict is not said to be missing as well', () => {
		const competing = { ...row, Email: 'bob@example.com', Mobile: '416 555 0100' };
		expect(build(competing).problems).toEqual([
			expect.objectContaining({
				field: 'email',
				problem: expect.stringContaining("columns 'E-mail' and 'Email'"),
			}),
			{
				field: 'phone',
				problem: 'must start with + and the country code, such as +14165550100',
			},
			{ field: 'propertyId', problem: 'is missing: fill it in' },
		]);
	});

	test("a rent roll's row becomes a rent report", () => {
		const rent = {
			'First Name': 'Ann',
			'Last Name': 'Lee',
			DOB: new Date(Date.UTC(1985, 6, 15)),
			'Lease Start': DateTime.utc(2025, 1, 1),
			'Lease End': '2025-12-31',
			Rent: 2100,
			'Rent Paid': '1500',
			'Balance Due': '600.00',
			Arrears: 0,
			'Account Status': 'Account_Status_In_Good_Standing',
			City: 'Toronto',
			Zip: 'M5V 1A1',
			Remarks: 'late',
		};
		expect(build(rent, rentReport)).toEqual({
			body: {
				leaseStartDate: '2025-01-01',
				leaseEndDate: '2025-12-31',
				rentAmount: '2100',
				rentPaid: '1500',
				currentBalanceDue: 600,
				amountPastDue: 0,
				accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
				lastName: 'Lee',
				firstName: 'Ann',
				dateOfBirth: '1985-07-15',
				address: { city: 'Toronto', postalCode: 'M5V 1A1' },
			},
			problems: [],
		});
	});
});

describe('whatever comes', () => {
	const fields = fc.constantFrom(...Object.values(operations));
	const columnName = fc.oneof(
		fc.constantFrom('Email', 'E-mail', 'email address', 'Phone', 'Mobile', 'Rent', 'Monthly Rent'),
		fc.constantFrom('City', 'address.city', 'Town', 'Address', 'address', 'Name', 'Property'),
		fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'),
		fc.string(),
	);
	const cell = fc.oneof(
		fc.constantFrom('', ' ', 'a@b.c', '+1416', '+1 416', 2100, '2100', 'Toronto', null, false),
		fc.record({ city: fc.string(), City: fc.string(), __proto__: fc.anything() }),
		fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true }),
	);
	// Own keys, `__proto__` included, as JSON.parse would make them.
	const row = fc
		.uniqueArray(fc.tuple(columnName, cell), { selector: ([name]) => name, maxLength: 12 })
		.map((cells): Row => Object.fromEntries(cells));

	test('never throws, sends listed keys only and leaves Object.prototype alone', () => {
		const known = Object.getOwnPropertyNames(Object.prototype);
		fc.assert(
			fc.property(fc.array(row, { maxLength: 4 }), fields, (rows, operation) => {
				const names = operation.map(({ name }) => name);
				const plan = mapRows(rows, operation);
				for (const one of rows) {
					const { address, ...top } = bodyFromRow(one, plan).body;
					for (const key of Object.keys({ ...top, ...(address as object) }))
						expect(names).toContain(key);
				}
			}),
			{ numRuns: 500 },
		);
		expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known);
	});

	test('the order of the columns decides nothing', () => {
		fc.assert(
			fc.property(row, fields, (one, operation) => {
				const reversed = Object.fromEntries(Object.entries(one).reverse());
				const there = build(one, operation);
				const back = build(reversed, operation);
				expect(back.body).toEqual(there.body);
				expect(back.problems.map(({ field }) => field)).toEqual(
					there.problems.map(({ field }) => field),
				);
				const words = (each: Row) =>
					take(each, operation).conflicts.map(({ problem }) => problem.split(/[ :]/).sort());
				expect(words(reversed)).toEqual(words(one));
			}),
			{ numRuns: 500 },
		);
	});

	test('a row is taken the same by its own plan and by the plan of the whole sheet', () => {
		fc.assert(
			fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fields, (rows, operation) => {
				const plan = mapRows(rows, operation);
				for (const one of rows) {
					const alone = build(one, operation);
					expect(bodyFromRow(one, plan).body).toEqual(alone.body);
				}
			}),
			{ numRuns: 300 },
		);
	});

	test('a sheet that names its columns as the service does gives the body that the fields give', () => {
		const operationAndValues = fields.chain((operation) =>
			fc.tuple(
				fc.constant(operation),
				fc.dictionary(fc.constantFrom(...operation.map(({ name }) => name)), cell),
			),
		);
		fc.assert(
			fc.property(operationAndValues, ([operation, values]) => {
				expect(build(values, operation)).toEqual(buildBody(values, operation));
			}),
		);
	});
});
