import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../dev/sandbox/index.mts';
import type { Field } from '../../nodes/RentalScreening/core/field.ts';
import { submitRentReport as reporting } from '../../nodes/RentalScreening/operations/rentReport.ts';
import { perform, runOn } from '../support/engine.mts';
import { useSandbox } from '../support/use-sandbox.mts';

// From an input item to the body of a request.

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
async function sendBody(parameters: INodeParameters, row: IDataObject = {}): Promise<unknown> {
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
	const body = await sendBody(taking(field), { value } as IDataObject);
	return (body as Record<string, unknown>)[field];
}

// test/pure/request has the tables of values; here each conversion goes through n8n once.
test.each([
	['rent', '2100.00', 2100],
	['rent', 0, 0],
	['currentBalanceDue', '49.50', 49.5],
	['rentPaid', 1500.5, '1500.5'],
	['accountStatus', 'In Good Standing', 'ACCOUNT_STATUS_IN_GOOD_STANDING'],
	['leaseStartDate', 46056, '2026-02-03'],
	['leaseEndDate', new Date('2026-02-03T00:00:00Z'), '2026-02-03'],
	['firstName', '\u00a0 Ana \n', 'Ana'],
	['firstName', '\u00a0', undefined],
	['rent', null, undefined],
])('%s: a cell that holds %j is sent as %j', async (field, value, sent) => {
	expect(await sentAs(field, value)).toBe(sent);
});

test.each([
	['rent', "'Rent' must be a whole number", '2,100'],
	['rentPaid', "'Rent Paid' must be a number", true],
	['firstName', "'First Name' must be a single text", { first: 'Ana' }],
	['accountStatus', "'Account Status' must be '", 'good'],
	['leaseEndDate', "'Lease End Date' must be a date", 'next friday'],
])('%s: %s, not %j: nothing is sent', async (field, problem, value) => {
	const sandbox = await newSandbox();
	await expect(
		perform(sandbox, taking(field), [{ value } as unknown as IDataObject]),
	).rejects.toThrow(problem);
	expect(sandbox.requests).toEqual([]);
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
			await sendBody(reportWith({ leaseStartDate: expression, leaseEndDate: expression })),
		).toMatchObject({ leaseStartDate: sent, leaseEndDate: sent });
	});

	test('that is an instant is sent as its day in the time zone of the workflow', async () => {
		const sandbox = await newSandbox();
		const parameters = reportWith({ leaseStartDate: '={{ $json.value }}' });
		const instant = '2026-02-01T03:30:00Z';
		const rows = [new Date(instant), instant].map((value) => ({ value }) as unknown as IDataObject);
		const workflowSettings = { timezone: 'America/Toronto' };
		await runOn(sandbox, { parameters, rows, workflowSettings });
		const reports = sandbox.listRequests('submitRentReport').map(({ body }) => body);
		expect(reports).toMatchObject(Array(2).fill({ leaseStartDate: '2026-01-31' }));
	});

	test('that is no day is not sent', async () => {
		await expect(
			sendBody(reportWith({ leaseStartDate: "={{ DateTime.fromISO('2026-02-30') }}" })),
		).rejects.toThrow("'Lease Start Date' must be a date, such as 2026-01-31");
	});
});

test('every field of a rent report takes a value of another type than its own', async () => {
	const kinds = {
		date: [46056, '2026-02-03'],
		number: [' 12.50', 12.5],
		text: [14165550100, '14165550100'],
		name: [' Ana ', 'Ana'],
		blank: ['  ', undefined],
	} as const;
	const findKind = ({ type, shape, oneOf }: Field): keyof typeof kinds => {
		if (oneOf !== undefined || shape === 'email') return 'blank';
		if (shape === 'date') return 'date';
		if (shape === 'personName' || shape === 'code') return 'name';
		return type === undefined ? 'text' : 'number';
	};
	const within = (object: IDataObject, name?: string) =>
		name === undefined ? object : ((object[name] ??= {}) as IDataObject);
	const parameters = { resource: 'rentReport', operation: 'submit' };
	const body = {};
	for (const field of reporting.fields!) {
		if (field.isSent === false) continue;
		const kind = findKind(field);
		within(parameters, field.collection)[field.name] = `={{ $json.${kind} }}`;
		const [, sent] = kinds[kind];
		const object = field.collection === 'address' ? 'address' : undefined;
		if (sent !== undefined) within(body, object)[field.name] = sent;
	}
	const row = Object.fromEntries(Object.entries(kinds).map(([kind, [given]]) => [kind, given]));
	expect(await sendBody(parameters, row)).toEqual(body);
});

