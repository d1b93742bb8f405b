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

const UNCERTAIN =
	'The service could not process the request (500): Out of order. The screening may have been accepted [item 5]';

describe.each(testedVersions())('the service fails item 5 of 100, in n8n %s', (version) => {
	const host = useN8n({ version });

	const failItem5 = () =>
		host.sandbox.addFault({
			applicant: emailOf(5),
			status: 500,
			body: { message: 'Out of order' },
		});

	test('On Error = Stop: nothing starts after it, and every userId given out is told', async () => {
		failItem5();
		// Whoever is sent beside or after item 5 is answered long after n8n has seen the failure.
		host.sandbox.addFault({
			match: ({ rawBody }) => !/applicant[0-5]@/.test(rawBody),
			latencyMs: 3000,
		});
		const parameters = { ...sendByColumns, options: { maxConcurrency: 4 } };
		const node = screeningNode('Send', parameters, host.credential);

		const execution = await host.run(sheetWorkflow(applicants(100), node));

		expect(execution.status).toBe('error');
		// Items 0 to 5, and the three that have a place beside it.
		expect(host.sandbox.requestsOf('sendScreeningWithFlow').length).toBeLessThanOrEqual(9);
		const { message, description } = failureOf(execution, 'Send')!;
		expect(message).toBe(`Row 6 ('Nathan Smith 5'): ${UNCERTAIN}`);
		expect(host.sandbox.screenings.length).toBeGreaterThanOrEqual(5);
		for (const { email, userId } of host.sandbox.screenings) {
			const index = Number(/\d+/.exec(email)![0]);
			expect(description).toContain(
				`Row ${index + 1} ('Nathan Smith ${index}'): userId '${userId}'`,
			);
		}
		expect(description).toMatch(/^May have been accepted, look them up .*: Row 6$/m);
	});

	test.each([
		['by expressions', sendByExpressions, emailOf(5)],
		['by columns', sendByColumns, 'Nathan Smith 5'],
	])(
		'On Error = error output, %s: the row, status, message and hint, linked',
		async (_, parameters, who) => {
			failItem5();
			const sheet = applicants(100);
			const node = screeningNode('Send', parameters, host.credential, {
				onError: 'continueErrorOutput',
			});

			const execution = await host.run(sheetWorkflow(sheet, node));

			expect(execution.status).toBe('success');
			const { good, goodRows, bad, badRows } = sheetOutcome(execution, 'Send');
			expect(goodRows).toEqual([...Array(100).keys()].filter((row) => row !== 5));
			expect(badRows).toEqual([5]);
			expect(bad).toEqual([
				{
					...sheet[5],
					error: {
						message: `Row 6 ('${who}'): ${UNCERTAIN}`,
						description: expect.stringContaining('Look in the dashboard'),
						status: 500,
						mayHaveBeenAccepted: true,
					},
				},
			]);
			const userIdOf = new Map(host.sandbox.screenings.map(({ email, userId }) => [email, userId]));
			expect(good.map(({ userId }) => userId)).toEqual(
				goodRows.map((row) => userIdOf.get(emailOf(row))),
			);
		},
	);

	test('On Error = regular output: the item that failed stands in its place, linked', async () => {
		failItem5();
		const node = screeningNode('Send', sendByColumns, host.credential, {
			onError: 'continueRegularOutput',
		});

		const execution = await host.run(sheetWorkflow(applicants(100), node));

		expect(execution.status).toBe('success');
		const { goodRows, bad, badRows } = sheetOutcome(execution, 'Send');
		expect(goodRows).toEqual([...Array(100).keys()].filter((row) => row !== 5));
		expect(badRows).toEqual([5]);
		expect(bad[0]).toMatchObject({ error: { status: 500, mayHaveBeenAccepted: true } });
	});
});
