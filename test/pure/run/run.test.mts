import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';

import { sendScreeningWithFlow } from '../../../nodes/RentalScreening/operations/screening.ts';
import type { Transport } from '../../../nodes/RentalScreening/run/job.ts';
import { Run } from '../../../nodes/RentalScreening/run/run.ts';

// The rest of a run is proven in n8n's engine.

/** A run of two items, of which n8n registers the first. */
function startRun(signal: AbortSignal, continueOnFail: boolean) {
	const parameters = { resource: 'screening', operation: 'sendWithFlow' };
	const items = [{ json: {} }, { json: {} }];
	const context = {
		getNode: () => ({ name: 'Send', type: 'rentalScreening', parameters }) as unknown as INode,
		getExecuteData: () => ({ data: { main: [items] } }),
		getInputData: () => items[0],
		getTimezone: () => 'UTC',
		getExecutionId: () => '7',
		getExecutionCancelSignal: () => signal,
		continueOnFail: () => continueOnFail,
	} as unknown as IExecuteSingleFunctions;
	const run = new Run(context, sendScreeningWithFlow, undefined);
	return run.handleItem(0, {} as Transport);
}

test.each([
	['Continue', true],
	['Stop', false],
])(
	'under %s, a run whose last item n8n refuses leaves nothing that listens for its cancellation',
	async (_, continues) => {
		const { signal } = new AbortController();
		const output = startRun(signal, continues);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		expect(await output).toHaveLength(continues ? 1 : 0);
		await nextTurn();
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	},
);
