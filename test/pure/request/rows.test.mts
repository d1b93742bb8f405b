import fc from 'fast-check';
import { DateTime } from 'luxon';
import { buildRequest, requestOfRow } from '../../../nodes/RentalScreening/request/body.ts';
import type { SheetRow } from '../../../nodes/RentalScreening/request/columns.ts';
import { planMapping, takeRow } from '../../../nodes/RentalScreening/request/mapping.ts';
import { propertyFields as property } from '../../../nodes/RentalScreening/resources/property.ts';
import { rentReportFields as rentReport } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { sendFields as send } from '../../../nodes/RentalScreening/resources/screening.ts';
import { mappedOperations } from '../../support/operations.mts';

const conflictsOf = ({ conflicts }: ReturnType<typeof takeRow>) => [...conflicts.values()];
const take = (row: SheetRow, fields = send) => takeRow(row, planMapping([row], fields));
const build = (row: SheetRow, fields = send, parameters = {}, countryCode = '') =>
	requestOfRow(row, planMapping([row], fields), { parameters, countryCode });

describe('takeRow', () => {
	test('takes the filled cells as they are and leaves other columns', () => {
		const row = {
			'First Name': ' Ann ',
			Surname: 'Lee',
			Mobile: 14165550100,
			Email: null,
			Notes: 'x',
		};
		expect(take(row)).toMatchObject({
			values: { firstName: ' Ann ', lastName: 'Lee', phone: 14165550100 },
			columns: { lastName: { name: 'Surname' } },
		});
		expect(conflictsOf(take(row))).toEqual([]);
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
		expect(take(nested, property)).toMatchObject({ values, conflicts: new Map() });
		expect(take(flat, property)).toMatchObject({ values, conflicts: new Map() });
	});

	test('an address of text is not parsed', () => {
		expect(take({ Address: '1 King St W, Toronto' }, property).values).toEqual({});
	});

	test('rows of one sheet may differ in their columns and in the kind of their address', () => {
		const rows: SheetRow[] = [
			{ address: { city: 'Toronto' } },
			{ address: 'Toronto' },
			{ address: null },
			{ City: 'Ottawa' },
			{ address: DateTime.utc(2025, 1, 31) },
		];
		const plan = planMapping(rows, property);
		expect(rows.map((row) => takeRow(row, plan).values)).toEqual([
			{ city: 'Toronto' },
			{},
			{},
			{ city: 'Ottawa' },
			{},
		]);
	});

	test('synonyms with different values are a conflict', () => {
		const row = {
			Mobile: '+14165550100',
			Phone: '',
			'Cell Phone': '+14165550199',
			Telephone: '+14165550100',
		};
		expect(take(row).values).toEqual({});
		expect(conflictsOf(take(row))).toEqual([
			{
				field: 'phone',
				label: 'Phone',
				text: "is filled differently in the columns 'Mobile', 'Cell Phone' and 'Telephone': keep only one of them",
			},
		]);
	});

	test("a filled column with the field's own name wins over synonyms", () => {
		const row = { Mobile: '+14165550199', Phone: '+14165550100', 'Cell Phone': 'none' };
		expect(take(row)).toMatchObject({
			values: { phone: '+14165550100' },
			columns: { phone: { name: 'Phone' } },
			conflicts: new Map(),
		});
	});

	test('two columns with the name of the field are a conflict', () => {
		expect(
			conflictsOf(take({ email: 'ann@example.com', 'E-mail': 'bob@example.com' })),
		).toHaveLength(1);
	});

	test('a conflict within the address names the columns by their place', () => {
		const row = { City: 'Toronto', Address: { ' city ': 'Ottawa' } };
		expect(conflictsOf(take(row, property))).toEqual([
			{
				field: 'address.city',
				label: 'City',
				text: "is filled differently in the columns 'City' and 'Address. city': keep only one of them",
			},
		]);
	});

	test.each<[string, SheetRow]>([
		['the same text', { 'Cell Phone': '+14165550100', Mobile: '+14165550100' }],
		['blanks around it', { 'Cell Phone': '+14165550100', Mobile: ' +14165550100 ' }],
		['formatting of a phone', { 'Cell Phone': '+14165550100', Mobile: '+1 (416) 555-0100' }],
		['a blank second column', { Phone: '+14165550100', Mobile: ' ' }],
	])('no conflict for %s', (_, row) => {
		expect(build(row).body).toEqual({ phone: '+14165550100' });
		expect(conflictsOf(take(row))).toEqual([]);
	});

	test.each<[unknown, unknown]>([
		[2100, '2100'],
		['2100.00', 2100],
	])('a rent of %p and %p is the same rent', (rent, monthlyRent) => {
		expect(
			conflictsOf(take({ 'Rent Amount': rent, 'Monthly Rent': monthlyRent }, property)),
		).toEqual([]);
	});

	test('values that cannot be sent are the same only if they are identical', () => {
		expect(conflictsOf(take({ 'Rent Amount': 'x', 'Monthly Rent': 'x' }, property))).toEqual([]);
		expect(conflictsOf(take({ 'Rent Amount': 'x', 'Monthly Rent': 'y' }, property))).toHaveLength(
			1,
		);
		expect(conflictsOf(take({ 'Rent Amount': 'x', 'Monthly Rent': 2100 }, property))).toHaveLength(
			1,
		);
	});
});

