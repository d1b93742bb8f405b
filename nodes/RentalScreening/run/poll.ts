import type { IDataObject } from 'n8n-workflow';

import { Failure, type FailureKind } from './failure';
import type { Abort } from './gate';
import type { PollPlan } from './operation';

/** What passes by itself, where the service has worked before. */
const OUTAGE: readonly FailureKind[] = ['unreachable', 'unanswered', 'notProcessed'];

/**
 * Rule 8: fetches until the answer is complete or the time is up; a 404 means not yet, and so does an outage once
 * the service `works`. Returns the last answer, or the 404, whether complete or not. Throws the outage that lasts
 * until the end, and `Aborted` when the run ends.
 */
export async function poll(
	fetch: (isAgain: boolean) => Promise<IDataObject>,
	plan: PollPlan,
	abort: Abort,
	works: () => boolean,
): Promise<IDataObject | Failure> {
	const until = Date.now() + plan.forMinutes * 60_000;
	for (let isAgain = false; ; isAgain = true) {
		const last = await fetch(isAgain).catch((thrown: unknown) => {
			if (!(thrown instanceof Failure)) throw thrown;
			if (thrown.kind !== 'notFound' && !isOutage(thrown, plan, works())) throw thrown;
			return thrown;
		});
		const left = until - Date.now();
		if (isComplete(last, plan)) return last;
		if (left <= 0) {
			if (last instanceof Failure && last.kind !== 'notFound') throw last;
			return last;
		}
		await abort.sleep(Math.min(plan.everySeconds * 1000, left));
	}
}

/** Whether an answer is complete; a 404 is not. */
export function isComplete(last: IDataObject | Failure, plan: PollPlan): last is IDataObject {
	return !(last instanceof Failure) && plan.isComplete(last);
}

/** Whether a failure is no reason to stop: it means that the results are not there yet. */
export function meansNotYet(failure: Failure, plan: PollPlan | undefined, works: boolean): boolean {
	if (plan === undefined) return false;
	if (failure.kind !== 'notFound') return isOutage(failure, plan, works);
	return plan.forMinutes > 0 || plan.whenIncomplete === 'skip';
}

function isOutage({ kind }: Failure, { forMinutes }: PollPlan, works: boolean): boolean {
	return works && forMinutes > 0 && OUTAGE.includes(kind);
}

/** The failure of an applicant who is not complete, where 'When Incomplete' asks for one. */
export function incomplete({ forMinutes }: PollPlan): Failure {
	const waited = forMinutes > 0 ? ` within ${forMinutes} minute${forMinutes === 1 ? '' : 's'}` : '';
	return new Failure(
		'incomplete',
		`The applicant has not completed the screening${waited}`,
		"Fetch the results later, raise 'Wait Up To (Minutes)', or choose another 'When Incomplete'.",
	);
}
