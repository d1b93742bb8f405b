import { DateTime } from 'luxon';
import { failureOf } from '../../../dev/host/execution.mts';
import { columnsOf, createDataTable } from '../../support/data-table.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'report-rent-monthly';

/** A month as the table has it, by n8n's own time zone: 0 is this month, -1 is the last one. */
const month = (offset: number) =>
	DateTime.now().setZone('America/New_York').plus({ months: offset }).toFormat('yyyy-MM');

const tenant = (firstName: string, more: object = {}) => ({
	firstName,
	lastName: 'Petrova',
	email: `${firstName.toLowerCase()}@example.com`,
	street: '12 Elm Street',
	city: 'Toronto',
	month: month(0),
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

	test('reports this month and last month, each once, and tries again who was not reported', async () => {
		const { sandbox } = host;
		const { table, run } = await imported(
			'Tenants',
			tenant('Nathan'),
			tenant('Olga', { accountStatus: 'pays late' }),
			tenant('Hannah', { month: month(-1) }),
			tenant('Amara', { month: month(-2) }),
			tenant('Wei', { month: month(1) }),
			tenant('Leo', { month: null }),
		);

		expect(failureOf(await run())).toBeUndefined();
		const rows = await table.rows();
		expect(rows.map((row) => row['reportStatus'])).toEqual([
			'reported',
			'not reported',
			'reported',
			null,
			null,
			null,
		]);
		expect(rows[1]).toMatchObject({ reportNote: expect.stringMatching(/status/i) as unknown });

		// Only the row that was corrected is reported.
		await table.change('olga@example.com', { accountStatus: 'ACCOUNT_STATUS_30_DAYS_PAST_DUE' });
		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();
		expect(reported().sort()).toEqual(['Hannah', 'Nathan', 'Olga']);

		// A person enters the next month; what nobody edited is not reported again.
		await table.change('hannah@example.com', { month: month(0), rentPaid: 2050 });
		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();
		expect(reported().sort()).toEqual(['Hannah', 'Hannah', 'Nathan', 'Olga']);
		expect((await table.rows())[2]).toMatchObject({
			reportedMonth: month(0),
			reportStatus: 'reported',
			reportId: expect.stringMatching(/./) as unknown,
		});
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('reports two months of one tenant with equal amounts, a row each', async () => {
		const { run } = await imported('Two', tenant('Nathan', { month: month(-1) }), tenant('Nathan'));

		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();

		expect(reported()).toEqual(['Nathan', 'Nathan']);
	});

	test('does not report again what may have been accepted', async () => {
		const { table, run } = await imported('Unclear', tenant('Nathan'));
		host.sandbox.addFault({ operation: 'submitRentReport', times: 1, reset: 'after' });

		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();

		expect(reported()).toEqual(['Nathan']);
		expect(await table.rows()).toMatchObject([{ reportStatus: 'maybe reported' }]);
	});

	test('does not report again what the service refused, until a person clears its status', async () => {
		const { table, run } = await imported('Refused', tenant('Nathan'));
		const refuses = host.sandbox.addFault({ operation: 'submitRentReport', status: 422 });
		expect(failureOf(await run())).toBeUndefined();
		refuses();
		expect(failureOf(await run())).toBeUndefined();
		expect(reported()).toEqual(['Nathan']);
		expect(await table.rows()).toMatchObject([{ reportStatus: 'refused' }]);

		await table.change('nathan@example.com', { reportStatus: null });
		expect(failureOf(await run())).toBeUndefined();
		expect(reported()).toEqual(['Nathan', 'Nathan']);
	});

	test('has a schedule that n8n takes', async () => {
		const { id } = await imported('Published');

		await host.client.activate(id);
		await host.client.deactivate(id);
	});

	test('leaves alone who was being reported when n8n ended, this month and the next', async () => {
		const { run } = await imported(
			'Left over',
			tenant('Nathan', { reportStatus: 'sending', reportedMonth: month(-1) }),
			tenant('Wei', { reportStatus: 'sending', reportedMonth: month(0) }),
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
