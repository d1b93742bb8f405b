import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sendByColumns } from '../../support/applicants.mts';
import { runOn } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// Sheets, forms and exports of other people, found in public and rebuilt with made-up data. Each stands for a kind.

/**
 * A title, then the rows: operation (and country code), columns. Below each row is what becomes of it: `sent` (the body
 * without email and phone where they are those of Ada), `not sent` (what the note names) or `left alone`; or below all,
 * `fails` (what the message names). Values are JSON where they can be. `Ada` is her email and phone.
 */
const SHEETS = String.raw`
a template for residents, who are numbered
  report  Unit: 4 | Resident 1 First Name: Ada | Resident 2 First Name: Ben | Rent: 1500
    fails  'First Name'
an import of owners and tenants with a second tenant, who has the only email
  sendWithFlow  FirstName: Ada | Phone: +14165550101 | SecondaryTenantEmail: ben@example.com
    fails  'Email'
a list of residents whose phones are called 'Mobile Phone #'
  send  First Name: Ada | Email: ada@example.com | Mobile Phone #: +14165550101
    fails  'Phone'
a move-in file with title, suffix, extension and fax
  send  Title: Mrs | FirstName: Ada | LastName: Moss | Suffix: Jr | Ada | PhoneExt: 12 | Mobile: +14165550199
    sent  firstName: Ada | lastName: Moss
a rent roll of storage, with the business in front of the person
  report  Tenant: Acme Storage LLC Ada Moss | Rent Amount: 90
    not sent  'Tenant', 'Tenant First Name', 'Tenant Last Name'
a rent roll with a vacant unit and a total
  report  Unit: 1 | Resident: Moss, Ada | Market Rent: 1600 | Actual Rent: 1500
    sent  firstName: Ada | lastName: Moss | rentAmount: "1500"
  report  Unit: 2 | Resident: VACANT | Market Rent: 1600 | Actual Rent: 0
    left alone
  report  Unit: Total | Resident: "" | Market Rent: 3200 | Actual Rent: 1500
    not sent  'Resident'
rows that a reader moved one cell to the left
  send  Email: +14165550101 | Phone: Ada
    not sent  'Email', 'Phone'
a couple that shares an email
  send  Ada | First Name: Ada
    sent  firstName: Ada
  send  Email: ada@example.com | Phone: +14165550102 | First Name: Ben
    sent  email: ada@example.com | phone: +14165550102 | firstName: Ben
an API's fields, numbered
  send  first_name: Ada | email_1: ada@example.com | phone_1: +14165550101
    fails  'Email', 'Phone'
contacts with a given name
  send  Given Name: Ada | Family Name: Moss | eMail Address: ada@example.com | Company: Acme | Phone: +14165550101
    sent  firstName: Ada | lastName: Moss
an application form that asks for landlord, employer and emergency contact
  send  Ada | Full Name: Ada Moss | Current Landlord Phone: +14165550197 | Employer Email: hr@example.com
    sent  firstName: Ada | lastName: Moss
a form of which only the landlord's email is known
  send  Landlord Email: lee@example.com | Phone: +14165550101 | Name: Ada Moss
    fails  'Email'
a form's questions as headers
  send  What's your email?: ada@example.com | What is your phone number?: +14165550101 | First name: Ada
    fails  'Email', 'Phone'
a society's list of owners and tenants
  send+91  Flat No.: 101 | Primary Owner Name: Bo Doe | Primary Owner Number: 98765 43219 | Owner E-MAIL ID: bo@example.com | Tenant Name: Ada Moss | Tenant Contact no: 98765 43210 | Tenant Email Id: ada@example.com
    sent  email: ada@example.com | phone: +919876543210 | firstName: Ada | lastName: Moss
another with one email, the owner's
  send+91  Flat Owner Name: Bo Doe | Tenant Name: Ada Moss | Flat No: 101 | Primary Contact No: 98765 43219 | Email Id: bo@example.com | Owner Contact No: 98765 43219 | Tenant Contact No: 98765 43210
    fails  'Email Id', 'Flat Owner Name', 'Tenant Email'
a book of numbers
  send+91  Name: Ada Moss | Email ID: ada@example.com | Mobile No.: 98765 43210
    sent  email: ada@example.com | phone: +919876543210 | firstName: Ada | lastName: Moss
a form of rents to report, which says how to fill it in
  report+1  First Name: Ada | Last Name: Moss | Email: ada@example.com | Phone number (10 digits): 416 555 0101 | Date of birth (MM/DD/YYYY): 05/17/1990 | SSN 9 digits or blank: "" | Lease start date (MM/DD/YYYY): 01/01/2026 | Lease end date (MM/DD/YYYY or blank if month-to-month): 12/31/2026 | Address1: 12 Elm Street | State (XX): ON | Monthly rent amount (XXXX.XX in dollars): 1500
    sent  firstName: Ada | lastName: Moss | rentAmount: "1500" | dateOfBirth: 05/17/1990 | leaseStartDate: 01/01/2026 | leaseEndDate: 12/31/2026 | address: {"street":"12 Elm Street","provinceState":"ON"}
tenants of an agent in Britain
  report  Tenant Forename: Ada | Tenant Surname: Moss | Monthly Rent: 1500
    sent  firstName: Ada | lastName: Moss | rentAmount: "1500"
a form for rooms
  send  Ada | First Name(s): Ada Mae | Surname: Moss
    sent  firstName: Ada Mae | lastName: Moss
a lease with full legal names
  report  Landlord Full Legal Name: Bo Doe | Tenant Full Legal Name: Ada Moss | Monthly Rent: 1500
    sent  firstName: Ada | lastName: Moss | rentAmount: "1500"
full names, of which one is the legal one
  send  Ada | Full Legal Name: Ada Mae Moss | Full Name: Ada Moss
    sent  firstName: Ada | lastName: Moss
a webhook around the record
  send  headers: {"host":"example.com"} | body: {"email":"ada@example.com","phone":"+14165550101"}
    fails  'Email', 'Phone'
a list of one email
  send  Email: ["ada@example.com"] | Phone: +14165550101
    not sent  'Email'
headers with blanks, a line break and an invisible mark
  send  "\ufeffEmail ": ada@example.com | "Phone\n": +14165550101
    sent
dates that a reader gives as counts of days
  report  Last Name: Moss | Rent: 1500 | Lease From: 46205 | Lease To: 46569
    sent  lastName: Moss | rentAmount: "1500" | leaseStartDate: 2026-07-02 | leaseEndDate: 2027-07-01
a count of days as text
  report  Last Name: Moss | Rent: 1500 | LeaseEnd: "46205"
    not sent  'LeaseEnd'

applicants beside sitting tenants
  send  Applicant ID: A-17 | Tenant Email: ada@example.com | Tenant Phone: +14165550101
    sent
  send  Applicant ID: A-18 | Tenant Email: "" | Tenant Phone: +14165550102
    not sent  'Tenant Email'
an applicant without an email of the role
  send  Applicant First Name: "" | Tenant Email: ada@example.com | Phone: +14165550101
    fails  'Email'
tenants of whom one has the other role's name
  send  Ada | Applicant Name: Ada Moss
    sent  firstName: Ada | lastName: Moss
  send  Email: ben@example.com | Phone: +14165550102 | Tenant Name: Ben Ng
    sent  email: ben@example.com | phone: +14165550102
a co-applicant
  send  Applicant Email: ada@example.com | Applicant Phone: +14165550101 | Co-Applicant Email: ben@example.com
    sent
a synonym with a role and one without
  send  Cell: +14165550101 | Tenant Cell Number: +14165550102 | Email: ada@example.com
    not sent  'Cell' and 'Tenant Cell Number'
a renter before an applicant in a rent report
  report  Applicant Name: Ben Ng | Renter's Name: Ada Moss | Rent: 1500
    sent  firstName: Ada | lastName: Moss | rentAmount: "1500"
a date of birth with a role
  report  Tenant: Moss, Ada | Tenant DOB: 1990-05-17 | Rent: 1500
    sent  firstName: Ada | lastName: Moss | dateOfBirth: 1990-05-17 | rentAmount: "1500"
a property's tenant, who is no property
  property  Tenant Name: Ada Moss | Rent: 1500
    fails  'Name'

two people and what is no person in one cell
  send  Ada | Name: Moss, Ada and Ben
    not sent  'Name', 'First Name'
  send  Ada | Name: "Ada\nBen"
    not sent  'Name', 'First Name'
  send  Ada | Name: "Moss, Ada\nBen"
    not sent  'Name', 'First Name'
  send  Ada | Name: Moss, Ada or Eva
    not sent  'Name', 'First Name'
  send  Ada | Name: Smith Jr, John
    not sent  'Name', 'First Name'
  send  Ada | Name: Frau Moss
    not sent  'Name', 'First Name'
  send  Ada | Name: Acme L.L.C.
    not sent  'Name', 'First Name'
  send  Ada | Name: Moss, Peter Carmine III
    not sent  'Name', 'First Name'
  send  Ada | Name: , Ada
    not sent  'Name', 'First Name'
two people beside a last name
  send  Ada | Name: Ada and Ben | Surname: Moss
    not sent  'Name', 'First Name'
a tenant to be found, and rent without an amount
  report  Tenant: TBD | Rent: 1500
    not sent  'Tenant' is empty
  report  Tenant: Ada Moss | Rent: -
    not sent  'Rent' is empty

emails with what cannot be seen
  send  Email: "ada\u0007@example.com" | Phone: +14165550101
    sent
  send  Email: "eva\ufe0f@exam\u00adple.com" | Phone: +14165550102
    sent  email: eva@example.com | phone: +14165550102
  send  Email: "ada@example.com\nCell" | Phone: +14165550101
    not sent  'Email'
national numbers of countries where they cannot be completed
  send  Email: ada@example.com | Phone: 011 15 6677-3399 | Country Code: 54
    not sent  'Country Code'
  send  Email: ada@example.com | Phone: 02 16 09 57 | Calling Code: +226
    not sent  'Calling Code'
  send  Email: ada@example.com | Phone: 8 612 34567 | Country Code: +370
    not sent  'Country Code'
a number whose plus an export dropped
  send+353  Email: ada@example.com | Phone: "353871234567"
    not sent  'Phone'
a direct line
  send+49  Email: ada@example.com | Phone: 030 1234567-0
    sent  email: ada@example.com | phone: +493012345670
an extension
  send  Email: ada@example.com | Phone: +44-114-496-0444,1234
    not sent  'Phone'

a program's list of clients with their case managers, who have the only phone and email
  send  First Name: Ada | Last Name: Moss | Case Manager: Cy Dean | Phone: +14165550199 | Email: cy@example.com
    fails  'Phone' is right behind 'Case Manager', 'Email'
a form for a room that asks for the doctor
  report  Full Name: Ada Moss | Rent: 500 | Email: ada@example.com | GP Practice: Elm | Doctor's Name: Ray Low | Telephone: +441144960444
    fails  'Telephone' is right behind 'Doctor's Name'
a household with a child's date of birth
  report  Tenant Name: Ada Moss | Rent: 500 | Child Name: Bo Moss | Date of Birth: 2015-01-01
    fails  'Date of Birth' is right behind 'Child Name'
how many children there are, who are no persons in a row
  send  Name: Ada Moss | Children: 2 | Ada
    sent  firstName: Ada | lastName: Moss
one sheet for landlords who list a home and tenants who book one
  send  Type: Landlord | Name: Bo Doe | Phone: +14165550199 | Email: bo@example.com
    not sent  'Type' says 'Landlord'
  send  Type: Tenant | Name: Ada Moss | Ada
    sent  firstName: Ada | lastName: Moss
contacts of all kinds, by the type of their profile
  report  Entity Type: Ownerships | First Name: Bo | Last Name: Doe | Rent: 1500
    not sent  'Entity Type' says 'Ownerships'
  report  Entity Type: Tenancies | First Name: Ada | Last Name: Moss | Rent: 1500
    sent  firstName: Ada | lastName: Moss | rentAmount: "1500"
  report  Entity Type: Vendors | First Name: Bo | Last Name: Doe | Rent: 0
    not sent  'Entity Type' says 'Vendors'
a type that is of something else
  send  Type: Owner occupied | Role: Owner | Name: Ada Moss | Ada
    sent  firstName: Ada | lastName: Moss
showings with the agent who gives them
  send  Showing Agent: Lee Dunn | Email: lee@example.com | Phone: +14165550199 | Prospect: Ada Moss
    fails  'Email' is right behind 'Showing Agent', 'Phone'
prospects with the consultant who looks after them
  send  First Name: Ada | Last Name: Moss | Leasing Consultant: Lee Dunn | Email: lee@example.com | Phone: +14165550199
    fails  'Email' is right behind 'Leasing Consultant', 'Phone'
another contact, who has the only phone
  send  Name: Ada Moss | Email: ada@example.com | Alternate Contact: Bo Moss | Phone: +14165550199
    fails  'Phone' is right behind 'Alternate Contact'
a form that misspells a parent, who has the second phone
  send  First Name: Ada | Last Name: Moss | Email: ada@example.com | CellPhone: +14165550101 | Parent/Gaurdian Name: Bo Moss | Relation: Father | Street: 1 Elm St | Phone: +14165550199
    sent  firstName: Ada | lastName: Moss
a form whom to notify in case of emergency
  send  First Name: Ada | Last Name: Moss | Email: ada@example.com | Cell: +14165550101 | Person to be notified in case of emergency: Bo | Relationship: Father | Phone: +14165550199
    sent  firstName: Ada | lastName: Moss
a form with the place of work
  send  First Name: Ada | Last Name: Moss | Email: ada@example.com | Cell: +14165550101 | Place of Employment: Acme | Phone: +14165550199
    sent  firstName: Ada | lastName: Moss
a waiting list with the worker of the agency that refers people
  send  First Name: Ada | Last Name: Moss | Agency: Elm | Intake Worker: Lee Dunn | Title: Navigator | Phone: +14165550199 | Email: lee@example.org
    fails  'Phone' is right behind 'Intake Worker', 'Email'
two tenants in one row
  send  Tenant Name: Ada Moss | Tenant Name 2: Bo | Email: bo@example.com | Phone: +14165550199
    fails  'Email' is right behind 'Tenant Name 2', 'Phone'
a tenancy form that asks for all names
  report  First Name(s): Ada | Last Name(s): Moss | Rent: 500
    sent  firstName: Ada | lastName: Moss | rentAmount: "500"
a tenancy form that asks for all forenames
  report  All forenames: Ada | Surname: Moss | Rent: 500
    fails  'All forenames' is not read
family names of father and mother
  send  first_name: Ada | paternal_last_name: Moss | maternal_last_name: Rey | Ada
    fails  'paternal_last_name' is not read
required columns with an asterisk in front
  report  *Tenant First Name: Ada | Tenant Last Name: Moss | *Rent: 500 | Balance Due: 20
    sent  firstName: Ada | lastName: Moss | rentAmount: "500" | currentBalanceDue: 20
which applicant it is, beside the name
  send  Applicant: Primary Applicant | Name: Ada Moss | Ada
    not sent  'Applicant' must be 'First Last'
a role behind the name of somebody else
  send  Tenant: Bo Doe Tenant | First Name: Ada | Last Name: Moss | Ada
    not sent  'Tenant'
the manager of the building in front
  send  Handled By: Resident Manager | Email: rm@example.org | Phone: +14165550199 | First Name: Ada | Last Name: Moss
    fails  'Email' is right behind 'Handled By', 'Phone'
a form that asks for first and last name in one
  send  First & Last Name: Ada Moss | Ada
    sent  firstName: Ada | lastName: Moss
a form in two languages
  send  Nombre: Ada | Apellido (Last Name): Moss | Ada
    fails  'Apellido .Last Name.' is not read
guarantors by forename and surname
  send  Ada | Guarantor Forename: Bo | Guarantor Surname: Doe
    sent
  send  First Name: Ada | Last Name: Moss | Ada
    sent  firstName: Ada | lastName: Moss
the last name of a guarantor in front of the contact
  send  First Name: Ada | Last Name: Moss | Guarantor First Name: Bo | Guarantor Surname: Doe | Email: bo@example.com | Phone: +14165550199
    fails  'Email' is right behind 'Guarantor Surname', 'Phone'
a rent roll of a community with its address
  report  Community: Maple Court | Address: 1 Elm St | City: Troy | Email: ada@example.com | Phone: +14165550101 | Tenant Name: Ada Moss | Rent: 500
    sent  address: {"city":"Troy"} | firstName: Ada | lastName: Moss | rentAmount: "500"
a second applicant with a number sign
  send  First Name: Ada | Last Name: Moss | Applicant #2 Name: Ben Ng | Email: ben@example.com | Phone: +14165550199
    fails  'Email' is right behind 'Applicant #2 Name', 'Phone'
a second tenant with a number in brackets
  send  First Name: Ada | Last Name: Moss | Tenant Name (2): Ben Ng | Email: ben@example.com | Phone: +14165550199
    fails  'Email' is right behind 'Tenant Name .2.', 'Phone'
a tenant with a title or a suffix beside the name of somebody else
  send  Tenant: Mr. Ben Ng | First Name: Olga | Last Name: Ott | Ada
    not sent  'First Name' and the last name are not those in 'Tenant'
  send  Tenant: Ben Ng Jr. | First Name: Olga | Last Name: Ott | Ada
    not sent  'First Name' and the last name are not those in 'Tenant'
  send  Tenant: Ms Olga Ott | First Name: Olga | Last Name: Ott | Ada
    sent  firstName: Olga | lastName: Ott
what a person is, behind the name
  send  Tenant Name: Ada Moss, PhD | Ada
    not sent  'Tenant Name' must be 'First Last'
  send  Tenant Name: Moss, Esq. | Ada
    not sent  'Tenant Name' must be 'First Last'
  send  Tenant Name: Ada Moss, R.N. | Ada
    not sent  'Tenant Name' must be 'First Last'
whole names beside a last name that is empty or has more than the name
  send  Name: Ada Moss | Last Name: "" | Ada
    not sent  'Name' must be the first name only
  send  Name: Sean O'Brien | Last Name: O’Brien | Ada
    not sent  'Name' must be the first name only
  send  Name: Ada Moss | Last Name: Moss, Jr | Ada
    not sent  'Name' must be the first name only
  send  Name: Ada | Last Name: "" | Ada
    sent  firstName: Ada
somebody's profession behind the name of somebody else
  send  Assigned To: Lee Dunn, Realtor | Email: lee@example.com | Phone: +14165550199 | First Name: Ada | Last Name: Moss
    fails  'Email' is right behind 'Assigned To', 'Phone'
a professional behind the names
  send  First Name: Ada | Last Name: Moss | Housing Navigator: Dunn, PhD | Email: lee@example.com | Phone: +14165550199
    fails  'Email' is right behind 'Housing Navigator', 'Phone'
a name with a profession beside an applicant's contact
  send  Name: Ada Moss, PhD | Applicant Email: ada@example.com | Applicant Phone: +14165550101
    fails  'Name' is not read
surnames that are roles, and a profession that was never a name, beside the name of somebody else
  send  Tenant: Karl Renter | First Name: Olga | Last Name: Ott | Ada
    not sent  'First Name' and the last name are not those in 'Tenant'
  send  Tenant: Ng, RN | First Name: Olga | Last Name: Ott | Ada
    not sent  'First Name' and the last name are not those in 'Tenant'
an address as an object between somebody else and the contact
  send  Assigned To: Lee Dunn | address: {"city":"Troy"} | Email: lee@example.com | Phone: +14165550199 | First Name: Ada | Last Name: Moss
    fails  'Email' is right behind 'Assigned To', 'Phone'
a landlord's address as an object
  send  First Name: Ada | Last Name: Moss | Landlord: Bo Doe | address: {"street":"1 Elm St","unit":"4"} | Email: bo@example.com | Phone: +14165550199
    fails  'Email' is right behind 'Landlord', 'Phone'
an address with a place in front of the contact, behind something else
  send  source: web | address: {"city":"Troy","locality":"Elm Park"} | Ada | First Name: Ada | Last Name: Moss
    sent  firstName: Ada | lastName: Moss
a region with the name of a person
  send  Region: Lee Dunn | Email: lee@example.com | Phone: +14165550199 | First Name: Ada | Last Name: Moss
    fails  'Email' is right behind 'Region', 'Phone'
counts of tenants
  send  First Name: Ada | Last Name: Moss | Tenants (2): 2 | Tenant No 2: 7 | Ada
    sent  firstName: Ada | lastName: Moss
a tenth applicant in words
  send  First Name: Ada | Last Name: Moss | Applicant Number 10: Ben Ng | Email: ben@example.com | Phone: +14165550199
    fails  'Email' is right behind 'Applicant Number 10', 'Phone'
a vacant unit whose other name is a failed formula
  report  Tenant First Name: #N/A | Tenant Last Name: VACANT | Rent: 0
    left alone
a last name written in two words
  send  Name: Ian Mc Donald | Last Name: McDonald | Ada
    not sent  'Name' must be the first name only
initials that look like no name
  send  First Name: N. One | Last Name: T B D | Ada
    sent  firstName: N. One
two phones of an owner, the first of them empty
  report  Tenant Name: Ada Moss | Rent: 1500 | Owner: Bo Doe | Phone: "" | Mobile: +14165550199
    fails  'Mobile' is right behind 'Owner'
an address with a county, as an object between the contact and the names
  report  Ada | address: {"city":"Troy","county":"Elm Park"} | First Name: Ada | Last Name: Moss | Rent: 500
    sent  firstName: Ada | lastName: Moss | address: {"city":"Troy"} | rentAmount: "500"
an address with a county, as an object in front of the contact
  report  address: {"city":"Troy","county":"Elm Park"} | Ada | First Name: Ada | Last Name: Moss | Rent: 500
    sent  firstName: Ada | lastName: Moss | address: {"city":"Troy"} | rentAmount: "500"
members of an address whose names say nothing, behind the contact
  report  Ada | address: {"city":"Troy","village":"Elm Park"} | First Name: Ada | Last Name: Moss | Rent: 500
    sent  firstName: Ada | lastName: Moss | address: {"city":"Troy"} | rentAmount: "500"
a question whether it is urgent
  send  Is this an emergency?: No | Ada
    sent
one column that says who it is
  send  Owner/Tenant: Tenant | Ada
    sent
a rent roll with the property's name beside the tenant's last name
  report  Name: Elm House | Tenant Last Name: Moss | Rent: 500
    sent  lastName: Moss | rentAmount: "500"
a name without a role beside an applicant's email and phone
  send  Name: Ada Moss | Applicant Email: ada@example.com | Applicant Phone: +14165550101
    fails  'Name' is not read
references that are numbers of a property and of a case
  send  Property_Reference: FLAT 1 | Ada | Case Reference: C-12
    sent
  send  Case Reference: C-12 | Email: ben@example.com | Phone: +14165550102
    sent  email: ben@example.com | phone: +14165550102
differences that a formula leaves a trace of, where the sheet shows 0.00
  report  Tenant: Ada Moss | Amount Paid: 1.8189894035458565e-12 | Past Due Amount: -1.8189894035458565e-12 | Balance Due: -2.8421709430404007e-14
    sent  firstName: Ada | lastName: Moss | rentPaid: "0" | amountPastDue: 0 | currentBalanceDue: 0
payments that a ledger shows as negative amounts
  report  Tenant: Ada Moss | Amount Paid: -1200
    not sent  'Amount Paid' must not be below 0
  report  Tenant: Ada Moss | Rent: 1200 | Past Due Amount: -50 | Balance Due: -50
    not sent  'Past Due Amount' must not be below 0
  report  Tenant: Ada Moss | Rent: 1200 | Balance Due: -50
    sent  firstName: Ada | lastName: Moss | rentAmount: "1200" | currentBalanceDue: -50
counts of days with the time, as text
  report  Last Name: Moss | Rent: 1500 | Lease Start: "46205.5833" | Lease End: 46,569
    not sent  'Lease Start', 'Lease End'
what programs write for nothing
  report  Last Name: Moss | Rent: 1500 | City: NULL | State: nan
    not sent  'City', 'State'
a form whose whole name is the last name first, and which asks for landlord and supervisor
  send+1  property_applying_for: 4 Elm | rent: 1,200 | full_name: Moss, Ada M | social: 123-45-6789 | cell_phone: (416) 555-0101 | work_phone: (416) 555-0199 | email: ada@example.com | current_landlord: Bo Doe | current_landlord_phone: (416) 555-0188 | current_supervisor_name: Cy Dean
    sent  firstName: Ada M | lastName: Moss
an agent's form that asks for the agent first
  send  Prepared by Agent: Lee Dunn | Prepared by Broker: Acme Realty | Agent Phone: +14165550199 | Agent Email: lee@example.com | Applicant Name: Ada Moss | Applicant Email: ada@example.com | Applicant Phone: +14165550101
    sent  firstName: Ada | lastName: Moss
a record of another screening service
  send  ll_first_name: Bo | ll_email: bo@example.com | ten_first_name: Ada | ten_email: ada@example.com | ten_tel: 4165550101
    fails  'Email', 'Phone'
columns that are looked up in a linked table
  send  Name: Ada Moss | Email (from Applicant): ["ada@example.com"] | Phone: ["+14165550101"]
    fails  'Email'
amounts as people write them
  report  Tenant: Ada Moss | Rent: $1,200.00 | Amount Paid: (50.00) | Balance Due: 50 CR
    not sent  'Rent', 'Amount Paid', 'Balance Due'
  report  Tenant: Ada Moss | Rent: 1200/mo | Amount Paid: "$1.200" | Balance Due: 1'200
    not sent  'Rent', 'Amount Paid', 'Balance Due'
statuses as people write them
  report  Tenant: Ada Moss | Rent: 1200 | Account Status: Current (0-30)
    not sent  'Account Status', 'In Good Standing'
  report  Tenant: Ada Moss | Rent: 1200 | Status: Paid late | Due Date: Aug 1st | Lease Start: Aug 1st
    sent  firstName: Ada | lastName: Moss | rentAmount: "1200" | leaseStartDate: Aug 1st
  report  Tenant: Ada Moss | Rent: 1200 | Lease End: Month-to-Month
    not sent  'Lease End'
`;

