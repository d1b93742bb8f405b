import type { IDataObject } from 'n8n-workflow';

import { Abort } from '../../../nodes/RentalScreening/run/gate.ts';
import { Failure, type FailureKind } from '../../../nodes/RentalScreening/run/failure.ts';
import type { PollPlan } from '../../../nodes/RentalScreening/run/operation.ts';
import { incomplete, meansNotYet, poll } from '../../../nodes/RentalScreening/run/repeat.ts';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const planned = (plan: Partial<PollPlan> = {}): PollPlan => ({
	forMinutes: 1,
	everySeconds: 25,
	whenIncomplete: 'return',
	isComplete: ({ complete }) => complete === true,
	...plan,
});
const failing = (kind: FailureKind) => new Failure(kind, 'What happened', 'How to fix it');

/** Polls a service that gives these answers, the last of them for ever; with the seconds of each fetch. */
async function polled(answers: (IDataObject | Error)[], plan = planned(), works = true) {
	const fetchedAt: number[] = [];
	const fetch = async () => {
		const answer = answers[Math.min(fetchedAt.length, answers.length - 1)]!;
		fetchedAt.push(Date.now() / 1000);
		if (answer instanceof Error) throw answer;
		return await Promise.resolve(answer);
	};
	const result = poll(fetch, plan, new Abort(), () => works).catch((thrown: unknown) => ({
		thrown,
	}));
	await jest.runAllTimersAsync();
	return { result: await result, fetchedAt };
}

const open = { complete: false };
const done = { complete: true };
const notYet = failing('notFound');
const broken = failing('refused');
const outage = failing('unanswered');

test.each([
	['the time is up: the last wait ends with it', [open], open, [0, 25, 50, 60]],
	['a 404 means not yet', [notYet], notYet, [0, 25, 50, 60]],
	['complete at once', [done], done, [0]],
	['complete later', [notYet, open, done], done, [0, 25, 50]],
	['another failure ends it', [open, broken], { thrown: broken }, [0, 25]],
	['an outage means not yet', [open, outage, done], done, [0, 25, 50]],
	['an outage until the end is thrown', [open, outage], { thrown: outage }, [0, 25, 50, 60]],
])('%s', async (_, answers, result, fetchedAt) => {
	expect(await polled(answers)).toEqual({ result, fetchedAt });
});

test.each(['unreachable', 'unanswered', 'notProcessed'] as const)(
	'%s ends it where the service has not worked before, or there is no time to wait',
	async (kind) => {
		const failure = failing(kind);
		const ended = { result: { thrown: failure }, fetchedAt: [0] };
		expect(await polled([failure, done], planned(), false)).toEqual(ended);
		expect(await polled([failure, done], planned({ forMinutes: 0 }))).toEqual(ended);
	},
);

test.each([
	['notFound', planned(), true],
	['notFound', planned({ forMinutes: 0, whenIncomplete: 'skip' }), true],
	['notFound', planned({ forMinutes: 0 }), false],
	['refused', planned(), false],
	['unanswered', planned(), true],
	['unanswered', planned({ forMinutes: 0 }), false],
	['notFound', undefined, false],
] as const)('%s with the plan %j is no reason to stop: %p', (kind, plan, notAReason) => {
	expect(meansNotYet(failing(kind), plan, true)).toBe(notAReason);
});

test.each([
	[0, 'The applicant has not completed the screening'],
	[5, 'The applicant has not completed the screening within 5 minutes'],
	[1, 'The applicant has not completed the screening within 1 minute'],
])('an incomplete applicant after %i minutes', (forMinutes, message) => {
	expect(incomplete(planned({ forMinutes })).message).toBe(message);
});
