import { setImmediate as nextTurn } from 'node:timers/promises';

import fc from 'fast-check';

import { Failure } from '../../../nodes/RentalScreening/core/failure.ts';
import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { Cancellation } from '../../../nodes/RentalScreening/run/cancellation.ts';
import { Duplicates } from '../../../nodes/RentalScreening/run/duplicates.ts';
import { Job, type Transport } from '../../../nodes/RentalScreening/run/job.ts';
import { Queue } from '../../../nodes/RentalScreening/run/queue.ts';
import { Sender } from '../../../nodes/RentalScreening/run/send.ts';
import { SentRequests } from '../../../nodes/RentalScreening/run/sentRequests.ts';
import type { RequestAccount } from '../../../nodes/RentalScreening/service/account.ts';

// Rules 2 to 6 under random interleavings of two runs that share memory, login and marks.

let mockSleep: (milliseconds: number) => Promise<void>;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await mockSleep(milliseconds),
}));

/** How the service answers a request; after the first four it may have acted. */
const ANSWERS = ['ok', '500', '408', 'lost', '429', '422', '401', '403', 'unsent'] as const;
type Answer = (typeof ANSWERS)[number];

const APPLICANTS = ['ana', 'bo', 'cy'] as const;
const GET = { label: 'screening', requiredMembers: { userId: 'text' } };
const POST = { ...GET, identifier: 'userId' };

const respond = (status: number) =>
	Object.assign(new Error(`${status}`), {
		response: { status, data: {}, headers: { 'retry-after': '0' } },
	});
const breakOff = (syscall: string, code: string) =>
	Object.assign(new Error(code), { code, syscall });

function toBody(answer: Answer): unknown {
	if (answer === 'ok') return { userId: 'u' };
	if (answer === 'lost') throw breakOff('read', 'ECONNRESET');
	if (answer === 'unsent') throw breakOff('connect', 'ECONNREFUSED');
	throw respond(Number(answer));
}

/** A service with one account, and n8n in front of it: the login, and the repeat after a 401. */
class World {
	readonly sentRequests = new SentRequests();
	/** What must not happen, as sentences. */
	readonly broken: string[] = [];
	/** The POSTs on which the service acted or may have acted. */
	readonly acted: Array<{ run: string; applicant: string }> = [];
	/** Applicants whose POST is in flight, in a run that waits for its answer. */
	readonly inFlight = new Set<string>();
	private readonly asked = new Map<string, number>();
	private loginAge: 'old' | 'new' = 'old';
	private login: Promise<void> | undefined;

	constructor(
		readonly scheduler: fc.Scheduler,
		/** By applicant; the service accepts what comes after these. */
		private readonly answers: Readonly<Record<string, readonly Answer[]>>,
	) {}

	/** Schedules an event; it happens when it is its turn. */
	async until(event: string): Promise<void> {
		await this.scheduler.schedule(Promise.resolve(), event);
	}

	async send(
		{ name, method }: RunPlan,
		applicant: string,
		before: (account: RequestAccount) => void,
	): Promise<unknown> {
		for (let isRepeated = false; ; isRepeated = true) {
			await (this.login ??= this.until(`${name}: login`));
			before({
				key: 'account',
				secrets: [],
				dropTokenOlderThan: () => {
					const isOld = this.loginAge === 'old';
					if (isOld) this.logOut();
					return isOld;
				},
			});
			const count = this.asked.get(applicant) ?? 0;
			this.asked.set(applicant, count + 1);
			const answer = this.answers[applicant]?.[count] ?? 'ok';
			const mayHaveActed = method === 'POST' && ANSWERS.indexOf(answer) < 4;
			if (mayHaveActed) this.acted.push({ run: name, applicant });
			await this.until(`${name}: ${method} for ${applicant} is answered ${answer}`);
			if (answer !== '401' || isRepeated) return toBody(answer);
			this.logOut();
		}
	}

	private logOut(): void {
		this.loginAge = 'new';
		this.login = undefined;
	}
}

/** What a run is given, and what happens to it. */
const planRun = (name: string) =>
	fc.record({
		name: fc.constant(name),
		method: fc.constantFrom('POST', 'POST', 'POST', 'GET'),
		applicants: fc.array(fc.constantFrom(...APPLICANTS), { minLength: 1, maxLength: 6 }),
		maxConcurrency: fc.integer({ min: 1, max: 3 }),
		sendAgain: fc.boolean(),
		/** Sends Checked Rows: an applicant has the same mark in both runs. */
		isChecked: fc.boolean(),
		stopsAtFailure: fc.boolean(),
		end: fc.constantFrom('completes', 'is cancelled', 'is stopped', 'has marks that expire'),
	});

type RunPlan = ReturnType<typeof planRun> extends fc.Arbitrary<infer T> ? T : never;

/** Before all that is sent. */
const MARKED_AT = 0;
const EXPIRED = new Failure('invalid', 'The mark has expired', '');

/** A run in a world: it sends what is planned, and complains of what must not happen. */
class StartedRun {
	/** How many of its items have not ended. */
	open: number;
	private inFlight = 0;
	private isExpired = false;
	private readonly cancellation = new Cancellation();

