import fc from 'fast-check';
import { DateTime } from 'luxon';

import type { Field, Problem } from '../../../nodes/RentalScreening/core/field.ts';
import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import type { SheetRow } from '../../../nodes/RentalScreening/core/sheetRow.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
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
	{ name: 'countryCode', label: 'Country Code', isSetting: true, isSent: false },
];
const LEAST = { name: 'Maple 12', email: 'ann@example.com' };

type Values = Readonly<Record<string, unknown>>;

/** The request of an item with these values in the panel. */
function buildPanel(values: Values, fields = FIELDS, atLeastOne: Operation['atLeastOne'] = []) {
	const item = createItem(toParameters(values, fields));
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
	email: 'ada@example.com',
	phone: '+14165550101',
	firstName: 'Ada',
	lastName: 'Moss',
};

const toTexts = (problems: readonly Problem[]) =>
	problems.map((one) => ('sentence' in one ? one.sentence : `'${one.label}' ${one.clause}`));
const starting = (text: string) => expect.stringMatching(new RegExp(`^${text}`)) as string;

test('values of the panel are converted, nested and in the order of the fields; empty ones are left out', () => {
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
	const empty = { phone: '', rent: 0, amountPastDue: null, street: ' ', city: undefined };
	expect(buildPanel({ ...LEAST, ...empty }).body).toEqual({ ...LEAST, rent: 0 });
});

test('a field of the panel has one problem, which is of the run unless it comes from an expression', () => {
	const { body, problems } = buildPanel({
		...{ name: ' \u00a0 ', email: 'ann.example.com', phone: 14165550100, rent: '$2,100' },
		...{ accountStatus: 'bad', street: ['1 King St'], city: 'Toronto' },
	});
	expect(body).toEqual({ address: { city: 'Toronto' } });
	expect(toTexts(problems)).toEqual([
		"'Name' is empty",
		starting("'Email' must be an email"),
		starting("'Phone' has no \\+"),
		starting("'Rent' must be a whole number"),
		starting("'Account Status' must be 'Good'"),
		starting("'Street' must be a single text"),
	]);
	expect(problems[1]).toMatchObject({ value: 'ann.example.com', scope: 'run' });
	const fromExpression = buildPanel({ ...LEAST, email: '={{ $json.email }}' }).problems;
	expect(fromExpression).toMatchObject([{ scope: 'item' }]);
});

test('of a group of fields one has to be filled in', () => {
	const members = FIELDS.filter(({ name }) => ['rent', 'amountPastDue'].includes(name));
	const findProblems = (values: Values) =>
		toTexts(buildPanel({ ...LEAST, ...values }, FIELDS, [{ members }]).problems);
	expect([{ rent: 1 }, { amountPastDue: 0 }].map(findProblems)).toEqual([[], []]);
	expect(findProblems({ rent: ' ' })).toEqual([
		starting("'Rent' is empty: fill in 'Rent' or 'Amount Past Due'"),
	]);
	expect(findProblems({ amountPastDue: 'x' })).toEqual([starting("'Amount Past Due' must be")]);
	expect(buildPanel(LEAST, FIELDS, [{ members, onlyInColumns: true }]).problems).toEqual([]);
});

test.each<[string, object, string | undefined]>([
	[
		'the name of the person',
		{ firstName: ' Amara ', lastName: 'Okonkwo', name: 'A', email: 'a@b.c' },
		'Amara Okonkwo',
	],
	[
		'the email, where no name can be read',
		{ firstName: '{{ $json.x }}', name: ' ', email: 'not an email', phone: 'x' },
		'not an email',
	],
	['nothing, where nothing can be read', { firstName: {}, name: [] }, undefined],
	['the name of the property', { name: 'Maple 12' }, 'Maple 12'],
])('the subject of a request is %s', (_, values, subject) => {
	const names = sendScreening.fields!.filter(({ shape }) => shape === 'personName');
	expect(buildPanel({ ...values }, [...FIELDS, ...names]).subject).toBe(subject);
});

