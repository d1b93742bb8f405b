import fc from 'fast-check';

import type { Field } from '../../../nodes/RentalScreening/core/field.ts';
import {
	normalizeColumnName,
	type SheetRow,
} from '../../../nodes/RentalScreening/core/sheetRow.ts';
import { toTitle } from '../../../nodes/RentalScreening/core/text.ts';
import { createColumnReader } from '../../../nodes/RentalScreening/request/columnReader.ts';
import { APPLICANT_FIRST, TENANT_FIRST } from '../../../nodes/RentalScreening/request/headers.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { createItem } from '../../support/item-inputs.mts';
import { mappedOperations } from '../../support/operations.mts';

const send = sendScreening.fields!;
const property = createProperty.fields!;
const rentReport = submitRentReport.fields!;

/** What each row of a sheet gives, by field; nothing where it gives nothing. */
function readRows(
	rows: readonly SheetRow[],
	fields: readonly Field[],
	roles: readonly string[] = APPLICANT_FIRST,
) {
	const items = rows.map((row) => createItem({ mappingMode: 'autoMapInputData' }, row));
	const reader = createColumnReader(items, fields, { roles });
	return items.map((item) => {
		const inputs = fields.map((field) => [field.name, reader.read(item, field)] as const);
		const filled = inputs.filter(([, { value }]) => value !== undefined);
		const values = Object.fromEntries(filled.map(([name, { value }]) => [name, value]));
		return {
			inputs: new Map(inputs),
			problems: inputs.flatMap(([, { problem }]) => problem?.text ?? []),
			isBlankRow: reader.isBlankRow?.(item),
			values,
			has: reader.has,
		};
	});
}

const readRow = (row: SheetRow, fields = send) => readRows([row], fields)[0]!;

/** The fields that a column of this name means. */
const findFields = (name: string, fields: readonly Field[]) =>
	Object.keys(readRow({ [name]: 'x' }, fields).values);

const listNames = ({ name, label, synonyms }: Field) => [name, label, ...(synonyms ?? [])];

test.each(mappedOperations)('$id: each name of a field means that field alone', ({ fields }) => {
	for (const field of fields) {
		for (const name of listNames(field)) {
			const spellings = [name.toUpperCase(), ` ${name} `, name.replaceAll(' ', '_'), `${name}*`];
			if (field.collection === 'address')
				spellings.push(`Address ${name}`, `address.${name}`, `Address (${name})`);
			if (field.shape === 'amount' || field.type !== undefined)
				spellings.push(`${name}_usd`, `${name} CAD`);
			for (const role of field.isPersonal ? APPLICANT_FIRST : [])
				spellings.push(`${role} ${name}`, `${toTitle(role)}'s ${name}`, `${role}_${name}:`);
			for (const each of spellings) expect(findFields(each, fields)).toEqual([field.name]);
		}
	}
	const names = fields.flatMap((field) => [...new Set(listNames(field).map(normalizeColumnName))]);
	expect(names).toEqual([...new Set(names)]);
});

test.each([
	...['Address', 'Mail', 'Paid', 'Past Due', 'Status', 'Start Date', 'Home Phone', 'Work Phone'],
	...['Balance', 'Market Rent', 'Annual Rent', 'Total Paid', 'Amount', 'Monthly', 'Deposit'],
	...['Landlord Email', 'Emergency Contact Phone', 'Unit', 'Notes', 'ID', '', ' '],
	...['Tenants', 'Tenant(s) Full Name', 'Tenant ID', 'Applicant Age', 'Tenant Since', 'Co-Tenant'],
	...['Tenant Phones', 'Tenant Emails', 'Address Email', 'Address (Phone)'],
	// Only what is about a person has a role.
	...['Tenant City', 'Tenant Rent', 'Applicant Property ID', 'Renter Payer'],
	...['__proto__', 'constructor', 'toString'],
])('a column named "%s" means nothing in any operation', (name) => {
	for (const { fields } of mappedOperations) expect(findFields(name, fields)).toEqual([]);
});

const ADDRESS = { city: 'Toronto', postalCode: 'M5V 1A1' };

