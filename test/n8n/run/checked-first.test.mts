import { failureOf } from '../../../dev/host/execution.mts';
import { applicants, sendByColumns, sendByExpressions } from '../../support/applicants.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { sheetOutcome, sheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { screeningNode } from '../../support/n8n-workflows.mts';

/** As people count, with whom each row is about. */
const NAMED = [
	"Row 51 ('not an address'): 'Email' must be an email address, such as name@example.com",
	"Row 71 ('applicant70@example.com'): 'Phone' is empty",
];
const NAMED_BY_COLUMN = [
	"Row 51 ('Nathan Smith 50'), column 'email': must be an email address, such as name@example.com",
	"Row 71 ('Nathan Smith 70'), column 'phone': is empty",
];

const withTwoBadRows = applicants(100, { 50: { email: 'not an address' }, 70: { phone: '' } });

describe.each(testedVersions())('100 items, two of them bad, in n8n %s', (version) => {
	const host = useN8n({ version });

	test.each([
		['by expressions', sendByExpressions, NAMED],
		['by columns', sendByColumns, NAMED_BY_COLUMN],
	])('On Error = Stop, %s: nothing is sent, both rows are named', async (_, parameters, rows) => {
		const node = screeningNode('Send', parameters, host.credential);

		const execution = await host.run(sheetWorkflow(withTwoBadRows, node));

		expect(execution.status).toBe('error');
		expect(host.sandbox.requests).toEqual([]);
		const { message, description } = failureOf(execution, 'Send')!;
		expect(message).toMatch(/^Nothing was sent/);
		for (const row of rows) expect(message).toContain(row);
		expect(message).toMatch(/ \[item 50\]$/);
		expect(description).toBe('Fix the values above and run again. Nothing was sent.');
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
				error: { message: `${NAMED[0]} [item 50]` },
			});
			expect(bad[1]).toMatchObject({
				error: {
					message: `${NAMED[1]} [item 70]`,
					description: 'Fix it and run this item again. Nothing was sent for it.',
				},
			});
		},
	);
});
