import type { IDataObject } from 'n8n-workflow';

import { createApplicants, getByRow, sendByColumns } from '../../support/applicants.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { createSheetWorkflow } from '../../support/n8n-sheet-workflow.mts';
import { createScreeningNode } from '../../support/n8n-workflows.mts';
import { eventually } from '../../support/eventually.mts';

describe('waiting and cancelling', () => {
	const host = useN8n({ completeAfter: { fetches: 3 } });

	const waiting = (options: IDataObject) =>
		createScreeningNode(
			'Results',
			{ ...getByRow, options: { waitUpToMinutes: 1, pollEverySeconds: 1, ...options } },
			host.credential,
		);
	const addIncomplete = () =>
		host.sandbox.addApplicant({ screening: {}, user: { checkComplete: false } });
	const listFetches = (userId: string) =>
		host.sandbox.listRequests('getScreeningData').filter(({ url }) => url.endsWith(userId));

	test('cancelling the execution ends the wait: nothing is asked any more', async () => {
		const cancelled = addIncomplete();
		const node = waiting({ waitUpToMinutes: 60 });
		const { id } = await host.client.createWorkflow(
			createSheetWorkflow([{ row: 0, userId: cancelled }], node),
		);
		const executionId = await host.client.startWorkflow(id);
		await eventually(() => listFetches(cancelled).length > 1);

		await host.client.cancelExecution(executionId);

		expect((await host.client.waitForExecution(executionId)).status).toBe('canceled');
		const asked = listFetches(cancelled).length;
		// Another wait of the same rhythm is the clock: in its time the cancelled one would have asked again.
		const other = [{ row: 0, userId: addIncomplete() }];
		await host.run(createSheetWorkflow(other, waiting({ waitUpToMinutes: 0.06 })));
		expect(listFetches(other[0]!.userId).length).toBeGreaterThan(2);
		expect(listFetches(cancelled)).toHaveLength(asked);
	});

	test('cancelling the execution half way: nothing more is sent', async () => {
		host.sandbox.disrupt({ operation: 'sendScreeningWithFlow', latencyMs: 200 });
		const parameters = { ...sendByColumns, options: { maxConcurrency: 2 } };
		const send = (from: number, to: number) => {
			const node = createScreeningNode('Send', parameters, host.credential);
			return createSheetWorkflow(createApplicants(to).slice(from), node);
		};
		const { id } = await host.client.createWorkflow(send(0, 100));
		const executionId = await host.client.startWorkflow(id);
		await eventually(() => host.sandbox.screenings.length >= 6);

		await host.client.cancelExecution(executionId);

		expect((await host.client.waitForExecution(executionId)).status).toBe('canceled');
		const sent = host.sandbox.listRequests('sendScreeningWithFlow').length;
		expect(sent).toBeLessThan(100);
		// Another run in the same rhythm is the clock: the cancelled one would have gone on beside it.
		await host.run(send(100, 110));
		expect(host.sandbox.listRequests('sendScreeningWithFlow')).toHaveLength(sent + 10);
	});
});
