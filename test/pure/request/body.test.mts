import fc from 'fast-check';
import { DateTime } from 'luxon';

import type { Field, FieldGroup, Problem } from '../../../nodes/RentalScreening/core/field.ts';
import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import type { SheetRow } from '../../../nodes/RentalScreening/core/sheetRow.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { readBodies, readPersons } from '../../../nodes/RentalScreening/request/body.ts';
import { createItem, toParameters } from '../../support/item-inputs.mts';
import { mappedOperations } from '../../support/operations.mts';

const FIELDS: readonly Field[] = [
	{ name: 'name', label: 'Name', required: true },
	{ name: 'email', label: 'Email', required: true, shape: 'email' },
	{ name: 'phone', label: 'Phone', shape: 'phoneWithPlus' },
	{ name: 'rent', label: 'Rent', type: 'integer' },
	{ name: 'amountPastDue', label: 'Amount Past Due', type: 'number' },
	{ name: 'leaseStartDate', label: 'Lease Start Date', shape: 'date' },
	{ name: 'accountStatus', label: 'Account Status', oneOf: [{ name: 'Good', value: 'GOOD' }] },
	{ name: 'street', label: 'Street', collection: 'address' },
	{ name: 'city', label: 'City', collection: 'address' },
];
const LEAST = { name: 'Maple 12', email: 'ann@example.com' };

type Values = Readonly<Record<string, unknown>>;

/** The request of an item with these values in the panel. */
function buildPanel(values: Values, fields = FIELDS, atLeastOne: readonly FieldGroup[] = []) {
	const { countryCode } = values;
	const item = createItem({ ...toParameters(values, fields), countryCode });
	return readBodies([item], fields, { atLeastOne })[0]!;
}

const SETTINGS = { propertyId: 'p-1', countryCode: '1' };

/** The requests of a sheet's rows, with what is chosen under 'Columns' and the settings of the panel. */
function buildRows(
	rows: readonly SheetRow[],
	operation: Operation = sendScreening,
	columns: object = {},
	settings: Values = SETTINGS,
) {
	const parameters = { ...settings, mappingMode: 'autoMapInputData', columns };
	const items = rows.map((row) => createItem(parameters, row));
	return readBodies(items, operation.fields!, operation);
}

const ADA = { Name: 'Ada Moss', Email: 'ada@example.com', Phone: '416 555 0101' };
const SENT = {
	...{ email: 'ada@example.com', phone: '+14165550101', firstName: 'Ada', lastName: 'Moss' },
};

const toTexts = (problems: readonly Problem[]) =>
	problems.map((one) => ('sentence' in one ? one.sentence : `'${one.label}' ${one.clause}`));
const starting = (text: string) => expect.stringMatching(new RegExp(`^${text}`)) as string;

test('values of the panel are converted, nested and in the order of the fields', () => {
	const { body, problems } = buildPanel({
		...{ city: ' Toronto ', accountStatus: 'good', street: '1 King St', rent: '2100' },
		...{ leaseStartDate: DateTime.utc(2025, 1, 31), amountPastDue: '12.50' },
		...{ phone: '+1 416 555-0100', ...LEAST },
	});
	const expected = {
		...{ ...LEAST, phone: '+14165550100', rent: 2100, amountPastDue: 12.5 },
		...{ leaseStartDate: '2025-01-31', accountStatus: 'GOOD' },
		address: { street: '1 King St', city: 'Toronto' },
	};
	expect(problems).toEqual([]);
	expect(JSON.stringify(body)).toBe(JSON.stringify(expected));
});

test('empty values of the panel are left out, an address without values too; 0 is a value', () => {
	const empty = { phone: '', rent: 0, amountPastDue: null, street: ' ', city: undefined };
	const request = { body: { ...LEAST, rent: 0 }, problems: [], subject: 'Maple 12' };
	expect(buildPanel({ ...LEAST, ...empty })).toEqual(request);
});

