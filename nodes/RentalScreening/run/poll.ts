import type { IDataObject } from 'n8n-workflow';

import type { Abort } from './abort';
import { Failure } from './failure';
import type { PollPlan } from './operation';

/**
 * Rule 10: fetches until the answer is complete or the time is up; a 404 means not yet.
 * Returns the last answer, or the 404, whether complete or not. Throws `Aborted` when the run ends.
 */
export async function poll(
	fetch: () => Promise<IDataObject>,
	plan: PollPlan,
	abort: Abort,
): Promise<IDataObject | Failure> {
	const deadline = Date.now() + plan.forMinutes * 60_000;
	for (;;) {
		const last = await fetch().catch((thrown: unknown) => {
			if (thrown instanceof Failure && thrown.kind === 'notFound') return thrown;
			throw thrown;
		});
		const left = deadline - Date.now();
		if (isComplete(last, plan) || left <= 0) return last;
		await abort.sleep(Math.min(plan.everySeconds * 1000, left));
	}
}

/** Whether an answer is complete; a 404 is not. */
export function isComplete(last: IDataObject | Failure, plan: PollPlan): last is IDataObject {
	return !(last instanceof Failure) && plan.isComplete(last);
}

/** Whether a failure is no reason to stop: it means that the results are not there yet. */
export function meansNotYet(failure: Failure, plan: PollPlan | undefined): boolean {
	if (plan === undefined || failure.kind !== 'notFound') return false;
	return plan.forMinutes > 0 || plan.whenIncomplete === 'skip';
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
