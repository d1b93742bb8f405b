import { setImmediate as nextTurn } from 'node:timers/promises';

import fc from 'fast-check';

import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { Job } from '../../../nodes/RentalScreening/run/job.ts';
import { Memory } from '../../../nodes/RentalScreening/run/memory.ts';
import { Queue, Stopped } from '../../../nodes/RentalScreening/run/queue.ts';
import { Sender } from '../../../nodes/RentalScreening/run/send.ts';
import type { RequestAccount } from '../../../nodes/RentalScreening/service/account.ts';

// Rules 2 to 7 under random interleavings of two runs that share memory and login. Rows and marks: ../rows/walks.

let mockSleep: (milliseconds: number) => Promise<void>;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await mockSleep(milliseconds),
}));
afterEach(() => jest.restoreAllMocks());

/** How the service answers a request; after the first five it may have acted. */
const ANSWERS = ['ok', '500', '301', '408', 'lost', '429', '422', '401', '403', 'unsent'] as const;
type Answer = (typeof ANSWERS)[number];
const mayHaveActed = (answer: Answer) => ANSWERS.indexOf(answer) < 5;

const APPLICANTS = ['ana', 'bo', 'cy'] as const;
const GET = { label: 'screening', requiredMembers: { userId: 'text' } };
const POST = { ...GET, identifier: 'userId' };
function toBody(answer: Answer): unknown {
	if (answer === 'ok') return { userId: 'u' };
	const headers = { 'retry-after': '0' };
	const response = { status: Number(answer), data: {}, headers };
	if (answer === 'lost') throw Object.assign(new Error(), { code: 'ECONNRESET', syscall: 'read' });
	if (answer !== 'unsent') throw Object.assign(new Error(answer), { response });
	throw Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' });
}

/** A POST on which the service acted or may have acted. */
interface Act {
	readonly run: StartedRun;
	readonly applicant: string;
	readonly startedAt: number;
	endedAt: number;
}

/** A service with one account, and n8n in front of it: the login, and the repeat after a 401. */
class World {
	now = 1_000_000;
	readonly memory = new Memory();
	/** What must not happen, as sentences. */
	readonly broken: string[] = [];
	readonly acts: Act[] = [];
	/** Applicants whose POST is in flight, in a run that waits for its answer. */
	readonly inFlight = new Set<string>();
	private readonly asked = new Map<string, number>();
	private isTokenOld = true;
	private login: Promise<void> | undefined;

	constructor(
		private readonly scheduler: fc.Scheduler,
		/** By applicant; the service accepts what comes after these. */
		private readonly answers: Readonly<Record<string, readonly Answer[]>>,
	) {}

	/** Happens when it is its turn, and after so many milliseconds. */
	async until(event: string, milliseconds = 1): Promise<void> {
		const earliest = this.now + milliseconds;
		await this.scheduler.schedule(Promise.resolve(), event);
		this.now = Math.max(this.now + 1, earliest);
	}

	async send(
		run: StartedRun,
		applicant: string,
		before: (account: RequestAccount) => void,
	): Promise<unknown> {
		const { name, method } = run.plan;
		for (let isRepeated = false; ; isRepeated = true) {
			await (this.login ??= this.until(`${name}: login`));
			const dropTokenOlderThan = () => this.isTokenOld && this.logOut();
			before({ key: 'account', secrets: [], dropTokenOlderThan });
			const count = this.asked.get(applicant) ?? 0;
			this.asked.set(applicant, count + 1);
			const answer = this.answers[applicant]?.[count] ?? 'ok';
			const act = { run, applicant, startedAt: this.now, endedAt: Infinity };
			if (method === 'POST' && mayHaveActed(answer)) this.acts.push(act);
			await this.until(`${name}: ${method} for ${applicant} is answered ${answer}`);
			act.endedAt = this.now;
			if (answer === '401' && !isRepeated) this.logOut();
			else {
				run.noteAnswer(answer);
				return toBody(answer);
			}
		}
	}

	private logOut(): true {
		this.isTokenOld = false;
		this.login = undefined;
		return true;
	}
}

/** What a run is given, and what happens to it. */
const planRun = (name: string) =>
	fc.record({
		name: fc.constant(name),
		execution: fc.constantFrom(name, 'of both'),
		method: fc.constantFrom('POST', 'POST', 'POST', 'GET'),
		applicants: fc.array(fc.constantFrom(...APPLICANTS), { minLength: 1, maxLength: 6 }),
		maxConcurrency: fc.integer({ min: 1, max: 3 }),
		sendAgain: fc.boolean(),
		stopsAtFailure: fc.boolean(),
		/** So many events after it could. */
		delay: fc.constantFrom(0, 0, 1, 3, 6),
		end: fc.constantFrom('completes', 'is cancelled', 'is stopped'),
	});

type RunPlan = ReturnType<typeof planRun> extends fc.Arbitrary<infer T> ? T : never;

/** A run in a world: it sends what is planned, and complains of what must not happen. */
class StartedRun {
	/** How many of its items have not ended. */
	open: number;
	startedAt = 0;
	private inFlight = 0;
	private hasAccepted = false;
	private hasWorked = false;
	private isOver = false;
	private queue!: Queue;

