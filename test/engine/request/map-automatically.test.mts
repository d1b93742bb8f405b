import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { perform } from '../../support/perform.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();
/** Update Rows would put out the rows, not what the service answered. */
const mapped = { mappingMode: 'autoMapInputData', updateRows: false };
const createProperty = { resource: 'property', operation: 'create', ...mapped };
const submitRentReport = { resource: 'rentReport', operation: 'submit', ...mapped };
const send = { resource: 'screening', operation: 'send', ...mapped };
const sendWithFlow = { resource: 'screening', operation: 'sendWithFlow', ...mapped };

/** The bodies that a sheet becomes, each found right by the contract. */
async function bodiesOf(
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

async function complaintAbout(parameters: INodeParameters, sheet: IDataObject[]): Promise<string> {
	const sandbox = await newSandbox();
	const error = await perform(sandbox, parameters, sheet).catch((thrown: unknown) => thrown);
	expect(sandbox.requests).toEqual([]);
	return (error as Error).message;
}

describe("a landlord's real sheet works as it is", () => {
	test('applicants for a screening by property', async () => {
		const bodies = await bodiesOf(
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

	test.each<[string, IDataObject]>([
		[
			'in columns with the object in front',
			{
				'address.street': '12 Elm Street',
				'Address City': 'Toronto',
				address_province_state: 'ON',
				'address-postal-code': 'M5V 2T6',
				ADDRESS_COUNTRY: 'CA',
			},
		],
		[
			'in a nested object beside columns that say the same',
			{
				City: 'Toronto',
				Address: {
					street: '12 Elm Street',
					city: ' Toronto',
					state: 'ON',
					zip: 'M5V 2T6',
					country: 'CA',
				},
			},
		],
	])('properties, the parts of the address %s', async (_, columns) => {
		expect(
			await bodiesOf(createProperty, [
				{ Property: '12 Elm Street', 'Monthly Rent': '2100', 'Full Address': ' ', ...columns },
			]),
		).toEqual([
			{
				name: '12 Elm Street',
				rent: 2100,
				address: {
					street: '12 Elm Street',
					city: 'Toronto',
					provinceState: 'ON',
					country: 'CA',
					postalCode: 'M5V 2T6',
				},
			},
		]);
	});
});

describe('a value for the whole run', () => {
	const row = { email: 'ana@example.com', phone: '+14165550100' };

	test('is overridden by a filled column of that name, and by no empty one', async () => {
		const bodies = await bodiesOf(
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
			await bodiesOf({ ...sendWithFlow, flowId: '={{ null }}' }, ({ flowId }) => [
				{ ...row, flow_id: flowId },
			]),
		).toMatchObject([{ flowId: expect.any(String) as unknown }]);
	});

	test('may be an expression, which sees its own row', async () => {
		expect(
			await bodiesOf({ ...sendWithFlow, flowId: '={{ $json.chosen }}' }, ({ flowId }) => [
				{ ...row, chosen: flowId },
			]),
		).toHaveLength(1);
	});
});

test('fields of the editor that are hidden in this mode are not used', async () => {
	expect(
		await bodiesOf(
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
	expect(message).toContain("'Last Name' is empty, like 'First Name'");
	expect(message).toContain("'Rent Amount' is empty, like 'Rent Paid'");
});