test.each<[SheetRow, readonly Field[], object]>([
	[{ '#': 1, First: ' Ann ', 'E-mail': null, Cell: 7 }, send, { firstName: ' Ann ', phone: 7 }],
	[{ Rent: 0, Name: '\u00a0', 'Monthly Rent': ' ' }, property, { rent: 0 }],
	[{ 'address.city': 'Toronto', 'Address Zip': 'M5V 1A1' }, property, ADDRESS],
	[{ address: { city: 'Toronto', zip: 'M5V 1A1' } }, property, ADDRESS],
	[{ Address: { City: 'Toronto', ZIP: 'M5V 1A1' } }, property, ADDRESS],
	[{ property: { id: 'p-1' }, person: { email: 'a@example.com' } }, send, {}],
	[{ Address: '1 King St W, Toronto' }, property, {}],
	[{ Mobile: '1', Phone: '2', Cell: '3' }, send, { phone: '2' }],
	[{ Cell: '+14165550100', Mobile: ' +1 (416) 555-0100 ' }, send, { phone: '+14165550100' }],
	[{ 'Rent Amount': 2100, 'Monthly Rent': '2100.00' }, property, { rent: 2100 }],
	[{ Phone: '-', Mobile: '2', Cell: 'N/A' }, send, { phone: '2' }],
	[{ 'First Name': 'tbd', First: 'Ann' }, send, { firstName: 'Ann' }],
])('of the row %j is read what is filled and fits', (row, fields, values) => {
	expect(readRow(row, fields).values).toEqual(values);
});

test.each<[SheetRow, readonly Field[], string, string]>([
	[{ Mobile: '+14165550100', Phone: '', Cell: '+14165550199' }, send, 'phone', "Mobile' and 'Cell"],
	[{ email: 'a@example.com', 'E-mail': 'b@example.com' }, send, 'email', "email' and 'E-mail"],
	[{ Email: 'a@b.c', 'Tenant Email': 'd@b.c' }, send, 'email', "Email' and 'Tenant Email"],
	[{ City: 'A', 'address.city': 'B' }, property, 'city', "City' and 'address.city"],
	[{ 'Rent Amount': 'x', Rent: 2, rent: 1 }, property, 'rent', "Rent' and 'rent"],
	[{ Tenant: 'A B', 'Tenant Name': 'C D' }, send, 'firstName', "Tenant' and 'Tenant Name"],
	// 'Name' may be the tenant's.
	[{ 'Property Name': 'Elm', Name: 'Ann' }, property, 'name', "Property Name' and 'Name"],
	[{ Name: 'Ann Lee', Property: 'Elm 1' }, property, 'name', "Name' and 'Property"],
])('cells for one field that differ are refused: %j', (row, fields, name, columns) => {
	const { inputs, values } = readRow(row, fields);
	expect(values).toEqual({});
	expect(inputs.get(name)!.problem!.text).toBe(
		`is filled differently in the columns '${columns}': keep only one of them`,
	);
});

describe("a property's columns with 'Property' in front", () => {
	const readProperty = (row: SheetRow) => readRows([row], property, createProperty.roles)[0]!;

	test('are read', () => {
		const row = {
			...{
				'Property Name': 'Elm',
				'Property Address': '12 Elm St, Boston',
				'Property Rent': 1,
			},
			...{ 'Property Street Address 1': '12 Elm St', 'Property City': 'Boston' },
			...{ property_state: 'MA', PropertyZip: '02134' },
		};
		expect(readProperty(row).values).toEqual({
			...{ name: 'Elm', rent: 1, street: '12 Elm St', city: 'Boston', provinceState: 'MA' },
			...{ postalCode: '02134', fullAddress: '12 Elm St, Boston' },
		});
		expect(readProperty({ "Property's Name": 'Elm' }).values).toEqual({ name: 'Elm' });
	});

	test.each<[unknown, string]>([
		['Boston', "is filled differently in the columns 'City' and 'Property City'"],
		['', "is empty, though 'City' is filled, which may be somebody else's"],
	])("a city without it may be the owner's beside %j", (city, text) => {
		const { problems, values } = readProperty({ City: 'Miami', 'Property City': city });
		expect([problems, values]).toEqual([[expect.stringContaining(text)], {}]);
	});

	test("mean nothing where they are a person's", () => {
		for (const fields of [send, rentReport]) {
			const row = { 'Property City': 'Boston', 'Property Email': 'x', 'Property Phone': '1' };
			expect(readRow(row, fields).values).toEqual({});
		}
	});
});

