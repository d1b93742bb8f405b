import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createApplicants, getByRow, listSends, sendByColumns } from '../../support/applicants.mts';
import { useN8n } from '../../support/n8n-host.mts';
import {
	createChain,
	createManualTrigger,
	createRowsNode,
	createScreeningNode,
} from '../../support/n8n-workflows.mts';
import { eventually } from '../../support/eventually.mts';

const host = useN8n({ completeAfter: {} });

/** A workflow that gives these rows to our node. */
const createWorkflow = (rows: IDataObject[], parameters: INodeParameters) =>
	createChain(
		'Rows to service',
		createManualTrigger(),
		createRowsNode('Rows', rows),
		createScreeningNode('Node', parameters, host.credential),
	);

/** Starts the workflow, cancels it once `isDue`, and waits for its end. */
async function cancelOnce(
	isDue: () => boolean,
	workflow: ReturnType<typeof createWorkflow>,
): Promise<void> {
	const { id } = await host.client.createWorkflow(workflow);
	const executionId = await host.client.startWorkflow(id);
	await eventually(isDue);
	await host.client.cancelExecution(executionId);
	expect((await host.client.waitForExecution(executionId)).status).toBe('canceled');
}

test('cancelling the execution ends the wait: nothing is asked any more', async () => {
	const addIncomplete = () =>
		host.sandbox.addApplicant({ screening: {}, user: { checkComplete: false } });
	const listFetches = (userId: string) =>
		host.sandbox.listRequests('getScreeningData').filter(({ url }) => url.endsWith(userId));
	const waitFor = (userId: string, waitUpToMinutes: number) => {
		const options = { waitUpToMinutes, pollEverySeconds: 1 };
		return createWorkflow([{ userId }], { ...getByRow, options });
	};
	const [cancelled, other] = [addIncomplete(), addIncomplete()];

	await cancelOnce(() => listFetches(cancelled).length > 1, waitFor(cancelled, 60));

	const asked = listFetches(cancelled).length;
	// Another wait of the same rhythm is the clock: in its time the cancelled one would have asked again.
	await host.run(waitFor(other, 0.06));
	expect(listFetches(other).length).toBeGreaterThan(2);
	expect(listFetches(cancelled)).toHaveLength(asked);
});

test('cancelling the execution half way: nothing more is sent', async () => {
	host.sandbox.disrupt({ operation: 'sendScreeningWithFlow', latencyMs: 200 });
	const rows = createApplicants(110);
	const parameters = { ...sendByColumns, options: { maxConcurrency: 2 } };

	await cancelOnce(
		() => host.sandbox.screenings.length >= 6,
		createWorkflow(rows.slice(0, 100), parameters),
	);

	const sent = listSends(host.sandbox).length;
	expect(sent).toBeLessThan(100);
	// Another run in the same rhythm is the clock: the cancelled one would have gone on beside it.
	await host.run(createWorkflow(rows.slice(100), parameters));
	expect(listSends(host.sandbox)).toHaveLength(sent + 10);
});
