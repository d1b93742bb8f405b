import { setImmediate as nextTurn } from 'node:timers/promises';

import fc from 'fast-check';

import type { Item } from '../../../nodes/RentalScreening/core/item.ts';
import type { Operation } from '../../../nodes/RentalScreening/core/operation.ts';
import { Cancellation } from '../../../nodes/RentalScreening/run/cancellation.ts';
import { Duplicates } from '../../../nodes/RentalScreening/run/duplicates.ts';
import { Job, type Transport } from '../../../nodes/RentalScreening/run/job.ts';
import { Queue } from '../../../nodes/RentalScreening/run/queue.ts';
import { Sender } from '../../../nodes/RentalScreening/run/send.ts';
import type { BeforeSend } from '../../../nodes/RentalScreening/service/account.ts';

// Rules 2 to 6 under random interleavings of two runs that share memory and login.

let mockSleep: (milliseconds: number) => Promise<void>;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await mockSleep(milliseconds),
}));

/** How the service answers a request; 'lost' and '500': it may have acted. */
const ANSWERS = ['ok', '500', 'lost', '429', '422', '401', '403', '408', 'unsent'] as const;
type Answer = (typeof ANSWERS)[number];

const APPLICANTS = ['ana', 'bo', 'cy'] as const;

const OPERATION = {
	label: 'screening',
	requiredMembers: { userId: 'text' },
	identifier: 'userId',
} as unknown as Operation;

const respond = (status: number) =>
	Object.assign(new Error(`${status}`), {
		response: { status, data: {}, headers: { 'retry-after': '0' } },
	});
const breakOff = (syscall: string, code: string) =>
	Object.assign(new Error(code), { code, syscall });

/** A service with one account, and n8n in front of it: the login, and the repeat after a 401. */
class World {
	/** Requests of each applicant on which the service acted or may have acted. */
	readonly acted = new Map<string, number>();
	private loginAge: 'old' | 'new' = 'old';
	private login: Promise<void> | undefined;

	constructor(
		private readonly scheduler: fc.Scheduler,
		/** By applicant; the service accepts what comes after these. */
		private readonly answers: Readonly<Record<string, readonly Answer[]>>,
	) {}

	private readonly asked = new Map<string, number>();

	async send(run: string, applicant: string, beforeSend: BeforeSend): Promise<unknown> {
		for (let isRepeated = false; ; isRepeated = true) {
			this.login ??= this.scheduler.schedule(Promise.resolve(), `${run}: login`);
			await this.login;
			beforeSend({
				key: 'account',
				secrets: [],
				dropTokenOlderThan: () => {
					const isOld = this.loginAge === 'old';
					if (isOld) this.logOut();
					return isOld;
				},
			});
			const answer = await this.answer(run, applicant);
			if (answer === '401' && !isRepeated) this.logOut();
			else return toBody(answer);
		}
	}

	private logOut(): void {
		this.loginAge = 'new';
		this.login = undefined;
	}

	private async answer(run: string, applicant: string): Promise<Answer> {
		const count = this.asked.get(applicant) ?? 0;
		this.asked.set(applicant, count + 1);
		const answer = this.answers[applicant]?.[count] ?? 'ok';
		if (['ok', '500', '408', 'lost'].includes(answer)) {
			this.acted.set(applicant, (this.acted.get(applicant) ?? 0) + 1);
		}
		await this.scheduler.schedule(Promise.resolve(), `${run}: ${applicant} is answered ${answer}`);
		return answer;
	}
}

function toBody(answer: Answer): unknown {
	if (answer === 'ok') return { userId: 'u' };
	if (answer === 'lost') throw breakOff('read', 'ECONNRESET');
	if (answer === 'unsent') throw breakOff('connect', 'ECONNREFUSED');
	throw respond(Number(answer));
}

/** What a run is given: its applicants, how many at a time, and how it ends. */
const runPlan = fc.record({
	applicants: fc.array(fc.constantFrom(...APPLICANTS), { minLength: 1, maxLength: 6 }),
	maxConcurrency: fc.integer({ min: 1, max: 3 }),
	stopsAtFailure: fc.boolean(),
	end: fc.constantFrom('completes', 'is cancelled', 'is stopped'),
});

type RunPlan = typeof runPlan extends fc.Arbitrary<infer T> ? T : never;

/** Starts a run; returns what it breaks, as sentences, and how many of its items have not ended. */
function start(name: string, plan: RunPlan, world: World, duplicates: Duplicates, s: fc.Scheduler) {
	const broken: string[] = [];
	const cancellation = new Cancellation();
	const queue = new Queue(plan.maxConcurrency, cancellation);
	const sender = new Sender(OPERATION, queue, cancellation, duplicates, name, () => {
		if (plan.stopsAtFailure) cancellation.trigger();
	});
	let inFlight = 0;
	const transport = (applicant: string): Transport => ({
		path: '/v2/screening/send',
		async send(_, beforeSend) {
			inFlight += 1;
			if (inFlight > plan.maxConcurrency) broken.push(`${name}: ${inFlight} at a time`);
			const send = async () =>
				await world.send(name, applicant, (account) => {
					beforeSend(account);
					if (cancellation.triggered) broken.push(`${name}: ${applicant} is sent after the stop`);
				});
			return await send().finally(() => (inFlight -= 1));
		},
	});
	let open = plan.applicants.length;
	for (const [index, applicant] of plan.applicants.entries()) {
		const input = { index, columns: {}, isToolCall: false, parameter: () => undefined };
		const request = { body: { applicant }, problems: [] };
		const job = new Job(input as unknown as Item, request, transport(applicant));
		const end = () => (open -= 1);
		sender.send(job).then(end, end);
	}
	if (plan.end !== 'completes') {
		void s
			.schedule(Promise.resolve(), `${name} ${plan.end}`)
			.then(() => cancellation.trigger(plan.end === 'is cancelled'));
	}
	return { broken, countOpen: () => open };
}

test('whatever the order of events: nobody is sent twice, no limit is exceeded, nothing starts after a stop, every item ends', async () => {
	const answers = fc.array(fc.constantFrom(...ANSWERS), { maxLength: 4 });
	const plan = fc.tuple(runPlan, runPlan, fc.record({ ana: answers, bo: answers, cy: answers }));
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), plan, async (s, [one, other, answersOf]) => {
			mockSleep = async (milliseconds) =>
				await s.schedule(Promise.resolve(), `${Math.round(milliseconds)} ms pass`);
			const world = new World(s, answersOf);
			const duplicates = new Duplicates();
			const runs = [
				start('run 1', one, world, duplicates, s),
				start('run 2', other, world, duplicates, s),
			];
			await nextTurn();
			while (s.count() > 0) {
				await s.waitOne();
				await nextTurn();
			}
			expect({
				sentTwice: [...world.acted].filter(([, count]) => count > 1),
				broken: runs.flatMap(({ broken }) => broken),
				open: runs.map(({ countOpen }) => countOpen()),
			}).toEqual({ sentTwice: [], broken: [], open: [0, 0] });
		}),
		{ numRuns: 1000 },
	);
});
