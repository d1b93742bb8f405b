import type { INode } from 'n8n-workflow';

import { sendByColumns } from '../../support/applicants.mts';
import { credentialFor } from '../../support/engine.mts';
import { runAsTool } from '../../support/run-as-tool.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

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
				message: "'Phone' must be a phone number, such as +14165550100 [item 0]",
				description: 'Correct the row and run the workflow again. Nothing was sent for it.',
			},
		},
	]);
	expect(sent).toBe(0);
});

test("ends with an error where 'Stop Workflow' was set by hand", async () => {
	const stopped = call({ ...ANN, phone: '4165550100x' }, { onError: 'stopWorkflow' });
	await expect(stopped).rejects.toThrow("'Phone' must be a phone number");
});
