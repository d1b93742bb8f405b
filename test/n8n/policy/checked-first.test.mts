import { failureOf } from '../../../dev/host/execution.mts';
import {
	applicants,
	emailOf,
	sendByColumns,
	sendByExpressions,
} from '../../support/applicants.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { sheetOutcome, sheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { screeningNode } from '../../support/n8n-workflows.mts';

const withTwoBadRows = applicants(100, { 50: { email: 'not an address' }, 70: { phone: '' } });

describe.each(testedVersions())('100 items, two of them bad, in n8n %s', (version) => {
	const host = useN8n({ version });

	test.each([
		[
			'by expressions',
			sendByExpressions,
			["Row 51 ('not an address'): 'Email'", `Row 71 ('${emailOf(70)}'): 'Phone'`],
		],
		[
			'by columns',
			sendByColumns,
			[
				"Row 51 ('Nathan Smith 50'), column 'email':",
				"Row 71 ('Nathan Smith 70'), column 'phone':",
			],
		],
	])('On Error = Stop, %s: nothing is sent, both rows are named', async (_, parameters, named) => {
		const node = screeningNode('Send', parameters, host.credential);

		const execution = await host.run(sheetWorkflow(withTwoBadRows, node));

		expect(execution.status).toBe('error');
		expect(host.sandbox.requests).toEqual([]);
		expect(failureOf(execution, 'Send')).toEqual({
			message: `Nothing was sent. ${named[0]} must be an email address, such as name@example.com; ${named[1]} is empty [item 50]`,
			description: 'Fix the values above and run again. Nothing was sent.',
		});
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
				error: {
					message:
						"Row 51 ('not an address'): 'Email' must be an email address, such as name@example.com [item 50]",
				},
			});
			expect(bad[1]).toMatchObject({
				error: { message: `Row 71 ('${emailOf(70)}'): 'Phone' is empty [item 70]` },
			});
		},
	);
});
