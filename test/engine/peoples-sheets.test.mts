import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runOn } from '../support/engine.mts';
import { useSandbox } from '../support/use-sandbox.mts';

// Sheets, forms and exports of other people, rebuilt with made-up data, through the compiled node.

/**
 * A title, then the rows: operation (and country code), columns. Below each row is what becomes of it: `sent` (the body
 * without email and phone where they are those of Ada), `not sent` (what the note names) or `left alone`; or below all,
 * `fails` (what the message names). `Ada` is her email and phone. With `columns`, the sheet works as it is.
 */
const SHEETS = String.raw`
an application form that asks for landlord, employer and emergency contact
  send  Ada | Full Name: Ada Moss | Current Landlord Phone: +14165550197 | Employer Email: hr@example.com
    fails  'Full Name', 'Email', 'Phone', 'Current Landlord Phone'
  columns  fullName: Full Name | email: Email | phone: Phone
    sent  firstName: Ada | lastName: Moss
a form that asks for the phone of the next of kin in a bracket
  send  First Name: Ada | Last Name: Moss | Email: ada@example.com | Phone (Next of Kin): +14165550197 | HR Phone: +14165550198
    fails  'Email', 'Phone (Next of Kin)' and 'HR Phone', There is no column for 'Phone'
an agent's form that asks for the agent first
  send  Prepared by Agent: Lee Dunn | Agent Phone: +14165550199 | Applicant Name: Ada Moss | Applicant Email: ada@example.com | Applicant Phone: +14165550101
    sent  firstName: Ada | lastName: Moss
an agent beside an applicant
  send  Assigned To: Lee Dunn | Email: lee@example.com | Phone: +14165550199 | First Name: Ada | Last Name: Moss
    fails  'Email' and 'Phone', 'Assigned To'
a society's list of owners and tenants
  send+91  Flat No.: 101 | Primary Owner Name: Bo Doe | Owner E-MAIL ID: bo@example.com | Tenant Name: Ada Moss | Tenant Contact no: 98765 43210 | Tenant Email Id: ada@example.com
    fails  'Tenant Name', There is no column for 'Email', none for 'Phone'
  columns  fullName: Tenant Name | email: Tenant Email Id | phone: Tenant Contact no
    sent  email: ada@example.com | phone: +919876543210 | firstName: Ada | lastName: Moss
an owner and a tenant in a rent report
  report  row_number: 2 | Tenant: Ada Moss | Owner: Bo Doe | Email: bo@example.com | Rent: 1500
    fails  'Email', 'Owner'
  columns  email: Nobody
    fails  No row has the column 'Nobody', The columns are: 'Tenant', 'Owner', 'Email' and 'Rent'
whoever filled in a form of Microsoft's
  send  Completion time: 45000.5 | Email: pat@example.com | Cell: +14165550101 | First name: Ada | Last name: Moss
    fails  'Email', 'Completion time'
a consultant, and a second tenant by number
  send  Leasing Consultant: Lee Dunn | Ada | First Name: Ada
    fails  'Email' and 'Phone', 'Leasing Consultant'
  send  Tenant Name: Ada Moss | Tenant Name 2: Bo | Ada
    fails  'Tenant Name', 'Email', 'Phone', 'Tenant Name 2'
contacts of a phone book, with a given name
  send  Given Name: Ada | Family Name: Moss | E-mail Address: ada@example.com | Company: Acme | Phone: +14165550101
    sent  firstName: Ada | lastName: Moss
a form that marks what is required, with a bracket at the end
  report+1  First name*: Ada | Last name:: Moss | Email?: ada@example.com | Phone number (10 digits): 416 555 0101 | Date of birth (MM/DD/YYYY): 05/17/1990 | Rent (USD): 1500
    sent  firstName: Ada | lastName: Moss | dateOfBirth: 05/17/1990 | rentAmount: "1500"
a rent roll with a vacant unit and a total
  report  Unit: 1 | Resident: Moss, Ada | Actual Rent: 1,500.00 | Lease From: 46023 | Arrears: 7
    sent  firstName: Ada | lastName: Moss | rentAmount: "1500.00" | leaseStartDate: 2026-01-01 | amountPastDue: 7
  report  Unit: 2 | Resident: VACANT | Actual Rent: 0
    left alone
  report  Unit: Total | Resident: "" | Actual Rent: 1500
    not sent  'Resident' is empty
a rent roll of storage, with the business in front of the person
  report  Tenant: Acme Storage LLC Ada Moss | Rent Amount: 90
    not sent  'Tenant' must be 'First Last', two columns
a couple that shares an email
  send  Ada | First Name: Ada
    sent  firstName: Ada
  send  Email: ada@example.com | Phone: +14165550102 | First Name: Ben
    sent  email: ada@example.com | phone: +14165550102 | firstName: Ben
rows that a reader moved one cell to the left
  send  First Name: "" | Email: +14165550101 | Phone: Ada
    not sent  'Email' must be, 'Phone' has letters, 'First Name' is empty
a web form whose answers are nested
  send  body: {"who":"Ada Moss","email":"ada@example.com","Cell [mobile]":"+14165550101"}
    fails  There is no column for 'Email', 'body'
  columns  fullName: body.who | email: body.email | phone: body['Cell [mobile]']
    sent  firstName: Ada | lastName: Moss
settings by their own names, as labels and as constants
  send+1  Country Code: 44 | Payer: PAYER_OTHER | Check Type: deep check | Name: Ada Moss | Email: ada@example.com | Phone: 7911 123456
    sent  email: ada@example.com | phone: +447911123456 | firstName: Ada | lastName: Moss | payer: PAYER_OTHER
  send+1  Payer: Landlord | Name: Ada Moss | Ada
    not sent  'Payer' must be 'Self'
a list of properties
  property  Property: Elm | Property Address: 12 Elm St | Current Rent: 5 | State: MA | Zip: "02134"
    sent  name: Elm | rent: 5 | address: {"fullAddress":"12 Elm St","provinceState":"MA","postalCode":"02134"}
  property  Property: Oak | Zip: 2134
    not sent  'Zip' must be five digits
a file whose empty cells are left out
  send  Name: Ada Moss
    fails  There is no column for 'Email', 'Include Empty Cells'
payments that a ledger shows as negative amounts
  report  Tenant: Ada Moss | Amount Paid: -1200
    not sent  'Amount Paid' must not be below 0
  report  Tenant: Ada Moss | Rent: $1,200.00 | Balance Due: -50
    not sent  'Rent' must be a number
  report  Tenant: Ada Moss | Rent: 1200 | Balance Due: -50 | Lease End: n/a
    sent  firstName: Ada | lastName: Moss | rentAmount: "1200" | currentBalanceDue: -50
what spreadsheets and programs write for nothing
  report  First Name: Ada | Last Name: #N/A | Rent: 1500 | City: NULL
    not sent  'Last Name' is a formula without a result, 'City' is
`;