test('a field of the panel has one problem, which is of the run unless it comes from an expression', () => {
	const { body, problems, subject } = buildPanel({
		...{ name: ' \u00a0 ', email: 'ann.example.com', phone: 14165550100, rent: '$2,100' },
		...{ accountStatus: 'bad', street: ['1 King St'], city: 'Toronto' },
	});
	expect([body, subject]).toEqual([{ address: { city: 'Toronto' } }, 'ann.example.com']);
	expect(toTexts(problems)).toEqual([
		"'Name' is empty",
		starting("'Email' must be an email"),
		starting("'Phone' must start with \\+"),
		starting("'Rent' must be a whole number"),
		starting("'Account Status' must be one of"),
		starting("'Street' must be a single text"),
	]);
	expect(problems).toContainEqual(
		expect.objectContaining({ value: 'ann.example.com', scope: 'run' }),
	);
	const fromExpression = buildPanel({ ...LEAST, email: '={{ $json.email }}' }).problems;
	expect(fromExpression).toMatchObject([{ scope: 'item' }]);
});

test('of a group of fields one has to be filled in', () => {
	const members = FIELDS.filter(({ name }) => ['rent', 'amountPastDue'].includes(name));
	const findProblems = (values: Values) =>
		toTexts(buildPanel({ ...LEAST, ...values }, FIELDS, [{ members }]).problems);
	expect([{ rent: 1 }, { amountPastDue: 0 }].map(findProblems)).toEqual([[], []]);
	expect(findProblems({ rent: ' ' })).toEqual([
		starting("'Rent' is empty, like 'Amount Past Due'"),
	]);
	expect(findProblems({ amountPastDue: 'x' })).toEqual([starting("'Amount Past Due' must be")]);
	expect(buildPanel(LEAST, FIELDS, [{ members, onlyInColumns: true }]).problems).toEqual([]);
});

test.each<[object, string | undefined]>([
	[{ firstName: ' Amara ', lastName: 'Okonkwo', name: 'A', email: 'a@b.c' }, 'Amara Okonkwo'],
	[{ email: 'not an email', phone: 'x' }, 'not an email'],
	[{ firstName: '{{ $json.x }}', email: 'a@b.c' }, 'a@b.c'],
	[{ firstName: {}, name: [] }, undefined],
])('the subject of a request with %j is %s', (values, subject) => {
	const names = sendScreening.fields!.filter(({ shape }) => shape === 'personName');
	expect(buildPanel({ ...values }, [...FIELDS, ...names]).subject).toBe(subject);
});

test('a row is read from found and chosen columns, and says which are called otherwise, and which are not read', () => {
	const row = { ...ADA, Phone: '', body: { cell: '416 555 0101' }, Notes: 'x', userId: '' };
	const columns = { phone: 'body.cell', fullName: '={{ $json.Name }}' };
	const [blank, request, next] = buildRows([{ Notes: 'y' }, row, row], sendScreening, columns);
	const read = { body: SENT, problems: [], isBlankRow: false, subject: 'Ada Moss' };
	expect(request).toMatchObject(read);
	expect(request!.columnOf).toEqual({ phone: 'body.cell', fullName: 'Name' });
	const unread = [blank, request, next].map((one) => one?.unreadColumns);
	expect(unread).toEqual([undefined, ['Notes', 'Phone'], undefined]);
});

test('a filled cell of a setting wins over the panel in its row', () => {
	const rows = [
		{ ...ADA, 'Property ID': 'p-2', Payer: 'PAYER_OTHER', Dial: 44, Phone: '7911123456' },
		ADA,
	];
	const [first, second] = buildRows(rows, sendScreening, { countryCode: 'Dial' });
	const own = { propertyId: 'p-2', payer: 'PAYER_OTHER', phone: '+447911123456' };
	expect(first!.body).toMatchObject(own);
	const shared = { propertyId: 'p-1', payer: 'PAYER_SELF', phone: '+14165550101' };
	expect(second!.body).toMatchObject(shared);
	const [missing] = buildRows([ADA], sendScreening, {}, {});
	expect(toTexts(missing!.problems)).toContainEqual(starting("'Property ID' is empty: create"));
});

