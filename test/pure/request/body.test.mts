import fc from 'fast-check';
import { DateTime } from 'luxon';

import { bodyOfFields } from '../../../nodes/RentalScreening/request/body.ts';
import type { SheetRow } from '../../../nodes/RentalScreening/request/columns.ts';
import type { ApiField, Problem } from '../../../nodes/RentalScreening/request/field.ts';
import type { FieldGroup } from '../../../nodes/RentalScreening/request/sources.ts';
import { rentReportFields as rentReport } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import {
	sendFields as send,
	sendWithFlowFields,
} from '../../../nodes/RentalScreening/resources/screening.ts';
import { itemOf, parametersOf } from '../../support/item-inputs.mts';
import { mappedOperations } from '../../support/operations.mts';

const STATUSES = [
	{ name: 'In Good Standing', value: 'ACCOUNT_STATUS_IN_GOOD_STANDING' },
	{ name: 'Unspecified', value: 'ACCOUNT_STATUS_UNSPECIFIED' },
];

const FIELDS: readonly ApiField[] = [
	{ name: 'name', label: 'Name', required: true },
	{ name: 'email', label: 'Email', required: true, shape: 'email' },
	{ name: 'phone', label: 'Phone', shape: 'phoneWithPlus' },
	{ name: 'rent', label: 'Rent', type: 'integer' },
	{ name: 'amountPastDue', label: 'Amount Past Due', type: 'number' },
	{ name: 'leaseStartDate', label: 'Lease Start Date', shape: 'date' },
	{ name: 'accountStatus', label: 'Account Status', oneOf: STATUSES },
	{ name: 'street', label: 'Street', within: 'address' },
	{ name: 'city', label: 'City', within: 'address' },
];
const LEAST = { name: 'Maple 12', email: 'ann@example.com' };
const NO_PLUS =
	"must start with + and the country code, such as +14165550100, or set the option 'Country Code'";

type Values = Readonly<Record<string, unknown>>;

const fieldsNamed = (fields: readonly ApiField[], ...names: string[]) =>
	fields.filter(({ name }) => names.includes(name));

/** The request of values in the panel. */
function build(values: Values, fields = FIELDS, groups: readonly FieldGroup[] = []) {
	const item = itemOf(parametersOf(values, fields));
	return bodyOfFields(fields, groups)([item])(item);
}

interface Around {
	parameters?: Values;
	groups?: readonly FieldGroup[];
	countryCode?: string;
}

/** The requests of a sheet's rows, each read beside the others. */
function buildRows(
	rows: readonly SheetRow[],
	fields: readonly ApiField[],
	{ parameters = {}, groups = [], countryCode = '' }: Around = {},
) {
	const perRun = parametersOf(
		parameters,
		fields.filter((field) => field.perRun),
	);
	const auto = { ...perRun, mappingMode: 'autoMapInputData', options: { countryCode } };
	const items = rows.map((row) => itemOf(auto, row));
	return items.map(bodyOfFields(fields, groups)(items));
}

const buildRow = (row: SheetRow, fields = send, around: Around = {}) =>
	buildRows([row], fields, around)[0]!;

/** As 'field: text', or what else a problem says. */
const saidOf = (problems: readonly Problem[]) =>
	problems.map(({ field, text, column }) => [
		field,
		text,
		...(column === undefined ? [] : [column]),
	]);