test.each<[SheetRow, string, string, string]>([
	[{ Email: 'a@b.c', 'Tenant Email': '' }, 'email', 'Tenant Email', "though 'Email' is filled"],
	[{ 'Tenant Mobile': '-', Phone: '1' }, 'phone', 'Tenant Mobile', "though 'Phone' is filled"],
	[{ 'Last Name': 'Ott', "Tenant's Last Name": null }, 'lastName', "Tenant's Last Name", "'Last"],
])(
	'a column without a role does not stand in for an empty one with it: %j, %s',
	(row, name, column, text) => {
		const { problem, value } = readRow(row).inputs.get(name)!;
		expect(value).toBeUndefined();
		expect(problem).toMatchObject({ column, text: expect.stringContaining(text) as string });
	},
);

test("a property whose own column is empty is not called by 'Name', which may be the tenant's", () => {
	const { inputs, values } = readRow({ Property: '', Name: 'Ann Lee' }, property);
	const text = expect.stringMatching(/^is empty, though 'Name' is filled/) as string;
	expect(values).toEqual({});
	expect(inputs.get('name')!.problem).toMatchObject({ column: 'Property', text });
	expect(readRow({ Property: 'Elm', Name: '' }, property).values).toEqual({ name: 'Elm' });
	expect(readRow({ Name: 'Elm' }, property).values).toEqual({ name: 'Elm' });
});

test("a column without a role has to hold the same as one with it, though its name is the field's own", () => {
	const [olga, ada] = ['+14165550190', '+14165550101'];
	const row = {
		Phone: olga,
		Email: 'o@b.c',
		'Tenant Cell': ada,
		'Tenant Email Address': 'a@b.c',
	};
	const { inputs, values } = readRow(row);
	expect(values).toEqual({});
	expect(inputs.get('phone')!.problem!.text).toContain("'Phone' and 'Tenant Cell'");
	expect(inputs.get('email')!.problem!.text).toContain("'Email' and 'Tenant Email Address'");
	const same = readRow({ ...row, Phone: ada, Email: '' });
	expect(same.values).toEqual({ phone: ada, email: 'a@b.c' });
});

const NAMES = { 'First Name': 'Olga', 'Last Name': 'Ott' };
test.each([
	...['Ada Moss', 'Ott, Ada', 'Olga Moss', 'De Souza, Ana Maria', 'Ada Moss, Ben Ng'],
	...['Ada Mary Moss', 'Ada & Ben Moss', 'Ada Moss and Ben Ng', 'Ada Moss/Ben Ng'],
	'Tenant Ben Ng',
])('first and last name that are not those of the tenant %j are refused', (name) => {
	const { problem } = readRow({ ...NAMES, 'Tenant Name': name }).inputs.get('firstName')!;
	const text = expect.stringContaining("are not those in 'Tenant Name'") as string;
	expect(problem).toMatchObject({ label: 'First Name', column: 'First Name', text });
});

test.each([
	'OLGA Ott',
	'Ott, Olga Maria',
	'Olga Ott, Ada Ott',
	'Olga & Ada Ott',
	'',
	'T-102',
	'yes',
	'Mr Moss',
	'Primary Co-Applicant',
])(
	'first and last name are read beside the tenant %j: the same names, or no certain one',
	(tenant) => {
		const { values, problems } = readRow({ ...NAMES, Tenant: tenant });
		expect([values.firstName, values.lastName, problems]).toEqual(['Olga', 'Ott', []]);
	},
);

test('a first name that is refused already is refused for that reason', () => {
	const row = {
		First: 'Olga',
		'Given Name': 'Olaf',
		'Last Name': 'Ott',
		'Tenant Name': 'Ada Moss',
	};
	expect(readRow(row).problems).toEqual([expect.stringMatching(/^is filled differently/)]);
});

test('a first name of the role itself may be another one than the whole name has', () => {
	const row = { 'Tenant First Name': 'Olly', 'Last Name': 'Ott', 'Tenant Name': 'Olga Ott' };
	const values = { firstName: 'Olly', lastName: 'Ott' };
	expect(readRow(row)).toMatchObject({ values, problems: [] });
});

test('a value says from which column it is or, without one, where it would be entered', () => {
	const { inputs, has } = readRow({
		Surname: 'Lee',
		'Last Name': '',
		' Cell ': '',
		'Property ID': '',
	});
	const from = (name: string) => inputs.get(name);
	const scope = 'item';
	expect(from('lastName')).toEqual({ value: 'Lee', source: { column: 'Surname', scope } });
	expect(from('phone')).toEqual({ source: { column: 'Cell', scope } });
	expect(from('email')).toEqual({ source: { scope } });
	expect(from('propertyId')).toEqual({ value: undefined, source: { scope } });
	expect(from('payer')).toEqual({ value: undefined, source: { scope: 'run' } });
	expect(
		['phone', 'email', 'payer'].map((name) => has(send.find((one) => one.name === name)!)),
	).toEqual([true, false, false]);
});

