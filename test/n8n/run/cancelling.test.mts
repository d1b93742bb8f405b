import { createApplicants, listSends, sendByColumns } from '../../support/applicants.mts';
import { eventually } from '../../support/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import {
	createChain,
	createManualTrigger,
	createRowsNode,
	createScreeningNode,
} from '../../support/n8n-workflows.mts';

const host = useN8n({ completeAfter: {} });

test('after the execution is cancelled half way, nothing more is sent', async () => {
	const { client, sandbox } = host;
	sandbox.disrupt({ operation: 'sendScreeningWithFlow', latencyMs: 200 });
	const applicants = createApplicants(110);
	const parameters = { ...sendByColumns, options: { maxConcurrency: 2 } };
	const createWorkflow = (rows: typeof applicants) =>
		createChain(
			'Rows to service',
			createManualTrigger(),
			createRowsNode('Rows', rows),
			createScreeningNode('Node', parameters, host.credential),
		);
	const { id } = await client.createWorkflow(createWorkflow(applicants.slice(0, 100)));
	const executionId = await client.startWorkflow(id);
	await eventually(() => sandbox.screenings.length >= 6);
	await client.cancelExecution(executionId);
	expect((await client.waitForExecution(executionId)).status).toBe('canceled');

	const sent = listSends(sandbox).length;
	expect(sent).toBeLessThan(100);
	// Another run in the same rhythm is the clock: the cancelled one would have gone on beside it.
	await host.run(createWorkflow(applicants.slice(100)));
	expect(listSends(sandbox)).toHaveLength(sent + 10);
});