test('a row is read from found and chosen columns, and says from which, and which are not read', () => {
	const row = { ...ADA, Phone: '', body: { cell: '416 555 0101' }, Notes: 'x', userId: 'x' };
	const columns = { phone: 'body.cell', fullName: '={{ $json.Name }}' };
	const [request] = buildRows([{ ...row, row_number: 2 }, { Notes: 'y' }], sendScreening, columns);
	expect(request).toMatchObject({
		...{ body: SENT, problems: [], isBlankRow: false, subject: 'Ada Moss' },
		columnOf: {
			...{ email: { name: 'Email' }, fullName: { name: 'Name' } },
			phone: { name: 'body.cell', path: ['body', 'cell'] },
		},
		unreadColumns: ['Notes'],
	});
});

test('a filled cell of a setting wins over the panel in its row', () => {
	const own = { 'Property ID': 'p-2', Payer: 'PAYER_OTHER', Dial: 44, Phone: '7911123456' };
	const rows = [{ ...ADA, ...own }, ADA];
	expect(buildRows(rows, sendScreening, { countryCode: 'Dial' })).toMatchObject([
		{ body: { propertyId: 'p-2', payer: 'PAYER_OTHER', phone: '+447911123456' } },
		{ body: { propertyId: 'p-1', payer: 'PAYER_SELF', phone: '+14165550101' } },
	]);
	const [missing] = buildRows([ADA], sendScreening, {}, {});
	expect(toTexts(missing!.problems)).toContainEqual(starting("'Property ID' is empty: create"));
});

test('a problem of a row names its column and keeps what was given', () => {
	const row = { 'E-mail': 'ada', Mobile: '12', ' Name ': 'Ada Mary Moss', Payer: 'Bob' };
	const [request] = buildRows([row]);
	const problem = (label: string, value: string, clause: string) => {
		return { label, clause: starting(clause), scope: 'item', value };
	};
	expect(request!.subject).toBe('Ada Mary Moss');
	expect(request!.problems).toEqual([
		problem('E-mail', 'ada', 'must be an email'),
		problem('Mobile', '12', 'has too few digits'),
		problem('Name', 'Ada Mary Moss', "must be 'First Last' or 'Last, First'"),
		problem('Payer', 'Bob', "must be 'Self', or"),
	]);
});

