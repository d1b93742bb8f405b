import fc from 'fast-check';
import { DateTime } from 'luxon';

import { createBodyReader } from '../../../nodes/RentalScreening/request/body.ts';
import type { Field, FieldGroup, Problem } from '../../../nodes/RentalScreening/core/field.ts';
import type { SheetRow } from '../../../nodes/RentalScreening/core/sheetRow.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { createItem, toParameters } from '../../support/item-inputs.mts';
import { mappedOperations } from '../../support/operations.mts';

const [send, rentReport] = [sendScreening.fields!, submitRentReport.fields!];

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

const SHARED = { propertyId: 'p-1', checkType: 'CHECK_TYPE_OTHER' };
const ROW = { 'E-mail': 'ann@example.com', Mobile: '+1 416 555 0100' };
const SENT = { email: 'ann@example.com', phone: '+14165550100' };

type Values = Readonly<Record<string, unknown>>;

/** The request of an item with these values in the panel. */
function buildPanel(values: Values, fields = FIELDS, groups: readonly FieldGroup[] = []) {
	const { countryCode } = values;
	const item = createItem({ ...toParameters(values, fields), countryCode });
	return createBodyReader([item], fields, { atLeastOne: groups })(item);
}

/** The requests of a sheet's rows, each read beside the others, with what the panel holds for the run. */
function buildRows(
	rows: readonly SheetRow[],
	fields = send,
	panel: Values = {},
	groups: readonly FieldGroup[] = [],
) {
	const { countryCode } = panel;
	const perRun = toParameters(
		panel,
		fields.filter((field) => field.sharedByRun),
	);
	const parameters = { ...perRun, mappingMode: 'autoMapInputData', countryCode };
	const items = rows.map((row) => createItem(parameters, row));
	return items.map(createBodyReader(items, fields, { atLeastOne: groups }));
}

const buildRow = (row: SheetRow, fields = send, panel: Values = {}) =>
	buildRows([row], fields, panel)[0]!;

const toTexts = (problems: readonly Problem[]) => problems.map(({ label, text }) => [label, text]);
const starting = (text: string) => expect.stringContaining(text) as string;
const fieldsNamed = (fields: readonly Field[], ...names: string[]) =>
	fields.filter(({ name }) => names.includes(name));

describe('a row of another kind of person', () => {
	const NAMES = { 'First Name': 'Ann', 'Last Name': 'Lee', ...ROW };
	const kinds = [
		'Landlord',
		' owners ',
		'Property Owner',
		'Property Manager',
		'Rental Owner',
		'Association owner',
		'Vendor',
		'Creditors',
	];

	test.each([...kinds, ['Owner']])('is refused where its type is %j', (kind) => {
		for (const label of [
			'Type',
			'Contact Type',
			'entity_type',
			'Lead Type:',
			'Customer Type',
			'Person Type',
		]) {
			const { problems } = buildRow({ ...NAMES, [label]: kind }, send, SHARED);
			const text = starting('who is no applicant or tenant: leave the row out, or rename');
			expect(problems).toEqual([{ label, text, scope: 'item' }]);
		}
	});

	test.each<[string, unknown]>([
		...['Tenant', 'Applicant', 'Co-Applicant', 'Guarantor', 'Occupant', 'Owner Occupied', ''].map(
			(kind): [string, string] => ['Type', kind],
		),
		...[null, 1, { name: 'Owner' }, { toString: 1, valueOf: 1 }, [], ['Tenant', 'Owner']].map(
			(kind): [string, unknown] => ['Type', kind],
		),
		...['Role', 'Unit Type', 'Lease Type', 'Residence'].map((name): [string, string] => [
			name,
			'Owner',
		]),
	])('is not one where %j is %j', (name, kind) => {
		expect(buildRow({ ...NAMES, [name]: kind }, send, SHARED).problems).toEqual([]);
	});

	test('says nothing about a property', () => {
		const property = createProperty.fields!;
		expect(buildRow({ Property: 'Elm', 'Contact Type': 'Owner' }, property).problems).toEqual([]);
	});
});

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
	const body = { ...LEAST, rent: 0 };
	const request = { body, problems: [], isBlankRow: false, subject: 'Maple 12' };
	expect(buildPanel({ ...LEAST, ...empty })).toEqual(request);
});

test('a field of the panel has one problem, which is of the run unless it comes from an expression', () => {
	const { body, problems, subject } = buildPanel({
		...{ name: ' \u00a0 ', email: 'ann.example.com', phone: 14165550100, rent: '$2,100' },
		...{ accountStatus: 'bad', street: ['1 King St'], city: 'Toronto' },
	});
	expect([body, subject]).toEqual([{ address: { city: 'Toronto' } }, 'ann.example.com']);
	expect(toTexts(problems)).toEqual([
		['Name', 'is empty'],
		['Email', starting('must be an email')],
		['Phone', starting('must start with +')],
		['Rent', starting('must be a whole number')],
		['Account Status', starting('must be one of')],
		['Street', starting('must be a single text')],
	]);
	expect(problems.every(({ scope }) => scope === 'run')).toBe(true);
	const fromExpression = buildPanel({ ...LEAST, email: '={{ $json.email }}' }).problems;
	expect(fromExpression).toEqual([expect.not.objectContaining({ scope: 'run' })]);
});