describe('a rent report', () => {
	const submit = { resource: 'rentReport', operation: 'submit' };

	test.each<[INodeParameters, string[]]>([
		[submit, ["'First Name' is empty", "'Rent Amount' is empty"]],
		[{ ...submit, firstName: 'Ana' }, ["'Rent Amount' is empty"]],
		[{ ...submit, rentPaid: '1500' }, ["'First Name' is empty"]],
	])('%j without a name and an amount is not sent', async (parameters, problems) => {
		const sandbox = await newSandbox();
		const error = await perform(sandbox, parameters).catch((thrown: unknown) => thrown);
		for (const problem of problems) expect((error as Error).message).toContain(problem);
		expect(sandbox.requests).toEqual([]);
	});

	test('with a name and an amount is sent', async () => {
		const given = { firstName: 'Ana', rentPaid: '0' };
		expect(await sendBody({ ...submit, ...given })).toEqual(given);
	});
});

describe('the phone of an applicant', () => {
	async function phoneSent(
		operation: string,
		phone: unknown,
		others: INodeParameters = {},
		columns: IDataObject = {},
	): Promise<unknown> {
		const sandbox = await newSandbox();
		const { propertyId, flowId } = sandbox;
		const ids = operation === 'send' ? { propertyId } : { flowId };
		const applicant = { email: 'a@example.com', phone: '={{ $json.phone }}' };
		const parameters = { resource: 'screening', operation, ...ids, ...applicant, ...others };
		const row = { ...columns, phone } as IDataObject;
		const { requests } = await perform(sandbox, parameters, [row]);
		expect(requests).toMatchObject([{ violations: [], status: 200 }]);
		return (requests[0]!.body as IDataObject)['phone'];
	}

	test('goes without its formatting by Send, and as it is, as text, by Send with Flow', async () => {
		expect(await phoneSent('send', '+1 (416) 555-0100')).toBe('+14165550100');
		expect(await phoneSent('sendWithFlow', '+1 (416) 555-0100')).toBe('+1 (416) 555-0100');
		expect(await phoneSent('sendWithFlow', 14165550100)).toBe('14165550100');
	});

	test.each([
		['send', '+14165550103', '+493012345'],
		['sendWithFlow', '+14165550103', '+49 30 12345'],
	])('gets the Country Code by %s, if it has no +', async (operation, own, other) => {
		const countryCode = '={{ $json.code }}';
		expect(await phoneSent(operation, '(416) 555-0103', { countryCode }, { code: 1 })).toBe(own);
		expect(await phoneSent(operation, '+49 30 12345', { countryCode }, { code: '+1' })).toBe(other);
		await expect(
			phoneSent(operation, '(416) 555-0103', { countryCode }, { code: 'Canada' }),
		).rejects.toThrow("'Phone' needs 'Country Code', which must be one to three digits");
		await expect(phoneSent(operation, '555-0103', { countryCode }, { code: '1' })).rejects.toThrow(
			"'Phone' is no number that 'Country Code' can be put in front of",
		);
	});

	test('of a tenant gets it too, also from a column', async () => {
		const tenant = { ...reportWith({ phone: '416 555 0103' }), countryCode: '1' };
		expect(await sendBody(tenant)).toMatchObject({ phone: '+14165550103' });
		const { resource, operation } = submitRentReport;
		const auto = { mappingMode: 'autoMapInputData', countryCode: '1' };
		const row = { Surname: 'Silva', Rent: 1950, Mobile: '416 555 0103' };
		expect(await sendBody({ resource, operation, ...auto, updateRows: 'off' }, row)).toMatchObject({
			phone: '+14165550103',
		});
	});

	test('needs the country code by Send, and must be one number by both', async () => {
		await expect(phoneSent('send', '(416) 555-0100')).rejects.toThrow("'Phone' must start with +");
		for (const operation of ['send', 'sendWithFlow']) {
			await expect(phoneSent(operation, '+14165550100 / 0101')).rejects.toThrow(
				"'Phone' must be one phone number",
			);
		}
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

describe('Map Automatically', () => {
	/** Update Rows would put out the rows, not what the service answered. */
	const mapped = { mappingMode: 'autoMapInputData', updateRows: 'off' };
	const createProperty = { resource: 'property', operation: 'create', ...mapped };
	const submitRentReport = { resource: 'rentReport', operation: 'submit', ...mapped };
	const send = { resource: 'screening', operation: 'send', ...mapped };
	const sendWithFlow = { resource: 'screening', operation: 'sendWithFlow', ...mapped };

	/** The bodies that a sheet becomes, each found right by the contract. */
	async function sendBodies(
		parameters: INodeParameters | ((sandbox: Sandbox) => INodeParameters),
		sheet: IDataObject[] | ((sandbox: Sandbox) => IDataObject[]),
	): Promise<unknown[]> {
		const sandbox = await newSandbox();
		const given = typeof parameters === 'function' ? parameters(sandbox) : parameters;
		const rows = typeof sheet === 'function' ? sheet(sandbox) : sheet;
		const { requests } = await perform(sandbox, given, rows);
		expect(requests.flatMap(({ violations }) => violations)).toEqual([]);
		expect(requests.every(({ status }) => status === 200)).toBe(true);
		return requests.map(({ body }) => body);
	}

	async function complaintAbout(
		parameters: INodeParameters,
		sheet: IDataObject[],
	): Promise<string> {
		const sandbox = await newSandbox();
		const error = await perform(sandbox, parameters, sheet).catch((thrown: unknown) => thrown);
		expect(sandbox.requests).toEqual([]);
		return (error as Error).message;
	}

	describe("a landlord's real sheet works as it is", () => {
		test('applicants for a screening by property', async () => {
			const bodies = await sendBodies(
				({ propertyId }) => ({ ...send, propertyId }),
				[
					{
						'Applied On': '2026-02-01',
						'First Name': ' Ana ',
						Surname: 'Silva',
						'E-mail': 'ana.silva@example.com',
						'Cell Phone': '+1 (416) 555-0100',
						Unit: '4B',
						Notes: '=HYPERLINK("x")',
						'': 'a column without a name',
					},
					{ 'First Name': 'Li', 'E-mail': 'li@example.com', 'Cell Phone': '+86 10 5555 0100' },
				],
			);
			const perRun = {
				checkType: 'CHECK_TYPE_DEEP_CHECK',
				propertyId: expect.any(String) as unknown,
				payer: 'PAYER_SELF',
			};
			expect(bodies).toEqual([
				{
					...perRun,
					firstName: 'Ana',
					lastName: 'Silva',
					email: 'ana.silva@example.com',
					phone: '+14165550100',
				},
				{ ...perRun, firstName: 'Li', email: 'li@example.com', phone: '+861055550100' },
			]);
		});
	});

	describe('a value for the whole run', () => {
		const row = { email: 'ana@example.com', phone: '+14165550100', name: 'Ana Silva' };

		test('is overridden by a filled column of that name, and by no empty one', async () => {
			const bodies = await sendBodies(
				({ propertyId }) => ({ ...send, propertyId, additionalFields: { payer: 'PAYER_ONE' } }),
				({ propertyId }) => [
					{
						...row,
						Payer: 'PAYER_OTHER',
						'Check Type': 'CHECK_TYPE_OTHER',
						'Property ID': propertyId,
					},
					{ ...row, Payer: ' ', 'Check Type': null, 'Property ID': '' },
				],
			);
			expect(bodies).toMatchObject([
				{ payer: 'PAYER_OTHER', checkType: 'CHECK_TYPE_OTHER' },
				{ payer: 'PAYER_ONE', checkType: 'CHECK_TYPE_DEEP_CHECK' },
			]);
		});

		test('may come from the column alone', async () => {
			expect(
				await sendBodies({ ...sendWithFlow, flowId: '={{ null }}' }, ({ flowId }) => [
					{ ...row, flow_id: flowId },
				]),
			).toMatchObject([{ flowId: expect.any(String) as unknown }]);
		});

		test('may be an expression, which sees its own row', async () => {
			expect(
				await sendBodies({ ...sendWithFlow, flowId: '={{ $json.chosen }}' }, ({ flowId }) => [
					{ ...row, chosen: flowId },
				]),
			).toHaveLength(1);
		});
	});

	test('a full name is taken apart; one that may be taken apart in two ways is not sent', async () => {
		const rent = { Rent: 1950 };
		expect(await sendBodies(submitRentReport, [{ 'Tenant Name': 'Ana Silva', ...rent }])).toEqual([
			{ rentAmount: '1950', lastName: 'Silva', firstName: 'Ana' },
		]);
		expect(
			await complaintAbout(submitRentReport, [{ 'Tenant Name': 'Ana Maria Silva', ...rent }]),
		).toContain("'Tenant Name' must be 'First Last' or 'Last, First'");
	});

	test('fields of the editor that are hidden in this mode are not used', async () => {
		expect(
			await sendBodies(
				{
					...createProperty,
					name: 'Left over',
					address: { city: 'Left over' },
					additionalFields: { rent: '1' },
				},
				[{ name: '12 Elm Street' }],
			),
		).toEqual([{ name: '12 Elm Street' }]);
	});

	test('a row of a rent roll without a name or an amount is not sent', async () => {
		const rows = [{ Surname: 'Silva', Rent: 1950 }, { Surname: ' ', Unit: '4B' }, { Rent: 1950 }];
		const message = await complaintAbout(submitRentReport, rows);
		expect(message).toContain("'Surname' is empty");
		expect(message).toContain("'Rent' is empty");
	});
});
