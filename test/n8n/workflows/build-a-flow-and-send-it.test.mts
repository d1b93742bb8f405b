import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { applicantRow, userIdOf } from '../../support/applicants-table.mts';
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
			applicantRow('Priya'),
		);

		const execution = await run();
		expect(failureOf(execution)?.message).toMatch(/^1 of 3 rows need attention.*: row 2 not sent$/);
		await table.change('no address', { email: 'leo@example.com' });
		expect(failureOf(await run())).toBeUndefined();
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
			{ flowId: flow!['flowId'], email: 'priya@example.com' },
			{ email: 'leo@example.com' },
		]);
		const idOf = (name: string) => userIdOf(host, name);
		expect(await table.rows()).toMatchObject([
			{ screeningStatus: 'sent', userId: idOf('Amara') },
			{ screeningStatus: 'sent', userId: idOf('Leo') },
			{ screeningStatus: 'sent', userId: null },
			{ screeningStatus: 'sent', userId: idOf('Priya') },
		]);
		expect(host.sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('makes no flow without waiting applicants, and marks no row if the flow cannot be made', async () => {
		const { table, run } = await imported('Nobody', applicantRow('Wei', { userId: 'known' }));
		expect(failureOf(await run())?.message).toMatch(/^1 of 1 .*userId without a status$/);
		expect(bodies('createFlow')).toEqual([]);

		await table.insert(applicantRow('Amara'));
		host.sandbox.addFault({ operation: 'createFlow', status: 400, times: 1 });
		expect(failureOf(await run())).toBeDefined();
		expect((await table.rows()).map((row) => row['screeningStatus'])).toEqual([null, null]);

		await table.change('wei@example.com', { screeningStatus: 'sent' });
		expect(failureOf(await run())).toBeUndefined();
		expect(bodies('sendScreeningWithFlow')).toHaveLength(1);
	});
});
