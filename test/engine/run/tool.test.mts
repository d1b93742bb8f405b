import type { INode } from 'n8n-workflow';

import { listSends, sendByColumns } from '../../support/applicants.mts';
import { createCredential, runAsTool } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

// The node as the tool of an AI agent, called as n8n calls it: without a sheet.

const newSandbox = useSandbox();

const ANN = { email: 'ann@example.com', phone: '+14165550100' };
const BAD_ANN = { ...ANN, phone: '4165550100x' };
const RESPONSE = { userId: expect.any(String) as string, message: expect.any(String) as string };

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
	'a tool call answers with the response, as it has no rows to update, with Update Rows = %s',
	async (updateRows) => {
		expect(await call({ ...ANN, updateRows })).toEqual({ answers: [RESPONSE], sent: 1 });
	},
);

test('a tool call with a wrong value answers with what is wrong and how to fix it, unless Stop Workflow was set by hand', async () => {
	const { answers, sent } = await call(BAD_ANN);
	const message = expect.stringMatching(/^'Phone' /) as string;
	const description = expect.stringContaining('Nothing was sent for it.') as string;
	expect({ answers, sent }).toEqual({ answers: [{ error: { message, description } }], sent: 0 });
	await expect(call(BAD_ANN, { onError: 'stopWorkflow' })).rejects.toThrow("'Phone' ");
});
