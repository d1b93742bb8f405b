import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { perform } from '../../support/perform.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

const createProperty = { resource: 'property', operation: 'create', name: '12 Elm Street' };
/** A report needs a name and an amount. */
const submitRentReport = {
	resource: 'rentReport',
	operation: 'submit',
	lastName: 'Silva',
	additionalFields: { amountPastDue: '0' },
};

/** The fields of a report outside 'Additional Fields'. */
const SHOWN_AT_ONCE = ['rentAmount', 'rentPaid', 'firstName', 'lastName'];

/** A report with these 'Additional Fields'. */
function reportWith(additionalFields: INodeParameters): INodeParameters {
	return {
		...submitRentReport,
		additionalFields: { ...submitRentReport.additionalFields, ...additionalFields },
	};
}

/** The body that the service gets, found right by the contract. */
async function bodyOf(parameters: INodeParameters, row: IDataObject = {}): Promise<unknown> {
	const { requests } = await perform(await newSandbox(), parameters, [row]);
	expect(requests).toMatchObject([{ violations: [], status: 200 }]);
	return requests[0]!.body;
}

/** Parameters that take this one field from the column `value`. */
function taking(field: string): INodeParameters {
	const given = { [field]: '={{ $json.value }}' };
	if (field === 'rent') return { ...createProperty, additionalFields: given };
	if (SHOWN_AT_ONCE.includes(field)) return { ...submitRentReport, ...given };
	return reportWith(given);
}

/** What a cell becomes on its way into a field, undefined when the field is left out. */
async function sentAs(field: string, value: unknown): Promise<unknown> {
	const body = await bodyOf(taking(field), { value } as IDataObject);
	return (body as Record<string, unknown>)[field];
}

describe('a cell of a spreadsheet', () => {
	test.each([
		['rent', 2100, 2100],
		['rent', '2100', 2100],
		['rent', ' 2100 ', 2100],
		['rent', '2100.00', 2100],
		['rent', 0, 0],
		['currentBalanceDue', '49.50', 49.5],
		['currentBalanceDue', 0, 0],
		['currentBalanceDue', '0', 0],
		['amountPastDue', '-12.5', -12.5],
		['rentPaid', 1500, '1500'],
		['rentPaid', 1500.5, '1500.5'],
		['rentPaid', '1500.00', '1500.00'],
		['rentAmount', 0, '0'],
		['rentPaid', 1100.1 * 3, '3300.3'],
		['rent', 2100.0000000000005, 2100],
		['accountStatus', 'In Good Standing', 'ACCOUNT_STATUS_IN_GOOD_STANDING'],
		['leaseStartDate', '2026-02-03T00:00:00.000Z', '2026-02-03'],
		['leaseStartDate', '2026-02-03', '2026-02-03'],
		['leaseStartDate', '03/02/2026', '03/02/2026'],
		['leaseStartDate', 46056, '2026-02-03'],
		['dateOfBirth', 32250, '1988-04-17'],
		['firstName', '\u00a0 Ana \n', 'Ana'],
		['firstName', 'Anne  Marie', 'Anne  Marie'],
	])('%s: %j is sent as %j', async (field, value, sent) => {
		expect(await sentAs(field, value)).toBe(sent);
	});

	test.each(['', '  ', '\t\n', '\u00a0', null, undefined])(
		'that holds %j is left out, whatever the type of the field',
		async (value) => {
			for (const field of ['rent', 'currentBalanceDue', 'rentPaid', 'firstName']) {
				expect(await sentAs(field, value)).toBeUndefined();
			}
		},
	);
});

describe('a date', () => {
	test.each([
		["={{ DateTime.fromISO('2026-02-03') }}", '2026-02-03'],
		["={{ DateTime.fromISO('2026-02-03T23:30:00', { zone: 'America/Toronto' }) }}", '2026-02-03'],
		["={{ '2026-02-03'.toDateTime() }}", '2026-02-03'],
		["={{ new Date('2026-02-03') }}", '2026-02-03'],
		['={{ new Date(2026, 1, 3, 12) }}', '2026-02-03'],
		["={{ DateTime.fromISO('2026-02-03').toFormat('dd.MM.yyyy') }}", '03.02.2026'],
	])('%s is sent as %s', async (expression, sent) => {
		expect(
			await bodyOf(reportWith({ leaseStartDate: expression, leaseEndDate: expression })),
		).toMatchObject({ leaseStartDate: sent, leaseEndDate: sent });
	});

	test('in a cell is sent by its day', async () => {
		expect(await sentAs('leaseEndDate', new Date('2026-02-03T00:00:00Z'))).toBe('2026-02-03');
	});

	test('that does not exist is not sent', async () => {
		await expect(
			bodyOf(reportWith({ leaseStartDate: "={{ DateTime.fromISO('2026-02-30') }}" })),
		).rejects.toThrow("'Lease Start Date' must be a date that exists");
	});
});

