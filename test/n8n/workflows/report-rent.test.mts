import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { dataTableSettings } from '../../support/data-table.mts';
import { createWithLostCredential, LOST_CREDENTIALS } from '../../support/lost-credential.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { readSheet, writeXlsx, type SheetRow } from '../../../dev/demo/spreadsheets.mts';
import { readWorkflowFile, withSettings } from '../../support/workflow-file.mts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const tenant = (first: string, more: SheetRow = {}): SheetRow => ({
	Unit: '4B',
	'First Name': first,
	'Last Name': 'Smith',
	'Lease Start': day('2025-02-01'),
	'Lease End': day('2026-01-31'),
	'Monthly Rent': 2100,
	'Rent Paid': 1500.5,
	'Balance Due': 0,
	'Past Due Amount': 599.5,
	'Account Status': 'ACCOUNT_STATUS_30_DAYS_PAST_DUE',
	DOB: day('1988-02-29'),
	Street: '12 Elm Street',
	City: 'Toronto',
	Province: 'ON',
	'Postal Code': 'M5V 2T6',
	...more,
});

describe.each(testedVersions())('Report rent monthly, in n8n %s', (version) => {
	const host = useN8n({ version });

	it('reports each tenant of an XLSX rent roll once a month', async () => {
		const { sandbox, client } = host;
		const fileOf = (name: string) => join(host.n8n.workingFolder, name);
		const roll = [tenant('Nathan'), tenant('Olga', { 'Account Status': 'Late' }), tenant('Pia')];
		await writeXlsx(fileOf('rent-roll.xlsx'), roll);
		sandbox.addFault({
			operation: 'submitRentReport',
			match: ({ body }) => (body as { firstName?: string }).firstName === 'Pia',
			reset: 'after',
			times: 1,
		});
		const file = readWorkflowFile('report-rent-monthly');
		const workflow = withSettings(file, {
			reports: 'reports.xlsx',
			month: '2025-11',
			...(await dataTableSettings(host.n8n, file, 'Rent reports')),
		});
		const { id } = await client.createWorkflow(workflow, [host.credential]);
		const run = async () => await client.runWorkflow(id, { trigger: 'Start' });

		const execution = await run();

		expect(failureOf(execution)?.message).toMatch(/^2 of 3 rows were not reported.*reports\.xlsx/);
		expect(outputJson(execution, 'From XLSX')[0]).toMatchObject({ 'Lease Start': 45689 });
		expect(sandbox.requestsOf('submitRentReport').map(({ body }) => body)).toEqual([
			{
				firstName: 'Nathan',
				lastName: 'Smith',
				leaseStartDate: '2025-02-01',
				leaseEndDate: '2026-01-31',
				rentAmount: '2100',
				rentPaid: '1500.5',
				currentBalanceDue: 0,
				amountPastDue: 599.5,
				accountStatus: 'ACCOUNT_STATUS_30_DAYS_PAST_DUE',
				dateOfBirth: '1988-02-29',
				address: {
					street: '12 Elm Street',
					city: 'Toronto',
					provinceState: 'ON',
					postalCode: 'M5V 2T6',
				},
			},
			expect.objectContaining({ firstName: 'Pia' }),
		]);
		const outcome = await readSheet(fileOf('reports.xlsx'));
		expect(outcome).toMatchObject([
			{ Unit: '4B', reportStatus: 'reported', reportId: expect.stringMatching(/./), reason: '' },
			{ reportStatus: 'not reported', reason: expect.stringMatching(/'accountStatus' must be/) },
			{ reportStatus: 'maybe reported', reason: expect.stringMatching(/may have been accepted/) },
		]);

		await writeXlsx(fileOf('rent-roll.xlsx'), [roll[0]!, tenant('Olga'), roll[2]!]);
		await run();

		const reported = sandbox.requestsOf('submitRentReport').map(({ body }) => body);
		expect(reported.map((body) => (body as { firstName: string }).firstName)).toEqual([
			'Nathan',
			'Pia',
			'Olga',
		]);
		expect((await readSheet(fileOf('reports.xlsx'))).map((row) => row['reportStatus'])).toEqual([
			'reported',
			'reported',
			'maybe reported',
		]);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	it('knows a tenant by name and day, reports no totals, and names its file by the month', async () => {
		const { sandbox, client } = host;
		const fileOf = (name: string) => join(host.n8n.workingFolder, name);
		const file = readWorkflowFile('report-rent-monthly');
		const table = await dataTableSettings(host.n8n, file, 'Reports by day');
		const settings = { rentRoll: 'roll.xlsx', month: '2025-11', ...table };
		const { id } = await client.createWorkflow(withSettings(file, settings), [host.credential]);
		const run = async () => await client.runWorkflow(id, { trigger: 'Start' });
		const named = {
			'Applicant First Name': 'Nathan',
			'Applicant Last Name': 'Smith',
			'Lease Start': day('2025-02-01'),
			'Monthly Rent': 2100,
			reason: 'Long lease',
		};
		const total = { 'Applicant First Name': '', 'Monthly Rent': 12_500 };
		await writeXlsx(fileOf('roll.xlsx'), [named, total]);

		expect(failureOf(await run())?.message).toMatch(/1 of 2 .*rent-reports-2025-11\.xlsx/);
		expect(await readSheet(fileOf('rent-reports-2025-11.xlsx'))).toMatchObject([
			{ reportStatus: 'reported', reason: 'Long lease' },
			{ reportStatus: 'not reported', reason: expect.stringMatching(/neither a first nor a last/) },
		]);

		const csv = 'First Name,Last Name,Lease Start,Monthly Rent\nNathan,Smith,2025-02-01,2100\n';
		await writeFile(fileOf('roll.csv'), csv);
		const again = withSettings(await client.getWorkflow(id), { rentRoll: 'roll.csv' });
		await client.updateWorkflow(id, again, [host.credential]);
		expect(failureOf(await run())).toBeUndefined();
		expect(sandbox.requestsOf('submitRentReport')).toHaveLength(1);
	});

	it('stops before anything is reported where a CSV file has other separators', async () => {
		const { client } = host;
		await writeFile(join(host.n8n.workingFolder, 'unread.csv'), 'First Name;Last Name\nA;B\n');
		const file = readWorkflowFile('report-rent-monthly');
		const table = await dataTableSettings(host.n8n, file, 'Reports unread');
		const workflow = withSettings(file, { rentRoll: 'unread.csv', ...table });
		const { id } = await client.createWorkflow(workflow, [host.credential]);

		const execution = await client.runWorkflow(id, { trigger: 'Start' });

		expect(failureOf(execution)?.message).toMatch(/no columns with names.*CSV UTF-8/);
		expect(host.sandbox.requests).toEqual([]);
	});

	it.each(LOST_CREDENTIALS)('records nobody as reported when the credential %s', async (lost) => {
		const { sandbox, client, credential } = host;
		const fileOf = (name: string) => join(host.n8n.workingFolder, name);
		const number = LOST_CREDENTIALS.indexOf(lost);
		const settings = {
			rentRoll: `lost-${number}.xlsx`,
			reports: `lost-reports-${number}.xlsx`,
			month: '2025-11',
			...(await dataTableSettings(
				host.n8n,
				readWorkflowFile('report-rent-monthly'),
				`Reports lost ${number}`,
			)),
		};
		// A column of the sheet that has the name of the answer's.
		await writeXlsx(fileOf(settings.rentRoll), [tenant('Nathan', { id: 'T-1', message: 'Hello' })]);
		const file = () => withSettings(readWorkflowFile('report-rent-monthly'), settings);
		const lostAt = { node: 'Submit rent report', lost };
		const id = await createWithLostCredential(client, file(), [credential], lostAt);

		await client.waitForExecution(await client.startWorkflow(id, 'Start'));

		expect(sandbox.requests).toEqual([]);
		expect(await readSheet(fileOf(settings.reports))).toMatchObject([
			{ id: 'T-1', reportStatus: 'not reported', reportId: '', reportedAt: '' },
		]);

		await client.updateWorkflow(id, file(), [credential]);
		expect(failureOf(await client.runWorkflow(id, { trigger: 'Start' }))).toBeUndefined();
		expect(sandbox.requestsOf('submitRentReport')).toHaveLength(1);
		const [row] = await readSheet(fileOf(settings.reports));
		expect(row).toMatchObject({
			id: 'T-1',
			message: 'Hello',
			reportStatus: 'reported',
			reason: '',
		});
		expect(row?.['reportId']).toMatch(/./);
		expect(row?.['reportId']).not.toBe('T-1');
	});
});