const emails = (roles: readonly string[]) =>
	Object.fromEntries(roles.map((role) => [`${role} email`, `${role}@example.com`]));

test.each([
	[APPLICANT_FIRST, send],
	[TENANT_FIRST, rentReport],
])('of the roles %j a sheet is read for the first that has any column', (roles, fields) => {
	for (const [rank, role] of roles.entries()) {
		const row = emails([...roles.slice(rank)].reverse());
		const read = readRows([row], fields, roles);
		expect(read[0]!.values).toEqual({ email: `${role}@example.com` });
	}
});

test.each<[SheetRow, object]>([
	[{ 'Applicant Email': '', 'Tenant Email': 'b@example.com', 'Tenant Name': 'Ben Ng' }, {}],
	[{ Applicant: 'Ada Moss', 'Tenant Phone': '1', Phone: '2' }, { phone: '2' }],
	[{ 'Applicant Age': 4, 'Tenant Phone': '1' }, { phone: '1' }],
])('columns of other roles are not read: %j gives only %j', (row, values) => {
	const { firstName, lastName, ...others } = readRow(row).values;
	expect([others, firstName]).toEqual([values, 'Applicant' in row ? 'Ada' : undefined]);
	expect(lastName).toBe(firstName && 'Moss');
});

const MOSS = { firstName: 'Ada', lastName: 'Moss' };
const roleNames = APPLICANT_FIRST.flatMap((role) => [role, `${role} name`, `${role}'s full name`]);

test.each(['Full Name', 'Name', ...roleNames])('a whole name in %s is split', (name) => {
	for (const fields of [send, rentReport]) {
		const { values, inputs } = readRow({ [name]: ' Ada\u00a0 Moss ' }, fields);
		expect(values).toEqual(MOSS);
		expect(inputs.get('lastName')!.source).toEqual({ column: name, scope: 'item' });
	}
});

test.each<[string, object]>([
	['Moss, Ada', MOSS],
	['Moss , Ada Mary', { firstName: 'Ada Mary', lastName: 'Moss' }],
	['De Souza, Ana', { firstName: 'Ana', lastName: 'De Souza' }],
])('in a whole name the last one stands before a comma: %j', (name, values) =>
	expect(readRow({ Tenant: name })).toMatchObject({ values, problems: [] }),
);

test.each<[SheetRow, object]>([
	[{ 'Tenant Name': 'Ada Moss', 'Full Name': 'Ben Ng', Name: 'Elm House' }, MOSS],
	[{ 'Full Name': 'Ada Moss', Name: 'Elm House' }, MOSS],
	[
		{ 'Full Name': 'Ada Moss', 'Tenant Email': 'x', Name: 'Elm House' },
		{ ...MOSS, email: 'x' },
	],
	[{ Name: 'Elm House', 'Tenant Email': 'x' }, { email: 'x' }],
	[{ Name: 'Ben Ng', First: 'Ada', Last: 'Moss' }, MOSS],
	[{ Name: 'Ada', 'Last Name': 'Moss' }, MOSS],
	[
		{ Name: 'Ada Mary', 'Last Name': 'Moss' },
		{ firstName: 'Ada Mary', lastName: 'Moss' },
	],
	[{ Name: 'Ada', 'Last Name': '' }, { firstName: 'Ada' }],
	[{ Name: '-', 'Last Name': 'Moss' }, { lastName: 'Moss' }],
	[{ 'Tenant Name': 'Ada', 'Tenant Last Name': 'Moss' }, MOSS],
])('of several whole names one is chosen: %j gives %j', (row, values) =>
	expect(readRow(row)).toMatchObject({ values, problems: [] }),
);

test.each(['Ada Moss', 'Moss, Ada', 'moss', 'Ada & Ben', 'Ada and Ben', 'Mr Ada', 'Ada 2'])(
	'a name that is not only the first is refused beside a last name: %j',
	(name) => {
		const { problem } = readRow({ Name: name, Surname: 'Moss' }).inputs.get('firstName')!;
		expect(problem).toMatchObject({
			column: 'Name',
			text: expect.stringContaining("'First Name'") as string,
		});
	},
);

test('a name of several words is refused beside an empty last name: it may be the whole one', () => {
	const [problem] = readRow({ Name: 'Ada Moss', Surname: '' }).problems;
	expect(problem).toMatch(/^must be the first name only/);
});