	constructor(
		readonly plan: RunPlan,
		readonly world: World,
	) {
		this.open = plan.applicants.length;
	}

	async start(): Promise<void> {
		const { plan, world } = this;
		for (let left = plan.delay; left > 0; left--) await world.until(`${plan.name} waits`);
		this.startedAt = world.now;
		this.queue = new Queue(plan.maxConcurrency);
		const operation = (plan.method === 'POST' ? POST : GET) as unknown as Operation;
		const sender = new Sender({
			operation,
			...{ queue: this.queue, memory: world.memory, execution: plan.execution },
		});
		void this.scheduleEnd();
		await Promise.all(plan.applicants.map((one, at) => this.process(sender, one, at)));
	}

	private async process(sender: Sender, applicant: string, index: number): Promise<void> {
		const send = async (_: unknown, before: (account: RequestAccount) => void) =>
			await this.send(applicant, before);
		const parameter = () => ({ sendAgain: this.plan.sendAgain });
		const item = { index, columns: {}, isToolCall: false, parameter } as unknown as Item;
		const request = { body: { applicant }, problems: [], key: applicant };
		const job = new Job(item, request, { send });
		try {
			await sender.send(job);
		} catch (thrown) {
			if (!(thrown instanceof Stopped) && this.plan.stopsAtFailure) this.queue.stop();
		} finally {
			this.open -= 1;
		}
	}

	private async scheduleEnd(): Promise<void> {
		const { name, end } = this.plan;
		if (end === 'completes') return;
		await this.world.until(`${name} ${end}`);
		this.queue.stop(end === 'is cancelled');
	}

	private async send(
		applicant: string,
		beforeSend: (account: RequestAccount) => void,
	): Promise<unknown> {
		const { plan, world } = this;
		this.inFlight += 1;
		const most = this.hasWorked ? plan.maxConcurrency : 1;
		if (this.inFlight > most) this.complain(applicant, `is number ${this.inFlight} of ${most}`);
		let holds = false;
		const check = (account: RequestAccount) => {
			beforeSend(account);
			if (this.queue.isStopped) this.complain(applicant, 'is sent after the stop');
			if (this.isOver) this.complain(applicant, 'is sent after an unclear answer ended the run');
			// A run that is cancelled does not wait for its answers.
			if (plan.method === 'GET' || plan.end === 'is cancelled') return;
			if (!holds && world.inFlight.has(applicant)) this.complain(applicant, 'is in flight twice');
			holds = Boolean(world.inFlight.add(applicant));
		};
		return await world.send(this, applicant, check).finally(() => {
			this.inFlight -= 1;
			if (holds) world.inFlight.delete(applicant);
		});
	}

	noteAnswer(answer: Answer): void {
		this.hasAccepted ||= answer === 'ok';
		this.hasWorked ||= ['ok', '422', '403'].includes(answer);
		if (this.plan.method === 'GET' || this.hasAccepted) return;
		this.isOver ||= mayHaveActed(answer);
	}

	private complain(applicant: string, what: string): void {
		this.world.broken.push(`${this.plan.name}: ${applicant} ${what}`);
	}
}

/** Who was sent again, but as asked: with Send Again, after the other run's request. */
function listSentTwice({ acts }: World): string[] {
	return acts.flatMap(({ run, applicant, startedAt }, at) => {
		const { sendAgain, execution } = run.plan;
		const mayAgain = (earlier: Act) =>
			sendAgain && execution !== earlier.run.plan.execution && earlier.endedAt <= startedAt;
		const before = acts.slice(0, at).filter((earlier) => earlier.applicant === applicant);
		return before.every(mayAgain) ? [] : `${run.plan.name}: ${applicant}`;
	});
}

test('in any order of events nobody is sent twice, no limit is exceeded, nothing starts after a stop and every item ends', async () => {
	const answers = fc.array(fc.constantFrom(...ANSWERS), { maxLength: 4 });
	const answersByApplicant = fc.record({ ana: answers, bo: answers, cy: answers });
	const plans = fc.tuple(planRun('run 1'), planRun('run 2'));
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), plans, answersByApplicant, async (scheduler, runs, given) => {
			const world = new World(scheduler, given);
			jest.spyOn(Date, 'now').mockImplementation(() => world.now);
			mockSleep = async (milliseconds) =>
				await world.until(`${milliseconds} ms pass`, milliseconds);
			const started = runs.map((plan) => new StartedRun(plan, world));
			for (const run of started) void run.start();
			await nextTurn();
			while (scheduler.count() > 0) {
				await scheduler.waitOne();
				await nextTurn();
			}
			const { broken } = world;
			const open = started.map((run) => run.open);
			const sentTwice = listSentTwice(world);
			expect({ sentTwice, broken, open }).toEqual({ sentTwice: [], broken: [], open: [0, 0] });
		}),
		{ numRuns: Number(process.env['FAST_CHECK_RUNS'] ?? 1000) },
	);
});