test('of a group of fields one has to be filled in', () => {
	const amount = { label: 'amount', members: fieldsNamed(FIELDS, 'rent', 'amountPastDue') };
	const findProblems = (values: Values) =>
		toTexts(buildPanel({ ...LEAST, ...values }, FIELDS, [amount]).problems);
	expect(buildPanel(LEAST, FIELDS, [amount]).problems).toMatchObject([{ scope: 'run' }]);
	expect([{ rent: 1 }, { amountPastDue: 0 }].map(findProblems)).toEqual([[], []]);
	const empty = ['Rent', starting("is empty, like 'Amount Past Due'")];
	expect(findProblems({ rent: ' ' })).toEqual([empty]);
	expect(findProblems({ amountPastDue: 'x' })).toEqual([
		['Amount Past Due', starting('must be a number')],
	]);
});

test.each<[object, string | undefined]>([
	[{ firstName: ' Amara ', lastName: 'Okonkwo', name: 'A', email: 'a@b.c' }, 'Amara Okonkwo'],
	[{ firstName: '', lastName: 'Okonkwo' }, 'Okonkwo'],
	[{ name: '12 Elm  Street\n4', email: 'a@b.c' }, '12 Elm Street 4'],
	[{ email: 'not an email', phone: 'x' }, 'not an email'],
	[{ firstName: 'x'.repeat(500) }, `${'x'.repeat(59)}…`],
	[{ firstName: '{{ $json.x }}', email: 'a@b.c' }, 'a@b.c'],
	[{ firstName: {}, name: [] }, undefined],
])('the subject of a request with %j is %s', (values, subject) => {
	const fields = [...FIELDS, ...fieldsNamed(send, 'firstName', 'lastName')];
	expect(buildPanel({ ...values }, fields).subject).toBe(subject);
});

test('a problem of a row names its column; a field in conflict is not missing as well', () => {
	const wrong = { Email: 'bob@example.com', Mobile: '416 555 0100', Payer: '{{ x }}' };
	expect(buildRow({ ...ROW, ...wrong }).problems).toEqual([
		{ label: 'Email', text: starting('is filled differently'), scope: 'item' },
		{ label: 'Phone', text: starting('must start with +'), column: 'Mobile', scope: 'item' },
		{ label: 'Property ID', text: starting('is empty: '), scope: 'run' },
		{ label: 'Payer', text: starting("holds '{{'"), column: 'Payer', scope: 'item' },
	]);
	const [missing] = buildRow({ ...ROW, 'Property ID': '' }).problems;
	expect(missing).toEqual(expect.not.objectContaining({ scope: 'run' }));
});

test('a cell that is empty is a problem of its row, a column that is missing one of the sheet', () => {
	const rows = [{ ' E-mail ': 'ann@example.com' }, { 'First Name': 'Ann' }];
	const text = starting("No phone column found. Name one 'Phone', 'Mobile' or 'Mobile Phone'");
	expect(buildRows(rows, send, SHARED)[1]).toMatchObject({
		problems: [
			{ text, scope: 'sheet' },
			{ label: 'Email', text: 'is empty', column: 'E-mail', scope: 'item' },
		],
		subject: 'Ann',
	});
});

test.each([
	['Name;E-Mail;Mobile', ';'],
	['Name\tE-Mail\tMobile', 'a tab'],
])('%j as the only column says that the file was not taken apart', (name, sign) => {
	const { problems } = buildRow({ [name]: 'x' }, send, SHARED);
	const column = name.replaceAll('\t', ' ');
	const text = `; its only column is '${column}': set 'Delimiter' to ${sign} in the node that extracts the file`;
	expect(problems.at(-1)!.text).toContain(text);
});

test.each<SheetRow>([{ 'Tenant; Unit': 'x', Unit: '4' }, { Note: 'x' }])(
	'several columns, or one without a sign, say nothing about the file: %j',
	(row) => {
		const { problems } = buildRow(row, send, SHARED);
		expect(problems.at(-1)!.text).toContain("'Include Empty Cells'");
	},
);

test.each(['__EMPTY', '__EMPTY_12'])(
	'a column %s says that the names of columns may be in a row below',
	(name) => {
		const { problems } = buildRow({ 'Applicants 2026': 'Email', [name]: 'Phone' }, send, SHARED);
		expect(problems.at(-1)!.text).toMatch(
			/; some columns have no name, .* set 'Range' in the node/,
		);
	},
);

test('a column without a name says nothing about a sheet that is no file', () => {
	const { problems } = buildRow({ row_number: 2, __EMPTY: 'x' }, send, SHARED);
	expect(problems.at(-1)!.text).not.toContain('Range');
});

test('a column that belongs to another role is named where a required one is missing', () => {
	const members = fieldsNamed(send, 'firstName', 'lastName');
	const cells = {
		'Applicant Phone': '+14165550100',
		'Tenant Email': 'a@b.co',
		'Tenant Name': 'Ann Lee',
	};
	const { problems } = buildRows([cells], send, SHARED, [{ label: 'name', members }])[0]!;
	const reason = 'is not read, since this sheet has columns of the applicant. Name one';
	expect(toTexts(problems)).toEqual([
		['Email', starting(`No email column found: 'Tenant Email' ${reason} 'Email'`)],
		['name', starting(`No name column found: 'Tenant Name' ${reason} 'First Name'`)],
	]);
});

test("'Name' that may be the property's is named where the person has no name, and only there", () => {
	const contact = { 'Applicant Email': 'a@b.co', 'Applicant Phone': '+14165550100' };
	const build = (names: SheetRow) => buildRow({ ...contact, ...names }, send, SHARED);
	const reason = "'Name' is not read, as it may be the property's: call it 'Property Name' then";
	expect(toTexts(build({ Name: 'Ada Moss' }).problems)).toEqual([
		['name', starting(`No name column found: ${reason}`)],
	]);
	expect(build({ Name: 'Ada Mary Moss' }).problems).toHaveLength(1);
	expect(build({ Name: 'Elm House', 'First Name': 'Ada' }).problems).toEqual([]);
	expect(toTexts(build({ Name: 'Elm House', 'Last Name': 'Moss' }).problems)).toEqual([
		['First Name', starting("No first name column found. Name one 'First Name'")],
	]);
});

