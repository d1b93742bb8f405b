import type { Field } from '../../../nodes/RentalScreening/core/field.ts';
import {
	normalizeColumnName,
	type SheetRow,
} from '../../../nodes/RentalScreening/core/sheetRow.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening } from '../../../nodes/RentalScreening/operations/screening.ts';
import { readCell, toColumn } from '../../../nodes/RentalScreening/request/chosenColumns.ts';
import { findColumns } from '../../../nodes/RentalScreening/request/columns.ts';
import { withFullName } from '../../../nodes/RentalScreening/request/names.ts';
import { mappedOperations } from '../../support/operations.mts';

const send = sendScreening;
const rentReport = submitRentReport;
const property = createProperty;

/** What the sheet of a header line gives for an operation, with what is chosen under 'Columns'. */
function find(operation: typeof send, header: string, chosen?: unknown, more: SheetRow = {}) {
	const row = { ...more, ...Object.fromEntries(header.split(', ').map((name) => [name, 'x'])) };
	const found = findColumns([row], operation.fields!, operation, chosen);
	const columns = [...found.columns].map(([field, { name }]) => [field, name]);
	return { ...found, columns: Object.fromEntries(columns) as Record<string, string> };
}

/** The fields that a column of this name is read for. */
function findFields(name: string, fields: readonly Field[]): string[] {
	return [...findColumns([{ [name]: 'x' }], fields, {}, undefined).columns.keys()];
}

const listNames = ({ name, label, otherNames = [] }: Field) => [name, label, ...otherNames];

test.each(mappedOperations)('$id: each name of a field means that field alone', ({ fields }) => {
	for (const field of withFullName(fields)) {
		for (const name of listNames(field)) {
			const spellings = [name, name.toUpperCase(), ` ${name}*`, name.replaceAll(' ', '_')];
			if (field.isPersonal) {
				spellings.push(
					`Applicant ${name}`,
					`Tenant's ${name}`,
					`renter_${name}`,
					`Resident${name}`,
				);
			}
			for (const each of spellings)
				expect([each, findFields(each, fields)]).toEqual([each, [field.name]]);
		}
	}
	const names = fields.flatMap((field) => [...new Set(listNames(field).map(normalizeColumnName))]);
	expect(names).toEqual([...new Set(names)]);
});

test.each([
	...['Rent (USD)', 'Rent ($)', 'rent (optional) *', 'Rent (XXXX.XX in dollars)'],
	...["Tenant's Phone", 'Tenant', 'Applicant Name', 'E-mail', '\ufeffEmail', 'e_mail'],
	...['Name (First)', 'First Name(s)', 'Date of birth (MM/DD/YYYY)', 'Phone # (10 digits)'],
])('the column %s is read', (name) => {
	expect(findFields(name, rentReport.fields!)).toHaveLength(1);
});

test.each([
	...['Landlord Email', 'Emergency Contact Phone', 'Email (Landlord)', 'Phone (emergency)'],
	...[
		'Name (Middle) (Landlord)',
		'Tenants',
		'Tenant ID',
		'Tenant City',
		'Tenant Rent',
		'Co-Tenant',
	],
	...['Market Rent', 'Annual Rent', 'Balance', 'Amount', 'Address', 'Notes', '', ' ', '#'],
	...['__proto__', 'constructor', 'toString'],
])('a column named "%s" means nothing in any operation', (name) => {
	for (const { fields } of mappedOperations) expect(findFields(name, fields)).toEqual([]);
});

