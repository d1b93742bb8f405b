import { applicants, sendByColumns } from '../../support/applicants.mts';
import { credentialFor, runNode } from '../../support/engine.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const newSandbox = useSandbox();

test('10,000 invalid rows are looked over once, not once for each of them', async () => {
	const sandbox = await newSandbox();
	const { error } = await runNode({
		credential: credentialFor(sandbox),
		parameters: sendByColumns,
		rows: applicants(10_000).map((row) => ({ ...row, phone: 'none' })),
	});
	expect(error?.message).toMatch(/^Nothing was sent\. Rows 1–10000, column 'phone':/);
	expect(sandbox.requests).toEqual([]);
});
