import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../dev/sandbox/index.mts';
import { perform } from '../support/engine.mts';
import { useSandbox } from '../support/use-sandbox.mts';

// Sheets as people keep them, through the compiled node: what is sent, what is refused, what is left alone.

const newSandbox = useSandbox();

const MAPPED = { mappingMode: 'autoMapInputData' };
const OFF = { ...MAPPED, updateRows: 'off' };
/** Due Rows, all columns returned. */
const DUE = { ...MAPPED, updateRows: 'due', matchColumn: '' };

type Setup = (sandbox: Sandbox) => INodeParameters;
const send: Setup = ({ propertyId }) => ({ resource: 'screening', operation: 'send', propertyId });
const sendWithCode =
	(countryCode: string): Setup =>
	(sandbox) => ({ ...send(sandbox), countryCode });
const report: Setup = () => ({ resource: 'rentReport', operation: 'submit' });
const create: Setup = () => ({ resource: 'property', operation: 'create' });

/** What the service gets of a sheet, and the message if nothing is sent. */
async function run(setup: Setup, rows: IDataObject[], mode: INodeParameters = OFF) {
	const sandbox = await newSandbox();
	const outcome = await perform(sandbox, { ...setup(sandbox), ...mode }, rows).catch(
		({ message }: Error) => ({ message, requests: [], items: [] }),
	);
	expect(outcome.requests.flatMap(({ violations }) => violations)).toEqual([]);
	return {
		bodies: outcome.requests.map(({ body }) => body as IDataObject),
		message: 'message' in outcome ? outcome.message : '',
	};
}

const ada = { email: 'ada@example.com', phone: '+14165550101' };
const rent = { Rent: 2000 };

const SENT: Array<[string, Setup, IDataObject, object]> = [
	// 2.4, 2.5: roles and whole names
	[
		'two roles',
		send,
		{ 'Applicant Name': 'Ada Moss', 'Tenant Name': 'Ben Ng', ...ada },
		{ firstName: 'Ada', lastName: 'Moss' },
	],
	['a tenant', send, { Tenant: 'Ada Moss', ...ada }, { firstName: 'Ada', lastName: 'Moss' }],
	[
		'a resident',
		report,
		{ Resident: 'Alvarez, Maria', ...rent },
		{ firstName: 'Maria', lastName: 'Alvarez' },
	],
	[
		'an applicant',
		send,
		{ 'Applicant Name': 'Moss, Ada', ...ada },
		{ firstName: 'Ada', lastName: 'Moss' },
	],
	[
		'a form that marks what is required',
		send,
		{ 'First name*': 'Ada', 'Last name:': 'Moss', 'Email?': ada.email, Phone: ada.phone },
		{ firstName: 'Ada', lastName: 'Moss' },
	],
	[
		'Name beside Surname',
		send,
		{ Name: 'Ada', Surname: 'Moss', ...ada },
		{ firstName: 'Ada', lastName: 'Moss' },
	],
	['a possessive', send, { "Tenant's Email": ada.email, 'Tenant’s Phone': ada.phone }, ada],
	// 2.2: nested
	[
		'a nested address',
		create,
		{ name: 'Elm', address: { city: 'Toronto', zip: 'M5V 2T6' } },
		{ address: { city: 'Toronto', postalCode: 'M5V 2T6' } },
	],
	// 2.6: nothing
	[
		'an optional dash',
		report,
		{ 'Last Name': 'Moss', ...rent, 'Lease End': '-' },
		{ lastName: 'Moss' },
	],
	[
		'an optional n/a',
		report,
		{ 'Last Name': 'Moss', ...rent, 'Lease End': 'N/A', 'First Name': 'TBD' },
		{ lastName: 'Moss' },
	],
	// 2.8: values for the whole run
	[
		'a country code of its own',
		sendWithCode('1'),
		{ 'Phone Country Code': 44, email: ada.email, phone: '7911 123456' },
		{ phone: '+447911123456' },
	],
	[
		'labels of the editor',
		send,
		{ Payer: 'Self', 'Check Type': 'deep check', ...ada },
		{ payer: 'PAYER_SELF', checkType: 'CHECK_TYPE_DEEP_CHECK' },
	],
	['constants of the service', send, { Payer: 'PAYER_OTHER', ...ada }, { payer: 'PAYER_OTHER' }],
	// 2.1, 2.9: names of columns
	['a currency', report, { Tenant: 'Ada Moss', 'Monthly Rent (RWF)': 5 }, { rentAmount: '5' }],
	[
		'a rent roll',
		report,
		{
			Resident: 'Ada Moss',
			'Actual Rent': 5,
			'Lease From': '2026-01-01',
			'Lease To': '2026-12-31',
			'Total Past Due': 7,
		},
		{ rentAmount: '5', leaseStartDate: '2026-01-01', leaseEndDate: '2026-12-31', amountPastDue: 7 },
	],
	['current rent', report, { Tenant: 'Ada Moss', 'Current Rent': 5 }, { rentAmount: '5' }],
	[
		'a list of properties',
		create,
		{ Property: 'Elm', 'Property Address': '12 Elm St', 'Current Rent': 5 },
		{ name: 'Elm', rent: 5, address: { fullAddress: '12 Elm St' } },
	],
	// 3: values
	[
		'an invisible character',
		send,
		{ ...ada, email: 'ada\u200b@example.com' },
		{ email: ada.email },
	],
	['an area code', sendWithCode('49'), { ...ada, phone: '030/1234567' }, { phone: '+49301234567' }],
	[
		'an apostrophe of a spreadsheet',
		send,
		{ ...ada, phone: "'+14165550101" },
		{ phone: '+14165550101' },
	],
];