describe('a question is asked', () => {
	const NAMES = 'First Name, Last Name';

	test.each<[string, typeof send, string, string]>([
		[
			'of two emails',
			send,
			`${NAMES}, Email, Applicant Email, Phone`,
			"Which column is 'Email': 'Email' or 'Applicant Email'? Drag the right column into 'Email' under 'Columns'",
		],
		[
			'of two phones',
			send,
			`${NAMES}, Email, Phone, Mobile`,
			"Which column is 'Phone': 'Phone' or 'Mobile'?",
		],
		[
			'of two rents',
			rentReport,
			'Tenant, Rent, Monthly Rent',
			"Which column is 'Rent Amount': 'Rent' or 'Monthly Rent'?",
		],
		[
			"of a property's name",
			property,
			'Property, Name',
			"Which column is 'Name': 'Property' or 'Name'?",
		],
		[
			'of an applicant and a sitting tenant',
			send,
			'Applicant Name, Tenant Name, Email, Phone',
			"Which column is 'Full Name': 'Applicant Name' or 'Tenant Name'?",
		],
		[
			'of a whole name beside a half',
			send,
			'Name, Surname, Email, Phone',
			"Which column is 'Full Name': 'Name' or 'Surname'?",
		],
		[
			'of two roles',
			send,
			'Applicant Name, Tenant Phone, Email',
			"Whose is 'Tenant Phone'? The sheet also has 'Applicant Name'. Drag the right column into 'Phone' under 'Columns'",
		],
		[
			'beside a landlord',
			send,
			`${NAMES}, Email, Phone, Landlord Email`,
			"Whose are 'Email' and 'Phone'? The sheet also has 'Landlord Email'. Drag the right columns into 'Email' and 'Phone' under 'Columns'",
		],
		[
			'of a whole name beside an agent',
			send,
			'Agent, Name, Applicant Email, Applicant Phone',
			"Whose is 'Name'? The sheet also has 'Agent'",
		],
		[
			'of a tenant beside an owner, for a screening',
			send,
			'Owner, Tenant Name, Tenant Email, Tenant Phone',
			"Whose are 'Tenant Name', 'Tenant Email' and 'Tenant Phone'?",
		],
		[
			'of a date of birth beside a spouse',
			rentReport,
			'Tenant Name, Rent, Spouse, DOB',
			"Whose is 'DOB'? The sheet also has 'Spouse'",
		],
		[
			'of both kinds at once',
			send,
			`${NAMES}, Email, Cell, Mobile, Guarantor`,
			"Which column is 'Phone': 'Cell' or 'Mobile'? Whose is 'Email'? The sheet also has 'Guarantor'. Drag the right columns into 'Phone' and 'Email' under 'Columns'",
		],
	])('%s', (_, operation, header, question) => {
		expect(find(operation, header).question).toContain(question);
	});

	test.each([
		...[
			'Prospect',
			'Property Owner',
			'Homeowner Owner',
			'ownerEmail',
			'Current Landlord',
			'Listing Agent',
		],
		...['Case Manager', 'caseworker', 'Intake Worker', 'Housing Navigator', 'Leasing Consultant'],
		...[
			'Guarantor Last Name',
			'Co-Signer',
			'co_applicant',
			'CoApplicant Name',
			'Spouse/Partner',
			'Children',
		],
		...[
			'Emergency Contact',
			'Employer',
			"Doctor's Name",
			'Reference 1',
			'Assigned To',
			'Handled By',
		],
		...[
			'Submitted by',
			'Respondent',
			'Completion time',
			'Contact Person',
			'Applicant 2',
			'Tenant Name #2',
		],
		...['Tenant2Email', 'Applicants 2'],
	])('whose the email is, beside a column named %s', (name) => {
		const { question, columns } = find(send, `${NAMES}, Email, Applicant Phone, ${name}`);
		expect(question).toContain("Whose is 'Email'? The sheet also has");
		expect(columns).not.toHaveProperty('email');
	});

	test.each([
		'Tenant Status',
		'Applicant Age',
		'Managed',
		'Contact Type',
		'Property',
		'Agency',
		'Partnership',
	])('by no column named %s', (name) => {
		expect(find(send, `${NAMES}, Email, Phone, ${name}`).question).toBeUndefined();
	});

	test('of no column that has the person of the operation in front', () => {
		const screening = 'Applicant Name, Applicant Email, Applicant Phone, Landlord, Owner Email';
		expect(find(send, screening).question).toBeUndefined();
		const report = 'Tenant Name, Tenant Email, Rent, Owner Name, Owner Email';
		expect(find(rentReport, report).question).toBeUndefined();
	});
});

