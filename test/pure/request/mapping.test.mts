import type { Field } from '../../../nodes/RentalScreening/core/field.ts';
import { columnReader } from '../../../nodes/RentalScreening/request/mapping.ts';
import { normaliseColumnName, type SheetRow } from '../../../nodes/RentalScreening/core/text.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { itemOf } from '../../support/item-inputs.mts';
import { mappedOperations } from '../../support/operations.mts';

const send = sendScreening.fields!;
const property = createProperty.fields!;
const rentReport = submitRentReport.fields!;

/** What each row of a sheet gives, by field; nothing where it gives nothing. */
function readRows(rows: readonly SheetRow[], fields: readonly Field[]) {
	const items = rows.map((row) => itemOf({ mappingMode: 'autoMapInputData' }, row));
	const read = columnReader(items, fields);
	return items.map((item) => {
		const { given, isBlank } = read(item, {});
		const filled = [...given].filter(([, { value }]) => value !== undefined);
		const values = Object.fromEntries(filled.map(([name, { value }]) => [name, value]));
		return { given, isBlank, values };
	});
}

const readRow = (row: SheetRow, fields = send) => readRows([row], fields)[0]!;

/** The fields that a column of this name means. */
const meaningOf = (name: string, fields: readonly Field[]) =>
	Object.keys(readRow({ [name]: 'x' }, fields).values);

const namesOf = ({ name, label, synonyms }: Field) => [name, label, ...(synonyms ?? [])];

test.each(mappedOperations)('$id: each name of a field means that field alone', ({ fields }) => {
	for (const field of fields) {
		for (const name of namesOf(field)) {
			const spellings = [name.toUpperCase(), ` ${name} `, name.replaceAll(' ', '_')];
			if (field.collection === 'address') spellings.push(`Address ${name}`, `address.${name}`);
			for (const each of spellings) expect(meaningOf(each, fields)).toEqual([field.name]);
		}
	}
	const names = fields.flatMap((field) => [...new Set(namesOf(field).map(normaliseColumnName))]);
	expect(names).toEqual([...new Set(names)]);
});

test.each([
	...['Address', 'Mail', 'Paid', 'Past Due', 'Status', 'Start Date', 'Home Phone', 'Work Phone'],
	...['Landlord Email', 'Emergency Contact Phone', 'Unit', 'Notes', 'ID', '', ' '],
	...['__proto__', 'constructor', 'toString'],
])('"%s" means nothing in any operation', (name) => {
	for (const { fields } of mappedOperations) expect(meaningOf(name, fields)).toEqual([]);
});

const ADDRESS = { city: 'Toronto', postalCode: 'M5V 1A1' };

test.each<[SheetRow, readonly Field[], object]>([
	[{ '#': 1, First: ' Ann ', 'E-mail': null, Cell: 7 }, send, { firstName: ' Ann ', phone: 7 }],
	[{ Rent: 0, Name: '\u00a0', 'Monthly Rent': ' ' }, property, { rent: 0 }],
	[{ 'address.city': 'Toronto', 'Address Zip': 'M5V 1A1' }, property, ADDRESS],
	[{ Address: '1 King St W, Toronto' }, property, {}],
	[{ Mobile: '1', Phone: '2', Cell: '3' }, send, { phone: '2' }],
	[{ Cell: '+14165550100', Mobile: ' +1 (416) 555-0100 ' }, send, { phone: '+14165550100' }],
	[{ 'Rent Amount': 2100, 'Monthly Rent': '2100.00' }, property, { rent: 2100 }],
])('of %j is taken what is filled and fits', (row, fields, values) => {
	expect(readRow(row, fields).values).toEqual(values);
});

test('rows may differ in their columns', () => {
	const values = readRows([{ Town: 'Toronto' }, { City: 'Ottawa' }], property);
	expect(values.map((row) => row.values)).toEqual([{ city: 'Toronto' }, { city: 'Ottawa' }]);
});

test.each<[SheetRow, readonly Field[], string, string]>([
	[{ Mobile: '+14165550100', Phone: '', Cell: '+14165550199' }, send, 'phone', "Mobile' and 'Cell"],
	[{ email: 'a@example.com', 'E-mail': 'b@example.com' }, send, 'email', "email' and 'E-mail"],
	[{ City: 'A', 'address.city': 'B' }, property, 'city', "City' and 'address.city"],
	[{ 'Rent Amount': 'x', Rent: 2, rent: 1 }, property, 'rent', "Rent' and 'rent"],
	[{ Name: 'Ann Lee', Applicant: 'Bob Lee' }, send, 'firstName', "Name' and 'Applicant"],
])('%j is refused', (row, fields, name, columns) => {
	const { given, values } = readRow(row, fields);
	expect(values).toEqual({});
	expect(given.get(name)!.problem!.text).toBe(
		`is filled differently in the columns '${columns}': keep only one of them`,
	);
});

test('where a value is from, or would be', () => {
	const { given } = readRow({ Surname: 'Lee', 'Last Name': '', ' Cell ': '', 'Property ID': '' });
	const from = (name: string) => given.get(name);
	expect(from('lastName')).toEqual({ value: 'Lee', source: { column: 'Surname' } });
	expect(from('phone')).toEqual({ source: { column: 'Cell' } });
	expect(from('email')).toEqual({ source: {}, columnMissing: true });
	expect(from('propertyId')).toEqual({ value: undefined, source: {} });
	expect(from('payer')).toEqual({ value: undefined, source: { ofRun: true } });
});

describe('a full name', () => {
	test.each(['Full Name', 'Name', 'Applicant', 'Tenant Name'])('in %s is taken apart', (name) => {
		for (const fields of [send, rentReport]) {
			const { values, given } = readRow({ [name]: ' Ann\u00a0 Lee ' }, fields);
			expect(values).toEqual({ firstName: 'Ann', lastName: 'Lee' });
			expect(given.get('lastName')!.source).toEqual({ column: name });
		}
	});

	test.each([{ First: 'Ann' }, { Surname: '' }, { 'First Name': null, 'Last Name': null }])(
		'is not used where the sheet has the columns of %j',
		(columns) => {
			const { given } = readRow({ Name: 'Bob Lee', ...columns });
			expect(given.get('lastName')!.value).toBeUndefined();
			expect(given.get('firstName')!.value).not.toBe('Bob');
		},
	);

	test('is none in other operations', () => {
		expect(readRow({ Name: '12 Elm Street' }, property).values).toEqual({ name: '12 Elm Street' });
	});

	test.each(['Ann', 'Ann Mary Lee', 'Lee, Ann', '#N/A', ['Ann Lee'], {}, 12])(
		'of %j is the problem of its row',
		(name) => {
			const { given } = readRow({ 'Tenant Name': name });
			expect(given.get('firstName')!.problem).toMatchObject({
				label: 'Full Name',
				column: 'Tenant Name',
				text: expect.stringMatching(/^must be a first and a last name, two words/) as string,
			});
			expect(given.get('lastName')).toEqual({ source: { column: 'Tenant Name' } });
		},
	);

	test('that is empty is no problem', () => {
		expect(readRow({ Name: ' ' }).given.get('firstName')).toEqual({ source: { column: 'Name' } });
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
