import { failureOf } from '../../../dev/host/execution.mts';
import { applicants, sendByColumns, sendByExpressions } from '../../support/applicants.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { sheetOutcome, sheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { screeningNode } from '../../support/n8n-workflows.mts';

const withTwoBadRows = applicants(100, { 50: { email: 'not an address' }, 70: { phone: '' } });

describe.each(testedVersions())('100 items, two of them bad, in n8n %s', (version) => {
	const host = useN8n({ version });

	test.each([
		['by expressions', sendByExpressions],
		['by columns', sendByColumns],
	])('On Error = Stop, %s: nothing is sent, both items are named', async (_, parameters) => {
		const node = screeningNode('Send', parameters, host.credential);

		const execution = await host.run(sheetWorkflow(withTwoBadRows, node));

		expect(execution.status).toBe('error');
		expect(host.sandbox.requests).toEqual([]);
		const { message, description } = failureOf(execution, 'Send')!;
		expect(message).toMatch(/^Nothing was sent/);
		expect(message).toMatch(/\[Item 50\] 'email' .*such as/);
		expect(message).toMatch(/\[Item 70\] 'phone' is missing: fill it in/);
		expect(description).toMatch(/nothing has reached the service/);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'On Error = %s: 98 are sent, two come out as linked error items',
		async (onError) => {
			const node = screeningNode('Send', sendByExpressions, host.credential, { onError });

			const execution = await host.run(sheetWorkflow(withTwoBadRows, node));

			expect(execution.status).toBe('success');
			expect(host.sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(98);
			expect(host.sandbox.screenings).toHaveLength(98);
			const { good, goodRows, bad, badRows } = sheetOutcome(execution, 'Send');
			expect(good.map(({ userId }) => typeof userId)).toEqual(Array(98).fill('string'));
			expect(goodRows).toEqual([...Array(100).keys()].filter((row) => row !== 50 && row !== 70));
			expect(badRows).toEqual([50, 70]);
			expect(bad[0]).toMatchObject({
				error: { message: expect.stringMatching(/^\[Item 50\] Not sent: 'email' .*such as/) },
			});
			expect(bad[1]).toMatchObject({
				error: { message: "Not sent: 'phone' is missing: fill it in [item 70]" },
			});
		},
	);
});
