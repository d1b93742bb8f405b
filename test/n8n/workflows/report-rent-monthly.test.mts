import { DateTime } from 'luxon';
import { readColumns } from '../../../dev/host/data-tables.mts';
import { findFailure } from '../../../dev/host/execution.mts';

import { createDataTable } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { publish } from '../../support/published.mts';
import { readWorkflowFile } from '../../support/workflow-file.mts';

/** A month as the table has it, by n8n's own time zone: 0 is this month, -1 is the last one. */
const month = (offset: number) =>
	DateTime.now().setZone('America/New_York').plus({ months: offset }).toFormat('yyyy-MM');

// `email` is a column that the tests find rows by.
const tenant = (name: string, more: object = {}) => ({
	...{ firstName: name, lastName: 'Petrova', email: `${name}@example.com`, month: month(0) },
	...{ street: '12 Elm Street', city: 'Toronto', leaseStartDate: '2025-02-01' },
	...{ leaseEndDate: '2027-01-31', rentAmount: 2100, rentPaid: 2100.1, currentBalanceDue: 0 },
	...{ accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING' },
	...more,
});

const CASES = [
	{
		file: 'report-rent-monthly',
		maker: 'Rent roll',
		operation: 'submitRentReport',
		own: ['reportId', 'reportStatus', 'reportNote', 'reportMark'],
		words: ['reported', 'not reported', 'maybe reported'],
		row: tenant,
		wrong: { accountStatus: 'pays late' },
		right: { accountStatus: 'ACCOUNT_STATUS_30_DAYS_PAST_DUE' },
	},
] as const;

describe.each(CASES)('$file, in n8n', (one) => {
	const host = useN8n();
	const { file, maker, operation, row, words } = one;
	const [done, notDone, open] = words;
	const [id, status, , mark] = one.own;
	const requests = () => host.sandbox.listRequests(operation).length;

	async function publishWorkflow(name: string, rows: object[]) {
		const { client, credential } = host;
		const tableName = `${name} ${file}`;
		const workflow = readWorkflowFile(file, { [maker]: { tableName } });
		const columns = readColumns(workflow).filter((column) => column.name !== 'email');
		const email = { name: 'email', type: 'string' };
		const table = await createDataTable(client, tableName, [...columns, email]);
		await table.insert(...(rows as Array<Record<string, unknown>>));
		const statuses = async () => (await table.rows()).map((each) => each[status]);
		return { ...(await publish(client, workflow, [credential])), table, statuses };
	}

	test('does each row once, writes its ID down, and a corrected row at the next run', async () => {
		const wrong = row('Leo', one.wrong);
		const { table, run, statuses } = await publishWorkflow('Rows', [
			row('Amara'),
			wrong,
			row('Priya'),
		]);
		expect(findFailure(await run())?.message).toMatch(/ to fix\. /);
		expect(await statuses()).toEqual([done, notDone, done]);
		expect((await table.rows())[0]![id]).toEqual(expect.stringMatching(/./));
		// What says when a row was last looked at changes, and nothing else.
		const known = async () =>
			(await table.rows()).map((each) => ({ ...each, checkedAt: null, updatedAt: null }));
		const rows = await known();
		expect(findFailure(await run())).toBeUndefined();
		expect(await known()).toEqual(rows);

		await table.change(String(wrong.email), one.right);
		expect(findFailure(await run())).toBeUndefined();
		expect(await statuses()).toEqual([done, done, done]);
		expect(requests()).toBe(3);
	});

	test('does nothing twice where runs begin at once, or an answer is lost', async () => {
		const { run, runAtOnce, statuses } = await publishWorkflow('Overlap', [
			row('Amara'),
			row('Leo'),
		]);
		host.sandbox.disrupt({ operation, latencyMs: 500, times: 1, reset: 'after' });
		await runAtOnce(2);
		await run();
		expect([...(await statuses())].sort()).toEqual([done, open].sort());
		expect(requests()).toBe(2);
	});

	test('says within an hour what a run left unsaved, and does not do it again', async () => {
		const { table, run, start, statuses } = await publishWorkflow('Unsaved', [row('Amara')]);
		host.sandbox.disrupt({ operation, latencyMs: 2_000, times: 1 });
		const running = start();
		await eventually(() => requests() === 1);
		await table.dropColumn(id);
		await running;
		await table.addColumn({ name: id, type: 'string' });
		expect(findFailure(await run())).toBeUndefined();
		expect(await statuses()).toEqual(['in progress']);
		await table.age(mark);
		expect(findFailure(await run())?.message).toMatch(/ to fix\. /);
		expect(findFailure(await run())).toBeUndefined();
		expect(await statuses()).toEqual([open]);
		expect(requests()).toBe(1);
	});

	test('reports one row per tenant and month, of this and last month, with equal amounts too', async () => {
		const { run, statuses } = await publishWorkflow('Months', [
			...[-2, -1, 0, 1].map((offset) => tenant('Nathan', { month: month(offset) })),
			tenant('Leo', { month: null }),
		]);
		for (let round = 0; round < 2; round += 1) expect(findFailure(await run())).toBeUndefined();
		expect(await statuses()).toEqual([null, done, done, null, null]);
		expect(requests()).toBe(2);
	});
});
