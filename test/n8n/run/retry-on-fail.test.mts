import { failureOf } from '../../../dev/host/execution.mts';
import { applicants, emailOf, sendByColumns } from '../../support/applicants.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { sheetOutcome, sheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { screeningNode } from '../../support/n8n-workflows.mts';

const threeTries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const modes = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

describe.each(testedVersions())('Retry On Fail, in n8n %s', (version) => {
	const host = useN8n({ version });

	describe.each(modes)('On Error = %s', (onError) => {
		test.each([0, 5])(
			'item %i is refused twice, then accepted: one screening each, complete and in order',
			async (failing) => {
				host.sandbox.addFault({ applicant: emailOf(failing), status: 409, times: 2 });
				const settings = { ...threeTries, onError };
				const node = screeningNode('Send', sendByColumns, host.credential, settings);

				const execution = await host.run(sheetWorkflow(applicants(12), node));

				expect(execution.status).toBe('success');
				const { good, goodRows, bad } = sheetOutcome(execution, 'Send');
				expect(bad).toEqual([]);
				expect(goodRows).toEqual([...Array(12).keys()]);
				const { screenings } = host.sandbox;
				const userIdOf = new Map(screenings.map(({ email, userId }) => [email, userId]));
				expect(good.map(({ userId }) => userId)).toEqual(
					goodRows.map((row) => userIdOf.get(emailOf(row))),
				);
				expect(screenings).toHaveLength(12);
				expect(host.sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(14);
			},
		);

		test('an item that stays refused is tried three times, the others at most once', async () => {
			host.sandbox.addFault({ applicant: emailOf(2), status: 409 });
			const settings = { ...threeTries, onError };
			const parameters = { ...sendByColumns, options: { maxConcurrency: 1 } };
			const node = screeningNode('Send', parameters, host.credential, settings);

			const execution = await host.run(sheetWorkflow(applicants(4), node));

			const stops = onError === 'stopWorkflow';
			const sent = host.sandbox.screenings.map(({ email }) => email);
			expect(sent).toEqual((stops ? [0, 1] : [0, 1, 3]).map(emailOf));
			expect(host.sandbox.requestsOf('sendScreeningWithFlow')).toHaveLength(sent.length + 3);
			expect(sheetOutcome(execution, 'Send').badRows).toEqual(stops ? [] : [2]);
			if (stops) {
				const { description } = failureOf(execution, 'Send')!;
				for (const { userId } of host.sandbox.screenings) expect(description).toContain(userId);
			}
		});
	});
});
