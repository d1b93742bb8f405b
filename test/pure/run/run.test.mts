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
	const warn = jest.fn();
	const context = {
		getNode: () => ({ name: 'Send', type: 'rentalScreening', parameters }) as unknown as INode,
		getExecuteData: () => ({ data: { main: [items] } }),
		getInputData: () => items[0],
		getTimezone: () => 'UTC',
		getExecutionId: () => '7',
		getExecutionCancelSignal: () => signal,
		continueOnFail: () => continueOnFail,
		logger: { warn },
	} as unknown as IExecuteSingleFunctions;
	const send = jest.fn();
	const run = new Run(context, sendScreeningWithFlow, undefined);
	return { send, warn, output: run.handleItem(0, { path: '/', send } as Transport) };
}

// In n8n's engine these two cannot be made to happen at the same moment.
test('nothing is sent where n8n refuses an item and the execution is cancelled before the check', async () => {
	const controller = new AbortController();
	const { output, send, warn } = startRun(controller.signal, false);
	controller.abort();
	expect(await output).toEqual([]);
	expect(send).not.toHaveBeenCalled();
	await nextTurn();
	// There is nothing that would be lost.
	expect(warn).not.toHaveBeenCalled();
});

test.each([true, false])(
	'a run whose last item n8n refuses leaves nothing that listens for its cancellation, continues: %p',
	async (continues) => {
		const { signal } = new AbortController();
		const { output } = startRun(signal, continues);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		expect(await output).toHaveLength(continues ? 1 : 0);
		await nextTurn();
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	},
);
