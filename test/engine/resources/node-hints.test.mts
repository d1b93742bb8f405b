import { ExecuteContext, ExecuteSingleContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createEmptyRunExecutionData } from 'n8n-workflow';

import { compiledNode, credentialFor, workflowOf } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** The hints that the editor shows for these parameters and this input; it evaluates them like this. */
async function hintsFor(parameters: INodeParameters, rows: IDataObject[]): Promise<string[]> {
	const credential = credentialFor(await newSandbox());
	const workflow = workflowOf({ credential, parameters, rows });
	const input: INodeExecutionData[] = rows.map((json) => ({ json }));
	const node = workflow.getNode('Rental Screening')!;
	return compiledNode()
		.description.hints!.filter(({ displayCondition }) => {
			const shown = workflow.expression.getParameterValue(
				displayCondition!,
				createEmptyRunExecutionData(),
				0,
				0,
				node.name,
				input,
				'manual',
				{},
			);
			expect(typeof shown).toBe('boolean');
			return shown;
		})
		.map(({ message }) => message);
}

const send = { resource: 'screening', operation: 'send', propertyId: 'any' };
const automatically = { ...send, mappingMode: 'autoMapInputData' };
const FIXED = [expect.stringContaining('The same values')];
const MANY = [expect.stringContaining('does not respond')];
const FULL_NAME = [expect.stringContaining('full name')];
const reached = { Email: 'amara@example.com', Phone: '+14165550100' };
const IN_PLACE = [expect.stringContaining("'Only Written Columns'")];
const UNMATCHED = [expect.stringContaining("'Column to Match On'")];
const WRITTEN = { returnColumns: 'written' };
const rowsOf = (more: INodeParameters) => ({ ...automatically, updateRows: true, ...more });
const complete = { email: 'amara@example.com', phone: '+14165550100', 'Unit-No': '4B' };
const numbered = (row_number: unknown) => ({ row_number, ...complete }) as IDataObject;
const two = [
	{ Name: 'Amara Okonkwo', ...reached },
	{ Name: 'Priya Raman', ...reached },
];
const NO_EMAIL = [expect.stringContaining('No email column found')];
const NO_PHONE = [expect.stringContaining('No phone column found')];
const NO_PLUS = [expect.stringContaining("Set 'Country Code'")];
const withFlow = { ...automatically, operation: 'sendWithFlow' };
const rows = (count: number) => Array.from({ length: count }, () => reached);
const batching = { batch: { batchSize: 50, batchInterval: 1 } };
const byExpression = { ...send, email: '={{ $json.Email }}' };
const phoneOf = (phone: unknown) => ({ ...reached, Phone: phone }) as IDataObject;

test.each<[string, INodeParameters, IDataObject[], unknown[]]>([
	['fixed fields, many items', { ...send, email: 'nathan@example.com' }, two, FIXED],
	['fixed fields, one item', { ...send, email: 'nathan@example.com' }, two.slice(1), []],
	['fields by expression, many items', byExpression, two, []],
	['fields by expression, 500 items', byExpression, rows(500), MANY],
	['fields by expression, fewer items', byExpression, rows(499), []],
	[
		'fields by expression, 500 items in batches',
		{ ...byExpression, requestOptions: { batching } },
		rows(500),
		[],
	],
	['500 items, mapped automatically', automatically, rows(500), []],
	['results by expression', { resource: 'results', userId: '={{ $json.userId }}' }, two, []],
	['results of one fixed user', { resource: 'results', operation: 'get', userId: '7' }, two, FIXED],
	['a full name, mapped automatically', automatically, two, FULL_NAME],
	[
		'a full name by another name',
		automatically,
		[{ 'Applicant Name': 'Amara', ...reached }],
		FULL_NAME,
	],
	[
		'a full name by a name of one word',
		automatically,
		[{ Renter: 'Amara', ...reached }],
		FULL_NAME,
	],
	['first and last name', automatically, [{ Name: 'x', 'First Name': 'Amara', ...reached }], []],
	[
		'a name in two columns',
		automatically,
		[{ first_name: 'Amara', surname: 'Okonkwo', ...reached }],
		[],
	],
	[
		'the name of a property',
		{ resource: 'property', operation: 'create', mappingMode: 'autoMapInputData' },
		two,
		[],
	],
	['no email column', automatically, [{ Mail: 'x', Phone: '+14165550100' }], NO_EMAIL],
	['no email column, with a flow', withFlow, [{ Phone: '+14165550100' }], NO_EMAIL],
	['no phone column', automatically, [{ 'E-mail': 'x', 'Home Phone': 'x' }], NO_PHONE],
	['neither', automatically, [{ Unit: '4B' }], [...NO_EMAIL, ...NO_PHONE]],
	['columns that only a later item has', automatically, [{}, reached], []],
	['columns by other names', automatically, [{ 'e-mail_address': 'x', 'Cell Phone': '' }], []],
	['each field below', send, [{ Unit: '4B' }], []],
	['a phone without +', automatically, [reached, phoneOf('(416) 555-0100')], NO_PLUS],
	['a phone that is a number', automatically, [phoneOf(14165550100)], NO_PLUS],
	['phones with +', automatically, [phoneOf(' (+1) 416 555 0100'), phoneOf('')], []],
	['no phones', automatically, [phoneOf(null), phoneOf('none'), phoneOf(undefined)], []],
	[
		'a phone without + and a country code',
		{ ...automatically, options: { countryCode: '1' } },
		[phoneOf('(416) 555-0100')],
		[],
	],
	['a phone without +, with a flow', withFlow, [phoneOf('(416) 555-0100')], []],
	['rows of a sheet, all columns', rowsOf({}), [numbered(2)], IN_PLACE],
	['rows of a sheet, without Update Rows', rowsOf({ updateRows: false }), [numbered(2)], []],
	['rows of a sheet, only written columns', rowsOf(WRITTEN), [numbered(2), numbered(3)], []],
	['rows of a file', rowsOf({}), [complete], []],
	['a match value that is empty', rowsOf(WRITTEN), [numbered(2), numbered('')], UNMATCHED],
	['a match value that occurs twice', rowsOf(WRITTEN), [numbered(2), numbered(2)], UNMATCHED],
	['a match column that some rows lack', rowsOf(WRITTEN), [numbered(2), complete], UNMATCHED],
	['a key of their own', rowsOf({ ...WRITTEN, matchColumn: 'unit no' }), [numbered(2)], []],
	['an operation without rows', { resource: 'flow', operation: 'getSteps' }, two, []],
])('%s', async (_, parameters, rows, expected) => {
	expect(await hintsFor(parameters, rows)).toEqual(expected);
});

test('n8n has no way for a declarative node to add a hint at run time', () => {
	// Where this changes, hints can name the columns that were used and count who is not complete.
	expect('addExecutionHints' in ExecuteContext.prototype).toBe(true);
	expect('addExecutionHints' in ExecuteSingleContext.prototype).toBe(false);
});

test('the line below the node on the canvas is made of labels', async () => {
	const credential = credentialFor(await newSandbox());
	const subtitleOf = (parameters: INodeParameters) => {
		const workflow = workflowOf({ credential, parameters });
		const node = workflow.getNode('Rental Screening')!;
		return workflow.expression.getSimpleParameterValue(
			node,
			compiledNode().description.subtitle!,
			'internal',
			{},
		);
	};
	expect(subtitleOf({ resource: 'screening', operation: 'sendWithFlow' })).toBe(
		'Send with Flow: Screening',
	);
	expect(subtitleOf({ resource: 'flow', operation: 'getSteps' })).toBe(
		'Get Many Steps: Screening Flow',
	);
});