type Row = Record<string, unknown>;

interface Sheet {
	title: string;
	operation: string;
	rows: Row[];
	columns: Row;
	outcomes: string[];
}

/** One run a sheet; with \`columns\`, the rows in front of it once more. */
function parseSheets(text: string): Sheet[] {
	const sheets: Sheet[] = [];
	for (const line of text.split('\n').filter((one) => one !== '')) {
		const [, indent = '', content = ''] = /^(\s*)(.*)$/.exec(line)!;
		const last = sheets.at(-1)!;
		const [kind = '', rest = ''] = content.split(/ {2}(.*)/);
		if (indent.length === 4) last.outcomes.push(content);
		else if (indent === '') sheets.push({ ...newRun(content), operation: '' });
		else if (kind === 'columns')
			sheets.push({ ...last, columns: parseColumns(rest), outcomes: [] });
		else if (last.outcomes.some((one) => one.startsWith('fails')))
			sheets.push({ ...newRun(last.title), operation: kind, rows: [parseColumns(rest)] });
		else {
			last.operation = kind;
			last.rows.push(parseColumns(rest));
		}
	}
	return sheets;
}

function newRun(title: string): Sheet {
	return { title, operation: '', rows: [], columns: {}, outcomes: [] };
}

const ADA = { Email: 'ada@example.com', Phone: '+14165550101' };

