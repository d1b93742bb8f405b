import fc from 'fast-check';
import { DateTime } from 'luxon';

import { bodyOfFields, type FieldGroup } from '../../../nodes/RentalScreening/request/body.ts';
import type { SheetRow } from '../../../nodes/RentalScreening/request/columns.ts';
import type { ApiField, Problem } from '../../../nodes/RentalScreening/request/field.ts';
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

type Values = Readonly<Record<string, unknown>>;

/** The requests of items with these values in the panel. */
function buildPanel(
	values: Values,
	fields = FIELDS,
	groups: readonly FieldGroup[] = [],
	more: object = {},
) {
	const item = itemOf({ ...parametersOf(values, fields), ...more });
	return bodyOfFields(fields, groups)([item])(item);
}

interface Around {
	parameters?: Values;
	groups?: readonly FieldGroup[];
	countryCode?: unknown;
}

/** The requests of a sheet's rows, each read beside the others. */
function buildRows(rows: readonly SheetRow[], fields: readonly ApiField[], around: Around = {}) {
	const { parameters = {}, groups = [], countryCode } = around;
	const perRun = parametersOf(
		parameters,
		fields.filter((field) => field.perRun),
	);
	const items = rows.map((row) =>
		itemOf({ ...perRun, mappingMode: 'autoMapInputData', countryCode }, row),
	);
	return items.map(bodyOfFields(fields, groups)(items));
}

const buildRow = (row: SheetRow, fields = send, around: Around = {}) =>
	buildRows([row], fields, around)[0]!;

const saidOf = (problems: readonly Problem[]) => problems.map(({ field, text }) => [field, text]);
const starting = (text: string) => expect.stringContaining(text) as string;
const fieldsNamed = (fields: readonly ApiField[], ...names: string[]) =>
	fields.filter(({ name }) => names.includes(name));

