import type { INode } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/index.mts';
import { applicants, emailOf, getByRow, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runOn } from '../../support/engine.mts';
import { runAsTool } from '../../support/run-as-tool.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

/** The message and the hint that one item ends with when its request meets the fault. */
async function failureAfter(
	operation: 'sendScreeningWithFlow' | 'getScreeningData',
	fault: Partial<Fault>,
) {
	const sandbox = await newSandbox();
	// A GET is asked several times, at once.
	sandbox.addFault({ operation, headers: { 'Retry-After': '0' }, body: {}, ...fault });
	const get = operation === 'getScreeningData';
	const { error } = await runOn(sandbox, {
		parameters: get ? getByRow : sendByColumns,
		rows: get ? [{ userId: 'user-x' }] : applicants(1),
	});
	return { message: error?.message, hint: error?.description };
}

// What each status means is a table, tested whole in test/pure/run/failure.test.mts.
test.each<['sendScreeningWithFlow' | 'getScreeningData', Partial<Fault>, string, string]>([
	[
		'sendScreeningWithFlow',
		{ status: 400 },
		'The service did not accept the request (400) [item 0]',
		'Correct the values',
	],
	// What is about the account holds for every item.
	[
		'sendScreeningWithFlow',
		{ status: 401 },
		'The service refused access (401)',
		'Test the credential',
	],
	[
		'sendScreeningWithFlow',
		{ status: 307, headers: { Location: 'http://127.0.0.1:1/elsewhere' } },
		'The service redirects to another address (307) [item 0]',
		"Enter the final address as 'Base URL'",
	],
	[
		'getScreeningData',
		{ status: 404 },
		'There are no results for this user ID (404) [item 0]',
		"'Wait Up To (Minutes)'",
	],
	[
		'getScreeningData',
		{ status: 500 },
		'The service could not process the request (500) [item 0]',
		'It was asked several times',
	],
])('the message and hint of a %s that meets %j', async (operation, fault, message, hint) => {
	const outcome = await failureAfter(operation, fault);
	expect(outcome).toEqual({ message, hint: expect.stringContaining(hint) as unknown });
});

test('what the service says is quoted without the password', async () => {
	const { password } = await newSandbox();
	const { message } = await failureAfter('sendScreeningWithFlow', {
		status: 422,
		body: { message: `Bad: ${password}`, errors: { email: ['a@example.com is taken'] } },
	});
	expect(message).toBe(
		'The service did not accept the request (422): Bad: [redacted]; email: a@example.com is taken [item 0]',
	);
});

describe('a 200 without what the service document requires', () => {
	test.each<[string, Partial<Fault>, string]>([
		['a web page', { text: '<html>Hi</html>' }, 'The service answered with a web page'],
		['only one member', { body: { screening: {} } }, "The service answered without 'user'"],
		[
			'complete results without a screening',
			{ status: 200, body: { screening: null, user: { checkComplete: true } } },
			"The service answered without 'screening'",
		],
		[
			'incomplete results whose screening is none',
			{ status: 200, body: { screening: [], user: { checkComplete: false } } },
			"The service answered without 'screening'",
		],
	])('%s', async (_, fault, cause) => {
		const sandbox = await newSandbox();
		const userId = sandbox.addApplicant({ screening: {}, user: {} });
		sandbox.addFault({ operation: 'getScreeningData', ...fault });
		const { error } = await runOn(sandbox, { parameters: getByRow, rows: [{ userId }] });
		expect(error?.message).toBe(`${cause} [item 0]`);
		expect(error?.description).toContain("Check 'Base URL'");
	});
});

test('a message that holds the code of a connection fault stays what it is', async () => {
	const sandbox = await newSandbox();
	const body = { message: 'upstream connect ECONNREFUSED' };
	sandbox.addFault({ applicant: emailOf(0), status: 502, body });
	const { error } = await runOn(sandbox, { rows: applicants(2) });
	expect(error?.message).toBe(
		"Row 1 ('Nathan Smith 0'): The service could not process the request (502): upstream connect ECONNREFUSED. The screening may have been accepted [item 0]",
	);
});

test('an ID in a message is one line and cut', async () => {
	const sandbox = await newSandbox();
	for (const userId of ['nobody\r\n=1+1', 'y'.repeat(5000)]) {
		const { error } = await runOn(sandbox, {
			parameters: getByRow,
			rows: [{ userId }, { userId }],
		});
		expect(error?.message).toMatch(/^Row 1 \('[^\n\r]{1,110}'\): There are no results/);
		expect(error?.message).not.toMatch(/[\r\n]/);
		expect(error?.message.length).toBeLessThan(700);
	}
});

describe('as the tool of an AI agent', () => {
	const FLOW = { ...sendByColumns, mappingMode: 'defineBelow' };

	/** The node as the tool of an AI agent, called as n8n calls it: without a sheet. */
	async function call(parameters: INode['parameters'], settings: Partial<INode> = {}) {
		const sandbox = await newSandbox();
		const output = await runAsTool(
			{
				credential: credentialFor(sandbox),
				parameters: { ...FLOW, ...parameters },
				settings: { type: 'rentalScreeningTool', ...settings },
			},
			{ json: { query: 'Screen Ann' } },
		);
		return { items: output?.[0] ?? [], sent: sandbox.requestsOf('sendScreeningWithFlow').length };
	}

	const ANN = { email: 'ann@example.com', phone: '+14165550100' };

	test('answers with what the service gave out, and has no rows to update', async () => {
		for (const updateRows of [false, true]) {
			const { items, sent } = await call({ ...ANN, updateRows });
			expect(items).toEqual([
				expect.objectContaining({
					json: expect.objectContaining({ userId: expect.any(String) as string }) as object,
				}),
			]);
			expect(items[0]!.json).not.toHaveProperty('screeningStatus');
			expect(sent).toBe(1);
		}
	});

	test('answers with what is wrong and how to fix it, so that the model can act on it', async () => {
		const { items, sent } = await call({ ...ANN, phone: '4165550100x' });
		expect(items.map(({ json }) => json)).toEqual([
			{
				error: {
					message:
						"'Phone' must be one phone number as text, as it is dialled from abroad, such as +14165550100 [item 0]",
					description: 'Correct the row and run the workflow again. Nothing was sent for it.',
				},
			},
		]);
		expect(sent).toBe(0);
	});

	test("ends with an error where 'Stop Workflow' was set by hand", async () => {
		const stopped = call({ ...ANN, phone: '4165550100x' }, { onError: 'stopWorkflow' });
		await expect(stopped).rejects.toThrow("'Phone' must be one phone number");
	});
});
