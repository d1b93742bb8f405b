import { startQueue, type RunningQueue } from '../../support/queue/queue.mts';
import { startSandbox, type Sandbox } from '../../../dev/sandbox/index.mts';
import { eventually } from '../../support/eventually.mts';
import { describeQueue } from '../../support/queue-suite.mts';
import { shareSheet } from '../../support/shared-sheet.mts';

const TIMEOUT_MS = 30 * 60_000;

describeQueue()('The workflow is started twice at once, in n8n 2.41.1', () => {
	let queue: RunningQueue;
	let sandbox: Sandbox;

	beforeAll(async () => {
		queue = await startQueue({ workers: 1 });
		sandbox = await startSandbox();
	}, TIMEOUT_MS);

	afterAll(async () => {
		await queue?.stop();
		await sandbox?.close();
	}, 60_000);

	test(
		'sends an applicant once whom both starts record, the second one after the first one has sent',
		async () => {
			const { client } = queue.main;
			const shared = await shareSheet(queue, sandbox, 1, 'all');
			await shared.run();
			await eventually(() => sandbox.screenings.length === 1);
			await shared.replace(1);
			await holdFirstInsert((await shared.table())!);

			const held = await client.startWorkflow(shared.workflowId, 'Every 15 minutes');
			await eventually(
				async () => (await queue.query('SELECT is_called FROM inserts'))[0]!['is_called'] === true,
			);
			await shared.run();
			await eventually(() => sandbox.screenings.length === 2);
			await eventually(async () => (await endedBatches()) === 2);
			// What a worker remembers is gone with it.
			await queue.workers[0]!.stop();
			await queue.startWorker();
			await queue.query('INSERT INTO gate VALUES (true)');
			await client.waitForExecution(held);
			await eventually(async () => (await endedBatches()) === 3);

			expect(await shared.recorded()).toHaveLength(3);
			expect(sandbox.screenings.map(({ email }) => email)).toEqual([
				'applicant0@example.com',
				'applicant1@example.com',
			]);
		},
		TIMEOUT_MS,
	);

	/** Lets the first start that inserts a row wait in the database until `gate` has a row. */
	async function holdFirstInsert(table: string): Promise<void> {
		for (const statement of [
			'CREATE TABLE gate (is_open boolean)',
			'CREATE SEQUENCE inserts',
			`CREATE FUNCTION hold_first() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN
					IF nextval('inserts') = 1 THEN
						WHILE NOT EXISTS (SELECT FROM gate) LOOP PERFORM pg_sleep(0.05); END LOOP;
					END IF;
					RETURN NEW;
				END $$`,
			`CREATE TRIGGER hold BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION hold_first()`,
		]) {
			await queue.query(statement);
		}
	}

	async function endedBatches(): Promise<number> {
		const [row] = await queue.query(
			`SELECT count(*) FROM execution_entity WHERE mode = 'webhook' AND "stoppedAt" IS NOT NULL`,
		);
		return Number(row!['count']);
	}
});