test('every field of a rent report takes a value of the wrong kind', async () => {
	const date = '={{ $json.date }}';
	const text = '={{ $json.text }}';
	const number = '={{ $json.number }}';
	const sentText = '14165550100';
	const sentDate = '2026-02-03';
	expect(
		await bodyOf(
			{
				...submitRentReport,
				rentAmount: text,
				rentPaid: text,
				firstName: text,
				lastName: text,
				address: { street: text, city: text, provinceState: text, country: text, postalCode: text },
				additionalFields: {
					leaseStartDate: date,
					leaseEndDate: date,
					currentBalanceDue: number,
					amountPastDue: number,
					accountStatus: '={{ $json.blank }}',
					middleName: text,
					dateOfBirth: date,
					phone: text,
					email: '={{ $json.blank }}',
					ecoaCode: '={{ $json.blank }}',
					paymentHistoryProfile: text,
					dateOfFirstDelinquency: date,
				},
			},
			{ date: 46056, text: 14165550100, number: ' 12.50', blank: '  ' },
		),
	).toEqual({
		leaseStartDate: sentDate,
		leaseEndDate: sentDate,
		rentAmount: sentText,
		rentPaid: sentText,
		currentBalanceDue: 12.5,
		amountPastDue: 12.5,
		firstName: sentText,
		lastName: sentText,
		address: {
			street: sentText,
			city: sentText,
			provinceState: sentText,
			country: sentText,
			postalCode: sentText,
		},
		middleName: sentText,
		dateOfBirth: sentDate,
		phone: sentText,
		paymentHistoryProfile: sentText,
		dateOfFirstDelinquency: sentDate,
	});
});

test('an address of blanks only is left out whole', async () => {
	expect(
		await bodyOf({ ...createProperty, address: { city: ' ', fullAddress: '={{ null }}' } }),
	).toEqual({ name: '12 Elm Street' });
});

describe('a rent report', () => {
	const submit = { resource: 'rentReport', operation: 'submit' };

	test.each<[INodeParameters, string[]]>([
		[submit, ["'Last Name' is empty", "'Rent Amount' is empty"]],
		[{ ...submit, additionalFields: { accountStatus: '={{ null }}' } }, ["'Last Name' is empty"]],
		[{ ...submit, firstName: 'Ana' }, ["'Rent Amount' is empty"]],
		[{ ...submit, rentPaid: '1500' }, ["'Last Name' is empty"]],
	])('%j without a name and an amount is not sent', async (parameters, told) => {
		const sandbox = await newSandbox();
		const error = await perform(sandbox, parameters).catch((thrown: unknown) => thrown);
		for (const text of told) expect((error as Error).message).toContain(text);
		expect(sandbox.requests).toEqual([]);
	});

	test('of a name and an amount is sent', async () => {
		expect(
			await bodyOf({
				...submit,
				firstName: 'Ana',
				rentPaid: '0',
				additionalFields: { accountStatus: '={{ null }}' },
			}),
		).toEqual({ firstName: 'Ana', rentPaid: '0' });
	});
});