test.each(SENT)('%s is read', async (_, setup, row, body) => {
	const { bodies, message } = await run(setup, [row]);
	expect(message).toBe('');
	expect(bodies).toEqual([expect.objectContaining(body)]);
});

const names = (name: string): IDataObject => ({ 'Tenant Name': name, ...rent });

const REFUSED: Array<[string, Setup, IDataObject, string]> = [
	[
		'two roles in one body',
		send,
		{ 'Applicant Email': ada.email, 'Applicant Phone': '', 'Tenant Phone': '+14165550199' },
		"'Applicant Phone' is empty",
	],
	[
		'two emails',
		send,
		{ Email: 'agent@example.com', 'Applicant Email': ada.email, Phone: ada.phone },
		"is filled differently in the columns 'Email' and 'Applicant Email'",
	],
	[
		"an owner's email where the tenant's is empty",
		send,
		{ Unit: '4B', Email: 'olga@example.com', 'Tenant Email': '', Phone: ada.phone },
		"'Tenant Email' is empty, though 'Email' is filled",
	],
	[
		"an owner's columns that have the field's own name",
		send,
		{ Email: 'olga@example.com', 'Tenant Email Address': ada.email, Phone: ada.phone },
		"is filled differently in the columns 'Email' and 'Tenant Email Address'",
	],
	[
		"an owner's name beside the tenant's",
		report,
		{ 'First Name': 'Olga', 'Last Name': 'Ott', 'Tenant Name': 'Ada Moss', ...rent },
		"are not those in 'Tenant Name'",
	],
	['an owner who lives there', report, { Tenant: 'Owner Occupied', ...rent }, "'Tenant' must be"],
	['a sheet without a name', report, { Unit: '4B', ...rent }, "'Tenant Name'"],
	...[
		'Grand Total',
		'Acme LLC',
		'MR MOSS',
		'Smith Jr.',
		'John&Jane Smith',
		'Smith; John',
		'John Smith, Jane Smith',
		'Ada Maria Moss',
		'Moss',
		'Moss, Jr',
		'Ada Moss 2',
	].map((name): [string, Setup, IDataObject, string] => [
		name,
		report,
		names(name),
		"'Tenant First Name' and 'Tenant Last Name'",
	]),
	...[0, 1500, '0', '?'].map((name): [string, Setup, IDataObject, string] => [
		`the name ${name}`,
		report,
		{ 'First Name': name, 'Last Name': name, ...rent },
		"'First Name' must be the name of a person",
	]),
	['a vacant unit', report, { 'First Name': 'VACANT', 'Last Name': 'Vacant', ...rent }, 'vacant'],
	[
		'a country code of three digits',
		sendWithCode('1'),
		{ 'Country Code': 840, email: ada.email, phone: '4165550101' },
		"'Country Code' must be",
	],
	[
		'a country in words',
		sendWithCode('1'),
		{ 'Calling Code': 'UK', email: ada.email, phone: '7911123456' },
		"'Calling Code' must be",
	],
	['a payer', send, { Payer: 'Landlord', ...ada }, "'Payer' must be"],
	['a check type', send, { 'Check Type': 'Credit', ...ada }, "'Check Type' must be"],
	...['#N/D', '#NV', '#¡VALOR!', '#Н/Д', '#ÜBERLAUF!', '#N/A'].map(
		(value): [string, Setup, IDataObject, string] => [
			value,
			report,
			{ 'Last Name': value, ...rent },
			"'Last Name' is a formula without a result",
		],
	),
	...[
		'<gil@example.com>',
		'mailto:gil@example.com',
		'ida@example.com,',
		'kim@example..com',
		'a@example.com b@example.com',
	].map((email): [string, Setup, IDataObject, string] => [
		email,
		send,
		{ ...ada, email },
		"'email' must be an email address",
	]),
	[
		'a couple in one first name',
		send,
		{ email: 'ada@example.com', phone: '+14165550101', firstName: 'Ada & Ben', lastName: 'Moss' },
		"'firstName' must be the name of one person",
	],
	[
		'a second number',
		sendWithCode('49'),
		{ ...ada, phone: '030 1234567/8' },
		"'phone' must be one phone number",
	],
	[
		'a country whose numbers are dialled otherwise',
		sendWithCode('36'),
		{ ...ada, phone: '06 1 808 8125' },
		"'Country Code'",
	],
];

