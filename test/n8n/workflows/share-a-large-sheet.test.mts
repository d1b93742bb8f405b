import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, outputJson, type Execution } from '../../../dev/host/execution.mts';
import { dataTableSettings } from '../../support/data-table.mts';
import { createWithLostCredential, LOST_CREDENTIALS } from '../../support/lost-credential.mts';
import { testedVersions, useN8n } from '../../support/n8n-host.mts';
import { readSheet, writeXlsx, type SheetRow } from '../../../dev/demo/spreadsheets.mts';
import { readWorkflowFile, withSettings } from '../../support/workflow-file.mts';

const FILE = 'share-a-large-sheet-among-workers';
const KEY = { name: 'X-Screening-Key', value: 'a long random text' };

const applicant = (name: string, more: SheetRow = {}): SheetRow => ({
	'First Name': name,
	Surname: 'Smith',
	'E-mail': `${name.toLowerCase()}@example.com`,
	Mobile: '+1 416 555 0111',
	...more,
});

// One process: what is proven here holds in any n8n; test/n8n/queue has the workers.
describe.each(testedVersions())('Share a large sheet among workers, in n8n %s', (version) => {
	const host = useN8n({ version });
	const active: string[] = [];
	const fileOf = (name: string) => join(host.n8n.workingFolder, name);
	const statuses = async (name: string) =>
		(await readSheet(fileOf(name))).map(({ screeningStatus }) => screeningStatus);
	const emailsSent = () => host.sandbox.screenings.map(({ email }) => email).sort();

	afterEach(async () => {
		for (const id of active.splice(0)) await host.client.deactivate(id);
	});

	/** Imports the workflow, with settings of its own, and returns what publishes and runs it. */
	async function imported(name: string, settings: Record<string, string | number> = {}) {
		const { client, sandbox, credential } = host;
		const file = readWorkflowFile(FILE);
		const workflow = withSettings(file, {
			spreadsheet: name,
			toLookAt: `look-at-${name}.xlsx`,
			propertyId: sandbox.propertyId,
			batchSize: 2,
			...(await dataTableSettings(host.n8n, file, `Shared ${name}`)),
			...settings,
		});
		const key = await client.createCredential('httpHeaderAuth', 'Key', KEY);
		const { id } = await client.createWorkflow(workflow, [credential, key]);
		const publish = async () => {
			await client.activate(id);
			active.push(id);
		};
		return { id, publish, run: async () => await client.runWorkflow(id) };
	}

	/** Posts a batch as anybody could who knows the address. */
	async function post(batch: string, headers: Record<string, string>): Promise<number> {
		const response = await fetch(`${host.n8n.baseUrl}/webhook/share-a-batch`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify({ batch }),
		});
		return response.status;
	}

	const batchesOf = (execution: Execution) =>
		outputJson(execution, 'Batches').map(({ batch }) => batch as string);

	it('sends every batch, writes the sheet back, and never sends a row again', async () => {
		const { sandbox } = host;
		await writeXlsx(fileOf('large.xlsx'), [
			applicant('Amara', { 'Viewed On': new Date('2025-10-03T00:00:00Z') }),
			applicant('Leo', { Mobile: 14165550122 }),
			applicant('Priya'),
			applicant('Wei', { 'E-mail': '' }),
			applicant('Amy', { 'E-mail': 'Amara@example.com' }),
			applicant('Nathan'),
		]);
		const { publish, run } = await imported('large.xlsx');
		await publish();

		const execution = await run();

		expect(failureOf(execution)).toBeUndefined();
		expect(batchesOf(execution)).toHaveLength(2);
		expect(emailsSent()).toEqual(['amara@example.com', 'nathan@example.com', 'priya@example.com']);
		const rows = await readSheet(fileOf('large.xlsx'));
		const userIdOf = (email: string) =>
			sandbox.screenings.find((screening) => screening.email === email)!.userId;
		expect(rows[0]).toEqual({
			'First Name': 'Amara',
			Surname: 'Smith',
			'E-mail': 'amara@example.com',
			Mobile: '+1 416 555 0111',
			'Viewed On': '2025-10-03',
			propertyId: sandbox.propertyId,
			userId: userIdOf('amara@example.com'),
			sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d/),
			screeningStatus: 'sent',
			reason: '',
		});
		expect(rows.map(({ screeningStatus, reason }) => [screeningStatus, reason])).toEqual([
			['sent', ''],
			['not sent', expect.stringMatching(/'phone' must start with \+/)],
			['sent', ''],
			['not sent', expect.stringMatching(/'email' is missing/)],
			['not sent', expect.stringMatching(/row 2 of the sheet/)],
			['sent', ''],
		]);
		expect(await statuses('look-at-large.xlsx.xlsx')).toEqual(Array(3).fill('not sent'));

		const mended = rows as SheetRow[];
		mended[1]!['Mobile'] = '+14165550122';
		mended[0]!['userId'] = '';
		await writeXlsx(fileOf('large.xlsx'), [...mended.slice(0, 3), mended[5]!]);
		expect(failureOf(await run())).toBeUndefined();
		expect(failureOf(await run())).toBeUndefined();

		expect(sandbox.requestsOf('sendScreening')).toHaveLength(4);
		expect(emailsSent()).toContain('leo@example.com');
		expect(await readSheet(fileOf('look-at-large.xlsx.xlsx'))).toEqual([
			{ screeningStatus: 'Every row is sent', reason: '' },
		]);
		expect(sandbox.requestsOf('login')).toHaveLength(1);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	it('takes a batch once, and only from who has the key', async () => {
		await writeXlsx(fileOf('key.xlsx'), [applicant('Amara'), applicant('Priya')]);
		const { id, publish, run } = await imported('key.xlsx');
		await publish();
		const [batch] = batchesOf(await run());

		expect(await post(batch!, {})).toBe(403);
		expect(await post(batch!, { [KEY.name]: 'guessed' })).toBe(403);
		expect(await post(batch!, { [KEY.name]: KEY.value })).toBe(200);

		const [newest] = await host.client.executionsOf(id);
		const again = await host.client.waitForExecution(newest!);
		expect(failureOf(again)).toBeUndefined();
		expect(outputJson(again, 'Take the batch')).toEqual([]);
		expect(host.sandbox.requestsOf('sendScreening')).toHaveLength(2);
	});

	it('lists what may have been accepted, and does not send it again', async () => {
		const { sandbox } = host;
		await writeFile(
			fileOf('unsure.csv'),
			'Email,Phone\nzoe@example.com,+14165550142\nhannah@example.com,+14375550155\n',
		);
		const { publish, run } = await imported('unsure.csv');
		await publish();
		const hint = sandbox.addFault({ applicant: 'hannah@example.com', status: 503, acts: true });

		await run();
		hint();
		await run();

		expect(sandbox.requestsOf('sendScreening')).toHaveLength(2);
		expect(await statuses('unsure.csv')).toEqual(['sent', 'maybe sent']);
		expect(await readSheet(fileOf('look-at-unsure.csv.xlsx'))).toMatchObject([
			{ Email: 'hannah@example.com', reason: expect.stringMatching(/may have been accepted/) },
		]);
	});

	it('lists what a batch that was ended on the way had begun, and does not send it again', async () => {
		const { sandbox, client } = host;
		await writeXlsx(fileOf('ended.xlsx'), [applicant('Amara'), applicant('Priya')]);
		const { id, publish, run } = await imported('ended.xlsx', { giveUpAfterMinutes: 0.05 });
		await publish();
		const asked = new Promise<void>((resolve) => {
			const match = () => {
				resolve();
				return true;
			};
			sandbox.addFault({ applicant: 'amara@example.com', match, latencyMs: 60_000 });
		});

		const start = await client.startWorkflow(id);
		await asked;
		const [batch] = (await client.executionsOf(id)).filter((one) => one !== start);
		await client.cancelExecution(batch!);
		expect(failureOf(await client.waitForExecution(start))).toBeUndefined();
		await writeXlsx(fileOf('ended.xlsx'), [applicant('Amara'), applicant('Nathan')]);
		expect(failureOf(await run())).toBeUndefined();

		expect(sandbox.requestsOf('sendScreening')).toHaveLength(2);
		expect(await statuses('ended.xlsx')).toEqual(['maybe sent', 'sent']);
		// Priya's row is no longer in the sheet, and still somebody should look at it.
		expect(await readSheet(fileOf('look-at-ended.xlsx.xlsx'))).toMatchObject([
			{ 'First Name': 'Amara', screeningStatus: 'maybe sent' },
			{ 'First Name': 'Priya', screeningStatus: 'maybe sent' },
		]);
	});

	it('takes over what was recorded and never taken', async () => {
		await writeXlsx(fileOf('early.xlsx'), [applicant('Amara'), applicant('Priya')]);
		const { publish, run } = await imported('early.xlsx');
		const early = await run();
		expect(failureOf(early)?.message).toMatch(/not (be )?found|404/i);
		expect(host.sandbox.screenings).toEqual([]);

		await publish();
		expect(failureOf(await run())).toBeUndefined();

		expect(emailsSent()).toEqual(['amara@example.com', 'priya@example.com']);
		expect(await statuses('early.xlsx')).toEqual(['sent', 'sent']);
	});

	it('sends nobody twice when it is started twice at the same time', async () => {
		const sheet = Array.from({ length: 40 }, (_, index) => applicant(`Twin${index}`));
		await writeXlsx(fileOf('twins.xlsx'), sheet.slice(0, 1));
		const { id, publish, run } = await imported('twins.xlsx', { batchSize: 10 });
		await publish();
		// The data table is there then, as n8n does not make one in a single step.
		expect(failureOf(await run())).toBeUndefined();
		await writeXlsx(fileOf('twins.xlsx'), sheet);

		const starts = await Promise.all([
			host.client.startWorkflow(id),
			host.client.startWorkflow(id),
		]);
		const ends = await Promise.all(starts.map((start) => host.client.waitForExecution(start)));
		for (const end of ends) {
			const { message = '' } = failureOf(end) ?? {};
			expect(message).toMatch(/^$|Another run is recording|changed while|synchronization error/);
		}
		expect(failureOf(await run())).toBeUndefined();

		expect(emailsSent()).toEqual(sheet.map((row) => row['E-mail']).sort());
		expect(await statuses('twins.xlsx')).toEqual(Array(40).fill('sent'));
	});

	it('stops before anything is recorded where a CSV file has other separators', async () => {
		await writeFile(fileOf('unread.csv'), 'Email;Phone\nzoe@example.com;+14165550142\n');
		const { run } = await imported('unread.csv');

		const execution = await run();

		expect(failureOf(execution)?.message).toMatch(/no column with e-mail addresses.*CSV UTF-8/);
		expect(outputJson(execution, 'Record as pending')).toEqual([]);
	});

	it.each(LOST_CREDENTIALS)('records nobody as sent when the credential %s', async (lost) => {
		const { client, sandbox, credential } = host;
		const name = `lost-${LOST_CREDENTIALS.indexOf(lost)}.xlsx`;
		await writeXlsx(fileOf(name), [applicant('Amara', { userId: ' ' }), applicant('Priya')]);
		const key = await client.createCredential('httpHeaderAuth', 'Key', KEY);
		const workflow = withSettings(readWorkflowFile(FILE), {
			spreadsheet: name,
			toLookAt: `look-at-${name}`,
			propertyId: sandbox.propertyId,
			giveUpAfterMinutes: 0,
			...(await dataTableSettings(host.n8n, readWorkflowFile(FILE), `Shared ${name}`)),
		});
		const lostAt = { node: 'Send screening', lost };
		const id = await createWithLostCredential(client, workflow, [credential, key], lostAt);
		if (lost === 'was never chosen' && version.startsWith('2.')) {
			await expect(client.activate(id)).rejects.toThrow('Missing required credential');
			return;
		}
		await client.activate(id);
		active.push(id);

		await client.waitForExecution(await client.startWorkflow(id));

		expect(sandbox.requests).toEqual([]);
		expect(
			(await readSheet(fileOf(name))).map(({ screeningStatus, sentAt }) => [
				screeningStatus,
				sentAt,
			]),
		).toEqual(Array(2).fill(['not sent', '']));
	});
});