describe('what an applicant is reached by', () => {
	async function sendTo(applicant: INodeParameters, row: IDataObject = {}): Promise<unknown> {
		const sandbox = await newSandbox();
		const { propertyId } = sandbox;
		const send = { resource: 'screening', operation: 'send', propertyId, email: 'a@example.com' };
		const { requests } = await perform(sandbox, { ...send, ...applicant }, [row]);
		expect(requests).toMatchObject([{ violations: [], status: 200 }]);
		return requests[0]!.body;
	}

	test.each([
		['+1 (416) 555-0100', '+14165550100'],
		['+1.416.555.0100', '+14165550100'],
		['\u202a+1\u00a0416\u2011555\u20110100\u202c', '+14165550100'],
	])('version 1 phone %j is sent as %s', async (phone, sent) => {
		expect(await sendTo({ phone })).toMatchObject({ phone: sent });
	});

	test.each(['14165550100', '(416) 555-0100', '0014165550100', '+', 'ask Ana'])(
		'version 1 phone %j is not sent',
		async (phone) => {
			await expect(sendTo({ phone: '={{ $json.phone }}' }, { phone })).rejects.toThrow(
				"'Phone' must start with + and the country code, such as +14165550100",
			);
		},
	);

	async function sendWithFlow(phone: string | number) {
		const sandbox = await newSandbox();
		const { flowId } = sandbox;
		const parameters = {
			resource: 'screening',
			operation: 'sendWithFlow',
			flowId,
			email: 'a@example.com',
			phone: '={{ $json.phone }}',
		};
		return { sandbox, run: perform(sandbox, parameters, [{ phone }]) };
	}

	test.each([[14165550100], ['416 555 0100'], ['+1 (416) 555-0100']])(
		'version 2 phone %j is sent as given, as text',
		async (phone) => {
			const { requests } = await (await sendWithFlow(phone)).run;
			expect(requests).toMatchObject([{ body: { phone: String(phone) }, violations: [] }]);
		},
	);

	test.each([
		'1.41656E+10',
		'#N/A',
		'ask Ana',
		'+1 (416) 555-0100 / 555-0101',
		'{{ $json.phone }}',
	])('version 2 phone %j is not sent', async (phone) => {
		const { sandbox, run } = await sendWithFlow(phone);
		await expect(run).rejects.toThrow("'Phone' ");
		expect(sandbox.requests).toEqual([]);
	});
});

describe('what cannot be sent', () => {
	test.each([
		['rent', 'Rent', '2,100'],
		['rent', 'Rent', '$2100'],
		['rent', 'Rent', 2100.5],
		['rent', 'Rent', '2100.5'],
		['rent', 'Rent', true],
		['rent', 'Rent', [2100]],
		['rent', 'Rent', 'two thousand'],
		['rentPaid', 'Rent Paid', '$2,100.00'],
		['rentPaid', 'Rent Paid', true],
		['rentAmount', 'Rent Amount', new Date(0)],
		['currentBalanceDue', 'Current Balance Due', '1.000,00'],
		['currentBalanceDue', 'Current Balance Due', false],
		['firstName', 'First Name', { first: 'Ana' }],
		['firstName', 'First Name', '#REF!'],
		['firstName', 'First Name', '{{ $json.name }}'],
		['accountStatus', 'Account Status', 'good'],
		['leaseEndDate', 'Lease End Date', 20260203],
		['leaseEndDate', 'Lease End Date', 'next friday'],
		['leaseEndDate', 'Lease End Date', '46023'],
		['leaseEndDate', 'Lease End Date', '2026-02-31'],
	])('%s (%s): %j is named and nothing goes out', async (field, label, value) => {
		const sandbox = await newSandbox();
		await expect(
			perform(sandbox, taking(field), [{ value } as unknown as IDataObject]),
		).rejects.toThrow(`'${label}' `);
		expect(sandbox.requests).toEqual([]);
	});
});

describe('an expression that only names a column', () => {
	const cell = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom(
			'={{ 1 + 1 }}',
			'={{ $json.x }}',
			'{{ $json }}',
			'\\',
			"it's",
			'',
			' ',
			'__proto__',
		),
		fc.integer(),
		fc.double({ min: -1e9, max: 1e9, noNaN: true }),
		fc.boolean(),
		fc.constant(null),
	);
	// As columns are called; what n8n refuses as a name ends the run before the node is asked.
	const name = fc.constantFrom(
		'First Name',
		'E-mail',
		'prénom',
		'名',
		'a.b',
		'x',
		'0',
		'length',
		'é è',
	);

	test('is the same to the service whether n8n works it out or the node reads the column', async () => {
		await fc.assert(
			fc.asyncProperty(fc.dictionary(name, cell, { minKeys: 1 }), async (row) => {
				const [column] = Object.keys(row) as [string];
				const sandbox = await newSandbox();
				const sent = async (firstName: string) => {
					const parameters = { ...submitRentReport, firstName };
					return await perform(sandbox, parameters, [row]).then(
						({ requests }) => requests.at(-1)!.body,
						({ message }: Error) => message,
					);
				};
				const quoted = JSON.stringify(column);
				expect(await sent(`={{ $json[${quoted}] }}`)).toEqual(
					await sent(`={{ ($json[${quoted}]) }}`),
				);
			}),
			{ numRuns: 40 },
		);
	});
});