	constructor(
		private readonly plan: RunPlan,
		private readonly world: World,
	) {
		const { name, method, applicants, maxConcurrency, stopsAtFailure } = plan;
		const { cancellation } = this;
		this.open = applicants.length;
		const operation = (method === 'POST' ? POST : GET) as unknown as Operation;
		const queue = new Queue(maxConcurrency, cancellation);
		const duplicates = new Duplicates(operation, world.sentRequests, name);
		const sender = new Sender(operation, queue, cancellation, duplicates, () => {
			if (stopsAtFailure) cancellation.trigger();
		});
		const close = () => (this.open -= 1);
		for (const [index, applicant] of applicants.entries())
			sender.send(this.createJob(index, applicant)).then(close, close);
		void this.scheduleEnd();
	}

	private async scheduleEnd(): Promise<void> {
		const { name, end } = this.plan;
		if (end === 'completes') return;
		await this.world.until(`${name} ${end}`);
		if (end === 'has marks that expire') this.isExpired = true;
		else this.cancellation.trigger(end === 'is cancelled');
	}

	/** Only what is sent has a mark. */
	private get isChecked(): boolean {
		return this.plan.isChecked && this.plan.method === 'POST';
	}

	private createJob(index: number, applicant: string): Job {
		const { sendAgain } = this.plan;
		const markedRow = this.createMarkedRow();
		const transport: Transport = {
			path: '/v2/screening/send',
			send: async (_, beforeSend) => await this.send(applicant, markedRow, beforeSend),
		};
		const parameter = () => ({ sendAgain });
		const item = { index, columns: {}, isToolCall: false, parameter } as unknown as Item;
		const request = { body: { applicant }, problems: [] };
		return new Job(item, request, transport, this.isChecked ? markedRow : undefined);
	}

	private createMarkedRow(): NonNullable<Job['markedRow']> & { isRecorded: boolean } {
		return {
			isRecorded: false,
			firstMarkedAt: MARKED_AT,
			findObjection: () => (this.isExpired ? EXPIRED : undefined),
			recordSending() {
				this.isRecorded = true;
			},
		};
	}

	private async send(
		applicant: string,
		markedRow: { readonly isRecorded: boolean },
		beforeSend: (account: RequestAccount) => void,
	): Promise<unknown> {
		const { plan, world } = this;
		this.inFlight += 1;
		if (this.inFlight > plan.maxConcurrency)
			this.complain(applicant, `is number ${this.inFlight} at a time`);
		let holds = false;
		const check = (account: RequestAccount) => {
			beforeSend(account);
			if (this.cancellation.triggered) this.complain(applicant, 'is sent after the stop');
			if (this.isChecked && this.isExpired)
				this.complain(applicant, 'is sent by a mark that has expired');
			if (this.isChecked && !markedRow.isRecorded) this.complain(applicant, 'is sent unrecorded');
			// A run that is cancelled does not wait for its answers.
			if (plan.method === 'GET' || plan.end === 'is cancelled') return;
			if (!holds && world.inFlight.has(applicant)) this.complain(applicant, 'is in flight twice');
			holds = Boolean(world.inFlight.add(applicant));
		};
		return await world.send(plan, applicant, check).finally(() => {
			this.inFlight -= 1;
			if (holds) world.inFlight.delete(applicant);
		});
	}

	private complain(applicant: string, what: string): void {
		this.world.broken.push(`${this.plan.name}: ${applicant} ${what}`);
	}
}

/** Who was sent more than once in a run, or in two runs not both of which were to send again. */
function listSentTwice(plans: readonly RunPlan[], { acted }: World): string[] {
	return APPLICANTS.filter((applicant) => {
		const senders = plans.filter(
			(one) => one.method === 'POST' && one.applicants.includes(applicant),
		);
		// One mark sends once, whatever was sent since it was made.
		const again = senders.filter(({ sendAgain, isChecked }) => sendAgain && !isChecked);
		const max = again.length + (senders.length > again.length ? 1 : 0);
		const runs = acted.filter((one) => one.applicant === applicant).map(({ run }) => run);
		return runs.length > max || new Set(runs).size < runs.length;
	});
}

test('in any order of events nobody is sent twice, no limit is exceeded, nothing starts after a stop and every item ends', async () => {
	const answers = fc.array(fc.constantFrom(...ANSWERS), { maxLength: 4 });
	const answersByApplicant = fc.record({ ana: answers, bo: answers, cy: answers });
	const plans = fc.tuple(planRun('run 1'), planRun('run 2'));
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), plans, answersByApplicant, async (scheduler, runs, given) => {
			const world = new World(scheduler, given);
			mockSleep = async (milliseconds) => await world.until(`${Math.round(milliseconds)} ms pass`);
			const started = runs.map((plan) => new StartedRun(plan, world));
			await nextTurn();
			while (scheduler.count() > 0) {
				await scheduler.waitOne();
				await nextTurn();
			}
			expect({
				sentTwice: listSentTwice(runs, world),
				broken: world.broken,
				open: started.map(({ open }) => open),
			}).toEqual({ sentTwice: [], broken: [], open: [0, 0] });
		}),
		// The second ends the search for a shorter counterexample.
		{ numRuns: 1000, interruptAfterTimeLimit: 20_000 },
	);
});