test('a group that is empty because of a problem has no other', () => {
	const members = fieldsNamed(rentReport, 'firstName', 'lastName');
	const row = { 'First Name': '', 'Last Name': '', 'Full Name': 'Ada Moss', Rent: 5 };
	const { problems } = buildRows([row], rentReport, {}, [{ label: 'name', members }])[0]!;
	expect(toTexts(problems)).toEqual([['First Name', starting("is empty, though 'Full Name'")]]);
});

describe("a column that may be another person's", () => {
	const owner = { Owner: 'Elm House Ltd' };
	const doubts = (...rows: SheetRow[]) =>
		buildRows(rows, send, SHARED)[0]!.problems.flatMap(({ text, scope }) =>
			scope === 'sheet' && text.includes("may be that person's") ? [text] : [],
		);

	test("a column right behind another person's is not read, and is named with how to say whose it is", () => {
		const cells = { Tenant: 'Ann Lee', ...owner, Email: 'a@b.co', 'Cell Phone': '+14165550100' };
		expect(doubts(cells)).toEqual([
			"'Email' is right behind 'Owner' and may be that person's: rename it to 'Tenant Email' or 'Owner Email', whosever it is",
			starting("'Cell Phone' is right behind 'Owner' and may be that person's"),
		]);
		expect(buildRow(cells, send, SHARED).body).not.toHaveProperty('email');
	});

	test.each([
		...[
			'Emergency Contact',
			'Property Owner',
			'Homeowner',
			'Listing Agent',
			'Employer',
			'Supervisor',
		],
		...['Reference 1', 'Landlord Reference', 'Landlord (current)', 'Landlord/Property Manager'],
		...['Spouse/Partner', 'Parent/Guardian', 'Second Applicant', 'Applicant 2', 'Tenant 2 Name'],
		...['Guarantor Last Name', 'Owner Address', 'Management Company', "Previous Landlord's Name"],
		...['Emergency Contact Person', 'Emergency Name', 'Nearest Relative', 'Case Worker Name'],
		...['Closest Relative', 'Guarantor Surname', 'Emergency Contact First & Last Name'],
		...['Tenant Emergency Contact', "Applicant's Employer", 'Resident Manager'],
		...['Name of Landlord', 'Name of Landlord / Owner', 'Full name of your current landlord'],
		...['Secondary Tenant', 'Additional Occupant 1 Name', 'Other Tenants'],
		...['Flat Owner Name', 'Primary Owner', 'Secondary Owner Name'],
		...['Case Manager', 'Assigned Case Manager Name', 'Social Worker', "Doctor's Name", 'Attorney'],
		...['Child Name', 'Child 1', "Children's Name", 'Household Member 2', 'Dependent First Name'],
		...['Co-Signer', 'Co-Applicant', 'Co-Tenant Name', 'Co-Renter', 'Co-Resident', 'Co-Occupant'],
		...['Occupant 2', 'Showing Agent', 'Leasing Consultant', 'Alternate Contact'],
		...['Landlord Legal Name', "Co-Applicant's Full Legal Name", 'Full legal name of guarantor'],
		...['Your Landlord', "Your Spouse's Name"],
		...['Submitted By', 'Submitted By (Name)', 'Filled in by', 'Referred by Name', 'Created By'],
	])('a column right behind %s is in doubt', (other) => {
		expect(doubts({ [other]: 'Eve Poe', ...ROW })).toHaveLength(2);
	});

	test.each([
		...['Relationship', 'Relationship to Applicant', 'DOB', 'Company', 'Work Phone', 'Fax'],
		...['Address', 'Mailing Address', 'Mailing Zip', 'Postal Address', 'City', 'Zip Code'],
		...['Address (Street Address)', 'Address (State / Province)', 'Mailing Address (City)'],
	])("a column stays in doubt behind '%s', which is of the person before it", (between) => {
		expect(doubts({ Guarantor: 'Eve Poe', [between]: 'x', ...ROW })).toHaveLength(2);
	});

	test.each([
		...['Contact', 'Applicant 1', 'Applicant', 'Prospect', 'Tenant', 'Property', 'Agency'],
		...['Tenant Reference', 'Contact Person', 'Property Reference', 'Case Reference', 'Unit Ref'],
		...['Your Reference', 'Your Contact', 'My Property'],
		...['Children', 'Dependents', 'Minors', 'Household Members', 'Occupants', 'Occupant'],
		...['Minors 0-17', 'Children 6-12'],
	])("a column behind '%s' is the applicant's", (name) =>
		expect(buildRow({ [name]: 'Ann Lee', ...ROW }, send, SHARED).body).toMatchObject(SENT),
	);

	test.each(['Ng, Bo', 'De Souza, Ana Maria', 'Mary Jo Kim', 'Bo & Eve Ng', 'ng, bo jun'])(
		"an email in front of all names is not read behind a column with somebody's name, whatever it is called: %s",
		(name) => {
			const rows = [
				{ 'Assigned To': '', ...ROW, 'First Name': 'Ann', 'Last Name': 'Lee' },
				{ 'Assigned To': name, ...ROW, 'First Name': 'Eve', 'Last Name': 'Poe' },
			];
			expect(doubts(...rows)).toEqual([
				starting("'E-mail' is right behind 'Assigned To' and may be that person's"),
				starting("'Mobile' is right behind 'Assigned To'"),
			]);
			expect(buildRows(rows, send, SHARED)[0]!.problems).toHaveLength(2);
		},
	);

	test.each<[string, SheetRow]>([
		['behind the name of the applicant', { 'Intake Worker': 'Bo Ng' }],
		['with somebody who may be anybody', { 'Housing Navigator': 'Bo Ng' }],
		['with a contact person', { 'Contact Person': 'Bo Ng' }],
		[
			'spelled wrongly',
			{ 'Parent/Gaurdian Name': 'Bo Ng', Relation: 'Father', Street: '1 Elm St' },
		],
		['in the words of a form', { 'In case of emergency notify': 'Bo', Relationship: 'Father' }],
		['by number', { "Tenant's Name 2": 'Bo' }],
		['by a number with a sign', { 'Emergency Contact #1': 'Bo', 'Addr Line 1': '1 Elm St' }],
		['by kinship', { "Mum's Name": 'Bo' }],
		['a place of work', { 'Place of Employment': 'Acme', 'Employer Address': '1 Elm St' }],
	])("a phone is not read behind another person's column: %s", (_, other) => {
		const row = { 'First Name': 'Ann', 'Last Name': 'Lee', Email: 'a@b.co', ...other, Phone: '1' };
		expect(doubts(row)).toEqual([starting("'Phone' is right behind '")]);
	});

	const names = { 'First Name': 'Ann', 'Last Name': 'Lee' };
	test.each<[string, SheetRow]>([
		['it holds no whole name', { Unit: '4B', Floor: 'Ground', ...ROW, ...names }],
		['another column stands between them', { Consultant: 'Bo Ng', Unit: '4B', ...ROW, ...names }],
		['it is a place', { City: 'New York', ...ROW, ...names }],
		['it is a state', { ...names, City: 'Troy', 'State/Prov': 'New York', ...ROW }],
		['it is a part of town', { Neighborhood: 'Oak Park', ...ROW, ...names }],
		['it is a time', { 'Best Time': 'Saturday Morning', ...ROW, ...names }],
		['it is a country of an address', { 'address.country': 'United States', ...ROW, ...names }],
		...['Place of Birth', 'Job Title', 'City, State', 'Pets', 'Middle Name', 'Assigned To'].map(
			(name): [string, SheetRow] => [
				`it is '${name}', behind the names`,
				{ ...names, [name]: 'New Delhi', ...ROW },
			],
		),
		['it is a home', { 'Property Name': 'Elm House', ...ROW, ...names }],
		['a form asks for a home', { 'Which unit are you applying for?': 'Elm A', ...ROW, ...names }],
		['it is a status', { 'Lead Status': 'In Progress', ...ROW, ...names }],
		['it is a date', { 'Move-in Date': 'Late May', ...ROW, ...names }],
		['it is a source', { Source: 'Facebook Ads', ...ROW, ...names }],
		['it is a sentence', { 'Do you agree?': 'I agree to the terms', ...ROW, ...names }],
		['it is a sentence', { Reason: 'need a Home', ...ROW, ...names }],
		['the sheet has no names', { Leaseholder: 'Ann Lee', ...ROW }],
	])('an email is read behind a column of another kind where %s', (_, cells) =>
		expect(buildRow(cells, send, SHARED).body).toMatchObject(SENT),
	);

	test("a column in doubt does not hide the applicant's own, whatever their names", () => {
		const own = { 'First Name': 'Ann', 'Email Address': 'a@b.co', Cell: '+14165550100' };
		const other = { 'Emergency Contact': 'Eve', Relationship: 'Aunt', Phone: '+14165550199' };
		const { body } = buildRow({ ...own, ...other, Email: 'eve@b.co' }, send, SHARED);
		expect(body).toMatchObject({ email: 'a@b.co', phone: '+14165550100' });
	});

	test('the other person is named alone, not with a part of the name', () => {
		const [text] = doubts({ 'Spouse First Name': 'Eve', 'Spouse Last Name': 'Poe', ...ROW });
		expect(text).toContain("to 'Applicant Email' or 'Spouse Email'");
		const [inBrackets] = doubts({
			'Spouse Name (First)': 'Eve',
			'Spouse Name (Last)': 'Poe',
			...ROW,
		});
		expect(inBrackets).toContain("to 'Applicant Email' or 'Spouse Email'");
		const [other] = doubts({ 'Name of your Landlord': 'Eve Poe', ...ROW });
		expect(other).toContain("to 'Applicant Email' or 'Landlord Email'");
		const [legal] = doubts({ 'Your Landlord Full Legal Name': 'Eve Poe', ...ROW });
		expect(legal).toContain("to 'Applicant Email' or 'Landlord Email'");
		// 'Tenant Email' would be read as the applicant's.
		const [company] = doubts({ 'Tenant Company': 'Elm Bakery', ...ROW, 'First Name': 'Ada' });
		expect(company).toContain("or 'Tenant Company Email'");
	});

	test.each<[string, SheetRow]>([
		['a name stands between them', { ...owner, 'First Name': 'Ann', ...ROW }],
		['any other column stands between them', { ...owner, Unit: '4B', ...ROW }],
		["the property's address stands between them", { ...owner, 'Property Address': 'x', ...ROW }],
		["the sheet says which are the other person's", { ...owner, 'Owner Phone': '1', ...ROW }],
		['it has a role', { ...owner, 'Tenant Email': 'a@b.co', 'Tenant Phone': '+14165550100' }],
		['another column has the field', { ...ROW, ...owner, 'Email Address': 'x@y.co', Mobile: '1' }],
	])('no column is in doubt where %s', (_, cells) => expect(doubts(cells)).toEqual([]));

	test('a country code is in doubt too: it would complete another number', () => {
		const cells = { ...ROW, Mobile: '416 555 0100', ...owner, 'Country Code': '1' };
		expect(doubts(cells)).toEqual([starting("'Country Code' is right behind 'Owner'")]);
	});

	test("whoever filled in a form of Microsoft's is not the applicant", () => {
		const account = { 'Completion time': 45000.5, Email: 'pat@b.co', Name: 'Pat Kim' };
		const answers = { 'Last modified time': '', Cell: '+14165550100' };
		const names = { 'First name': 'Ada', 'Last name': 'Moss' };
		const row = { ...account, ...answers, ...names, 'Email address': 'ada@b.co' };
		const { body, problems } = buildRow(row, send, SHARED);
		expect(problems).toEqual([]);
		expect(body).toMatchObject({ email: 'ada@b.co', firstName: 'Ada', lastName: 'Moss' });

		const texts = buildRow({ ...account, ...answers }, send, SHARED).problems.map(
			({ text }) => text,
		);
		const reason = "is right behind 'Completion time', where Microsoft Forms has the account";
		expect(texts).toEqual([
			starting(`'Email' ${reason}`),
			starting(`No name column found: 'Name' ${reason}`),
		]);
		expect(texts[0]).toContain("rename it to 'Applicant Email' or 'Respondent Email'");
		// An 'Email' that is asked for is no account.
		const asked = { 'Completion time': 1, 'Last modified time': '', ...names, ...ROW };
		expect(buildRow(asked, send, SHARED).problems).toEqual([]);
	});

	test("a property's name is not that of whoever filled in a form of Microsoft's", () => {
		const account = { 'Completion time': 45000.5, Email: 'pat@b.co', Name: 'Pat Kim' };
		const property = createProperty.fields!;
		expect(buildRow({ ...account, Property: 'Elm' }, property).body).toEqual({ name: 'Elm' });
		const [problem] = buildRow({ ...account, Rent: 5 }, property).problems;
		expect(problem).toMatchObject({ text: starting("'Name' is right behind"), scope: 'sheet' });
	});

	test('a date of birth is read behind somebody of whom no sheet has one', () => {
		const tenant = { 'Tenant Name': 'Ann Lee', Rent: 5 };
		const birthday = { 'Date of Birth': '1990-05-17' };
		const read = (cells: SheetRow) =>
			buildRow({ ...tenant, ...cells }, rentReport).body.dateOfBirth;
		expect(read({ Employer: 'Elm Ltd', ...birthday })).toBe('1990-05-17');
		expect(read({ Guarantor: 'Bo Ng', ...birthday })).toBeUndefined();
	});

	test('the row with the most columns tells what stands behind what: readers leave empty cells out', () => {
		const full = { ...owner, Unit: '4B', ...ROW };
		expect(doubts({ ...owner, ...ROW }, full)).toEqual([]);
		expect(doubts({ Email: 'a@b.co' }, { ...owner, ...ROW })).toHaveLength(2);
	});

	test('an empty column is in doubt only where the field is required', () => {
		const cells = { 'Tenant Name': 'Ann Lee', Rent: 5, 'Due Date': '', ...owner, Email: ' ' };
		const { problems } = buildRow(cells, rentReport);
		expect(problems.filter(({ label }) => label === 'Email')).toEqual([]);
		expect(doubts({ ...owner, Email: '', Phone: '' })).toEqual([
			starting("'Email' is right behind 'Owner'"),
			starting("'Phone' is right behind 'Owner'"),
		]);
	});
});