test('a problem of a row names its column and keeps what was given', () => {
	const row = { 'E-mail': 'ada', Mobile: '12', ' Name ': 'Ada Mary Moss', Payer: 'Bob' };
	const [{ problems, subject }] = buildRows([row]) as [ReturnType<typeof buildPanel>];
	expect(subject).toBe('Ada Mary Moss');
	expect(problems).toEqual([
		{ label: 'E-mail', clause: starting('must be an email'), scope: 'item', value: 'ada' },
		{ label: 'Mobile', clause: starting('must be one phone'), scope: 'item', value: '12' },
		{
			label: 'Name',
			clause: starting("must be 'First Last' or 'Last, First'"),
			scope: 'item',
			value: 'Ada Mary Moss',
		},
		{ label: 'Payer', clause: starting("must be 'Self', or"), scope: 'item', value: 'Bob' },
	]);
});

test('a question of the sheet is the only problem of each of its rows', () => {
	const [asked, empty] = buildRows([
		{ ...ADA, Landlord: 'x' },
		{ row_number: 3, userId: 'x' },
	]);
	const problem = { sentence: starting("Whose are 'Name', 'Email' and 'Phone'"), scope: 'run' };
	expect(asked).toMatchObject({ problems: [problem], isBlankRow: false });
	expect(empty).toMatchObject({ problems: [problem], isBlankRow: true });
});

test('a screening by columns needs a name in each row; one whose name is vacant is blank', () => {
	const requests = buildRows([
		{ ...ADA, Name: '' },
		{ Name: 'VACANT', Notes: 'x' },
		{ Notes: 'x', 'Property ID': 'p-1' },
		{ Email: '-', Phone: 'n/a', Name: ' ' },
		{ Email: 'tbd' },
	]);
	expect(toTexts(requests[0]!.problems)).toEqual(["'Name' is empty"]);
	expect(toTexts(requests[1]!.problems)).toContain("'Name' is vacant: leave the row out");
	expect(requests.map(({ isBlankRow }) => isBlankRow)).toEqual([false, true, true, true, false]);
});

test.each<[SheetRow, boolean]>([
	[{ Zip: 2134 }, true],
	[{ Zip: '6101-1234', Country: 'usa' }, true],
	[{ Zip: '02134' }, false],
	[{ Postcode: 2134, Country: 'Australia' }, false],
])('the postal code of %j has lost a 0: %p', (cells, isRefused) => {
	const { problems } = buildRows([{ Property: 'Elm', ...cells }], createProperty)[0]!;
	expect(toTexts(problems)).toEqual(isRefused ? [starting("'Zip' must be five digits")] : []);
});

test('whom a row is about is read as for a screening; what would have to be asked is left out', () => {
	const fields = sendScreening.fields!.filter(({ isPersonal }) => isPersonal);
	const read = (row: SheetRow, columns = {}) =>
		readPersons([createItem({ mappingMode: 'autoMapInputData', columns }, row)], fields)[0];
	const nobody = { firstName: '', lastName: '', email: '', phone: '' };
	const ada = { ...nobody, firstName: 'Ada' };
	const found = { ...ada, lastName: 'Moss', email: 'a@b.c' };
	expect(read({ Applicant: 'Moss, Ada', Mail: 'a@b.c' }, { email: 'Mail' })).toEqual(found);
	expect(read({ Name: 'Ada Mary Moss', Phone: 1, Mobile: 2 })).toEqual(nobody);
	expect(read({ 'First Name': 'Ada', Email: 'a@b.c', Owner: 'Bo' })).toEqual(ada);
});

const columnName = fc.oneof(
	fc.constantFrom('Email', 'E-mail', 'Applicant Email', 'Phone', 'Mobile', 'Rent', 'Monthly Rent'),
	fc.constantFrom('City', 'address.city', 'Town', 'Address', 'Name', 'Property', 'Landlord Email'),
	fc.constantFrom('First Name', 'Last Name', 'Full Name', 'Applicant', 'Tenant', 'Country Code'),
	fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty'),
	fc.string(),
);
const anyCell = fc.oneof(
	fc.constantFrom('', ' ', 'a@b.c', '+14165550100', '+1 416', 2100, '2100', 'Ann Lee', null, false),
	fc.constantFrom({ toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }], { city: 'Troy' }),
	fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true }),
);
// Own keys, `__proto__` included, as JSON.parse would make them.
const anyRow = fc
	.uniqueArray(fc.tuple(columnName, anyCell), { selector: ([name]) => name, maxLength: 12 })
	.map((cells): SheetRow => Object.fromEntries(cells));
