import type { Field } from '../../../nodes/RentalScreening/core/field.ts';
import {
	normalizeColumnName,
	readCell,
	type SheetRow,
} from '../../../nodes/RentalScreening/core/sheetRow.ts';
import { createProperty } from '../../../nodes/RentalScreening/operations/property.ts';
import { submitRentReport as rentReport } from '../../../nodes/RentalScreening/operations/rentReport.ts';
import { sendScreening as send } from '../../../nodes/RentalScreening/operations/screening.ts';
import { toColumn } from '../../../nodes/RentalScreening/request/chosenColumns.ts';
import { findColumns } from '../../../nodes/RentalScreening/request/columns.ts';
import { withFullName } from '../../../nodes/RentalScreening/request/names.ts';
import { mappedOperations } from '../../support/operations.mts';

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

test.each(mappedOperations)('$id: each name of a field means that field alone', ({ fields }) => {
	const names = withFullName(fields).map(({ name, label, otherNames = [], isPersonal }) => {
		const own = [name, label, ...otherNames];
		const withRole = own.flatMap((each) => [`Applicant ${each}`, `Tenant's ${each}`]);
		withRole.push(...own.flatMap((each) => [`renter_${each}`, `Resident${each}`]));
		return { name, own, spellings: [...own, ...(isPersonal ? withRole : [])] };
	});
	for (const { name, spellings } of names)
		for (const each of spellings) expect([each, findFields(each, fields)]).toEqual([each, [name]]);
	const all = names.flatMap(({ own }) => [...new Set(own.map(normalizeColumnName))]);
	expect(all).toEqual([...new Set(all)]);
});

test.each([
	...['Rent (USD)', 'Rent ($)', 'rent (optional) *', 'Rent (XXXX.XX in dollars)', 'e_mail'],
	...["Tenant's Phone", 'Tenant', 'Applicant Name', 'Name (First)', 'First Name(s)'],
	...['Date of birth (MM/DD/YYYY)', 'Phone # (10 digits)'],
])('the column %s is read', (name) => {
	expect(findFields(name, rentReport.fields!)).toHaveLength(1);
});

test.each([
	...['Landlord Email', 'Emergency Contact Phone', 'Email (Landlord)', 'Phone (emergency)'],
	...['Phone (Next of Kin)', 'Phone (Husband)', 'Phone (HR)', 'Phone (Co-borrower)'],
	...['Name (Middle) (Landlord)', 'Tenants', 'Tenant ID', 'Tenant City', 'Co-Tenant'],
	...['Market Rent', 'Annual Rent', 'Balance', 'Amount', 'Address', 'Notes', '', ' ', '#'],
	...['__proto__', 'constructor', 'toString'],
])('a column named "%s" means nothing in any operation', (name) => {
	for (const { fields } of mappedOperations) expect(findFields(name, fields)).toEqual([]);
});

const FIRST_AND_LAST = 'First Name, Last Name';

test.each([
	['First Name, Surname, Email, Phone, Mobile', "Which column is 'Phone': 'Phone' or 'Mobile'?"],
	['Applicant, Tenant, Email, Phone', "is 'Full Name': 'Applicant' or 'Tenant'?"],
	['Name, Surname, Email, Phone', "Which column is 'Full Name': 'Name' or 'Surname'?"],
	['Applicant Name, Tenant Phone, Email', "Whose is 'Tenant Phone'?"],
	['First Name, Surname, Email, Phone, Landlord Email', "Whose are 'Email' and 'Phone'?"],
	['Agent, Name, Applicant Email, Applicant Phone', "Whose is 'Name'?"],
	['Owner, Tenant Name, Tenant Email, Phone', "Whose are 'Tenant Name', 'Tenant Email' and"],
])('of the columns %s it is asked "%s"', (header, question) => {
	expect(find(send, header).question).toContain(question);
});

test('all questions of a sheet stand in one message, with what to do', () => {
	expect(find(send, `${FIRST_AND_LAST}, Email, Cell, Mobile, Guarantor`).question).toContain(
		"Which column is 'Phone': 'Cell' or 'Mobile'? Whose is 'Email'? The sheet also has 'Guarantor'. Drag the right columns into 'Phone' and 'Email' under 'Columns'",
	);
});

const listOf = (...lines: string[]) => lines.flatMap((line) => line.split(', '));