test('a question of the sheet is the only problem of each of its rows', () => {
	const rows = [
		{ ...ADA, Landlord: 'x' },
		{ row_number: 3, userId: 'x' },
	];
	const sentence = starting("Whose are 'Name', 'Email' and 'Phone'");
	expect(buildRows(rows)).toMatchObject(
		[false, true].map((isBlankRow) => ({ problems: [{ sentence, scope: 'run' }], isBlankRow })),
	);
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

test.each<[string, SheetRow, boolean]>([
	['that lost its 0 is refused', { Zip: 2134 }, true],
	['of the USA that lost its 0 is refused', { Zip: '6101-1234', Country: 'usa' }, true],
	['with its 0 is sent', { Zip: '02134' }, false],
	['of four digits is sent to its country', { Postcode: 2134, Country: 'Australia' }, false],
])('a postal code %s', (_, cells, isRefused) => {
	const { problems } = buildRows([{ Property: 'Elm', ...cells }], createProperty)[0]!;
	expect(toTexts(problems)).toEqual(isRefused ? [starting("'Zip' must be five digits")] : []);
});

test.each<[string, SheetRow, object, object]>([
	[
		'found and chosen columns',
		{ Applicant: 'Moss, Ada', Mail: 'a@b.c' },
		{ email: 'Mail' },
		{ firstName: 'Ada', lastName: 'Moss', email: 'a@b.c' },
	],
	[
		'its name, not from two phones',
		{ Name: 'Ada Mary Moss', Phone: 1, Mobile: 2 },
		{},
		{ firstName: 'Ada Mary Moss' },
	],
	[
		'its name, not from an email beside an owner',
		{ 'First Name': 'Ada', Email: 'a@b.c', Owner: 'Bo' },
		{},
		{ firstName: 'Ada' },
	],
])('whom a row is about is read from %s', (_, row, columns, person) => {
	const fields = sendScreening.fields!.filter(({ isPersonal }) => isPersonal);
	const item = createItem({ mappingMode: 'autoMapInputData', columns }, row);
	const nobody = { firstName: '', lastName: '', email: '', phone: '' };
	expect(readPersons([item], fields)).toEqual([{ ...nobody, ...person }]);
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
const anyOperation = fc.constantFrom(...mappedOperations.map(({ code }) => code));
const anyChoice = fc.dictionary(
	fc.constantFrom('email', 'phone', 'fullName', 'name'),
	fc.oneof(columnName, fc.anything()),
	{ noNullPrototype: true },
);

test('any sheet: nothing throws, a row is blank, sent or refused, and sends only what its own columns or the settings hold', () => {
	const known = Object.getOwnPropertyNames(Object.prototype);
	const rows = fc.array(anyRow, { minLength: 1, maxLength: 4 });
	const withoutBigInts = (_: string, value: unknown) => (typeof value === 'bigint' ? 0 : value);
	// A phone loses its blanks, a name its other half.
	const toLetters = (value: unknown) =>
		JSON.stringify(value, withoutBigInts).replace(/[^\p{L}\p{N}]/gu, '');
	fc.assert(
		fc.property(rows, anyOperation, anyChoice, (given, operation, columns) => {
			const requests = buildRows(given, operation, columns, { ...SETTINGS, countryCode: '' });
			const settings = operation.fields!.filter(({ isSetting }) => isSetting);
			for (const [index, { body, problems, isBlankRow }] of requests.entries()) {
				const { address, ...top } = body;
				const sent = Object.entries({ ...top, ...(address as object) });
				const ofRow = sent.filter(([name]) => !settings.some((field) => field.name === name));
				if (problems.length === 0 && isBlankRow !== true) expect(ofRow.length).toBeGreaterThan(0);
				for (const [, value] of ofRow) {
					expect(value).not.toBe('');
					expect(toLetters(Object.values(given[index]!))).toContain(toLetters(value));
				}
				for (const text of toTexts(problems))
					expect(text).not.toMatch(/\b(error|problem|failure|mistake|token)\b/i);
			}
		}),
		{ numRuns: 500 },
	);
	expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known);
});

const PEOPLE = ['Applicant ', 'Tenant ', 'Landlord ', 'Spouse ', ''];
const DETAILS = ['Email', 'Phone', 'First Name'];
const someColumns = fc.subarray(PEOPLE.flatMap((who) => DETAILS.map((what) => who + what)));

test("any sheet: nobody's email or phone is sent but the applicant's, unless nobody else is there or it is chosen", () => {
	fc.assert(
		fc.property(someColumns, (names) => {
			const cells = names.map((name) => [name, /Phone/.test(name) ? '+14165550101' : 'a@b.c']);
			const [request] = buildRows([Object.fromEntries(cells) as SheetRow]);
			const { columnOf = {}, problems } = request!;
			if (problems.some((problem) => 'sentence' in problem)) return;
			const hasOthers = names.some((name) => /Landlord|Spouse/.test(name));
			const allowed = hasOthers ? /^Applicant / : /^(Applicant |Tenant )?(Email|Phone)$/;
			for (const field of ['email', 'phone']) expect(columnOf[field]!.name).toMatch(allowed);
		}),
	);
});

test('any input: columns named as the service does give the body that the panel gives', () => {
	const names = (operation: Operation) => operation.fields!.map(({ name }) => name);
	const operationAndValues = anyOperation.chain((operation) =>
		fc.tuple(fc.constant(operation), fc.dictionary(fc.constantFrom(...names(operation)), anyCell)),
	);
	fc.assert(
		fc.property(operationAndValues, ([operation, given]) => {
			// All columns are there, and no name says vacant.
			const values = {
				...Object.fromEntries(names(operation).map((name) => [name, ''])),
				...given,
			};
			const { body, subject } = buildPanel(values, operation.fields, operation.atLeastOne);
			const [row] = buildRows([values], operation, {}, {});
			expect([row!.body, row!.subject]).toEqual([body, subject]);
		}),
	);
});