function parseColumns(text: string): Row {
	const entries = text.split(' | ').flatMap((column): Array<[string, unknown]> => {
		if (column === 'Ada') return Object.entries(ADA);
		const [name = '', value = ''] = column.split(/:\s(.*)/s);
		return [[name, parseValue(value)]];
	});
	return Object.fromEntries(entries);
}

function parseValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** By the names in the table: the operation, and what its columns begin with. */
const OPERATIONS: Record<string, [INodeParameters, string]> = {
	send: [{ resource: 'screening', operation: 'send' }, 'screening'],
	report: [{ resource: 'rentReport', operation: 'submit' }, 'report'],
	property: [{ resource: 'property', operation: 'create' }, 'property'],
};
const DEFAULTS: IDataObject = { checkType: 'CHECK_TYPE_DEEP_CHECK', payer: 'PAYER_SELF' };
const newSandbox = useSandbox();

/** A body as the table has it. */
function shorten(body: IDataObject): IDataObject {
	const isAda = body.email === ADA.Email && body.phone === ADA.Phone;
	const isShown = ([name, value]: [string, unknown]) =>
		name !== 'propertyId' &&
		value !== DEFAULTS[name] &&
		!(isAda && ['email', 'phone'].includes(name));
	return Object.fromEntries(Object.entries(body).filter(isShown)) as IDataObject;
}

/** A line below a row, as it is compared with what was found. */
function parseOutcome(line: string): unknown {
	const [kind = '', rest = ''] = line.split(/ {2}(.*)/);
	if (kind === 'sent') return parseColumns(rest);
	const escape = (text: string) => text.replace(/[+.$()[\]]/g, '\\$&');
	const words = rest.split(', ').map((text) => `(?=.*${escape(text)})`);
	return rest === '' ? kind : expect.stringMatching(new RegExp(`^${kind}: ${words.join('')}`, 's'));
}

/** What becomes of the rows: a body, a note, or the message at which the run fails. */
async function run({ operation, rows, columns }: Sheet) {
	const sandbox = await newSandbox();
	const [name = '', countryCode = ''] = operation.split('+');
	const [parameters, prefix] = OPERATIONS[name]!;
	const { propertyId } = sandbox;
	const { error, rows: written } = await runOn(sandbox, {
		parameters: {
			...{ ...parameters, propertyId, countryCode, columns: columns as INodeParameters },
			...{ mappingMode: 'autoMapInputData', matchColumn: '', options: { maxConcurrency: 1 } },
		},
		rows: rows as IDataObject[],
	});
	const sent = sandbox.requests.filter((request) => request.operation !== 'login');
	expect(sent.flatMap(({ violations }) => violations)).toEqual([]);
	const bodies = sent.map(({ body }) => shorten(body as IDataObject));
	if (error !== undefined) return [...bodies, `fails: ${error.message}`];
	const found = written.map((row) => {
		const [status, note] = [row[`${prefix}Status`], row[`${prefix}Note`]];
		if (status === 'sent' || status === 'reported' || status === 'created') return bodies.shift();
		return status === undefined || status === '' ? 'left alone' : `not sent: ${String(note)}`;
	});
	return [...found, ...bodies];
}

test.each(parseSheets(SHEETS))('$title, with the columns $columns', async (sheet) => {
	expect(await run(sheet)).toEqual(sheet.outcomes.map(parseOutcome));
});

test('Columns that are stored beside Map Each Field Below count for nothing', async () => {
	const sandbox = await newSandbox();
	const { propertyId } = sandbox;
	const columns = { email: 'Nowhere', fullName: 'x', lastName: 'y' };
	const fields = { propertyId, email: ADA.Email, phone: ADA.Phone, columns };
	const parameters = { resource: 'screening', operation: 'send', ...fields, updateRows: 'checked' };
	const { error } = await runOn(sandbox, { parameters, rows: [{}] });
	expect([error, sandbox.screenings.length]).toEqual([undefined, 1]);
});