test.each(
	listOf(
		'Prospect, Property Owner, Homeowner Owner, ownerEmail, Current Landlord, Listing Agent',
		'Case Manager, caseworker, Intake Worker, Housing Navigator, Leasing Consultant, Employer',
		'Guarantor Last Name, Co-Signer, co_applicant, CoApplicant Name, Spouse/Partner, Children',
		"Emergency Contact, Doctor's Name, Reference 1, Assigned To, Handled By, Submitted by",
		'Respondent, Completion time, Contact Person, Applicant 2, Tenant Name #2, Tenant2Email',
		"Next of Kin, NextOfKinPhone, Husband, Wife's Phone, mother_phone, Father, Relative 1",
		'Friends, HR, HR Phone, hr_email, Phone (Hr), Co-Borrower, coborrowerName, Secondary Phone',
	),
)('it is asked whose the email is, beside a column named %s', (name) => {
	const { question, columns } = find(send, `${FIRST_AND_LAST}, Email, Applicant Phone, ${name}`);
	expect(question).toContain("Whose is 'Email'? The sheet also has");
	expect(columns).not.toHaveProperty('email');
});

test('nothing is asked beside other columns, or where the person of the operation is in front', () => {
	const others = listOf(
		'Tenant Status, Applicant Age, Managed, Contact Type, Agency, Relationship, Stepmothers',
		'Skin, Work Hrs, 24hrs, Threshold, Pet Friendly, Midwife, Husbandry, Bedroom Secondly',
	);
	for (const name of others)
		expect(find(send, `${FIRST_AND_LAST}, Email, Phone, ${name}`).question).toBeUndefined();
	const screening = 'Applicant Name, Applicant Email, Applicant Phone, Landlord, Owner Email';
	expect(find(send, screening).question).toBeUndefined();
	const report = 'Tenant Name, Tenant Email, Rent, Owner Name, Owner Email';
	expect(find(rentReport, report).question).toBeUndefined();
	expect(find(rentReport, `${report}, DOB`).question).toContain("Whose is 'DOB'?");
	const roll = 'Resident, Resident Email, Actual Rent, Owner Name, Owner Email';
	expect(find(rentReport, roll).question).toBeUndefined();
	expect(find(send, roll).question).toContain("Whose are 'Resident' and 'Resident Email'?");
});

test.each<[string, string, object, object]>([
	['one of two emails', 'Email, E-mail 2, Phone, Name', { email: 'E-mail 2' }, {}],
	['one of two phones', 'Email, Phone, Mobile, Name', { phone: 'Mobile' }, {}],
	[
		'email and name beside an agent',
		'Name, Email, Applicant Phone, Agent',
		{ email: 'Email', fullName: 'Name' },
		{},
	],
	['a prospect as a name', 'Prospect, Email, Phone', { fullName: 'Prospect' }, { email: 'Email' }],
	[
		'the whole name in place of its halves',
		'Name, Surname, Email, Phone',
		{ fullName: 'Name' },
		{ lastName: undefined },
	],
	[
		'a half in place of the whole name',
		'Name, Surname, Email, Phone',
		{ firstName: 'Name' },
		{ lastName: 'Surname', fullName: undefined },
	],
	['a last name only', 'Name, Given, Email, Phone', { lastName: 'Given' }, { fullName: undefined }],
	['a name with blanks around it', 'Who, Email, Phone', { fullName: ' Who ' }, { fullName: 'Who' }],
])('a chosen column is read without a question: %s', (_, header, chosen, more) => {
	const { question, columns } = find(send, header, chosen);
	expect(question).toBeUndefined();
	for (const [field, column] of Object.entries({ ...chosen, ...more }))
		expect(columns[field]).toBe(column);
});

const NO_NAME = "'Email' under 'Columns' must be the name of a column: drag it from the node";
test.each<[string, object | string, string]>([
	['one expression for all', '={{ $json.columns }}', "'Columns' must be chosen one by one"],
	[
		'a column that is not there',
		{ phone: 'Celll' },
		"has the column 'Celll', which is chosen for 'Phone'. The columns are",
	],
	['a cell of another node', { email: "={{ $('Sheet').item.json.Email }}" }, NO_NAME],
	['a list', { email: ['Email'] }, NO_NAME],
	[
		'a half beside the whole name',
		{ fullName: 'Name', lastName: 'Name' },
		"'Full Name' and 'Last Name' are both chosen",
	],
])('under Columns, %s is a wrong setting', (_, chosen, question) => {
	expect(find(send, 'Name, Email, Cell', chosen).question).toContain(question);
});

test('a column that is chosen for an optional field may be missing where rows leave empty columns out, but not in a sheet or a table', () => {
	const ask = (chosen: object, more?: SheetRow) =>
		find(rentReport, 'Tenant, Rent', chosen, more).question;
	expect(ask({ leaseEndDate: 'Ends' }, { id: 'x' })).toBeUndefined();
	for (const more of [{ row_number: 2 }, { id: 1, createdAt: 'x' }])
		expect(ask({ leaseEndDate: 'Ends' }, more)).toContain("No row has the column 'Ends'");
	expect(ask({ fullName: 'Who' })).toContain("No row has the column 'Who'");
});