describe('a column that is chosen', () => {
	const CONTACT = 'Email, Applicant Phone';

	test.each<[string, string, object, object]>([
		[
			'wins over the one that is found',
			'Email, E-mail 2, Phone, Name',
			{ email: 'E-mail 2' },
			{ email: 'E-mail 2' },
		],
		['settles which', 'Email, Phone, Mobile, Name', { phone: 'Mobile' }, { phone: 'Mobile' }],
		[
			'settles whose',
			'Name, Email, Applicant Phone, Agent',
			{ email: 'Email', fullName: 'Name' },
			{ email: 'Email', fullName: 'Name' },
		],
		[
			'is no stranger',
			'Prospect, Email, Phone',
			{ fullName: 'Prospect' },
			{ fullName: 'Prospect', email: 'Email' },
		],
		[
			'for the whole name replaces the halves',
			`${CONTACT}, Name, Surname`,
			{ fullName: 'Name' },
			{ fullName: 'Name', lastName: undefined },
		],
		[
			'for a half replaces the whole name',
			`${CONTACT}, Name, Surname`,
			{ firstName: 'Name' },
			{ firstName: 'Name', lastName: 'Surname', fullName: undefined },
		],
		[
			'may be typed with blanks around it',
			`${CONTACT}, Who`,
			{ fullName: ' Who ' },
			{ fullName: 'Who' },
		],
	])('%s', (_, header, chosen, columns) => {
		const found = find(send, header, chosen);
		expect(found.question).toBeUndefined();
		for (const [field, column] of Object.entries(columns))
			expect(found.columns[field]).toBe(column);
	});

	test.each<[string, object, string]>([
		[
			'that no row has',
			{ phone: 'Celll' },
			"No row has the column 'Celll', which is chosen for 'Phone'. The columns are: 'Name', 'Email' and 'Cell'",
		],
		[
			'by another expression',
			{ email: "={{ $('Sheet').item.json.Email }}" },
			"'Email' under 'Columns' must be the name of a column: drag it from the node right before",
		],
		[
			'by an expression that computes',
			{ email: '={{ $json.Email.trim() }}' },
			"'Email' under 'Columns' must be the name",
		],
		['by a list', { email: ['Email'] }, "'Email' under 'Columns' must be the name"],
		[
			'as Full Name beside a half',
			{ fullName: 'Name', lastName: 'Name' },
			"'Full Name' and 'Last Name' are both chosen under 'Columns': keep either the whole name or its parts",
		],
	])('%s is a wrong setting', (_, chosen, question) => {
		expect(find(send, 'Name, Email, Cell', chosen).question).toContain(question);
	});

	test('for an optional field may be missing where rows leave empty columns out, but not in a sheet or a table', () => {
		const header = 'Tenant, Rent';
		const chosen = { leaseEndDate: 'Ends' };
		expect(find(rentReport, header, chosen).question).toBeUndefined();
		for (const more of [{ row_number: 2 }, { id: 1, createdAt: 'x' }]) {
			expect(find(rentReport, header, chosen, more).question).toContain(
				"No row has the column 'Ends'",
			);
		}
		expect(find(rentReport, header, { fullName: 'Who' }).question).toContain(
			"No row has the column 'Who'",
		);
	});
});