type Row = Record<string, unknown>;

interface Sheet {
	title: string;
	operation: string;
	rows: Row[];
	outcomes: string[];
}

function parseSheets(text: string): Sheet[] {
	const sheets: Sheet[] = [];
	for (const line of text.split('\n').filter((one) => one !== '')) {
		const [, indent = '', content = ''] = /^(\s*)(.*)$/.exec(line)!;
		if (indent === '') sheets.push({ title: content, operation: '', rows: [], outcomes: [] });
		const sheet = sheets.at(-1)!;
		if (indent.length === 4) sheet.outcomes.push(content);
		if (indent.length !== 2) continue;
		const [operation = '', columns = ''] = content.split(/ {2}(.*)/);
		sheet.operation = operation;
		sheet.rows.push(parseColumns(columns));
	}
	return sheets;
}

const ADA = { Email: 'ada@example.com', Phone: '+14165550101' };

function parseColumns(text: string): Row {
	const entries = text.split(' | ').flatMap((column): Array<[string, unknown]> => {
		if (column === 'Ada') return Object.entries(ADA);
		const [name = '', value = ''] = column.split(/:\s(.*)/s);
		return name === '' ? [] : [[String(parseValue(name)), parseValue(value)]];
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
	sendWithFlow: [{ resource: 'screening', operation: 'sendWithFlow' }, 'screening'],
	report: [{ resource: 'rentReport', operation: 'submit' }, 'report'],
	property: [{ resource: 'property', operation: 'create' }, 'property'],
};
const SAME_FOR_ALL = ['propertyId', 'flowId', 'checkType', 'payer', 'accountStatus', 'ecoaCode'];
const newSandbox = useSandbox();

/** A body as the table has it. */
function shorten(body: IDataObject): IDataObject {
	const isAda = body.email === ADA.Email && body.phone === ADA.Phone;
	const hidden = [...SAME_FOR_ALL, ...(isAda ? ['email', 'phone'] : [])];
	return Object.fromEntries(Object.entries(body).filter(([name]) => !hidden.includes(name)));
}

/** A line below a row, as it is compared with what was found. */
function parseOutcome(line: string): unknown {
	const [kind = '', rest = ''] = line.split(/ {2}(.*)/);
	if (kind === 'sent') return parseColumns(rest);
	const words = rest.split(', ').map((word) => `(?=.*${word})`);
	return rest === '' ? kind : expect.stringMatching(new RegExp(`^${kind}: ${words.join('')}`, 's'));
}

test.each(parseSheets(SHEETS))('$title', async ({ operation, rows, outcomes }) => {
	const sandbox = await newSandbox();
	const [name = '', countryCode = ''] = operation.split('+');
	const [parameters, prefix] = OPERATIONS[name]!;
	const { propertyId } = sandbox;
	const { error, rows: written } = await runOn(sandbox, {
		parameters: {
			...{ ...parameters, propertyId, flowId: sendByColumns.flowId!, countryCode },
			...{ mappingMode: 'autoMapInputData', matchColumn: '', options: { maxConcurrency: 1 } },
		},
		rows: rows as IDataObject[],
	});
	const sent = sandbox.requests.filter((request) => request.operation !== 'login');
	const bodies = sent.map(({ body }) => shorten(body as IDataObject));
	const found = written.map((row) => {
		const [status, note] = [row[`${prefix}Status`], row[`${prefix}Note`]];
		if (status === 'sent' || status === 'reported') return bodies.shift();
		return status === undefined || status === '' ? 'left alone' : `not sent: ${String(note)}`;
	});
	expect(error === undefined ? found : [`fails: ${error.message}`]).toEqual(
		outcomes.map(parseOutcome),
	);
	expect(bodies).toEqual([]);
});