test("a property's name is no whole name", () => {
	expect(readRow({ Name: '12 Elm Street' }, property).values).toEqual({ name: '12 Elm Street' });
});

test.each([
	'Ada',
	'Ada Mary Moss',
	'Moss, Ada, Dr',
	'Moss, Ada, Ben',
	'Moss,',
	// A lease's tenants, as programs list them, or 'Last, First' of two words each.
	'Ada Moss, Ben Ng',
	',Ada',
	'Ada Moss 2',
	'Acme Ltd',
	'Moss Family',
	'Ada and Ben',
])('a whole name that cannot be split for certain is a problem of its row: %j', (name) => {
	const { inputs } = readRow({ 'Tenant Name': name });
	expect(inputs.get('firstName')!.problem).toMatchObject({
		label: 'Full Name',
		column: 'Tenant Name',
		text: expect.stringContaining("'Tenant First Name' and 'Tenant Last Name'") as string,
	});
	expect(inputs.get('lastName')).toEqual({ source: { column: 'Tenant Name', scope: 'item' } });
});

test('a whole name that cannot be split asks for columns of its role, if it has one', () => {
	const [problem] = readRow({ 'Full Name': 'Ada Mary Moss' }).problems;
	expect(problem).toMatch(/into two columns, 'First Name' and 'Last Name'$/);
});

test.each(['Ada Moss, Ben Ng', 'De Souza,  Ana\u00a0Maria'])(
	'a name of two words before and two behind a comma may be two people: %j',
	(name) => {
		const text = expect.stringMatching(/^may name two people: put the name of one into/) as string;
		const { inputs } = readRow({ Name: name });
		expect(inputs.get('firstName')!.problem).toMatchObject({ label: 'Full Name', text });
	},
);

test.each<SheetRow>([
	{ 'First Name': '', 'Last Name': 'Moss', 'Full Name': 'Ada Moss' },
	{ 'Tenant Name': '', 'Full Name': 'Ada Moss' },
	{ 'Full Name': 'Ada Moss', 'Last Name': 'Moss' },
	{ Applicant: 'Ada Moss', Surname: 'Moss' },
])('a whole name that is not read is not dropped, the row asks for a first name: %j', (row) => {
	const { inputs, isBlankRow } = readRow(row);
	const filled = 'Applicant' in row ? 'Applicant' : 'Full Name';
	const text = expect.stringContaining(`is empty, though '${filled}' is filled`) as string;
	expect(inputs.get('firstName')!.problem).toMatchObject({ label: 'First Name', text });
	expect(isBlankRow).toBe(false);
});

test('a whole name that is not read changes no other reason to ask for the first name', () => {
	const row = { 'Tenant First Name': '', 'First Name': 'Ada', 'Full Name': 'Ada Moss' };
	const { problem } = readRow(row).inputs.get('firstName')!;
	expect(problem).toMatchObject({
		column: 'Tenant First Name',
		text: expect.stringContaining("though 'First Name' is filled, which may be somebody") as string,
	});
});

test.each<SheetRow>([
	{ 'First Name': 'Ada', 'Full Name': 'Ada Moss' },
	{ 'First Name': 'Ada', 'Last Name': 'n/a', 'Full Name': 'Moss, Ada' },
	{ 'First Name': 'Ada', 'Full Name': 'Ada & Ben Moss' },
	{ 'First Name': 'Ada', 'Legal Name': 'Ada Moss', 'Full Legal Name': 'Ada Mary Moss' },
])('a last name that only a whole name has is not dropped, the row asks for it: %j', (row) => {
	const { inputs } = readRow(row);
	const text = expect.stringMatching(/^is empty, though 'Full Name' is filled/) as string;
	expect(inputs.get('lastName')!.problem).toMatchObject({ label: 'Last Name', text });
	expect(inputs.get('firstName')!.problem).toBeUndefined();
});

test.each<SheetRow>([
	{ 'First Name': 'Ada', 'Last Name': 'Moss', 'Full Name': 'Ada Mary Moss' },
	// A short form of the name.
	{ 'First Name': 'Addie', 'Last Name': 'Moss', 'Full Name': 'Ada Moss' },
	{ 'First Name': 'Ada Mary', 'Last Name': '', 'Full Name': 'Mary, Ada' },
	{ 'First Name': 'Ada', 'Full Name': 'tbd' },
	{ 'First Name': 'vacant', 'Full Name': 'Ada Moss' },
	{ 'First Name': '', 'Full Name': '' },
	{ 'First Name': '', Name: 'Elm House', 'Tenant Email': 'x' },
	{ 'First Name': 'Ada', Name: 'Elm House', 'Tenant Email': 'x' },
])('a whole name that is not needed, or empty, is no problem: %j', (row) => {
	const { inputs } = readRow(row);
	for (const name of ['firstName', 'lastName']) {
		expect(inputs.get(name)?.problem).toBeUndefined();
	}
});

