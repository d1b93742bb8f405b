import { join } from 'node:path';
import { failureOf } from '../../../dev/host/execution.mts';
import { startN8n } from '../../../dev/host/n8n.mts';
import { columnsOf, createDataTable, dataTableNamed } from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, withParameters } from '../../support/workflow-file.mts';

const FILE = 'send-screenings-from-a-data-table';
const NAMES = ['amara', 'leo', 'priya'];

const applicant = (name: string, more: object = {}) => ({
	firstName: name,
	lastName: 'Smith',
	email: `${name}@example.com`,
	phone: '+14165550111',
	...more,
});

describe('Send screenings from a data table, in n8n 2.41.1', () => {
	const host = useN8n({ version: '2.41.1' });

	/** Imports the workflow with a data table of its own; the given rows are in that table. */
	async function imported(name: string, ...rows: object[]) {
		const { n8n, sandbox, client, credential } = host;
		const file = readWorkflowFile(FILE);
		const workflow = withParameters(file, { 'Applicants table': { tableName: name } });
		const table = await createDataTable(n8n, name, columnsOf(file));
		const { propertyId } = sandbox;
		await table.insert(...rows.map((row) => ({ propertyId, ...row })));
		const { id } = await client.createWorkflow(workflow, [credential]);
		return { id, table, run: async () => await client.runWorkflow(id) };
	}

	const emailsAsked = () =>
		host.sandbox.requestsOf('sendScreening').map(({ body }) => (body as { email: string }).email);
	const idOf = (email: string) =>
		host.sandbox.screenings.find((screening) => screening.email === email)!.userId;

	test('makes the table at its first run', async () => {
		const file = readWorkflowFile(FILE);
		const name = 'Made by the workflow';
		withParameters(file, { 'Applicants table': { tableName: name } });
		const { id } = await host.client.createWorkflow(file, [host.credential]);

		for (let round = 0; round < 2; round += 1) {
			expect(failureOf(await host.client.runWorkflow(id))).toBeUndefined();
		}

		expect(await (await dataTableNamed(host.n8n, name)).rows()).toEqual([]);
		expect(emailsAsked()).toEqual([]);
	});

	test('sends each row without a status once, and notes each outcome in its row', async () => {
		const { sandbox } = host;
		sandbox.addFault({ applicant: 'hannah@example.com', status: 500, acts: true });
		const { table, run } = await imported(
			'Outcomes',
			applicant('amara'),
			applicant('leo', { phone: '416 555 0122' }),
			applicant('hannah'),
			applicant('priya', { userId: 'known', screeningStatus: '' }),
			applicant('wei', { screeningStatus: 'Do not send' }),
		);

		expect(failureOf(await run())).toBeUndefined();
		const rows = await table.rows();

		expect(rows).toMatchObject([
			{ screeningStatus: 'sent', userId: idOf('amara@example.com'), screeningNote: '' },
			{ screeningStatus: 'not sent', screeningNote: expect.stringMatching(/phone/i) as unknown },
			{ screeningStatus: 'maybe sent', screeningNote: expect.stringMatching(/\w/) as unknown },
			{ screeningStatus: '', userId: 'known' },
			{ screeningStatus: 'Do not send', userId: null },
		]);
		expect(new Date(String(rows[0]!['sentAt'])).getTime()).toBeGreaterThan(Date.now() - 60_000);

		// Again as it is, and again after a person has corrected a row and cleared its status.
		expect(failureOf(await run())).toBeUndefined();
		expect(emailsAsked().sort()).toEqual(['amara@example.com', 'hannah@example.com']);
		await table.change('leo@example.com', { phone: '+14165550122', screeningStatus: '' });
		expect(failureOf(await run())).toBeUndefined();
		expect(emailsAsked().sort()).toEqual([
			'amara@example.com',
			'hannah@example.com',
			'leo@example.com',
		]);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('marks no row if the account does not work', async () => {
		host.sandbox.addFault({ operation: 'login', status: 401 });
		const { table, run } = await imported('No account', ...NAMES.map((name) => applicant(name)));

		expect(failureOf(await run())?.message).toMatch(/refused/);

		expect((await table.rows()).map((row) => row['screeningStatus'])).toEqual([null, null, null]);
	});

	test('sends each row once where two runs overlap', async () => {
		const names = Array.from({ length: 30 }, (_, index) => `twin${index}`);
		const { id, table } = await imported('Overlap', ...names.map((name) => applicant(name)));
		host.sandbox.addFault({ operation: 'sendScreening', latencyMs: 500 });

		const started = await Promise.all([1, 2, 3].map(() => host.client.startWorkflow(id)));
		for (const execution of started) {
			expect(failureOf(await host.client.waitForExecution(execution))).toBeUndefined();
		}

		expect(emailsAsked().sort()).toEqual(names.map((name) => `${name}@example.com`).sort());
		const statuses = (await table.rows()).map((row) => row['screeningStatus']);
		expect(new Set(statuses)).toEqual(new Set(['sent']));
	});

	test('never sends again what it was sending when n8n was killed', async () => {
		const { sandbox } = host;
		const userFolder = join(host.n8n.userFolder, 'crash');
		const file = withParameters(readWorkflowFile(FILE), {
			'Applicants table': { tableName: 'Crash' },
		});
		let n8n = await startN8n({ version: '2.41.1', userFolder });
		try {
			const { baseUrl, username, password } = sandbox;
			const account = { baseUrl, username, password };
			const credential = await n8n.client.createCredential('rentalScreeningApi', 'A', account);
			const table = await createDataTable(n8n, 'Crash', columnsOf(file));
			const { propertyId } = sandbox;
			await table.insert(...NAMES.map((name) => applicant(name, { propertyId })));
			const { id } = await n8n.client.createWorkflow(file, [credential]);
			sandbox.addFault({ operation: 'sendScreening', times: 3, latencyMs: 30_000 });
			await n8n.client.startWorkflow(id);
			await eventually(() => emailsAsked().length === 3);
			process.kill(n8n.pid, 'SIGKILL');

			n8n = await startN8n({ version: '2.41.1', userFolder, packageFolder: null });
			const after = await dataTableNamed(n8n, 'Crash');
			await after.insert(applicant('zoe', { propertyId }));
			expect(failureOf(await n8n.client.runWorkflow(id))).toBeUndefined();

			expect(emailsAsked().sort()).toEqual(
				[...NAMES, 'zoe'].map((name) => `${name}@example.com`).sort(),
			);
			expect(await after.rows()).toMatchObject([
				...NAMES.map(() => ({
					screeningStatus: 'sending',
					screeningNote: expect.stringMatching(/^Taken by execution \d+$/) as unknown,
				})),
				{ screeningStatus: 'sent' },
			]);
		} finally {
			await n8n.stop();
		}
	});
});
