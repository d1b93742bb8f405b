import { DateTime } from 'luxon';
import { readColumns } from '../../../dev/host/data-tables.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { createDataTable, openDataTable, type DataTable } from '../../support/data-table.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import {
	KILL_TIMEOUT_MS,
	testLong,
	useN8n,
	type N8nWithCredential,
} from '../../support/n8n-host.mts';
import { publish } from '../../../dev/host/published.mts';
import { readWorkflowFile } from '../../../dev/host/workflow-file.mts';

const FILE = 'report-rent-monthly';
const host = useN8n();
let tables = 0;

/** A month as the table has it, by n8n's own time zone: 0 is this month, -1 is the last one. */
const toMonth = (offset: number) =>
	DateTime.now().setZone('America/New_York').plus({ months: offset }).toFormat('yyyy-MM');

const createTenant = (name: string, month: string | null = toMonth(0), more: object = {}) => ({
	...{ firstName: name, lastName: 'Petrova', email: `${name}@example.com`, month },
	...{ street: '12 Elm Street', city: 'Toronto', leaseStartDate: '2025-02-01' },
	...{ leaseEndDate: '2027-01-31', rentAmount: 2100, rentPaid: 2100.1, currentBalanceDue: 0 },
	...{ accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING' },
	...more,
});

/** Publishes the workflow for a table. */
async function publishFor(table: DataTable, { client, credential }: N8nWithCredential = host) {
	const workflow = readWorkflowFile(FILE, { 'Rent roll': { tableName: table.name } });
	const listStatuses = async () => (await table.rows()).map((row) => row['reportStatus']);
	return { ...(await publish(client, workflow, [credential])), table, listStatuses };
}

/** Makes a table with these rows, and publishes the workflow for it. */
async function publishWorkflow(rows: object[], on: N8nWithCredential = host) {
	const columns = readColumns(readWorkflowFile(FILE));
	const table = await createDataTable(on.client, `Rent ${(tables += 1)}`, columns);
	await table.insert(...rows.map((row) => ({ ...row })));
	return await publishFor(table, on);
}

const countReports = () => host.sandbox.listRequests('submitRentReport').length;

test('each row up to this month is reported once, one a tenant and month, with equal amounts too', async () => {
	const months = [toMonth(-14), toMonth(-2), toMonth(-1), ` ${toMonth(0)} `, toMonth(1)];
	const rows = months.map((month) => createTenant('Nathan', month));
	const { table, run, listStatuses } = await publishWorkflow(rows);
	for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
	expect(await listStatuses()).toEqual(['reported', 'reported', 'reported', 'reported', null]);
	expect((await table.rows())[0]).toMatchObject({
		...{ reportId: expect.stringMatching(/./) as string, reportNote: '' },
		reportedAt: expect.stringMatching(/^20/) as string,
	});
	expect(countReports()).toBe(4);
});

test.each(['Nov-26', '2026-13', null])(
	'a row of the month %p is not reported, ends every run red, and says so until it is corrected',
	async (month) => {
		const rows = [createTenant('Leo', month), createTenant('Amara')];
		const workflow = await publishWorkflow(rows);
		const { table, run, listStatuses } = workflow;
		for (let round = 0; round < 2; round += 1)
			expect(findFailure(await run())?.message).toMatch(
				/^1 to fix\. Row \d+: Write the month as year and month, such as 2026-11/,
			);
		expect(await listStatuses()).toEqual(['refused', 'reported']);
		await table.change('Leo@example.com', { month: toMonth(0) });
		expect(findFailure(await run())).toBeUndefined();
		expect(await table.rows()).toMatchObject([{ reportStatus: 'reported', reportNote: '' }, {}]);
		expect(countReports()).toBe(2);
	},
);

test('a month that is imported again is refused, and not reported again', async () => {
	const roll = [createTenant('Amara'), createTenant('Leo')];
	const { table, run, listStatuses } = await publishWorkflow(roll);
	expect(findFailure(await run())).toBeUndefined();
	await table.insert(...roll.map((row) => ({ ...row })));
	expect(findFailure(await run())?.message).toMatch(/^2 to fix\. Row 3: The same as /);
	expect(await listStatuses()).toEqual(['reported', 'reported', 'refused', 'refused']);
	expect(findFailure(await run())).toBeUndefined();
	expect(countReports()).toBe(2);
});

test('a row that was reported, or is in progress, is not touched where its month is spoilt afterwards', async () => {
	const { table, run, listStatuses } = await publishWorkflow([
		createTenant('Amara'),
		createTenant('Leo', toMonth(0), { reportStatus: 'in progress' }),
		createTenant('Zoe', toMonth(0), { reportStatus: 'hold' }),
	]);
	expect(findFailure(await run())?.message).toMatch(/^1 to fix\. /);
	const statuses = ['reported', 'maybe reported', 'hold'];
	expect(await listStatuses()).toEqual(statuses);
	for (const name of ['Amara', 'Leo', 'Zoe'])
		await table.change(`${name}@example.com`, { month: 'Nov-26' });
	expect(findFailure(await run())).toBeUndefined();
	expect(await listStatuses()).toEqual(statuses);
	expect(countReports()).toBe(1);
});

test.each([0, 300])(
	'two runs that start %i ms apart report nothing twice, also what may have been accepted, and end red',
	async (apartMs) => {
		const { run, runApart, listStatuses } = await publishWorkflow([
			...[createTenant('Amara'), createTenant('Leo')],
			createTenant('Zoe', toMonth(0), { accountStatus: 'pays late' }),
		]);
		const lost = { latencyMs: 500, times: 1, reset: 'after' } as const;
		host.sandbox.disrupt({ operation: 'submitRentReport', ...lost });
		const failures = (await runApart(apartMs)).map((execution) => findFailure(execution)?.message);
		expect(failures.join()).toMatch(/\d to fix\. Row \d+: ./);
		await run();
		expect(findFailure(await run())).toBeUndefined();
		expect((await listStatuses()).sort()).toEqual(['maybe reported', 'refused', 'reported']);
		expect(countReports()).toBe(2);
	},
);

testLong(
	'killed while it reports: nothing is reported again, and each row says so after an hour',
	async () => {
		const n8n = await host.startMortal();
		const doomed = await publishWorkflow([createTenant('Amara'), createTenant('Leo')], n8n);
		host.sandbox.disrupt({ operation: 'submitRentReport', latencyMs: 5_000, times: 2 });
		const running = doomed.start();
		await eventually(() => countReports() === 2);
		await n8n.kill();
		await running;

		const again = await n8n.restart();
		const table = await openDataTable(again.client, doomed.table.name);
		const { run, listStatuses } = await publishFor(table, again);
		expect(findFailure(await run())).toBeUndefined();
		expect(await listStatuses()).toEqual(['in progress', 'in progress']);
		await table.age('reportMark');
		expect(findFailure(await run())?.message).toMatch(/^2 to fix\. /);
		expect(findFailure(await run())).toBeUndefined();
		expect(await listStatuses()).toEqual(['maybe reported', 'maybe reported']);
		expect(countReports()).toBe(2);
	},
	KILL_TIMEOUT_MS,
);
