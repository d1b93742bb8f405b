import { DateTime } from 'luxon';

import {
	normaliseColumnName,
	type SheetRow,
} from '../../../nodes/RentalScreening/request/columns.ts';
import type { ApiField } from '../../../nodes/RentalScreening/request/field.ts';
import { columnReader, FULL_NAME } from '../../../nodes/RentalScreening/request/mapping.ts';
import { propertyFields as property } from '../../../nodes/RentalScreening/resources/property.ts';
import { rentReportFields as rentReport } from '../../../nodes/RentalScreening/resources/rentReport.ts';
import { sendFields as send } from '../../../nodes/RentalScreening/resources/screening.ts';
import { itemOf } from '../../support/item-inputs.mts';
import { mappedOperations } from '../../support/operations.mts';

/** What each row of a sheet gives, by field; nothing where it gives nothing. */
function readRows(rows: readonly SheetRow[], fields: readonly ApiField[]) {
	const items = rows.map((row) => itemOf({ mappingMode: 'autoMapInputData' }, row));
	const read = columnReader(items, fields);
	return items.map((item) => {
		const { given, isBlank } = read(item, {});
		const filled = [...given].filter(([, { value }]) => value !== undefined);
		return {
			given,
			isBlank,
			values: Object.fromEntries(filled.map(([name, { value }]) => [name, value])),
		};
	});
}

const readRow = (row: SheetRow, fields = send) => readRows([row], fields)[0]!;

/** The fields that a column of this name means. */
const meaningOf = (name: string, fields: readonly ApiField[]) =>
	Object.keys(readRow({ [name]: 'x' }, fields).values);

const allNames = mappedOperations.flatMap(({ id, fields }) =>
	fields.flatMap((field) =>
		[field.name, field.label, ...(field.synonyms ?? [])].map((name) => ({
			id,
			fields,
			field,
			name,
		})),
	),
);

test.each(allNames)('$id: "$name" means $field.name', ({ fields, field, name }) => {
	const spellings = [
		name,
		name.toUpperCase(),
		` ${name.toLowerCase()} `,
		name.replaceAll(' ', '_'),
	];
	if (field.within !== undefined) spellings.push(`${field.within} ${name}`, `address.${name}`);
	for (const spelling of spellings) expect(meaningOf(spelling, fields)).toEqual([field.name]);
});

test('no two fields of an operation share a name, and none is listed twice', () => {
	for (const { fields } of mappedOperations) {
		const names = fields.flatMap(({ name, label, synonyms = [] }) => [
			...new Set([name, label].map(normaliseColumnName)),
			...(synonyms ?? []).map(normaliseColumnName),
		]);
		expect(names).toEqual([...new Set(names)]);
	}
});

test.each([
	...['Address', 'Mail', 'Paid', 'Past Due', 'Status', 'Start Date', 'Home Phone', 'Work Phone'],
	...['Landlord Email', 'Emergency Contact Phone', 'Unit', 'Notes', 'ID', '', ' '],
	...['__proto__', 'constructor', 'toString'],
])('"%s" means nothing in any operation', (name) => {
	for (const { fields } of mappedOperations) expect(meaningOf(name, fields)).toEqual([]);
});

test('the meaning of a name depends on the operation', () => {
	expect(meaningOf('Rent', property)).toEqual(['rent']);
	expect(meaningOf('Rent', rentReport)).toEqual(['rentAmount']);
	expect(meaningOf('Full Address', property)).toEqual(['fullAddress']);
	expect(meaningOf('Full Address', rentReport)).toEqual([]);
});

const ADDRESS = { city: 'Toronto', postalCode: 'M5V 1A1' };

test.each<[SheetRow, readonly ApiField[], object]>([
	[
		{ '#': 1, First: ' Ann ', 'E-mail': null, Cell: 7, Notes: 'x' },
		send,
		{ firstName: ' Ann ', phone: 7 },
	],
	[
		{ Rent: 0, Name: '\u00a0', 'Monthly Rent': ' ', City: false },
		property,
		{ rent: 0, city: false },
	],
	[{ address: { City: 'Toronto', Zip: 'M5V 1A1', name: 'Home', rent: 1 } }, property, ADDRESS],
	[{ 'address.city': 'Toronto', 'Address Zip': 'M5V 1A1' }, property, ADDRESS],
	[{ Address: '1 King St W, Toronto' }, property, {}],
	[{ Mobile: '1', Phone: '2', Cell: '3' }, send, { phone: '2' }],
	[{ Cell: '+14165550100', Mobile: ' +1 (416) 555-0100 ' }, send, { phone: '+14165550100' }],
	[{ 'Rent Amount': 2100, 'Monthly Rent': '2100.00' }, property, { rent: 2100 }],
	[{ 'Rent Amount': 'x', 'Monthly Rent': 'x' }, property, { rent: 'x' }],
])('of %j is taken what is filled and fits', (row, fields, values) => {
	expect(readRow(row, fields).values).toEqual(values);
});