describe("a contact without a role where the sheet has owners and says which contact is the tenant's", () => {
	const owner = { 'Flat Owner Name': 'Bo Doe', 'Owner Phone': '+14165550199' };
	const tenant = { 'Tenant Name': 'Ann Lee', 'Flat No': '101', 'Tenant Phone': '+14165550101' };
	const email = { Email: 'a@b.co' };

	test("an email that may be the owner's is not read, and is named with how to say whose it is", () => {
		const { body, problems } = buildRow({ ...email, ...owner, ...tenant }, send, SHARED);
		const text =
			"may be that of 'Flat Owner Name', as it has no role like 'Tenant Phone': rename it to 'Tenant Email' or 'Flat Owner Email', whosever it is";
		expect(toTexts(problems)).toEqual([['Email', `'Email' ${text}`]]);
		expect(body).not.toHaveProperty('email');
	});

	test.each<[string, SheetRow]>([
		["there is the tenant's email too", { ...owner, ...tenant, 'Tenant Email': 'a@b.co' }],
		['both are the same', { ...owner, ...tenant, 'Tenant Email': 'a@b.co', ...email }],
		[
			"it is right behind a column of the tenant's",
			{ ...owner, 'Tenant Name': 'Ann Lee', ...email, 'Tenant Phone': '+14165550101' },
		],
		[
			'no contact has a role',
			{ ...owner, 'Tenant Name': 'Ann Lee', Unit: '4', Mobile: '+14165550101', ...email },
		],
		['the owner is a landlord', { 'Landlord/Owner': 'Bo', Unit: '4', ...email, ...tenant }],
		['there is no owner', { Ownership: 'x', 'Pet Owner': 'no', ...email, ...tenant }],
		["there is an owner's phone alone", { 'Owner Phone': '1', ...email, ...tenant }],
	])("an email is the tenant's where %s", (_, cells) => {
		const { body, problems } = buildRow(cells, send, SHARED);
		expect([body.email, problems]).toEqual(['a@b.co', []]);
	});
});

