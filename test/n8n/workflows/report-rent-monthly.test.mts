import { failureOf } from '../../../dev/host/execution.mts';
import { columnsOf, createDataTable } from '../../support/data-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'report-rent-monthly';

const tenant = (firstName: string, more: object = {}) => ({
	firstName,
	lastName: 'Petrova',
	email: `${firstName.toLowerCase()}@example.com`,
	street: '12 Elm Street',
	city: 'Toronto',
	leaseStartDate: '2025-02-01',
	leaseEndDate: '2027-01-31',
	rentAmount: 2100,
	rentPaid: 2100.1,
	currentBalanceDue: 0,
	accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
	...more,
});

describe('Report rent monthly, in n8n 2.41.1', () => {
	const host = useN8n({ version: '2.41.1' });

	async function imported(name: string, ...rows: object[]) {
		const { n8n, client, credential } = host;
		const workflow = withParameters(readWorkflowFile(FILE), { 'Rent roll': { tableName: name } });
		const table = await createDataTable(n8n, name, columnsOf(workflow));
		await table.insert(...(rows as Array<Record<string, unknown>>));
		const { id } = await client.createWorkflow(workflow, [credential]);
		return { id, table, run: async () => await client.runWorkflow(id) };
	}

	const reported = () =>
		host.sandbox
			.requestsOf('submitRentReport')
			.map(({ body }) => (body as { firstName: string }).firstName);

	test('reports each tenant once a month, and tries again who was not reported', async () => {
		const { sandbox } = host;
		const { table, run } = await imported(
			'Tenants',
			tenant('Nathan'),
			tenant('Olga', { accountStatus: 'pays late' }),
			tenant('Hannah'),
		);
		sandbox.addFault({ operation: 'submitRentReport', skip: 1, times: 1, reset: 'after' });

		expect(failureOf(await run())).toBeUndefined();
		const rows = await table.rows();
		expect(rows.map((row) => row['reportStatus']).sort()).toEqual([
			'maybe reported',
			'not reported',
			'reported',
		]);
		expect(rows[1]).toMatchObject({
			reportedMonth: '',
			reportNote: expect.stringMatching(/status/i) as unknown,
		});
		expect(rows.filter((row) => row['reportId'])).toHaveLength(1);

		// The same month: only the row that was corrected is reported.
		await table.change('olga@example.com', { accountStatus: 'ACCOUNT_STATUS_30_DAYS_PAST_DUE' });
		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();
		expect(reported().sort()).toEqual(['Hannah', 'Nathan', 'Olga']);

		// The next month, with what was paid then: all of them again, each once.
		for (const name of ['nathan', 'olga', 'hannah']) {
			await table.change(`${name}@example.com`, { reportedMonth: '2020-01', rentPaid: 2050 });
		}
		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();
		expect(reported().sort()).toEqual(['Hannah', 'Hannah', 'Nathan', 'Nathan', 'Olga', 'Olga']);
		expect((await table.rows()).every((row) => row['reportStatus'] === 'reported')).toBe(true);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('has a schedule that n8n takes', async () => {
		const { id } = await imported('Published');

		await host.client.activate(id);
		await host.client.deactivate(id);
	});

	test('leaves alone who was being reported when n8n ended, this month and the next', async () => {
		const { run } = await imported(
			'Left over',
			tenant('Nathan', { reportStatus: 'sending', reportedMonth: '2020-01' }),
			tenant('Olga'),
		);

		expect(failureOf(await run())).toBeUndefined();

		expect(reported()).toEqual(['Olga']);
	});

	test('marks no row if the account does not work', async () => {
		const { table, run } = await imported('No account', tenant('Nathan'), tenant('Olga'));
		host.sandbox.addFault({ operation: 'login', status: 401 });

		expect(failureOf(await run())?.message).toMatch(/refused/);

		expect((await table.rows()).map((row) => row['reportStatus'])).toEqual([null, null]);
		expect(reported()).toEqual([]);
	});

	test('reports each tenant once where two runs overlap', async () => {
		const { id } = await imported('Overlapping', tenant('Nathan'), tenant('Olga'));
		host.sandbox.addFault({ operation: 'submitRentReport', latencyMs: 500 });

		const started = await Promise.all([1, 2].map(() => host.client.startWorkflow(id)));
		for (const execution of started) await host.client.waitForExecution(execution);

		expect(reported().sort()).toEqual(['Nathan', 'Olga']);
	});
});