test('rows may differ in their columns and in the kind of the address', () => {
	const rows = [
		{ address: { city: 'Toronto' } },
		{ address: 'Toronto' },
		{ address: null },
		{ City: 'Ottawa' },
		{ address: DateTime.utc(2025, 1, 31) },
	];
	const values = readRows(rows, property).map((row) => row.values);
	expect(values).toEqual([{ city: 'Toronto' }, {}, {}, { city: 'Ottawa' }, {}]);
});

test.each<[SheetRow, readonly ApiField[], string, string]>([
	[
		{ Mobile: '+14165550100', Phone: '', Cell: '+14165550199' },
		send,
		'phone',
		"'Mobile' and 'Cell'",
	],
	[
		{ email: 'ann@example.com', 'E-mail': 'bob@example.com' },
		send,
		'email',
		"'email' and 'E-mail'",
	],
	[
		{ City: 'Toronto', Address: { ' city ': 'Ottawa' } },
		property,
		'city',
		"'City' and 'Address. city'",
	],
	[
		{ 'Rent Amount': 'x', 'Monthly Rent': 'y' },
		property,
		'rent',
		"'Rent Amount' and 'Monthly Rent'",
	],
	[
		{ 'Rent Amount': 'x', 'Monthly Rent': 2100 },
		property,
		'rent',
		"'Rent Amount' and 'Monthly Rent'",
	],
	[{ Name: 'Ann Lee', Applicant: 'Bob Lee' }, send, 'firstName', "'Name' and 'Applicant'"],
])('%j is refused', (row, fields, name, columns) => {
	const { given, values } = readRow(row, fields);
	expect(values).toEqual({});
	expect(given.get(name)!.problem!.text).toBe(
		`is filled differently in the columns ${columns}: keep only one of them`,
	);
});

test('where a value is from, or would be', () => {
	const { given } = readRow({ Surname: 'Lee', 'Last Name': '', ' Cell ': '', 'Property ID': '' });
	const from = (name: string) => given.get(name);
	expect(from('lastName')).toEqual({ value: 'Lee', from: { column: 'Surname' } });
	expect(from('phone')).toEqual({ from: { column: 'Cell' } });
	expect(from('email')).toEqual({ from: {}, hasNoColumn: true });
	expect(from('propertyId')).toEqual({ value: undefined, from: {} });
	expect(from('payer')).toEqual({ value: undefined, from: { ofRun: true } });
});

describe('a full name', () => {
	const NAMES = [FULL_NAME.label, ...FULL_NAME.synonyms!];

	test.each(NAMES)('in the column %s is taken apart', (name) => {
		for (const fields of [send, rentReport]) {
			const { values, given } = readRow({ [name]: ' Ann\u00a0 Lee ' }, fields);
			expect(values).toEqual({ firstName: 'Ann', lastName: 'Lee' });
			expect(given.get('lastName')!.from).toEqual({ column: name });
		}
	});

	test.each([{ First: 'Ann' }, { Surname: '' }, { 'First Name': null, 'Last Name': null }])(
		'is not used where the sheet has the columns of %j',
		(columns) => {
			const read = readRow({ Name: 'Ann Lee', ...columns });
			expect(read.given.get('lastName')!.value).toBeUndefined();
			expect(read.given.get('firstName')!.value).not.toBe('Ann Lee');
		},
	);

	test('is none in other operations, nor in an address', () => {
		expect(readRow({ Name: '12 Elm Street' }, property).values).toEqual({ name: '12 Elm Street' });
		expect(readRow({ address: { Name: 'Ann Lee' } }, rentReport).values).toEqual({});
	});

	test.each<[unknown, RegExp]>([
		['Ann', /^must be a first and a last name, two words/],
		['Ann Mary Lee', /^must be a first and a last name, two words/],
		['Lee, Ann', /^must be a first and a last name, two words/],
		['#N/A', /^is a formula/],
		[['Ann', 'Lee'], /^must be a single text/],
	])('of %j is the problem of its row', (name, text) => {
		const { given } = readRow({ 'Tenant Name': name });
		expect(given.get('firstName')!.problem).toMatchObject({
			field: 'firstName',
			column: 'Tenant Name',
			text: expect.stringMatching(text) as string,
		});
		expect(given.get('lastName')).toEqual({ from: { column: 'Tenant Name' } });
	});

	test('that is empty is no problem', () => {
		expect(readRow({ Name: ' ' }).given.get('firstName')).toEqual({ from: { column: 'Name' } });
	});
});

test.each<[SheetRow, boolean]>([
	[{ row_number: 2, Paid: false, Viewed: 'FALSE', Mail: ' ' }, true],
	[{ row_number: 2, Mail: 'ann@example.com' }, false],
	[{ Email: '', Phone: ' ', Notes: 'x' }, true],
	[{ Email: '', Phone: '1' }, false],
	[{ Email: '', Name: 'Ann' }, false],
	[{ Email: '', 'Property ID': 'p-1', Payer: 'PAYER_SELF' }, true],
])('%j is blank: %p', (row, expected) => expect(readRow(row).isBlank).toBe(expected));