test.each([true, '', '0035g00000XYZab'])(
	"'Tenant__c' of Salesforce with %j is nobody's name, and says nothing of whose the others are",
	(cell) => {
		const { body, problems } = buildRow(
			{ ...ROW, Name: 'Ada Moss', ' Tenant__c ': cell },
			send,
			SHARED,
		);
		expect(problems).toEqual([]);
		expect(body).toMatchObject({ firstName: 'Ada', lastName: 'Moss' });
		const columns = { Name: 'Elm', Property__c: cell };
		const item = createItem({ mappingMode: 'autoMapInputData' }, columns);
		const property = createBodyReader([item], createProperty.fields!, createProperty)(item);
		expect(property).toMatchObject({ body: { name: 'Elm' }, problems: [] });
	},
);

test('a name that only a role of Salesforce may hold is not left out', () => {
	const { problems } = buildRow({ ...ROW, Tenant__c: 'Ada Moss' }, send, SHARED);
	const text = starting("No name column found: 'Tenant__c' is not read");
	expect(problems).toEqual([{ label: 'name', text, scope: 'sheet' }]);
	const named = buildRow({ ...ROW, Tenant_Name__c: 'Ada Moss' }, send, SHARED);
	expect(named.body).toMatchObject({ firstName: 'Ada', lastName: 'Moss' });
});
test('the subject of a row is its full name, also where that cannot be taken apart', () => {
	const names = { firstName: 'Amara', lastName: 'Okonkwo' };
	expect(buildRow({ ...ROW, Name: 'Amara Okonkwo' }).body).toMatchObject(names);
	const { subject, problems } = buildRow({ ...ROW, Name: 'Okonkwo' }, send, SHARED);
	const problem = ['Full Name', starting("must be 'First Last' or 'Last, First'")];
	expect([subject, ...toTexts(problems)]).toEqual(['Okonkwo', problem]);
});