test('a column that every record needs is asked of the sheet', () => {
	expect(find(send, 'Unit, Your email').question).toBe(
		"There is no column for 'Email', none for 'Phone', none for 'First Name', 'Last Name' or 'Full Name'. Drag the right columns into 'Email', 'Phone' and 'Full Name' under 'Columns'. The columns are: 'Unit' and 'Your email'. For a file, turn on 'Include Empty Cells' in the node that extracts it",
	);
	const inSheet = find(rentReport, 'Tenant', undefined, { row_number: 2 }).question;
	const amounts = "'Rent Amount', 'Rent Paid', 'Current Balance Due' or 'Amount Past Due'.";
	expect(inSheet).toContain(`There is no column for ${amounts}`);
	expect(inSheet).not.toContain('Include Empty Cells');
	expect(find(createProperty, 'Unit').question).toContain("There is no column for 'Name'");
});

test('a question and what is not read name the columns of the user, and none that the node or a workflow writes', () => {
	const own = 'userId, screeningStatus, screeningNote, screeningMark, sentAt, checkedAt, consentAt';
	const ofOthers = 'resultStatus, resultNote, reminderStatus, emailStatus, reportMark, reportedAt';
	const ofNodes = { row_number: 2, id: 1, createdAt: 'x', updatedAt: 'x' };
	const header = `${own}, ${ofOthers}, Unit, Lease Status, Pets At Home, move_in_at, Email`;
	const { question, unread } = find(send, header, undefined, ofNodes);
	const shown = "'Unit', 'Lease Status', 'Pets At Home', 'move_in_at' and 'Email'";
	expect(question).toMatch(new RegExp(`The columns are: ${shown}$`));
	expect(unread).toEqual(['Unit', 'Lease Status', 'Pets At Home', 'move_in_at']);
	// A field that is called so is read all the same.
	const report = find(rentReport, 'Tenant, Rent, accountStatus');
	expect([report.columns['accountStatus'], report.question]).toEqual(['accountStatus', undefined]);
});

const NAMES = new Set(['Move.in', ' Cell ', 'a', '0']);
test.each(['Move.in', ' Cell ', "Applicant's First Name", 'Cell (mobile)', 'a..b', 'Rent [USD]'])(
	"the text '%s' under Columns is the column of that name",
	(name) => {
		expect(toColumn(name, NAMES)?.path).toEqual([name]);
	},
);

test.each<[string, string[]]>([
	['address.city', ['address', 'city']],
	["['Rent [USD]']", ['Rent [USD]']],
	["body['it\\'s'].a[0]", ['body', "it's", 'a', '0']],
	['={{ $json.email }}', ['email']],
	["={{$json['Cell #']}}", ['Cell #']],
	['={{ $json["a.b"].c[0] }}', ['a.b', 'c', '0']],
	["={{ $json['Applicant\\'s Name'] }}", ["Applicant's Name"]],
])('%s under Columns is read as a path', (text, path) => {
	expect(toColumn(text, NAMES)?.path).toEqual(path);
});

test('any other text or expression under Columns is no column', () => {
	const others = [
		...['={{ $json }}', '={{ $json.a + 1 }}', '={{ $json.my-mail }}', '={{ $json.a }}x', '=Email'],
		...["={{ $('Sheet').item.json.Email }}", '={{ $json.a }}{{ $json.b }}', '={{ $json?.a }}'],
		...[7, ['a']],
	];
	expect(others.map((other) => toColumn(other, NAMES))).toEqual(others.map(() => undefined));
});

test('a cell is read by name or path, and never from what all objects have', () => {
	const row = { 'Move.in': 1, Move: { in: 2 }, list: [{ a: 3 }], none: null };
	const read = (text: string) => readCell(row, toColumn(text, new Set(Object.keys(row)))!);
	expect(['Move.in', 'list[0].a'].map(read)).toEqual([1, 3]);
	expect(['none.a', 'constructor', 'Move.toString'].map(read).filter(Boolean)).toEqual([]);
});

test('names of 100,000 characters and sheets of 1,000 columns are read in linear time', () => {
	const repeat = (text: string) => text.repeat(100_000 / text.length);
	const texts = [
		...['(', '()', '.', '[', "['", "\\'", ' ', 'a.', '={{$json', 'owner '].map(repeat),
		...[`={{ $json['${repeat('\\')}`, `={{ $json.${repeat(' ')}`],
	];
	for (const text of texts) {
		const rows = [{ row_number: 2, [text]: 'x', Name: 'x', Email: 'x', Phone: 'x' }];
		expect(findColumns(rows, send.fields!, {}, { firstName: `${text}x` }).question).toBeDefined();
	}
	const names = Array.from({ length: 1000 }, (_, index) => `Column ${index}`);
	const wide = Object.fromEntries(names.map((name) => [name, 'x']));
	const { question } = findColumns(Array(3000).fill(wide), send.fields!, {}, undefined);
	expect(question!.length).toBeLessThan(2000);
});
