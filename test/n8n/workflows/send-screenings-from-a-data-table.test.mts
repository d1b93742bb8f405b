import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf, outputJson, type Execution } from '../../../dev/host/execution.mts';
import { startN8n } from '../../../dev/host/n8n.mts';
import {
	columnsOf,
	createDataTable,
	dataTableNamed,
	type TableRow,
} from '../../support/data-table.mts';
import { eventually } from '../../support/eventually.mts';
import { testLong, useN8n } from '../../support/n8n-host.mts';
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

/** Why a run ended red. */
const redEnd = (execution: Execution) => failureOf(execution)?.message;

const withoutTimes = (rows: TableRow[]) => rows.map((row) => ({ ...row, updatedAt: '' }));

describe('Send screenings from a data table, in n8n 2.41.1', () => {
	const host = useN8n({ version: '2.41.1' });

	/** Imports the workflow with a data table of its own; the given rows are in that table. */
	async function imported(name: string, ...rows: object[]) {
		const { n8n, sandbox, client, credential } = host;
		const file = readWorkflowFile(FILE);
		const { propertyId } = sandbox;
		const workflow = withParameters(file, {
			'Applicants table': { tableName: name },
			'Send screenings': { propertyId: ` ${propertyId} ` },
		});
		const table = await createDataTable(n8n, name, columnsOf(file));
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

	test('sends each row once, saves each outcome in its row, and ends red until every row is sent', async () => {
		const { sandbox } = host;
		sandbox.addFault({ applicant: 'hannah@example.com', status: 500, acts: true });
		sandbox.addFault({ applicant: 'olu@example.com', status: 422 });
		const { table, run } = await imported(
			'Outcomes',
			applicant('amara'),
			applicant('leo', { phone: '416 555 0122' }),
			applicant('hannah'),
			applicant('priya', { userId: 'known', screeningStatus: '' }),
			applicant('wei', { screeningStatus: 'hold' }),
			applicant('olu'),
			applicant('zoe', { screeningStatus: 'sending' }),
			applicant('kim', { screeningStatus: 'Sent' }),
			{ firstName: ' ' },
		);

		expect(redEnd(await run())).toBe(
			'5 of 6 rows need attention, see screeningNote: row 2 not sent, row 3 maybe sent, row 6 refused, row 4 userId without a status, row 7 sending',
		);
		const rows = await table.rows();

		expect(rows).toMatchObject([
			{ screeningStatus: 'sent', userId: idOf('amara@example.com'), screeningNote: '' },
			{ screeningStatus: 'not sent', screeningNote: expect.stringMatching(/phone/i) as unknown },
			{ screeningStatus: 'maybe sent', screeningNote: expect.stringMatching(/\w/) as unknown },
			{ screeningStatus: '', userId: 'known', screeningNote: null },
			{ screeningStatus: 'hold', userId: null, screeningNote: null },
			{ screeningStatus: 'refused', screeningNote: expect.stringMatching(/clear/) as unknown },
			{ screeningStatus: 'sending', userId: null, screeningNote: null },
			{ screeningStatus: 'Sent', userId: null, screeningNote: null },
			{ screeningStatus: null, screeningNote: null, firstName: ' ' },
		]);
		expect(new Date(String(rows[0]!['sentAt'])).getTime()).toBeGreaterThan(Date.now() - 60_000);

		// Again as it is: only what can still go out is tried.
		const asked = ['amara', 'hannah', 'olu'].map((name) => `${name}@example.com`);
		expect(redEnd(await run())).toBe(
			'3 of 3 rows need attention, see screeningNote: row 2 not sent, row 4 userId without a status, row 7 sending',
		);
		expect(emailsAsked().sort()).toEqual(asked);
		expect(withoutTimes(await table.rows())).toEqual(withoutTimes(rows));

		// A person corrects the bad row, and looks after the others.
		await table.change('leo@example.com', { phone: '+14165550122' });
		await table.change('priya@example.com', { screeningStatus: 'sent' });
		await table.change('zoe@example.com', { screeningStatus: '' });
		expect(redEnd(await run())).toBeUndefined();
		expect(redEnd(await run())).toBeUndefined();
		expect(emailsAsked().sort()).toEqual([...asked, 'leo@example.com', 'zoe@example.com'].sort());
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('says in each row that the account does not work, and sends it once it does', async () => {
		const repair = host.sandbox.addFault({ operation: 'login', status: 401 });
		const { table, run } = await imported('No account', ...NAMES.map((name) => applicant(name)));

		expect(redEnd(await run())).toMatch(/^3 of 3 rows need attention/);
		expect(await table.rows()).toMatchObject(
			NAMES.map(() => ({
				screeningStatus: 'not sent',
				screeningNote: expect.stringMatching(/refused/) as unknown,
			})),
		);
		expect(emailsAsked()).toEqual([]);

		repair();
		expect(redEnd(await run())).toBeUndefined();
		expect(await table.rows()).toMatchObject(
			NAMES.map((name) => ({ screeningStatus: 'sent', userId: idOf(`${name}@example.com`) })),
		);
	});

	test('notes the property that is set in the panel in rows that were sent for it', async () => {
		const { propertyId } = host.sandbox;
		const { table, run } = await imported(
			'Property of the panel',
			applicant('amara', { propertyId: null }),
			applicant('leo', { propertyId: '', phone: '416 555 0122' }),
			applicant('priya', { propertyId: '' }),
			applicant('zoe', { propertyId: 'another' }),
		);

		expect(redEnd(await run())).toMatch(/^2 of 4 rows.*row 2 not sent, row 4 refused$/);

		expect(await table.rows()).toMatchObject([
			{ propertyId, screeningStatus: 'sent' },
			{ propertyId: '', screeningStatus: 'not sent' },
			{ propertyId, screeningStatus: 'sent' },
			{ propertyId: 'another', screeningStatus: 'refused' },
		]);
	});

	test('saves outcomes in a table that has no column for the property', async () => {
		const { table, run } = await imported(
			'No property',
			applicant('amara'),
			applicant('leo', { phone: '416 555 0122' }),
		);
		await table.dropColumn('propertyId');

		expect(redEnd(await run())).toMatch(/^1 of 2 rows.*row 2 not sent$/);

		expect(await table.rows()).toMatchObject([
			{ screeningStatus: 'sent', userId: idOf('amara@example.com') },
			{ screeningStatus: 'not sent' },
		]);
	});

	test('sends nothing where the rows cannot be marked', async () => {
		const { table, run } = await imported('No status', applicant('amara'));
		await table.dropColumn('screeningStatus');

		expect(redEnd(await run())).toMatch(/screeningStatus/);

		expect(emailsAsked()).toEqual([]);
	});

	test('sends nothing where an outcome has no column, and names it', async () => {
		const { table, run } = await imported('No time', applicant('amara'));
		await table.dropColumn('sentAt');

		expect(redEnd(await run())).toMatch(/^1 of 1 rows/);

		expect(await table.rows()).toMatchObject([
			{
				screeningStatus: 'not sent',
				screeningNote: expect.stringMatching(/missing: 'sentAt'/) as unknown,
			},
		]);
		expect(emailsAsked()).toEqual([]);
	});

	test('leaves a row at sending if its outcome cannot be saved, and sends it to nobody again', async () => {
		const { table, run } = await imported('Write refused', ...NAMES.map((name) => applicant(name)));
		host.sandbox.addFault({ applicant: 'priya@example.com', latencyMs: 3_000 });

		const running = run();
		await eventually(() => emailsAsked().length === 3);
		await table.dropColumn('userId');
		expect(redEnd(await running)).toMatch(/userId/);

		await table.addColumn({ name: 'userId', type: 'string' });
		expect(redEnd(await run())).toMatch(/^3 of 3 rows need attention.*row 1 sending/);
		expect(await table.rows()).toMatchObject(
			NAMES.map(() => ({
				screeningStatus: 'sending',
				screeningNote: expect.stringMatching(/clear screeningStatus/) as unknown,
			})),
		);
		expect(emailsAsked()).toHaveLength(3);

		// As the note says: the known IDs come back.
		for (const name of NAMES) await table.change(`${name}@example.com`, { screeningStatus: '' });
		expect(redEnd(await run())).toBeUndefined();
		expect(await table.rows()).toMatchObject(
			NAMES.map((name) => ({ screeningStatus: 'sent', userId: idOf(`${name}@example.com`) })),
		);
		expect(emailsAsked()).toHaveLength(3);
	});

	test('writes each outcome into its own row of a table that is edited meanwhile', async () => {
		const { table, run } = await imported('Edited', ...NAMES.map((name) => applicant(name)));
		host.sandbox.addFault({ applicant: 'priya@example.com', latencyMs: 3_000 });

		const running = run();
		await eventually(() => emailsAsked().length === 3);
		await table.insert(applicant('zoe'));
		await table.change('amara@example.com', { lastName: 'Jones', phone: '+14165550199' });
		await table.remove('leo@example.com');
		expect(redEnd(await running)).toBeUndefined();

		expect(await table.rows()).toMatchObject([
			{ userId: idOf('amara@example.com'), lastName: 'Jones', phone: '+14165550199' },
			{ userId: idOf('priya@example.com'), lastName: 'Smith' },
			{ email: 'zoe@example.com', screeningStatus: null },
		]);
	});

	test('sends each row once where runs overlap', async () => {
		const names = Array.from({ length: 30 }, (_, index) => `twin${index}`);
		const { id, table } = await imported('Overlap', ...names.map((name) => applicant(name)));
		host.sandbox.addFault({ operation: 'sendScreening', latencyMs: 500 });

		const started = await Promise.all([1, 2, 3].map(() => host.client.startWorkflow(id)));
		const marked = [];
		for (const execution of started) {
			const ended = await host.client.waitForExecution(execution);
			marked.push(...outputJson(ended, 'Mark as sending').map((row) => row['email']));
		}

		expect(marked.sort()).toEqual(names.map((name) => `${name}@example.com`).sort());
		expect(emailsAsked().sort()).toEqual(names.map((name) => `${name}@example.com`).sort());
		expect(await table.rows()).toMatchObject(
			names.map((name) => ({ screeningStatus: 'sent', userId: idOf(`${name}@example.com`) })),
		);
	});

	testLong('never sends again what it was sending when n8n was killed', async () => {
		const { sandbox } = host;
		const userFolder = await mkdtemp(join(host.n8n.userFolder, 'crash-'));
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
			expect(redEnd(await n8n.client.runWorkflow(id))).toMatch(/^3 of 4 rows.*row 1 sending/);

			expect(emailsAsked().sort()).toEqual(
				[...NAMES, 'zoe'].map((name) => `${name}@example.com`).sort(),
			);
			expect(await after.rows()).toMatchObject([
				...NAMES.map(() => ({
					screeningStatus: 'sending',
					screeningNote: expect.stringMatching(/^Sending since .*clear screeningStatus/) as unknown,
				})),
				{ screeningStatus: 'sent' },
			]);
		} finally {
			await n8n.stop();
		}
	});
});