test.each<SheetRow>([
	{ Surname: 'Moss' },
	{ 'Known As': 'Ada', 'Tenant Last Name': 'Moss' },
	{ Initials: 'A.', 'Family Name': '' },
])('a screening is not sent with half a name, as of a sheet with %j', (names) => {
	const { problems } = buildRow({ ...ROW, ...names }, send, SHARED);
	const text = starting("No first name column found. Name one 'First Name'");
	expect(problems).toEqual([{ label: 'First Name', text, scope: 'sheet' }]);
	expect(buildRow({ ...ROW, ...names, First: '' }, send, SHARED).problems).toEqual([]);
});

test.each<[string, SheetRow, string]>([
	['Last Name', { 'First Name': 'Ada' }, 'Apellido / Last Name'],
	['Last Name', { 'Tenant First Name': 'Ada' }, 'paternal_last_name'],
	['First Name', { Surname: 'Moss' }, 'All forenames'],
	['First Name', { Surname: 'Moss' }, 'Your Name (First)'],
	['First Name', { LastName: 'Moss' }, 'FName'],
	['Last Name', { 'First Name': 'Ada' }, 'Applicant (Last)'],
	['Last Name', { 'First Name': 'Ada' }, 'L_Name'],
])(
	'no half of a name is left out that a column may hold: %s of a sheet with %j',
	(label, half, other) => {
		const text = starting(
			`No ${label.toLowerCase()} column found: '${other}' is not read, as it may hold something else. Name one '${label}'`,
		);
		const row = { ...ROW, ...half, [other]: 'Moss' };
		const problem = { label, text, scope: 'sheet' };
		expect(buildRow(row, rentReport).problems).toContainEqual(problem);
		expect(buildRow(row, send, SHARED).problems).toEqual([problem]);
		// One that has a column of its own is left out nowhere.
		expect(buildRow({ ...row, [label]: 'Moss' }, send, SHARED).problems).toEqual([]);
		// Of another person it is no half.
		const ofSpouse = { ...ROW, Name: 'Moss', ...half, 'Spouse Last Name': 'Ng' };
		expect(buildRow(ofSpouse, rentReport).problems).not.toContainEqual(problem);
	},
);

test.each<[string, SheetRow]>([
	['Name', { Name: 'Ada Moss', 'Applicant Phone': ROW.Mobile }],
	['Tenant', { Tenant: 'Ada Moss', 'Applicant Phone': ROW.Mobile }],
	['First Name / Nombre', { 'First Name / Nombre': 'Ada', 'Last Name / Apellido': 'Moss' }],
])(
	'a screening is not sent without the name that %j may hold, as of a sheet with %j',
	(name, cells) => {
		const problem = { label: 'name', scope: 'sheet', text: starting(`: '${name}' is not read`) };
		const { problems } = buildRow({ ...ROW, ...cells }, send, SHARED);
		expect(problems).toEqual([problem]);
		expect(problems[0]!.text).toContain("Name one 'Full Name', or 'First Name' and 'Last Name'");
		expect(buildRow({ ...ROW, ...cells, 'Full Name': 'Ada Moss' }, send, SHARED).problems).toEqual(
			[],
		);
	},
);

test.each([
	...['Prospect', 'prospect_name', 'Candidate Name', 'Lessee', 'Student Name', 'Contact Name'],
	...['Your Name', 'Complete Name', 'Name of Applicant', 'Full name of the tenant', 'Names'],
	...['Primary Applicant', 'Main Tenant Name', 'Applicant 1', 'Tenant #1 Name', 'Applicant Name 1'],
	...['Head of Household', 'Service Member Name', 'Tenant(s) Full name', 'Tenants', 'Invitee Name'],
	...['Full Name (as on your ID)', 'What is your full name?', 'Name (as on ID: first, last)'],
	'Name 1',
])(
	"a screening is not sent without the name that a column of people's names may hold: %s",
	(name) => {
		const rows = [
			{ ...ROW, [name]: '' },
			{ ...ROW, [name]: 'Ada M. Moss' },
		];
		const text = starting(`No name column found: '${name}' is not read`);
		for (const { problems } of buildRows(rows, send, SHARED)) {
			expect(problems).toEqual([{ label: 'name', scope: 'sheet', text }]);
		}
		// It is nothing else that the sheet lacks.
		const half = { ...ROW, 'First Name': 'Ada', [name]: 'Ada Moss' };
		expect(buildRow({ ...half, 'Last Name': 'Moss' }, send, SHARED).problems).toEqual([]);
		const lacking = starting(`No last name column found: '${name}' is not read`);
		expect(toTexts(buildRow(half, send, SHARED).problems)).toEqual([['Last Name', lacking]]);
	},
);