test.each([
	['First Name', 'Tenant Name', 'Ada Moss'],
	['Tenant Name', 'First Name', 'Ada'],
])(
	'a cell of millions of marks under %s does not keep the others from being read',
	(column, other, name) => {
		const row = { [column]: `a${'\u0301'.repeat(8_000_000)}`, [other]: name, 'Last Name': 'Moss' };
		expect(() => readRow(row)).not.toThrow();
	},
);

test.each(['', ' ', '-', 'n/a', 'TBD', 'None', 'N.M.N.', 'Unknown', null])(
	'a whole name may say that it is empty: %j',
	(name) => {
		const { inputs, isBlankRow } = readRow({ Name: name });
		expect([inputs.get('firstName')!.problem, isBlankRow]).toEqual([undefined, true]);
	},
);

test.each<[SheetRow, boolean]>([
	[{ Email: '', Phone: ' ', Notes: 'x' }, true],
	[{ Email: '-', Phone: 'N/A', Name: 'tbd' }, true],
	[{ Email: '', Phone: '1' }, false],
	[{ Email: 'tbd', Phone: '' }, false],
	[{ Email: '', Name: 'Ann' }, false],
	[{ Email: '', Name: 'Elm House', 'Tenant Phone': '' }, true],
	[{ Email: '', 'Property ID': 'p-1', Payer: 'PAYER_SELF' }, true],
])('a row is blank if nothing of the record is filled: %j: %p', (row, expected) =>
	expect(readRow(row).isBlankRow).toBe(expected),
);

test('a row is empty where only what is one for the whole run is filled', () => {
	const isEmpty = (row: SheetRow) => {
		const item = createItem({ mappingMode: 'autoMapInputData' }, row);
		return createColumnReader([item], send).isEmptyRow?.(item);
	};
	expect(isEmpty({ Payer: 'Self', 'Property ID': 'p-1', Email: '' })).toBe(true);
	expect(isEmpty({ Payer: 'Self', Notes: 'call' })).toBe(false);
	expect(isEmpty({ Payer: 'Self', Email: 'a@b.co' })).toBe(false);
});

// Each cell says in itself which role and which field it is of.
const people = ['', ...APPLICANT_FIRST];
const fieldNames = {
	email: ['Email', 'E-mail'],
	phone: ['Phone', 'Cell'],
	firstName: ['First Name'],
};
const columns = people.flatMap((role) =>
	Object.entries(fieldNames).flatMap(([field, names]) =>
		names.map((name) => ({ role, field, name: role === '' ? name : `${role}_${name}` })),
	),
);
const cell = fc.oneof(fc.constantFrom('', ' ', '-', 'n/a', null), fc.constant('filled'));
const sheet = fc.subarray(columns).chain((chosen) =>
	fc.array(fc.tuple(...chosen.map(() => cell)), { minLength: 1, maxLength: 3 }).map((rows) => ({
		chosen,
		rows: rows.map((cells) =>
			Object.fromEntries(
				chosen.map(({ role, field, name }, index) => [
					name,
					cells[index] === 'filled' ? `${role}:${field}` : cells[index],
				]),
			),
		),
	})),
);

test('any sheet: two roles are never mixed, and nothing is read but from a column of the field', () => {
	fc.assert(
		fc.property(sheet, ({ chosen, rows }) => {
			const first = APPLICANT_FIRST.find((one) => chosen.some(({ role }) => role === one));
			for (const [index, { values, inputs }] of readRows(rows, send).entries()) {
				for (const [field, value] of Object.entries(values)) {
					const [role, of] = String(value).split(':');
					expect([field, ['', first]]).toEqual([of, expect.arrayContaining([role]) as unknown]);
					expect(Object.values(rows[index]!)).toContain(value);
				}
				// What is filled in a column that is read is read, or is the row's problem.
				for (const { role, field, name } of chosen) {
					const isRead = role === '' || role === first;
					if (!isRead || !String(rows[index]![name]).includes(':')) continue;
					const { value, problem } = inputs.get(field)!;
					expect(value ?? problem).toBeDefined();
				}
			}
		}),
		{ numRuns: 500 },
	);
});
