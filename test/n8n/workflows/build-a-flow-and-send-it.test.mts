import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { applicantRow } from '../../support/applicants-table.mts';
import { columnsOf, createDataTable } from '../../support/data-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'build-a-flow-and-send-it';
const STEPS = {
	step: [
		{ id: 'step-landlord-reviews', skippable: true },
		{ id: 'step-identity', skippable: false },
	],
};

describe('Build a flow and send it, in n8n 2.41.1', () => {
	const host = useN8n({ version: '2.41.1' });

	async function imported(name: string, ...rows: object[]) {
		const { n8n, client, credential } = host;
		const workflow = withParameters(readWorkflowFile(FILE), {
			'Applicants table': { tableName: name },
			'Create flow': { steps: STEPS, flowName: `Short check of ${name}` },
		});
		const table = await createDataTable(n8n, name, columnsOf(workflow));
		await table.insert(...(rows as Array<Record<string, unknown>>));
		const { id } = await client.createWorkflow(workflow, [credential]);
		return { table, run: async () => await client.runWorkflow(id) };
	}

	const bodies = (operation: 'createFlow' | 'sendScreeningWithFlow') =>
		host.sandbox.requestsOf(operation).map(({ body }) => body);

	test('makes the flow with its steps in order and sends it to each row without a status, once', async () => {
		const { table, run } = await imported(
			'Flow',
			applicantRow('Amara'),
			applicantRow('Leo', { email: 'no address' }),
			applicantRow('Wei', { screeningStatus: 'sent' }),
		);

		const execution = await run();
		expect(failureOf(execution)).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();

		expect(bodies('createFlow')).toEqual([
			{
				flow: {
					name: 'Short check of Flow',
					steps: [
						{ id: 'step-landlord-reviews', options: { skippable: true } },
						{ id: 'step-identity', options: { skippable: false } },
					],
				},
			},
		]);
		const [flow] = outputJson(execution, 'Create flow');
		expect(bodies('sendScreeningWithFlow')).toMatchObject([
			{ flowId: flow!['flowId'], email: 'amara@example.com' },
		]);
		expect(await table.rows()).toMatchObject([
			{ screeningStatus: 'sent', userId: host.sandbox.screenings[0]!.userId },
			{ screeningStatus: 'not sent', screeningNote: expect.stringMatching(/email/i) as unknown },
			{ screeningStatus: 'sent', userId: null },
		]);
		expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('makes no flow without waiting applicants, and marks no row if the flow cannot be made', async () => {
		const { table, run } = await imported('Nobody', applicantRow('Wei', { userId: 'known' }));
		expect(failureOf(await run())).toBeUndefined();
		expect(bodies('createFlow')).toEqual([]);

		await table.insert(applicantRow('Amara'));
		host.sandbox.addFault({ operation: 'createFlow', status: 400, times: 1 });
		expect(failureOf(await run())).toBeDefined();
		expect((await table.rows()).map((row) => row['screeningStatus'])).toEqual([null, null]);

		expect(failureOf(await run())).toBeUndefined();
		expect(bodies('sendScreeningWithFlow')).toHaveLength(1);
	});
});