test('a column that every record needs is asked of the sheet', () => {
	const { question } = find(send, 'Unit, Your email');
	expect(question).toBe(
		"There is no column for 'Email', none for 'Phone', none for 'First Name', 'Last Name' or 'Full Name'. Drag the right columns into 'Email', 'Phone' and 'Full Name' under 'Columns'. The columns are: 'Unit' and 'Your email'. For a file, turn on 'Include Empty Cells' in the node that extracts it",
	);
	const inSheet = find(rentReport, 'Tenant', undefined, { row_number: 2 }).question;
	expect(inSheet).toContain(
		"There is no column for 'Rent Amount', 'Rent Paid', 'Current Balance Due' or 'Amount Past Due'.",
	);
	expect(inSheet).not.toContain('Include Empty Cells');
	expect(find(property, 'Unit').question).toContain("There is no column for 'Name'");
});

test('columns that are not read are known, those of the node and of its readers left out', () => {
	const rows = [
		{ row_number: 2, Name: 'x', Email: 'x', Phone: 'x' },
		{ Notes: 'x', userId: 'x' },
	];
	const { unread } = findColumns(rows, send.fields!, send, undefined);
	expect(unread).toEqual(['Notes']);
});

const NAMES = new Set(['Move.in', ' Cell ', 'a', '0']);
test.each<[unknown, string[] | undefined]>([
	['Move.in', ['Move.in']],
	[' Cell ', [' Cell ']],
	["Applicant's First Name", ["Applicant's First Name"]],
	['Cell (mobile)', ['Cell (mobile)']],
	['address.city', ['address', 'city']],
	["['Rent [USD]']", ['Rent [USD]']],
	["body['it\\'s'].a[0]", ['body', "it's", 'a', '0']],
	['a..b', ['a..b']],
	['Rent [USD]', ['Rent [USD]']],
	['={{ $json.email }}', ['email']],
	["={{$json['Cell #']}}", ['Cell #']],
	['={{ $json["a.b"].c[0] }}', ['a.b', 'c', '0']],
	["={{ $json['Applicant\\'s Name'] }}", ["Applicant's Name"]],
	...[
		'={{ $json }}',
		'={{ $json.a + 1 }}',
		'={{ $json.my-mail }}',
		'={{ $json.a }}x',
		'=Email',
	].map((text): [unknown, undefined] => [text, undefined]),
	...[
		"={{ $('Sheet').item.json.Email }}",
		'={{ $json.a }}{{ $json.b }}',
		'={{ $json?.a }}',
		['a'],
		{ a: 1 },
		7,
	].map((text): [unknown, undefined] => [text, undefined]),
])('the text %j under Columns is the column %j', (text, path) => {
	expect(toColumn(text, NAMES)?.path).toEqual(path);
});

test('a cell is read by name or path, and never from what all objects have', () => {
	const row = { 'Move.in': 1, Move: { in: 2 }, list: [{ a: 3 }], none: null };
	const read = (text: string) => readCell(row, toColumn(text, new Set(Object.keys(row)))!);
	expect(['Move.in', 'list[0].a', 'none.a', 'constructor', 'Move.toString'].map(read)).toEqual([
		1,
		3,
		undefined,
		undefined,
		undefined,
	]);
});

test('names of 100,000 characters and sheets of 1,000 columns are read in linear time', () => {
	const long = 100_000;
	const texts = ['(', '()', '.', '[', "['", "\\'", ' ', 'a.', '={{$json', 'owner '].map((text) =>
		text.repeat(long / text.length),
	);
	for (const text of [
		...texts,
		`={{ $json['${'\\'.repeat(long)}`,
		`={{ $json.${' '.repeat(long)}`,
	]) {
		const rows = [{ row_number: 2, [text]: 'x', Name: 'x', Email: 'x', Phone: 'x' }];
		expect(findColumns(rows, send.fields!, {}, { firstName: `${text}x` }).question).toBeDefined();
	}
	const wide = Object.fromEntries(
		Array.from({ length: 1000 }, (_, index) => [`Column ${index}`, 'x']),
	);
	const rows = Array.from({ length: 3000 }, () => wide);
	expect(findColumns(rows, send.fields!, {}, undefined).question!.length).toBeLessThan(2000);
});
