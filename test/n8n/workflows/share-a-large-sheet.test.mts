import { join } from 'node:path';
import { readSheet, writeXlsx, type SheetRow } from '../../../dev/demo/spreadsheets.mts';
import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { columnsOf, createDataTable, type TableRow } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { KEY, publishSharing } from '../../support/shared-sheet.mts';
import { readWorkflowFile } from '../../support/workflow-file.mts';

const FILE = 'share-a-large-sheet-among-workers';
const START = 'Every 15 minutes';
/** The tests start it themselves. */
const NEVER = { interval: [{ field: 'cronExpression', expression: '0 0 0 1 1 *' }] };

// One process: what is proven here holds in any n8n; test/n8n/queue has the workers.
describe('Share a large sheet among workers, in n8n 2.41.1', () => {
	const host = useN8n({ version: '2.41.1' });
	const active: string[] = [];

	afterEach(async () => {
		for (const id of active.splice(0)) await host.client.deactivate(id);
	});

	const applicant = (name: string, more: SheetRow = {}): SheetRow => ({
		Unit: '4B',
		'First Name': name,
		'Last Name': 'Smith',
		Email: `${name}@example.com`,
		Phone: '+14165550111',
		'Property ID': host.sandbox.propertyId,
		...more,
	});

	async function published(name: string, rows: SheetRow[]) {
		const { n8n, client, credential } = host;
		const file = join(n8n.workingFolder, `${name}.xlsx`);
		await writeXlsx(file, rows);
		const tableName = `Shared ${name}`;
		const table = await createDataTable(n8n, tableName, columnsOf(readWorkflowFile(FILE)));
		const parameters = {
			'Screenings table': { tableName },
			'Read the sheet': { fileSelector: `${name}.xlsx` },
			[START]: { rule: NEVER },
		};
		// The tests read what a batch did.
		const sharing = await publishSharing(client, parameters, credential, 'all');
		const { workflowId: id, batchesId } = sharing;
		active.push(id, batchesId);
		const settled = async () => {
			const statuses = (await table.rows()).map((row) => row['screeningStatus']);
			return statuses.every((status) => !['', null, 'sending'].includes(status as string));
		};
		return {
			id,
			batchesId,
			file,
			table,
			/** Runs it and waits until every batch that it shared is through. */
			async run() {
				const execution = await client.runWorkflow(id, { trigger: START });
				await eventually(settled);
				return execution;
			},
		};
	}

	/** Posts a batch without n8n. */
	async function post(body: object, headers: Record<string, string>): Promise<number> {
		const response = await fetch(`${host.n8n.baseUrl}/webhook/share-a-batch`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
		return response.status;
	}

	const asked = () =>
		host.sandbox
			.requestsOf('sendScreening')
			.map(({ body }) => (body as { email: string }).email)
			.sort();

	test('sends every row once, in batches, and has the outcome in the sheet at the next run', async () => {
		const { sandbox } = host;
		const names = Array.from({ length: 60 }, (_, index) => `applicant${index}`);
		const rows = names.map((name) => applicant(name));
		rows[3] = applicant(names[3]!, { Phone: 'none' });
		rows[4] = applicant(names[4]!, { userId: 'sent-by-hand' });
		rows[5] = applicant('Applicant0', { Unit: 'the same person again' });
		rows[6] = applicant(names[6]!, { screeningStatus: 'maybe sent' });
		rows[7] = applicant(names[7]!, { Email: '' });
		rows.push({ Unit: 'a row without an applicant' });
		const unclear = 'applicant40@example.com';
		sandbox.addFault({ applicant: unclear, status: 502, acts: true });
		const due = names
			.filter((_, index) => ![3, 4, 5, 6, 7].includes(index))
			.map((name) => `${name}@example.com`)
			.sort();
		const { id, file } = await published('large', rows);
		const before = await readSheet(file);

		const execution = await host.client.runWorkflow(id, { trigger: START });
		// The ID without a status; the batches are on their way.
		expect(failureOf(execution)?.message).toMatch(/^1 of 61 rows/);
		expect(outputJson(execution, 'Batches to send')).toHaveLength(3);
		await eventually(() => asked().length >= due.length);
		expect(asked()).toEqual(due);

		await eventually(async () => {
			await host.client.runWorkflow(id, { trigger: START });
			return (await readSheet(file)).filter((row) => row['screeningStatus'] === 'sent').length > 53;
		});
		// Again: what may have been sent was told once.
		await host.client.runWorkflow(id, { trigger: START });
		const ended = await host.client.runWorkflow(id, { trigger: START });
		expect(failureOf(ended)?.message).toMatch(/^3 of 61 rows/);
		const after = await readSheet(file);
		after.forEach((row, index) => expect(row).toMatchObject({ Unit: before[index]!['Unit'] }));
		expect(after.map((row) => row['Email'])).toEqual(before.map((row) => row['Email']));
		expect(after[0]).toMatchObject({
			...applicant(names[0]!),
			screeningStatus: 'sent',
			userId: expect.stringMatching(/\w/) as unknown,
		});
		expect(after[3]).toMatchObject({
			screeningStatus: 'not sent',
			screeningNote: expect.stringMatching(/phone/i) as unknown,
		});
		expect(after[4]).toMatchObject({ userId: 'sent-by-hand', screeningStatus: '' });
		expect(after[5]).toMatchObject({ userId: after[0]!['userId'], screeningStatus: 'sent' });
		expect(after[6]).toMatchObject({ screeningStatus: 'maybe sent' });
		expect(after[7]).toMatchObject({ screeningStatus: 'not sent' });
		expect(after[40]).toMatchObject({ screeningStatus: 'maybe sent' });
		expect(after[60]).toMatchObject({ screeningStatus: '', userId: '' });

		// A row is corrected, another one is new: only these two are sent.
		const corrected = (after as SheetRow[]).map((row, index) =>
			index === 3 ? { ...row, Phone: '+14165550122' } : row,
		);
		await writeXlsx(file, [...corrected, applicant('zoe')]);
		await host.client.runWorkflow(id, { trigger: START });
		await eventually(() => asked().length >= due.length + 2);
		expect(asked()).toEqual([...due, 'applicant3@example.com', 'zoe@example.com'].sort());
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('records a row again only if it was changed or added since, and is not sent', async () => {
		const names = ['amara', 'leo', 'priya', 'hannah'];
		const rows = names.map((name) => applicant(name));
		rows[1] = applicant('leo', { Phone: 'none' });
		rows[2] = applicant('priya', { Phone: 'none' });
		// The sheet is worked through by the thousand.
		const earlier = Array.from({ length: 1000 }, (_, index) =>
			applicant(`earlier${index}`, { userId: `by-hand-${index}`, screeningStatus: 'sent' }),
		);
		const { id, batchesId, file, table } = await published('recorded', [...earlier, ...rows]);
		const { client } = host;
		const dueRows = async () => (await readSheet(file)).slice(earlier.length);
		let starts = 0;
		const recorded = async () => {
			const execution = await client.runWorkflow(id, { trigger: START });
			starts += 1;
			// Each start tries again what is not sent, so it shares one batch.
			await eventually(async () => (await client.executionsOf(batchesId)).length === starts);
			for (const batch of await client.executionsOf(batchesId)) await client.waitForEnd(batch);
			return outputJson(execution, 'Record rows').map((row) => [row['email'], row['phone']]);
		};

		expect(await recorded()).toHaveLength(1004);
		const before = await table.rows();
		expect(await recorded()).toEqual([]);
		expect((await dueRows()).map((row) => row['screeningStatus'])).toEqual([
			'sent',
			'not sent',
			'not sent',
			'sent',
		]);
		expect(await recorded()).toEqual([]);
		const sent = ({ screeningStatus }: TableRow) => screeningStatus === 'sent';
		expect((await table.rows()).filter(sent)).toEqual(before.filter(sent));

		// A row is sent, one is corrected, one is new.
		const changed = (await readSheet(file)).map((row) =>
			['amara', 'leo'].includes(String(row['First Name']))
				? { ...row, Phone: '+14165550122' }
				: row,
		);
		await writeXlsx(file, [...changed, applicant('zoe')] as SheetRow[]);
		expect(await recorded()).toEqual([
			['leo@example.com', '+14165550122'],
			['zoe@example.com', '+14165550111'],
		]);
		expect(asked()).toEqual(['amara', 'hannah', 'leo', 'zoe'].map((name) => `${name}@example.com`));
		expect(await recorded()).toEqual([]);
	});

	test('sends to nobody who shares an email with another person, and says so', async () => {
		const email = 'family@example.com';
		const { id, file, run } = await published('shared', [
			applicant('amara', { Email: email }),
			applicant('leo', { Email: email, Phone: '+14165550122' }),
			applicant('priya'),
			applicant('wei', { Email: '' }),
			applicant('zoe', { Email: '' }),
		]);
		expect(failureOf(await run())?.message).toMatch(/^2 of 5 rows need attention/);
		await run();
		expect(asked()).toEqual(['priya@example.com']);
		const shared = {
			screeningStatus: 'not sent',
			screeningNote: expect.stringContaining('Another row has this email') as unknown,
			userId: '',
		};
		const rows = await readSheet(file);
		// Without an email they share none: the note is the node's own.
		const empty = { screeningNote: expect.stringMatching(/email.* is empty/i) as unknown };
		expect(rows).toMatchObject([shared, shared, { screeningStatus: 'sent' }, empty, empty]);

		// They get an email each.
		await writeXlsx(
			file,
			rows.map(
				(row, index) =>
					({ ...row, Email: index === 1 ? 'leo@example.com' : row['Email'] }) as SheetRow,
			),
		);
		await host.client.runWorkflow(id, { trigger: START });
		await eventually(() => asked().length === 3);
		expect(asked()).toEqual(['family@example.com', 'leo@example.com', 'priya@example.com']);
	});

	test('takes a batch once, and only with the key', async () => {
		const { batchesId, table, run } = await published('key', [
			applicant('amara'),
			applicant('priya'),
		]);
		const [batch] = outputJson(await run(), 'Batches to send').map((row) => row['toSend']);
		const body = { batch, table: table.id };

		expect(await post(body, {})).toBe(403);
		expect(await post(body, { [KEY.name]: 'guessed' })).toBe(403);
		expect(await post(body, { [KEY.name]: KEY.value })).toBe(200);

		const [newest] = await host.client.executionsOf(batchesId);
		const again = await host.client.waitForExecution(newest!);
		expect(failureOf(again)).toBeUndefined();
		expect(outputJson(again, 'Take the batch')).toEqual([]);
		expect(asked()).toHaveLength(2);
	});

	test('sends each applicant once if it is started twice at the same time', async () => {
		const rows = Array.from({ length: 40 }, (_, index) => applicant(`twin${index}`));
		const { id, file, run } = await published('twins', rows);
		host.sandbox.addFault({ operation: 'sendScreening', latencyMs: 300 });

		const starts = await Promise.all([1, 2].map(() => host.client.startWorkflow(id, START)));
		for (const start of starts) await host.client.waitForExecution(start);
		await run();
		expect(failureOf(await run())).toBeUndefined();

		expect(asked()).toEqual(rows.map((row) => row['Email']).sort());
		expect(await readSheet(file)).toMatchObject(rows.map(() => ({ screeningStatus: 'sent' })));
	});

	test('never sends again what a batch was sending when it was ended', async () => {
		const { sandbox, client } = host;
		const { id, batchesId, file } = await published('ended', [
			applicant('amara'),
			applicant('priya'),
		]);
		sandbox.addFault({ operation: 'sendScreening', times: 2, latencyMs: 30_000 });
		await client.runWorkflow(id, { trigger: START });
		await eventually(() => asked().length === 2);
		const [batch] = await client.executionsOf(batchesId);
		await client.cancelExecution(batch!);

		for (let round = 0; round < 2; round += 1) {
			const again = await client.runWorkflow(id, { trigger: START });
			expect(failureOf(again)?.message).toMatch(/^2 of 2 rows need attention/);
		}

		expect(asked()).toHaveLength(2);
		expect(await readSheet(file)).toMatchObject(
			['amara', 'priya'].map((name) => ({
				'First Name': name,
				screeningStatus: 'sending',
				screeningNote: `Taken by execution ${batch!}`,
			})),
		);
	});

	test('loses no applicant if the account does not work for a while', async () => {
		const { table, run } = await published('refused', [applicant('amara'), applicant('leo')]);
		const repair = host.sandbox.addFault({ operation: 'login', status: 503 });
		await run();
		expect(await table.rows()).toMatchObject(
			['amara', 'leo'].map(() => ({
				screeningStatus: 'not sent',
				screeningNote: expect.stringMatching(/\w/) as unknown,
			})),
		);
		expect(asked()).toEqual([]);

		repair();
		expect(failureOf(await run())?.message).toMatch(/^2 of 2 rows need attention/);
		await eventually(() => asked().length === 2);
		await run();
		expect(failureOf(await run())).toBeUndefined();
	});
});
