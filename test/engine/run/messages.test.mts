import type { INode } from 'n8n-workflow';

import { createApplicants, sendByColumns } from '../../support/applicants.mts';
import { createCredential, runOn } from '../../support/engine.mts';
import { runAsTool } from '../../support/run-as-tool.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

// What each answer means is a table, tested whole in test/pure/run/response.test.mts.
test('what the service says is quoted without the password', async () => {
	const sandbox = await newSandbox();
	const errors = { email: ['a@example.com is taken'] };
	const body = { message: `Bad: ${sandbox.password}`, errors };
	sandbox.disrupt({ operation: 'sendScreeningWithFlow', status: 422, body });
	const { error } = await runOn(sandbox, { rows: createApplicants(1) });
	expect(error?.message).toBe(
		'The service did not accept the request (422): Bad: [redacted]; email: a@example.com is taken [item 0]',
	);
	expect(error?.description).toContain('Correct the values of this item');
});

describe('as the tool of an AI agent', () => {
	const FLOW = { ...sendByColumns, mappingMode: 'defineBelow' };

	/** The node as the tool of an AI agent, called as n8n calls it: without a sheet. */
	async function call(parameters: INode['parameters'], settings: Partial<INode> = {}) {
		const sandbox = await newSandbox();
		const output = await runAsTool(
			{
				credential: createCredential(sandbox),
				parameters: { ...FLOW, ...parameters },
				settings: { type: 'rentalScreeningTool', ...settings },
			},
			{ json: { query: 'Screen Ann' } },
		);
		return { items: output?.[0] ?? [], sent: sandbox.listRequests('sendScreeningWithFlow').length };
	}

	const ANN = { email: 'ann@example.com', phone: '+14165550100' };

	test('answers with what the service gave out, and has no rows to update', async () => {
		for (const updateRows of ['off', 'due', 'checked']) {
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