test.each<[string, string]>([
	['Prospect', 'yes'],
	['Guests', '2'],
	['Contact', 'Phone Call'],
	['Property', 'Elm House'],
	['Lead', 'Walk In'],
	['Guarantor Name', 'Eve Poe'],
	['Spouse Full Legal Name', 'Eve Poe'],
	['Company Legal Name', 'Elm Bakery'],
	['Pet Full Name', 'Old Rex'],
	['Name (property)', 'Elm House'],
	['File Names', 'Elm House'],
	['Payment (Last)', 'Elm House'],
])('a column %s of %j holds no name of an applicant', (name, cell) => {
	const { problems } = buildRow({ ...ROW, [name]: cell }, send, SHARED);
	expect(problems.filter(({ label }) => label === 'name')).toEqual([]);
});

test("'Name' that holds no names of people is left out beside columns of a role", () => {
	const cells = { Name: '12 Elm Street', 'Applicant Phone': ROW.Mobile };
	expect(buildRow({ ...ROW, ...cells }, send, SHARED).problems).toEqual([]);
});

const NO_NAME = [starting("No name column found. Name one 'Tenant Name'"), 'sheet'];
const NO_AMOUNT = [starting("Name one 'Rent Amount' or 'Rent Paid'"), 'sheet'];
const EMPTY_NAME = ['is empty', 'item'];
test.each<[SheetRow, unknown[]]>([
	[{ Unit: '4B' }, [NO_NAME, NO_AMOUNT]],
	[{ Surname: ' ', Rent: '$5' }, [[starting('must be a number'), 'item'], EMPTY_NAME]],
	[{ 'Full Name': 'Ann Lee', Rent: 5 }, []],
	[{ Name: 'Lee', Rent: 5 }, [[starting("must be 'First Last'"), 'item']]],
])('a rent report needs a column with a name and one with an amount: %j', (cells, expected) => {
	const groups = [
		{
			label: 'name',
			members: fieldsNamed(rentReport, 'lastName', 'firstName'),
			columnAdvice: "'Tenant Name'",
		},
		{ label: 'amount', members: fieldsNamed(rentReport, 'rentAmount', 'rentPaid') },
	];
	const { problems } = buildRows([cells], rentReport, {}, groups)[0]!;
	expect(problems.map(({ text, scope }) => [text, scope])).toEqual(expected);
});

test.each<SheetRow>([
	{ 'First Name': 'vacant', 'Last Name': 'Moss' },
	{ 'First Name': 'Ada', 'Last Name': 'VACANT' },
])(
	'a unit that is vacant though the row has another name is neither sent nor skipped: %j',
	(names) => {
		const { problems, isBlankRow } = buildRow({ ...ROW, ...names }, send, SHARED);
		const text = starting('says that the unit is vacant, though the row has another name');
		expect(problems).toMatchObject([{ text, scope: 'item' }]);
		expect(isBlankRow).toBe(false);
	},
);

test("'Full Address' beside 'Property Address' may be the owner's", () => {
	const property = createProperty.fields!;
	const build = (cells: SheetRow) => {
		const item = createItem({ mappingMode: 'autoMapInputData' }, { Property: 'Elm', ...cells });
		return createBodyReader([item], property, createProperty)(item);
	};
	const own = { 'Property Address': '12 Elm St' };
	const [problem] = build({ ...own, 'Full Address': '9 Oak Rd' }).problems;
	expect(problem!.text).toContain("is filled differently in the columns 'Property Address' and");
	const sent = { problems: [], body: { address: { fullAddress: '12 Elm St' } } };
	expect(build({ ...own, 'Full Address': '12 Elm St' })).toMatchObject(sent);
	expect(build({ 'Full Address': '12 Elm St' })).toMatchObject(sent);
	expect(build({ 'Property Full Address': '12 Elm St' })).toMatchObject(sent);
});

describe('a ZIP code of three or four digits', () => {
	const build = (cells: SheetRow) =>
		buildRow({ Property: 'Elm', ...cells }, createProperty.fields!);

	test.each<SheetRow>([
		{ State: 'MA', Zip: 2134 },
		{ State: 'New Jersey', 'Zip Code': '7030' },
		{ 'Address (State / Province)': 'ct', 'Postal Code': '6101-1234', Country: 'U.S.' },
		{ State: 'PR', Zip: 601 },
		{ State: 'AE', Zip: 9012, Country: 'USA' },
		{ Zip: 2134, Country: 'US' },
	])('is refused in a state whose codes begin with 0, and in the USA: %j', (cells) => {
		const [column] = Object.keys(cells).filter((name) => /zip|code/i.test(name));
		const text = starting('must be five digits, such as 02134');
		expect(build(cells).problems).toEqual([{ label: 'Postal Code', text, column, scope: 'item' }]);
	});

	test.each<SheetRow>([
		{ State: 'NSW', Postcode: 2134 },
		{ State: 'MA', Zip: '02134' },
		{ State: 'MA', Zip: '21' },
		{ State: 'NH', Zip: 1012, Country: 'Netherlands' },
		{ State: 'WA', Zip: 6000 },
		{ State: 'MA' },
	])('that may be right is sent as it is: %j', (cells) => {
		expect(build(cells).problems).toEqual([]);
	});
});

