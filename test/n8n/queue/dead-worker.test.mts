import { failureOf, outputJson } from '../../../dev/host/execution.mts';
import { startQueue, type RunningQueue } from '../../../dev/host/queue/queue.mts';
import type { RunningWorker } from '../../../dev/host/queue/worker.mts';
import type { N8nVersion } from '../../../dev/host/versions.mts';
import { startSandbox, type RecordedRequest, type Sandbox } from '../../../dev/sandbox/index.mts';
import { eventually } from '../../support/eventually.mts';
import { testedVersions } from '../../support/n8n-host.mts';
import { describeQueue } from '../../support/queue-suite.mts';
import { shareSheet, type SharedSheet } from '../../support/shared-sheet.mts';

const START_TIMEOUT_MS = 30 * 60_000;
const RUN_TIMEOUT_MS = 15 * 60_000;
const WORKERS = 2;
const CONCURRENCY = 2;
const BATCH_SIZE = 25;
const SETTINGS = {
	// What would let another worker go on in the middle of a dead one's execution; the workflow forbids it.
	EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'true',
	// n8n sees after seconds, not minutes, that a worker is dead.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

interface Case {
	version: N8nVersion;
	count: number;
	/** QUEUE_WORKER_MAX_STALLED_COUNT; default: n8n's own. */
	maxStalled: string;
	/** Whether n8n gives a dead worker's execution to another worker. */
	handedOn: boolean;
}

const CASES: Case[] = [
	// n8n 2 no longer knows the setting.
	{ version: '2.41.1', count: 2000, maxStalled: '3', handedOn: false },
	// Above 1,000, where n8n 1 reads a Data Table page by page.
	{ version: '1.123.81', count: 1100, maxStalled: 'default', handedOn: true },
	{ version: '1.123.81', count: 100, maxStalled: '0', handedOn: false },
];

describeQueue().each(CASES.filter(({ version }) => testedVersions().includes(version)))(
	'A worker is killed among $count applicants, in n8n $version (QUEUE_WORKER_MAX_STALLED_COUNT: $maxStalled)',
	({ version, count, maxStalled, handedOn }) => {
		let queue: RunningQueue;
		let sandbox: Sandbox;
		let shared: SharedSheet;
		let killed: RunningWorker;
		/** The applicant whose request was under way in the killed worker, and the execution it was in. */
		let unanswered: string;
		let deadExecution: string;
		let start: string;

		beforeAll(async () => {
			const setting =
				maxStalled === 'default' ? {} : { QUEUE_WORKER_MAX_STALLED_COUNT: maxStalled };
			queue = await startQueue({
				version,
				workers: WORKERS,
				concurrency: CONCURRENCY,
				env: { ...SETTINGS, ...setting },
			});
			sandbox = await startSandbox({ latencyMs: 20 });
			shared = await shareSheet(queue, sandbox, count, {
				batchSize: BATCH_SIZE,
				giveUpAfterMinutes: 0.5,
			});
		}, START_TIMEOUT_MS);

		afterAll(async () => {
			await queue?.stop();
			await sandbox?.close();
		}, 60_000);

		it(
			'goes on with the other worker and ends by itself',
			async () => {
				const halfWay = whenHalfAreAsked();
				start = await shared.start();
				unanswered = await halfWay;
				const { note } = (await shared.remembered(unanswered))!;
				deadExecution = String(note).replace('execution ', '');
				killed = await workerOf(deadExecution);
				await killed.kill();

				const execution = await queue.main.client.waitForExecution(start, RUN_TIMEOUT_MS);

				expect(failureOf(execution)).toBeUndefined();
				expect(outputJson(execution, 'Batches')).toHaveLength(count / BATCH_SIZE);
			},
			RUN_TIMEOUT_MS,
		);

		it('sends every applicant at most once', () => {
			expect(doubles(sandbox.screenings.map(({ email }) => email))).toEqual([]);
			expect(doubles(acceptable().map(emailOf))).toEqual([]);
		});

		it('signs in at most once per worker and expiry', () => {
			const logins = sandbox.requestsOf('login');
			expect(logins.every(({ status }) => status === 200)).toBe(true);
			expect(logins.length).toBeLessThanOrEqual(WORKERS * 2);
		});

		it('writes back every userId, or lists its applicant for a person to look at', async () => {
			// What was under way when the worker died reaches the service all the same.
			await eventually(() => sandbox.requests.every(({ endedAt }) => endedAt !== null));
			const rows = await shared.sheet();
			const listed = await maybeSent();
			const written = new Map(rows.map((row) => [row['Email'], row['userId']]));

			expect(rows.map((row) => row['Email'])).toEqual(shared.emails);
			expect(sandbox.screenings.map(({ email }) => email)).toContain(unanswered);
			expect(listed).toContain(unanswered);
			expect(listed.length).toBeLessThanOrEqual(CONCURRENCY * BATCH_SIZE);
			for (const { email, userId } of sandbox.screenings) {
				if (!listed.includes(email)) expect([email, written.get(email)]).toEqual([email, userId]);
			}
			const given = new Set(sandbox.screenings.map(({ userId }) => userId));
			for (const userId of written.values()) if (userId) expect(given).toContain(userId);
		});

		it(
			handedOn
				? 'gives its execution to the other worker, which finds nothing to send'
				: 'ends its execution with an error and gives it to nobody',
			async () => {
				const execution = await queue.main.client.waitForExecution(deadExecution, RUN_TIMEOUT_MS);
				const [survivor] = queue.workers.filter((worker) => worker !== killed);
				const started = (await survivor!.log()).includes(startOf(deadExecution));

				expect(started).toBe(handedOn);
				if (handedOn) {
					expect(execution.status).toBe('success');
					expect(outputJson(execution, 'Take the batch')).toEqual([]);
				} else {
					expect(execution.status).toBe('error');
					expect(failureOf(execution)?.message).toMatch(/failed to be processed too many times/);
				}
			},
			RUN_TIMEOUT_MS,
		);

		it(
			'sends nobody again when it is run again, and leaves nobody out',
			async () => {
				const listed = await maybeSent();
				const again = await queue.main.client.waitForExecution(
					await shared.start(),
					RUN_TIMEOUT_MS,
				);

				expect(failureOf(again)).toBeUndefined();
				expect(doubles(acceptable().map(emailOf))).toEqual([]);
				expect(await maybeSent()).toEqual(listed);
				const statuses = (await shared.sheet()).map((row) => row['screeningStatus']);
				expect(statuses.filter((status) => status === 'maybe sent')).toHaveLength(listed.length);
				expect(statuses.filter((status) => status === 'sent')).toHaveLength(count - listed.length);
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
					if (asked === count / 4) {
						for (const token of sandbox.tokensIssued) expired.add(token);
						sandbox.revokeTokens();
					}
					if (asked !== count / 2) return false;
					resolve(emailOf(request));
					return true;
				};
				sandbox.addFault({ operation: 'sendScreening', match, latencyMs: 30_000 });
			});
		}

		async function workerOf(execution: string): Promise<RunningWorker> {
			for (const worker of queue.workers) {
				if ((await worker.log()).includes(startOf(execution))) return worker;
			}
			throw new Error(`No worker has started execution ${execution}.`);
		}

		/** The sends that the service may have acted on: all but those with a token that had expired. */
		function acceptable(): RecordedRequest[] {
			return sandbox.requestsOf('sendScreening').filter(({ status }) => status !== 401);
		}

		async function maybeSent(): Promise<string[]> {
			return (await shared.toLookAt())
				.filter((row) => row['screeningStatus'] === 'maybe sent')
				.map((row) => String(row['Email']));
		}
	},
);

const startOf = (execution: string) => `Worker started execution ${execution} `;

const emailOf = ({ body }: RecordedRequest) => (body as { email: string }).email;

const doubles = (values: string[]) =>
	values.filter((value, index) => values.indexOf(value) < index);