test.each(REFUSED)('%s is refused', async (_, setup, row, message) => {
	expect(await run(setup, [row])).toEqual({
		bodies: [],
		message: expect.stringContaining(message) as string,
	});
});

describe('required columns are asked of the sheet', () => {
	const forms: Array<[string, Setup, IDataObject[], string[]]> = [
		[
			'a form of which only an empty column is known',
			send,
			[{ Mobile: '', 'Your email': 'ada@example.com' }],
			['No email column found'],
		],
		[
			'a rent roll whose known columns are empty',
			report,
			[{ Email: '', Phone: '', Occupant: 'Ada Moss', Charge: 5 }],
			['No name column found', 'No amount column found'],
		],
		[
			'a file whose empty cells are left out',
			send,
			[{ Name: 'Ada Moss' }, { Name: 'Ben Ng', Phone: '+14165550102' }],
			['No email column found', "'Include Empty Cells'"],
		],
	];
	test.each(forms)('%s', async (_, setup, rows, messages) => {
		for (const mode of [OFF, DUE]) {
			const { bodies, message } = await run(setup, rows, mode);
			expect(bodies).toEqual([]);
			for (const text of messages) expect(message).toContain(text);
		}
	});

	test.each<[string, IDataObject[]]>([
		['the columns are there and nobody is in them', [{ Email: '', Phone: ' ', Unit: '4B' }]],
		[
			'rows hold only what does not count',
			[
				{
					row_number: 2,
					id: 7,
					createdAt: 'x',
					updatedAt: 'y',
					Done: false,
					screeningNote: 'x',
					Payer: 'Self',
				},
			],
		],
	])('nothing is due where %s', async (_, rows) => {
		expect(await run(send, rows, DUE)).toEqual({ bodies: [], message: '' });
	});
});

test.each(['VACANT', 'vacant', '(Vacant)', ' - Vacant - '])(
	'the row of a unit that is %s is left alone',
	async (name) => {
		const rows = [
			{ 'Tenant Name': name, ...rent },
			{ 'Tenant Name': 'Ada Moss', ...rent },
		];
		const { bodies, message } = await run(report, rows, DUE);
		expect([bodies, message]).toEqual([[expect.objectContaining({ lastName: 'Moss' })], '']);
	},
);

test('a vacant unit is left alone where the whole name stands beside empty first and last names', async () => {
	const vacant = { Tenant: 'VACANT', 'First Name': '', 'Last Name': '', ...rent };
	const sandbox = await newSandbox();
	const parameters = { ...report(sandbox), ...DUE };
	const { items } = await perform(sandbox, parameters, [vacant]);
	expect(items.map(({ json }) => json)).toEqual([vacant]);
});
