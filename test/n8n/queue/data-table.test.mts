import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { toEmail } from '../../support/applicants.mts';
import { APPLICANT_COLUMNS, APPLICANTS_FILE, listAsked } from '../../support/applicants-table.mts';
import { createDataTable, type DataTable } from '../../support/data-table.mts';
import { eventually } from '../../../dev/host/eventually.mts';
import { testLong } from '../../support/n8n-host.mts';
import { publish, type Published } from '../../../dev/host/published.mts';
import { startQueue, type RunningQueue } from '../../../dev/queue/queue.mts';
import { describeQueue } from '../../support/describe-queue.mts';
import { useSandbox } from '../../support/use-sandbox.mts';
import { readWorkflowFile } from '../../../dev/host/workflow-file.mts';

const createApplicant = (index: number, phone = '+14165550111') => ({
	...{ firstName: 'Nathan', lastName: `Smith ${index}`, email: toEmail(index), phone },
});
const applicants = (from: number, count: number, phone?: string) =>
	Array.from({ length: count }, (_, index) => createApplicant(from + index, phone));

describeQueue()('Screen applicants in a data table, in queue mode with two workers', () => {
	const createSandbox = useSandbox();
	let queue: RunningQueue;
	let sandbox: Sandbox;
	let table: DataTable;
	let workflow: Published;

	beforeAll(async () => {
		queue = await startQueue({ workers: 2, concurrency: 2 });
	}, 10 * 60_000);

	beforeEach(async () => {
		sandbox = await createSandbox();
		const { client } = queue.main;
		const credential = await client.createCredential('rentalScreeningApi', 'A', sandbox.account);
		const tableName = `Applicants of ${sandbox.baseUrl}`;
		table = await createDataTable(client, tableName, APPLICANT_COLUMNS);
		const file = readWorkflowFile(APPLICANTS_FILE, {
			Applicants: { tableName },
			'Check rows': { propertyId: sandbox.propertyId },
		});
		workflow = await publish(client, file, [credential]);
	});

	afterAll(async () => {
		await queue?.stop();
	}, 60_000);

	const name = () => `"data_table_user_${table.id}"`;
	const count = async (status: string | null, column = 'screeningStatus') => {
		const text = `SELECT count(*) AS rows FROM ${name()} WHERE coalesce("${column}", '') = $1`;
		return Number((await queue.services.query(text, [status ?? '']))[0]!['rows']);
	};
	/** Makes the mark of each row that says 'in progress' older than an hour. */
	const age = async () => {
		const past = new Date(Date.now() - 61 * 60_000).toISOString();
		await queue.services.query(
			`UPDATE ${name()} SET "screeningMark" = $1 || substr("screeningMark", 25) WHERE "screeningStatus" = 'in progress'`,
			[past],
		);
	};
	/** Runs it as often as it takes until each of up to 1,500 rows to send, or without results, had its turn. */
	const lookAtAll = async () => {
		const runs = [];
		for (let round = 0; round < 3; round += 1) runs.push(await workflow.run());
		return runs;
	};
	/** Nobody was asked twice, and each ID is in its row, or its row is one to look up. */
	const expectNoneTwiceNoneLost = async () => {
		expect(listAsked({ sandbox })).toHaveLength(new Set(listAsked({ sandbox })).size);
		const rows = await queue.services.query(`SELECT * FROM ${name()}`);
		const byEmail = new Map(rows.map((row) => [row['email'], row]));
		for (const { email, userId } of sandbox.screenings) {
			const row = byEmail.get(email)!;
			if (row['screeningStatus'] !== 'maybe sent') expect(row['userId']).toBe(userId);
		}
	};

	testLong(
		'sends nobody twice and loses nobody while starts overlap, rows are added, and a worker is killed',
		async () => {
			// In front are 1,000 rows that cannot be sent: each says so once, and ends its start red once.
			await table.insert(...applicants(0, 500, '416'));
			await table.insert(...applicants(500, 500, '416'));
			for (let round = 0; round < 2; round += 1)
				expect(findFailure(await workflow.run())?.message).toMatch(/ to fix\. /);
			expect(await count('refused')).toBe(1000);

			// Behind them are 300 that can. Starts overlap, while a form adds rows.
			await table.insert(...applicants(1000, 300));
			sandbox.disrupt({ operation: 'sendScreening', latencyMs: 200 });
			const starts = Promise.all(Array.from({ length: 3 }, lookAtAll));
			for (let index = 1300; index < 1320; index += 1) await table.insert(createApplicant(index));
			for (const execution of (await starts).flat()) expect(findFailure(execution)).toBeUndefined();
			await lookAtAll();
			expect([await count('sent'), await count('refused'), await count(null)]).toEqual([
				...[320, 1000, 0],
			]);
			await expectNoneTwiceNoneLost();

			// One of the 1,000 is corrected, and more rows come; the worker that sends them is killed.
			await table.change(toEmail(0), { phone: '+14165550111' });
			await table.insert(...applicants(2000, 200));
			const before = listAsked({ sandbox }).length;
			sandbox.disrupt({ operation: 'sendScreening', latencyMs: 2_000, times: 200 });
			const hasBegun = () => listAsked({ sandbox }).length >= before + 60;
			for (let twice = 0; twice < 2; twice += 1)
				void eventually(async () => {
					if (!hasBegun()) await workflow.start();
					return hasBegun();
				});
			await eventually(hasBegun);
			await queue.workers[0]!.kill();
			await queue.startWorker();
			await lookAtAll();
			await age();
			await lookAtAll();
			for (const execution of await lookAtAll()) expect(findFailure(execution)).toBeUndefined();
			for (const status of [null, 'in progress', 'not sent']) expect(await count(status)).toBe(0);
			expect(await count('refused')).toBe(999);
			expect((await count('sent')) + (await count('maybe sent'))).toBe(521);
			expect(await count('complete', 'resultStatus')).toBe(await count('sent'));
			await expectNoneTwiceNoneLost();
		},
		20 * 60_000,
	);
});