const anyOperation = fc.constantFrom(...mappedOperations.map(({ code }) => code), submitRentReport);
const anyChoice = fc.dictionary(
	fc.constantFrom('email', 'phone', 'fullName', 'name'),
	fc.oneof(columnName, fc.anything()),
	{ noNullPrototype: true },
);

test('any sheet: nothing throws, a row is blank, sent or refused, and sends only what its own columns or the settings hold', () => {
	const known = Object.getOwnPropertyNames(Object.prototype);
	const rows = fc.array(anyRow, { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(rows, anyOperation, anyChoice, (given, operation, columns) => {
			const requests = buildRows(given, operation, columns, { ...SETTINGS, countryCode: '' });
			for (const [index, { body, problems, isBlankRow }] of requests.entries()) {
				const { address, ...top } = body;
				const sent = Object.entries({ ...top, ...(address as object) });
				const cells = JSON.stringify(Object.values(given[index]!), (_, value: unknown) =>
					typeof value === 'bigint' ? 0 : value,
				);
				const ofRecord = sent.filter(
					([name]) => !operation.fields!.find((field) => field.name === name)!.isSetting,
				);
				if (problems.length === 0 && isBlankRow !== true)
					expect(ofRecord.length).toBeGreaterThan(0);
				for (const [, value] of ofRecord) {
					expect(value).not.toBe('');
					// A phone loses its blanks, a name its other half; what is sent is in the row.
					expect(cells.replace(/[^\p{L}\p{N}]/gu, '')).toContain(
						JSON.stringify(value).replace(/[^\p{L}\p{N}]/gu, ''),
					);
				}
				for (const text of toTexts(problems))
					expect(text).not.toMatch(/\b(error|problem|failure|mistake|token)\b/i);
			}
		}),
		{ numRuns: 500 },
	);
	expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known);
});

// Each cell says of whom it is.
const PEOPLE = ['Applicant ', 'Tenant ', 'Landlord ', 'Spouse ', ''];
const DETAILS = ['Email', 'Phone', 'First Name'];
const someColumns = fc.subarray(PEOPLE.flatMap((who) => DETAILS.map((what) => who + what)));

test("any sheet: nobody's email or phone is sent but the applicant's, unless nobody else is there or it is chosen", () => {
	fc.assert(
		fc.property(someColumns, (names) => {
			const row = Object.fromEntries(
				names.map((name) => [
					name,
					name.endsWith('Phone') ? '+14165550101' : `${name.replace(' ', '.')}@b.c`,
				]),
			);
			const [{ columnOf = {}, problems }] = buildRows([row]) as [ReturnType<typeof buildPanel>];
			if (problems.some((problem) => 'sentence' in problem)) return;
			const hasOthers = names.some((name) => /Landlord|Spouse/.test(name));
			for (const field of ['email', 'phone']) {
				const column = columnOf[field] ?? '';
				expect(column).not.toMatch(/Landlord|Spouse/);
				if (hasOthers) expect(column).toMatch(/^Applicant /);
			}
		}),
	);
});

test('any input: columns named as the service does give the body that the panel gives', () => {
	const operationAndValues = fc.constantFrom(...mappedOperations).chain(({ code }) => {
		const names = fc.constantFrom(...code.fields!.map(({ name }) => name));
		return fc.tuple(fc.constant(code), fc.dictionary(names, anyCell));
	});
	fc.assert(
		fc.property(operationAndValues, ([operation, given]) => {
			const fields = operation.fields!;
			// All columns are there, and no name says vacant.
			const values = { ...Object.fromEntries(fields.map(({ name }) => [name, ''])), ...given };
			const panel = buildPanel(values, fields, operation.atLeastOne);
			const [row] = buildRows([values], operation, {}, {}) as [ReturnType<typeof buildPanel>];
			expect([row.body, row.subject]).toEqual([panel.body, panel.subject]);
		}),
	);
});
