import type { INode } from 'n8n-workflow';

import { listSends, sendByColumns } from '../../support/applicants.mts';
import { createCredential, runAsTool } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// The node as the tool of an AI agent, called as n8n calls it: without a sheet.

const newSandbox = useSandbox();

const ANN = { email: 'ann@example.com', phone: '+14165550100' };
const BAD_ANN = { ...ANN, phone: '4165550100x' };

async function call(parameters: INode['parameters'], settings: Partial<INode> = {}) {
	const sandbox = await newSandbox();
	const output = await runAsTool(
		{
			credential: createCredential(sandbox),
			parameters: { ...sendByColumns, mappingMode: 'defineBelow', ...parameters },
			settings: { type: 'rentalScreeningTool', ...settings },
		},
		{ json: { query: 'Screen Ann' } },
	);
	return { answers: output?.[0]?.map(({ json }) => json), sent: listSends(sandbox).length };
}

test.each(['off', 'due', 'checked'])(
	'a call answers with the response, and has no rows to update, Update Rows %s',
	async (updateRows) => {
		const { answers, sent } = await call({ ...ANN, updateRows });
		expect(answers).toEqual([{ userId: expect.any(String), message: expect.any(String) }]);
		expect(sent).toBe(1);
	},
);

test('a call with a wrong value answers with what is wrong and how to fix it', async () => {
	const { answers, sent } = await call(BAD_ANN);
	expect(answers).toEqual([
		{
			error: {
				message: expect.stringMatching(/^'Phone' must be one phone number/) as unknown,
				description: 'Correct the row and run the workflow again. Nothing was sent for it.',
			},
		},
	]);
	expect(sent).toBe(0);
});

test("a call with a wrong value fails where 'Stop Workflow' was set by hand", async () => {
	await expect(call(BAD_ANN, { onError: 'stopWorkflow' })).rejects.toThrow("'Phone' must be");
});