describe('values of the panel', () => {
	test('are converted, nested and in the order of the fields', () => {
		const { body, problems } = buildPanel({
			city: ' Toronto ',
			accountStatus: 'in good standing',
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
		expect(buildPanel({ ...LEAST, ...empty })).toEqual({
			body: { ...LEAST, rent: 0 },
			problems: [],
			who: 'Maple 12',
		});
	});

	test('have one problem per field, and those typed in are of the run', () => {
		const { body, problems, who } = buildPanel({
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
			['email', starting('must be an email')],
			['phone', starting('must start with +')],
			['rent', starting('must be a whole number')],
			['amountPastDue', starting('must be a number')],
			['leaseStartDate', starting('must be a date')],
			['accountStatus', starting('must be one of')],
			['address.street', starting('must be a single text')],
		]);
		expect(problems.every(({ ofRun }) => ofRun)).toBe(true);
		expect(problems.at(-1)).toMatchObject({ label: 'Street' });
	});

	test('that come from an expression are wrong for their item only', () => {
		const { problems } = buildPanel({ ...LEAST, email: '={{ $json.email }}' });
		expect(problems).toEqual([expect.not.objectContaining({ ofRun: true })]);
	});

	test.each([
		['property', send],
		['flow', sendWithFlowFields],
	])('a %s that is not set says what to do', (thing, fields) => {
		expect(saidOf(buildPanel({ [`${thing}Id`]: ' ' }, fields).problems)).toContainEqual([
			`${thing}Id`,
			`is empty: create the ${thing} once and enter the ID that you get`,
		]);
	});

	test.each<[object, unknown[]]>([
		[{ rent: 1 }, []],
		[{ amountPastDue: 0 }, []],
		[
			{ rent: ' ' },
			[{ field: 'rent', text: starting("is empty, like 'Amount Past Due'"), ofRun: true }],
		],
		[{ amountPastDue: 'x' }, [{ field: 'amountPastDue', text: starting('must be a number') }]],
		[{ rent: '=x' }, [{ field: 'rent', text: starting('must be a whole number') }]],
	])('of which one is needed: %j', (values, expected) => {
		const amount = { label: 'amount', members: fieldsNamed(FIELDS, 'rent', 'amountPastDue') };
		const { problems } = buildPanel({ ...LEAST, ...values }, FIELDS, [amount]);
		expect(problems).toMatchObject(expected);
		expect(problems).toHaveLength(expected.length);
	});
});

describe('a blank row of the panel', () => {
	const fields = fieldsNamed(send, 'email', 'phone', 'payer');
	/** Each with the values that its expressions come to. */
	const idleOf = (rows: Array<{ email: unknown; columns: object }>) => {
		const items = rows.map(({ email, columns }) => {
			const item = itemOf({ phone: '1', additionalFields: { payer: '=x' } }, columns);
			return Object.assign(item, {
				isFixed: (path: string) => path === 'phone',
				parameter: (path: string) => (path === 'email' ? email : undefined),
			});
		});
		return items.map(bodyOfFields(fields)(items)).map(({ idle = false }) => idle);
	};
	const other = { Notes: 'x' };

	test.each([
		['in an empty row', [{ email: '', columns: { row_number: 2 } }], [true]],
		[
			'where others ask',
			[
				{ email: ' ', columns: other },
				{ email: 'a', columns: other },
			],
			[true, false],
		],
		[
			'an unticked box',
			[
				{ email: 'FALSE', columns: other },
				{ email: 'a', columns: {} },
			],
			[true, false],
		],
		[
			'where nobody asks, since the expression may be wrong',
			[{ email: '', columns: other }],
			[false],
		],
	])('%s', (_, rows, expected) => expect(idleOf(rows)).toEqual(expected));

	test('is none where nothing is an expression', () => {
		expect(buildPanel({}).idle).toBeUndefined();
	});
});

test.each<[object, string | undefined]>([
	[{ firstName: ' Amara ', lastName: 'Okonkwo', name: 'A', email: 'a@b.c' }, 'Amara Okonkwo'],
	[{ firstName: '', lastName: 'Okonkwo' }, 'Okonkwo'],
	[{ name: '12 Elm  Street\n4', email: 'a@b.c' }, '12 Elm Street 4'],
	[{ email: 'not an email', phone: 'x' }, 'not an email'],
	[{ firstName: 'x'.repeat(500) }, `${'x'.repeat(59)}…`],
	[{ firstName: '{{ $json.x }}', email: 'a@b.c' }, 'a@b.c'],
	[{ firstName: {}, name: [] }, undefined],
])('%j is about %s', (values, who) => {
	const fields = [...FIELDS, ...fieldsNamed(send, 'firstName', 'lastName')];
	expect(buildPanel({ ...values }, fields).who).toBe(who);
});

describe('a row of a sheet', () => {
	const parameters = { propertyId: 'p-1', checkType: 'CHECK_TYPE_OTHER' };
	const row = { 'E-mail': 'ann@example.com', Mobile: '+1 416 555 0100' };

	test('takes the parameters of the whole run and what is sent by default, in the order of the fields', () => {
		const { body, problems } = buildRow(row, send, { parameters });
		expect(problems).toEqual([]);
		expect(JSON.stringify(body)).toBe(
			JSON.stringify({
				checkType: 'CHECK_TYPE_OTHER',
				email: 'ann@example.com',
				phone: '+14165550100',
				propertyId: 'p-1',
				payer: 'PAYER_SELF',
			}),
		);
	});

	test.each([
		['p-2', 'p-2'],
		[' ', 'p-1'],
	])('overrides them by a filled column: %j', (propertyId, sent) => {
		const { body } = buildRow({ ...row, 'Property ID': propertyId }, send, { parameters });
		expect(body['propertyId']).toBe(sent);
	});

	test('names the column of a problem; a field in conflict is not missing as well', () => {
		const competing = {
			...row,
			Email: 'bob@example.com',
			Mobile: '416 555 0100',
			Payer: '{{ x }}',
		};
		expect(buildRow(competing).problems).toEqual([
			{ field: 'email', label: 'Email', text: starting('is filled differently') },
			{ field: 'phone', label: 'Phone', text: starting('must start with +'), column: 'Mobile' },
			{ field: 'propertyId', label: 'Property ID', text: starting('is empty: '), ofRun: true },
			{ field: 'payer', label: 'Payer', text: starting("holds '{{'"), column: 'Payer' },
		]);
		const [missing] = buildRow({ ...row, 'Property ID': '' }).problems;
		expect(missing).toEqual(expect.not.objectContaining({ ofRun: true }));
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

	test('is about its full name, also where that cannot be taken apart', () => {
		expect(buildRow({ ...row, Name: 'Amara Okonkwo' }).body).toMatchObject({
			firstName: 'Amara',
			lastName: 'Okonkwo',
		});
		const { who, problems } = buildRow({ ...row, Name: 'Okonkwo, Amara' }, send, { parameters });
		expect([who, ...saidOf(problems)]).toEqual([
			'Okonkwo, Amara',
			['firstName', starting('must be a first and a last name')],
		]);
	});

	test.each<[SheetRow, unknown[], ofSheet: boolean]>([
		[
			{ Unit: '4B' },
			[
				['lastName', "No name column found. Name one 'Last Name' or 'First Name'"],
				['rentAmount', "No amount column found. Name one 'Rent Amount' or 'Rent Paid'"],
			],
			true,
		],
		[
			{ Surname: ' ', Rent: '$5' },
			[
				['rentAmount', starting('must be an amount')],
				['lastName', "is empty, like 'First Name': fill in at least one of them"],
			],
			false,
		],
		[{ 'Full Name': 'Ann Lee', Rent: 5 }, [], false],
		[
			{ Surname: 'Lee', Rent: 5, 'Monthly Rent': 6 },
			[['rentAmount', starting('is filled differently')]],
			false,
		],
	])('%j and what at least one is needed of', (cells, expected, ofSheet) => {
		const groups = [
			{ label: 'name', members: fieldsNamed(rentReport, 'lastName', 'firstName') },
			{ label: 'amount', members: fieldsNamed(rentReport, 'rentAmount', 'rentPaid') },
		];
		const { problems } = buildRow(cells, rentReport, { groups });
		expect(saidOf(problems)).toEqual(expected);
		for (const problem of problems) expect(problem.ofSheet ?? false).toBe(ofSheet);
	});
});

describe('Country Code', () => {
	const sheet = { 'E-mail': 'ann@example.com', Mobile: '(416) 555-0103', Cell: '+14165550103' };

	test('is put in front of phones without +, which are then the same as those that have it', () => {
		expect(buildRow(sheet, send, { countryCode: '+1' }).body).toMatchObject({
			phone: '+14165550103',
		});
		expect(saidOf(buildRow(sheet).problems)).toContainEqual(['phone', starting('is filled diff')]);
		const { body } = buildPanel({ ...LEAST, phone: '416 555 0103' }, FIELDS, [], {
			countryCode: 1,
		});
		expect(body).toMatchObject({ phone: '+14165550103' });
	});

	test('that cannot be read is wrong for the run, where there is a phone', () => {
		const wrong = {
			field: 'countryCode',
			label: 'Country Code',
			text: starting('such as 1'),
			ofRun: true,
		};
		expect(buildRow(sheet, send, { countryCode: 'Canada' }).problems).toContainEqual(wrong);
		const [noPhone] = [FIELDS.filter(({ name }) => name !== 'phone')];
		expect(buildPanel(LEAST, noPhone, [], { countryCode: 'Canada' }).problems).toEqual([]);
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
		fc.constantFrom('', ' ', 'a@b.c', '+1416', '+1 416', 2100, '2100', 'Ann Lee', null, false),
		fc.record({ city: fc.string(), City: fc.string(), __proto__: fc.anything() }),
		fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true }),
	);
	// Own keys, `__proto__` included, as JSON.parse would make them.
	const row = fc
		.uniqueArray(fc.tuple(columnName, cell), { selector: ([name]) => name, maxLength: 12 })
		.map((cells): SheetRow => Object.fromEntries(cells));

	test('never throws, sends listed keys and no empty text, and has one problem per field', () => {
		const known = Object.getOwnPropertyNames(Object.prototype);
		fc.assert(
			fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fields, (rows, operation) => {
				const names = operation.map(({ name }) => name);
				const together = buildRows(rows, operation);
				for (const { body, problems } of together) {
					const { address, ...top } = body;
					expect(address).not.toEqual({});
					for (const [key, value] of Object.entries({ ...top, ...(address as object) })) {
						expect(names).toContain(key);
						expect(value).not.toBe('');
					}
					expect(new Set(problems.map(({ field }) => field)).size).toBe(problems.length);
					for (const { text } of problems)
						expect(text).not.toMatch(/\b(error|problem|failure|mistake|password|token)\b/i);
				}
			}),
			{ numRuns: 500 },
		);
		expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known);
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
				const [panel, columns] = [buildPanel(values, operation), buildRow(values, operation)];
				expect([columns.body, columns.who]).toEqual([panel.body, panel.who]);
				expect(columns.problems.map(({ field }) => field)).toEqual(
					panel.problems.map(({ field }) => field),
				);
			}),
		);
	});
});