describe('requestOfRow', () => {
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

	test('a filled column overrides the parameter, a blank one does not', () => {
		expect(build({ ...row, 'Property ID': 'p-2' }, send, parameters).body['propertyId']).toBe(
			'p-2',
		);
		expect(build({ ...row, 'Property ID': ' ' }, send, parameters).body['propertyId']).toBe('p-1');
		expect(parameters.propertyId).toBe('p-1');
	});

	test('a field in conflict is not said to be missing as well, and a value is named by its column', () => {
		const competing = { ...row, Email: 'bob@example.com', Mobile: '416 555 0100' };
		expect(build(competing).problems).toEqual([
			{
				field: 'email',
				label: 'Email',
				text: "is filled differently in the columns 'E-mail' and 'Email': keep only one of them",
			},
			{
				field: 'phone',
				label: 'Phone',
				text: "must start with + and the country code, such as +14165550100, or set the option 'Country Code'",
				column: 'Mobile',
			},
			expect.objectContaining({ field: 'propertyId', text: expect.stringMatching(/^is empty: /) }),
		]);
	});

	test('a problem of a parameter names no column', () => {
		const { problems } = build({ ...row, Payer: '' }, send, { ...parameters, payer: '{{ x }}' });
		expect(problems).toEqual([
			{
				field: 'payer',
				label: 'Payer',
				text: expect.stringContaining('switch the field'),
				ofRun: true,
			},
		]);
		expect(build({ ...row, Payer: '{{ x }}' }, send, parameters).problems).toEqual([
			{
				field: 'payer',
				label: 'Payer',
				text: "holds '{{': enter the value itself",
				column: 'Payer',
			},
		]);
	});

	test('with a country code, phones without + get it, and are the same as those that have it', () => {
		const sheet = { 'E-mail': 'ann@example.com', Mobile: '(416) 555-0103', Cell: '+14165550103' };
		expect(build(sheet, send, parameters, '1')).toMatchObject({
			body: { phone: '+14165550103' },
			problems: [],
		});
		expect(build(sheet, send, parameters).problems).toMatchObject([
			{ field: 'phone', text: expect.stringMatching(/^is filled differently/) },
		]);
	});

	test('an empty cell and a missing column have different messages', () => {
		const plan = planMapping([{ ' E-mail ': 'ann@example.com' }, { 'First Name': 'Ann' }], send);
		expect(requestOfRow({ 'First Name': 'Ann' }, plan, { parameters })).toMatchObject({
			problems: [
				{ field: 'email', label: 'Email', text: 'is empty', column: 'E-mail' },
				{
					field: 'phone',
					label: 'Phone',
					text: "No phone column found. Name one 'Phone', 'Mobile' or 'Mobile Phone'",
					ofSheet: true,
				},
			],
			who: 'Ann',
		});
	});

	test('a full name says who it is about', () => {
		expect(build({ ...row, Name: 'Amara Okonkwo' }, send, parameters).who).toBe('Amara Okonkwo');
		expect(build({ ...row, Name: ' ' }, send, parameters).who).toBe('ann@example.com');
	});

	describe('fields of which at least one is needed', () => {
		const groups = [
			{ label: 'name', fields: ['lastName', 'firstName'] },
			{ label: 'amount', fields: ['rentAmount', 'rentPaid'] },
		];
		const problemsOf = (sheetRow: SheetRow) =>
			requestOfRow(sheetRow, planMapping([sheetRow], rentReport), { groups }).problems;

		test('no column for any of them', () => {
			expect(problemsOf({ Unit: '4B' })).toEqual([
				{
					field: 'lastName',
					label: 'Last Name',
					text: "No name column found. Name one 'Last Name' or 'First Name'",
					ofSheet: true,
				},
				{
					field: 'rentAmount',
					label: 'Rent Amount',
					text: "No amount column found. Name one 'Rent Amount' or 'Rent Paid'",
					ofSheet: true,
				},
			]);
		});

		test('a column of full names is named', () => {
			expect(problemsOf({ Tenant: 'Ann Lee', Rent: 5 })).toEqual([
				{
					field: 'lastName',
					label: 'Last Name',
					text: "Column 'Tenant' is not used. Split it into 'First Name' and 'Last Name'",
					ofSheet: true,
				},
			]);
		});

		test('empty cells, bad values and competing columns', () => {
			expect(problemsOf({ Surname: ' ', Rent: '$5' })).toMatchObject([
				{ field: 'rentAmount', column: 'Rent' },
				{ field: 'lastName', text: "is empty, like 'First Name': fill in at least one of them" },
			]);
			expect(problemsOf({ Surname: 'Lee', Rent: 5, 'Monthly Rent': 6 })).toMatchObject([
				{ field: 'rentAmount', text: expect.stringMatching(/^is filled differently/) },
			]);
		});
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
			'Account Status': 'in good standing',
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
			who: 'Ann Lee',
		});
	});
});

