import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { startQueue, type RunningQueue } from '../../support/queue/queue.mts';
import type { RunningWorker } from '../../support/queue/worker.mts';
import { startSandbox, type RecordedRequest, type Sandbox } from '../../../dev/sandbox/index.mts';
import { eventually } from '../../support/eventually.mts';
import { describeQueue } from '../../support/queue-suite.mts';
import { shareSheet, type SharedSheet } from '../../support/shared-sheet.mts';

const START_TIMEOUT_MS = 30 * 60_000;
const RUN_TIMEOUT_MS = 15 * 60_000;
const WORKERS = 2;
const CONCURRENCY = 2;
const BATCH_SIZE = 20;
const COUNT = 600;
/** Why a start ends red while rows stand at 'sending'. */
const RED = /^\d+ of 600 rows need attention/;
const SETTINGS = {
	// What would let another worker go on in the middle of a dead one's execution; the workflow forbids it.
	EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'true',
	// n8n sees after seconds, not minutes, that a worker is dead.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

describeQueue()(`A worker is killed among ${COUNT} applicants, in n8n 2.41.1`, () => {
	let queue: RunningQueue;
	let sandbox: Sandbox;
	let shared: SharedSheet;
	let killed: RunningWorker;
	/** The applicant whose request was under way in the killed worker, and the execution it was in. */
	let unanswered: string;
	let deadExecution: string;

	beforeAll(async () => {
		queue = await startQueue({
			workers: WORKERS,
			concurrency: CONCURRENCY,
			env: SETTINGS,
		});
		sandbox = await startSandbox({ latencyMs: 20 });
		shared = await shareSheet(queue, sandbox, COUNT, 'all');
	}, START_TIMEOUT_MS);

	afterAll(async () => {
		await queue?.stop();
		await sandbox?.close();
	}, 60_000);

	test(
		'goes on with the other worker',
		async () => {
			const halfWay = whenHalfAreAsked();
			const [start] = await Promise.all([shared.run(), killAt(halfWay)]);

			expect(failureOf(start)).toBeUndefined();
			expect(outputJson(start, 'Batches to send')).toHaveLength(COUNT / BATCH_SIZE);
			const { client } = queue.main;
			for (const id of await client.executionsOf(shared.batchesId)) {
				await client.waitForEnd(id, RUN_TIMEOUT_MS);
			}
			// A batch of which the dead worker had taken no row yet is for the next start.
			const notTaken = await withStatus(null, '');
			expect(notTaken.length).toBeLessThanOrEqual((CONCURRENCY - 1) * BATCH_SIZE);
			if (notTaken.length > 0) expect(failureOf(await shared.run())?.message).toMatch(RED);
			await eventually(async () => (await withStatus(null, '')).length === 0);
			// What was under way in the other worker comes to its end.
			await eventually(async () => (await sendingElsewhere()).length === 0);
		},
		RUN_TIMEOUT_MS,
	);

	test('sends every applicant at most once', () => {
		expect(doubles(sandbox.screenings.map(({ email }) => email))).toEqual([]);
		expect(doubles(acceptable().map(emailOf))).toEqual([]);
	});

	test('logs in at most once per worker and expiry', () => {
		const logins = sandbox.requestsOf('login');
		expect(logins.every(({ status }) => status === 200)).toBe(true);
		expect(logins.length).toBeLessThanOrEqual(WORKERS * 2);
	});

	test(
		'writes back every userId, and leaves at "sending" what the dead worker had begun',
		async () => {
			// What was under way when the worker died reaches the service all the same.
			await eventually(() => sandbox.requests.every(({ endedAt }) => endedAt !== null));
			expect(failureOf(await shared.run())?.message).toMatch(RED);

			const rows = await shared.sheet();
			const left = (await withStatus('sending')).map((row) => String(row['email']));
			expect(rows.map((row) => row['Email'])).toEqual(shared.emails);
			expect(left).toContain(unanswered);
			expect(left.length).toBeLessThanOrEqual(CONCURRENCY * BATCH_SIZE);
			const written = new Map(rows.map((row) => [row['Email'], row]));
			for (const { email, userId } of sandbox.screenings) {
				if (left.includes(email)) continue;
				expect(written.get(email)).toMatchObject({ userId, screeningStatus: 'sent' });
			}
			expect(written.get(unanswered)).toMatchObject({
				userId: '',
				screeningStatus: 'sending',
				screeningNote: `Taken by execution ${deadExecution}`,
			});
			expect(rows.filter((row) => row['screeningStatus'] === 'sent')).toHaveLength(
				COUNT - left.length,
			);
		},
		RUN_TIMEOUT_MS,
	);

	test(
		'ends the execution of the dead worker and gives it to nobody',
		async () => {
			const execution = await queue.main.client.waitForExecution(deadExecution, RUN_TIMEOUT_MS);
			const [survivor] = queue.workers.filter((worker) => worker !== killed);

			expect(execution.status).toBe('error');
			expect(await survivor!.log()).not.toContain(startOf(deadExecution));
		},
		RUN_TIMEOUT_MS,
	);

	test(
		'sends nobody again when it is run again, and leaves nobody out',
		async () => {
			const left = (await withStatus('sending')).length;
			expect(failureOf(await shared.run())?.message).toMatch(`${left} of ${COUNT} rows`);

			expect(doubles(acceptable().map(emailOf))).toEqual([]);
			expect(new Set(acceptable().map(emailOf)).size).toBeGreaterThanOrEqual(COUNT - left);
			const statuses = (await shared.sheet()).map((row) => row['screeningStatus']);
			expect(statuses.filter((status) => status === 'sending')).toHaveLength(left);
			expect(statuses.filter((status) => status === 'sent')).toHaveLength(COUNT - left);
			expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
		},
		RUN_TIMEOUT_MS,
	);

	/** Resolves with the applicant asked for half way, whose answer takes long; a quarter in, tokens expire. */
	async function whenHalfAreAsked(): Promise<string> {
		const expired = new Set<string | undefined>();
		let asked = 0;
		return await new Promise((resolve) => {
			const match = (request: RecordedRequest) => {
				if (expired.has(request.headers['authorization'])) return false;
				asked += 1;
				if (asked === COUNT / 4) {
					for (const token of sandbox.tokensIssued) expired.add(token);
					sandbox.revokeTokens();
				}
				if (asked !== COUNT / 2) return false;
				resolve(emailOf(request));
				return true;
			};
			sandbox.addFault({ operation: 'sendScreening', match, latencyMs: 30_000 });
		});
	}

	/** Kills the worker that has the request of that applicant under way. */
	async function killAt(halfWay: Promise<string>): Promise<void> {
		unanswered = await halfWay;
		const row = (await shared.recorded()).find(({ email }) => email === unanswered)!;
		deadExecution = String(row['screeningNote']).replace('Taken by execution ', '');
		killed = await workerOf(deadExecution);
		await killed.kill();
	}

	async function workerOf(execution: string): Promise<RunningWorker> {
		for (const worker of queue.workers) {
			if ((await worker.log()).includes(startOf(execution))) return worker;
		}
		throw new Error(`No worker has started execution ${execution}.`);
	}

	async function withStatus(...statuses: unknown[]) {
		return (await shared.recorded()).filter((row) => statuses.includes(row['screeningStatus']));
	}

	/** The rows at 'sending' in executions that the killed worker did not have. */
	async function sendingElsewhere() {
		const log = await killed.log();
		return (await withStatus('sending')).filter(({ screeningNote }) => {
			const execution = String(screeningNote).replace('Taken by execution ', '');
			return !log.includes(startOf(execution));
		});
	}

	/** The sends that the service may have acted on: all but those with a token that had expired. */
	function acceptable(): RecordedRequest[] {
		return sandbox.requestsOf('sendScreening').filter(({ status }) => status !== 401);
	}
});

const startOf = (execution: string) => `Worker started execution ${execution} `;

const emailOf = ({ body }: RecordedRequest) => (body as { email: string }).email;

const doubles = (values: string[]) =>
	values.filter((value, index) => values.indexOf(value) < index);
