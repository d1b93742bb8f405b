import type { IDataObject } from 'n8n-workflow';

import { Failure } from './failure';
import type { Abort } from './abort';
import type { WaitPlan } from './operation';

const NOT_FOUND = 404;

/**
 * Rule 9 of the request policy: asks until the answer is complete or the time is up; a 404 means not yet.
 * Throws a `Failure` when the time is up and nothing may be returned, `Aborted` when the run ends.
 */
export async function askUntilComplete(
	ask: () => Promise<IDataObject>,
	plan: WaitPlan,
	abort: Abort,
): Promise<IDataObject> {
	const deadline = Date.now() + plan.forMinutes * 60_000;
	for (;;) {
		const last = await askOnce(ask);
		if (!(last instanceof Failure) && plan.isComplete(last)) return last;
		const left = deadline - Date.now();
		if (left <= 0) return giveUp(last, plan);
		await abort.sleep(Math.min(plan.everySeconds * 1000, left));
	}
}

async function askOnce(ask: () => Promise<IDataObject>): Promise<IDataObject | Failure> {
	return await ask().catch((thrown: unknown) => {
		if (thrown instanceof Failure && thrown.status === NOT_FOUND) return thrown;
		throw thrown;
	});
}

/** Whether a failure means, for who waits for completion, that it is not there yet. */
export function isNotYet(failure: Failure, plan: WaitPlan | undefined): boolean {
	return failure.status === NOT_FOUND && plan !== undefined && plan.forMinutes > 0;
}

function giveUp(last: IDataObject | Failure, plan: WaitPlan): IDataObject {
	if (last instanceof Failure) throw last;
	if (plan.whenIncomplete === 'return') return last;
	const waited = plan.forMinutes > 0 ? ` within ${plan.forMinutes} minutes` : '';
	throw new Failure(
		`The applicant has not completed the screening${waited}`,
		"Fetch the results later, raise 'Wait Up To (Minutes)', or set 'When Incomplete' to return what there is.",
	);
}