describe('values of the panel', () => {
	test('are converted, checked, nested and in the order of the fields', () => {
		const { body, problems } = build({
			city: ' Toronto ',
			accountStatus: ' account_status_in_good_standing ',
			street: '1 King St',
			leaseStartDate: DateTime.utc(2025, 1, 31),
			amountPastDue: '12.50',
			rent: '2100',
			phone: '+1 416 555-0100',
			...LEAST,
		});
		expect(problems).toEqual([]);
		expect(JSON.stringify(body)).toBe(
			JSON.stringify({
				...LEAST,
				phone: '+14165550100',
				rent: 2100,
				amountPastDue: 12.5,
				leaseStartDate: '2025-01-31',
				accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
				address: { street: '1 King St', city: 'Toronto' },
			}),
		);
	});

	test('are left out where they are empty, the address around them included; 0 is a value', () => {
		const empty = { phone: '', rent: 0, amountPastDue: null, street: ' ', city: undefined };
		expect(build({ ...LEAST, ...empty })).toEqual({
			body: { ...LEAST, rent: 0 },
			problems: [],
			who: 'Maple 12',
		});
	});

	test('have one problem per field, in the order of the fields, and those typed in are of the run', () => {
		const { body, problems, who } = build({
			name: ' \u00a0 ',
			email: 'ann.example.com',
			phone: 14165550100,
			rent: '$2,100',
			amountPastDue: 'none',
			leaseStartDate: new Date(Number.NaN),
			accountStatus: 'good',
			street: ['1 King St'],
			city: 'Toronto',
		});
		expect([body, who]).toEqual([{ address: { city: 'Toronto' } }, 'ann.example.com']);
		expect(saidOf(problems)).toEqual([
			['name', 'is empty'],
			['email', 'must be an email address, such as name@example.com'],
			['phone', NO_PLUS],
			['rent', 'must be a whole number without currency sign or thousands separator, such as 2100'],
			[
				'amountPastDue',
				'must be a number without currency sign or thousands separator, such as 2100.5',
			],
			['leaseStartDate', 'must be a date that exists, such as 2026-01-31'],
			['accountStatus', "must be one of 'In Good Standing' or 'Unspecified'"],
			['address.street', 'must be a single text, not a list or an object'],
		]);
		expect(problems.every(({ ofRun }) => ofRun)).toBe(true);
		expect(problems.at(-1)).toMatchObject({ label: 'Street' });
	});

	test('that come from an expression are wrong for their item only', () => {
		const { problems } = build({ ...LEAST, email: '={{ $json.email }}' });
		expect(problems).toEqual([expect.not.objectContaining({ ofRun: true })]);
	});

	test('that are required may say what to do when they are empty', () => {
		for (const [fields, thing] of [
			[send, 'property'],
			[sendWithFlowFields, 'flow'],
		] as const) {
			expect(saidOf(build({ [`${thing}Id`]: ' ' }, fields).problems)).toContainEqual([
				`${thing}Id`,
				`is empty: create the ${thing} once and enter the ID that you get`,
			]);
		}
	});

	describe('of which at least one is needed', () => {
		const problemsOf = (values: object) =>
			saidOf(
				build({ ...LEAST, ...values }, FIELDS, [
					{ label: 'amount', members: fieldsNamed(FIELDS, 'rent', 'amountPastDue') },
				]).problems,
			);

		test.each<[object, unknown[]]>([
			[{ rent: 1 }, []],
			[{ amountPastDue: 0 }, []],
			[{ rent: '5', amountPastDue: '' }, []],
			[{ rent: ' ' }, [['rent', "is empty, like 'Amount Past Due': fill in at least one of them"]]],
			[{ amountPastDue: 'x' }, [['amountPastDue', expect.stringMatching(/^must be/)]]],
		])('%j: %j', (values, expected) => expect(problemsOf(values)).toEqual(expected));
	});
});

describe('who it is about', () => {
	const PERSON = [...FIELDS, ...send.filter(({ name }) => /^(first|last)Name$/.test(name))];

	test.each<[object, string | undefined]>([
		[{ firstName: ' Amara ', lastName: 'Okonkwo', name: 'A', email: 'a@b.c' }, 'Amara Okonkwo'],
		[{ firstName: '', lastName: 'Okonkwo' }, 'Okonkwo'],
		[{ firstName: 'Amara' }, 'Amara'],
		[{ name: '12 Elm  Street\n4', email: 'a@b.c' }, '12 Elm Street 4'],
		[{ email: 'not an email', phone: 'x' }, 'not an email'],
		[{ firstName: 'x'.repeat(500) }, 'x'.repeat(60)],
		[{ firstName: '{{ $json.x }}', email: 'a@b.c' }, 'a@b.c'],
		[{ firstName: {}, name: [] }, undefined],
		[{}, undefined],
	])('%j: %s', (values, who) => expect(build({ ...values }, PERSON).who).toBe(who));
});