describe('any input', () => {
	const fields = fc.constantFrom(...mappedOperations.map((operation) => operation.fields));
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
		.map((cells): SheetRow => Object.fromEntries(cells));

	test('never throws, sends listed keys only and leaves Object.prototype alone', () => {
		const known = Object.getOwnPropertyNames(Object.prototype);
		fc.assert(
			fc.property(fc.array(row, { maxLength: 4 }), fields, (rows, operation) => {
				const names = operation.map(({ name }) => name);
				const plan = planMapping(rows, operation);
				for (const one of rows) {
					const { address, ...top } = requestOfRow(one, plan).body;
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
				const words = (each: SheetRow) =>
					conflictsOf(take(each, operation)).map(({ text }) => text.split(/[ :,]+/).sort());
				expect(words(reversed)).toEqual(words(one));
			}),
			{ numRuns: 500 },
		);
	});

	test('a row is taken the same by its own plan and by the plan of the whole sheet', () => {
		fc.assert(
			fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fields, (rows, operation) => {
				const plan = planMapping(rows, operation);
				for (const one of rows) {
					const alone = build(one, operation);
					expect(requestOfRow(one, plan).body).toEqual(alone.body);
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
				const { body, problems, who } = buildRequest(values, operation);
				const row = build(values, operation);
				expect([row.body, row.who]).toEqual([body, who]);
				// A field without column is one of the sheet's problems, in the same place.
				expect(row.problems.map(({ field }) => field)).toEqual(problems.map(({ field }) => field));
			}),
		);
	});
});