test('Country Code completes a phone, which then equals one that has it', () => {
	const sheet = { 'E-mail': 'ann@example.com', Mobile: '(416) 555-0103', Cell: '+14165550103' };
	expect(buildRow(sheet, send, { countryCode: '+1' }).body.phone).toBe('+14165550103');
	expect(toTexts(buildRow(sheet).problems)).toContainEqual(['Phone', starting('is filled diff')]);
	const phone = { ...LEAST, phone: '416 555 0103' };
	expect(buildPanel({ ...phone, countryCode: 1 }).body.phone).toBe('+14165550103');
});

test('a wrong setting of Country Code is a problem of the run wherever there is a field for a phone', () => {
	const wrong = { ...LEAST, countryCode: 'Canada' };
	expect(buildPanel(wrong).problems).toMatchObject([{ label: 'Country Code', scope: 'run' }]);
	const noPhone = FIELDS.filter(({ name }) => name !== 'phone');
	expect(buildPanel(wrong, noPhone).problems).toEqual([]);
});

test.each([
	['416 555 0100', ['Country Code']],
	['+1 416 555 0100', []],
	['', []],
])(
	'a wrong country code in a cell matters only beside a phone that needs one: %j',
	(phone, labels) => {
		const cells = { ...ROW, Mobile: phone, 'Calling Code': 'CA' };
		const { problems } = buildRow(cells, send, SHARED);
		const codes = problems.filter(({ label }) => label === 'Country Code');
		expect(codes.map(({ label }) => label)).toEqual(labels);
	},
);

test('names of the panel that say that there is none are left out as those of a sheet are', () => {
	const { fields = [], atLeastOne } = submitRentReport;
	const report = { propertyId: 'p-1', rentPaid: '2100', accountStatus: 'GOOD_STANDING' };
	const { problems } = buildPanel(
		{ ...report, firstName: 'TBD', lastName: '' },
		fields,
		atLeastOne,
	);
	expect(problems).toContainEqual(expect.objectContaining({ text: starting('is empty, like') }));

	const vacant = { ...SHARED, firstName: 'Vacant', lastName: 'TBD' };
	expect(toTexts(buildPanel(vacant, send).problems)).toContainEqual([
		'First Name',
		'says that the unit is vacant: leave the row out',
	]);
	const { body } = buildPanel({ ...SHARED, firstName: 'Ann', middleName: 'N.M.N.' }, send);
	expect(body).toMatchObject({ firstName: 'Ann' });
	expect(body).not.toHaveProperty('middleName');
});

test("a row whose person's name says vacant is blank, and is not sent where blank rows are", () => {
	const { isBlankRow, problems } = buildRow({ ...ROW, 'First Name': '(Vacant)' }, send, SHARED);
	expect([isBlankRow, ...toTexts(problems)]).toEqual([
		true,
		['First Name', starting('says that the unit is vacant')],
	]);
});

const anyFields = fc.constantFrom(...mappedOperations.map((operation) => operation.fields));
const columnName = fc.oneof(
	fc.constantFrom('Email', 'E-mail', 'email address', 'Phone', 'Mobile', 'Rent', 'Monthly Rent'),
	fc.constantFrom('City', 'address.city', 'Town', 'Address', 'address', 'Name', 'Property', 'Type'),
	fc.constantFrom('First Name', 'Last Name', 'Full Name', 'Applicant', 'Country Code'),
	fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'),
	fc.string(),
);
const anyCell = fc.oneof(
	fc.constantFrom('', ' ', 'a@b.c', '+1416', '+1 416', 2100, '2100', 'Ann Lee', null, false),
	fc.record({ city: fc.string(), City: fc.string(), __proto__: fc.anything() }),
	fc.constantFrom({ toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }]),
	fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true }),
);
// Own keys, `__proto__` included, as JSON.parse would make them.
const anyRow = fc
	.uniqueArray(fc.tuple(columnName, anyCell), { selector: ([name]) => name, maxLength: 12 })
	.map((cells): SheetRow => Object.fromEntries(cells));

test('any input: nothing throws, only listed keys and no empty text are sent, a field has one problem', () => {
	const known = Object.getOwnPropertyNames(Object.prototype);
	fc.assert(
		fc.property(fc.array(anyRow, { minLength: 1, maxLength: 4 }), anyFields, (rows, operation) => {
			const names = operation.map(({ name }) => name);
			for (const { body, problems } of buildRows(rows, operation)) {
				const { address, ...top } = body;
				expect(address).not.toEqual({});
				for (const [key, value] of Object.entries({ ...top, ...(address as object) })) {
					expect(names).toContain(key);
					expect(value).not.toBe('');
				}
				expect(new Set(problems.map(({ label }) => label)).size).toBe(problems.length);
				for (const { text } of problems)
					expect(text).not.toMatch(/\b(error|problem|failure|mistake|password|token)\b/i);
			}
		}),
		{ numRuns: 500 },
	);
	expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known);
});

test('any input: columns named as the service does give the body that the panel gives', () => {
	const operationAndValues = anyFields.chain((operation) => {
		const names = fc.constantFrom(...operation.map(({ name }) => name));
		return fc.tuple(fc.constant(operation), fc.dictionary(names, anyCell));
	});
	fc.assert(
		fc.property(operationAndValues, ([operation, given]) => {
			// A sheet with last names has a column for the first.
			const values = { firstName: '', ...given };
			const built = [buildPanel(values, operation), buildRow(values, operation)];
			const [panel, columns] = built.map(({ body, subject, problems }) => {
				return { body, subject, labels: problems.map(({ label }) => label).sort() };
			});
			expect(columns).toEqual(panel);
		}),
	);
});