describe('a row of a sheet', () => {
	const parameters = { propertyId: 'p-1', checkType: 'CHECK_TYPE_DEEP_CHECK', payer: 'PAYER_SELF' };
	const row = { 'E-mail': 'ann@example.com', Mobile: '+1 416 555 0100' };
	const buildSend = (cells: SheetRow, countryCode = '') =>
		buildRow(cells, send, { parameters, countryCode });

	test('takes the parameters of the whole run, in the order of the fields', () => {
		const { body, problems } = buildSend(row);
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

	test('overrides them by a filled column, not by a blank one', () => {
		expect(buildSend({ ...row, 'Property ID': 'p-2' }).body['propertyId']).toBe('p-2');
		expect(buildSend({ ...row, 'Property ID': ' ' }).body['propertyId']).toBe('p-1');
	});

	test.each([
		[{ row_number: 2, Paid: false, Viewed: 'FALSE', Mail: ' ' }, true],
		[{ row_number: 2, Mail: 'ann@example.com' }, undefined],
	])('%j, of which no column fits: asks for nothing is %p', (cells, idle) => {
		expect(buildRow(cells).idle).toBe(idle);
	});

	test('names the column of a value; a field in conflict is not missing as well', () => {
		const competing = { ...row, Email: 'bob@example.com', Mobile: '416 555 0100' };
		expect(buildRow(competing).problems).toEqual([
			{
				field: 'email',
				label: 'Email',
				text: "is filled differently in the columns 'E-mail' and 'Email': keep only one of them",
			},
			{ field: 'phone', label: 'Phone', text: NO_PLUS, column: 'Mobile' },
			{
				field: 'propertyId',
				label: 'Property ID',
				text: expect.stringMatching(/^is empty: /),
				ofRun: true,
			},
		]);
		const { problems } = buildRow({ ...competing, 'Property ID': '' });
		expect(problems.at(-1)).toEqual(expect.not.objectContaining({ ofRun: true }));
	});

	test('has braces in a cell fixed there, and in a parameter in the panel', () => {
		const inPanel = { parameters: { ...parameters, payer: '{{ x }}' } };
		expect(buildRow({ ...row, Payer: '' }, send, inPanel).problems).toEqual([
			{
				field: 'payer',
				label: 'Payer',
				text: expect.stringContaining('switch the field'),
				ofRun: true,
			},
		]);
		expect(saidOf(buildSend({ ...row, Payer: '{{ x }}' }).problems)).toEqual([
			['payer', "holds '{{': enter the value itself", 'Payer'],
		]);
	});

	test('gets the country code for phones without +, which are then the same as those that have it', () => {
		const sheet = { 'E-mail': 'ann@example.com', Mobile: '(416) 555-0103', Cell: '+14165550103' };
		expect(buildSend(sheet, '1')).toMatchObject({ body: { phone: '+14165550103' }, problems: [] });
		expect(saidOf(buildSend(sheet).problems)).toEqual([
			['phone', expect.stringMatching(/^is filled differently/)],
		]);
	});

	test('with an empty cell, and one without the column, have different messages', () => {
		const rows = [{ ' E-mail ': 'ann@example.com' }, { 'First Name': 'Ann' }];
		expect(buildRows(rows, send, { parameters })[1]).toMatchObject({
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

	test('says by its full name who it is about', () => {
		expect(buildSend({ ...row, Name: 'Amara Okonkwo' }).who).toBe('Amara Okonkwo');
		expect(buildSend({ ...row, Name: ' ' }).who).toBe('ann@example.com');
	});

	test.each<[SheetRow, unknown[]]>([
		[
			{ Unit: '4B' },
			[
				['lastName', "No name column found. Name one 'Last Name' or 'First Name'"],
				['rentAmount', "No amount column found. Name one 'Rent Amount' or 'Rent Paid'"],
			],
		],
		[
			{ Tenant: 'Ann Lee' },
			[
				['lastName', "Column 'Tenant' is not used. Split it into 'First Name' and 'Last Name'"],
				['rentAmount', "No amount column found. Name one 'Rent Amount' or 'Rent Paid'"],
			],
		],
		[
			{ Surname: ' ', Rent: '$5' },
			[
				['rentAmount', expect.stringMatching(/^must be an amount/), 'Rent'],
				['lastName', "is empty, like 'First Name': fill in at least one of them"],
			],
		],
		[
			{ Surname: 'Lee', Rent: 5, 'Monthly Rent': 6 },
			[['rentAmount', expect.stringMatching(/^is filled differently/)]],
		],
	])('%j lacks of what at least one is needed: %j', (cells, expected) => {
		const groups = [
			{ label: 'name', members: fieldsNamed(rentReport, 'lastName', 'firstName') },
			{ label: 'amount', members: fieldsNamed(rentReport, 'rentAmount', 'rentPaid') },
		];
		const { problems } = buildRow(cells, rentReport, { groups });
		expect(saidOf(problems)).toEqual(expected);
		for (const { text, ofSheet = false } of problems)
			expect(ofSheet).toBe(/^(No|Column) /.test(text));
	});

	test('of a rent roll becomes a rent report', () => {
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
		expect(buildRow(rent, rentReport)).toEqual({
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
	const sheet = fc.array(row, { minLength: 1, maxLength: 4 });

	test('never throws, sends listed keys and no empty text, and has one problem per field', () => {
		const known = Object.getOwnPropertyNames(Object.prototype);
		fc.assert(
			fc.property(sheet, fields, (rows, operation) => {
				const names = operation.map(({ name }) => name);
				for (const { body, problems } of buildRows(rows, operation)) {
					const { address, ...top } = body;
					expect(address).not.toEqual({});
					for (const [key, value] of Object.entries({ ...top, ...(address as object) })) {
						expect(names).toContain(key);
						expect(value).not.toBe('');
					}
					expect(new Set(problems.map(({ field }) => field)).size).toBe(problems.length);
					for (const { text } of problems) {
						expect(text).not.toMatch(/\b(error|problem|failure|mistake|password|token)\b/i);
					}
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
				const [there, back] = [one, reversed].map((each) => {
					const { body, problems } = buildRow(each, operation);
					const words = ({ field, text }: Problem) =>
						text.startsWith('is filled') ? [field, text.split(/[ :,]+/).sort()] : field;
					return { body, problems: problems.map(words) };
				});
				expect(back).toEqual(there);
			}),
			{ numRuns: 500 },
		);
	});

	test('a row is read the same alone and beside others', () => {
		fc.assert(
			fc.property(sheet, fields, (rows, operation) => {
				const bodies = buildRows(rows, operation).map(({ body }) => body);
				expect(bodies).toEqual(rows.map((one) => buildRow(one, operation).body));
			}),
			{ numRuns: 300 },
		);
	});

	test('a sheet that names its columns as the service does gives the body that the panel gives', () => {
		const operationAndValues = fields.chain((operation) =>
			fc.tuple(
				fc.constant(operation),
				fc.dictionary(fc.constantFrom(...operation.map(({ name }) => name)), cell),
			),
		);
		fc.assert(
			fc.property(operationAndValues, ([operation, values]) => {
				const [panel, columns] = [build(values, operation), buildRow(values, operation)];
				expect([columns.body, columns.who]).toEqual([panel.body, panel.who]);
				// A field without column is one of the sheet's problems, in the same place.
				expect(columns.problems.map(({ field }) => field)).toEqual(
					panel.problems.map(({ field }) => field),
				);
			}),
		);
	});
});
