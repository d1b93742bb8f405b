import type { IExecuteSingleFunctions, INode } from 'n8n-workflow';

import { sendScreeningWithFlow } from '../../../nodes/RentalScreening/operations/screening.ts';
import type { Transport } from '../../../nodes/RentalScreening/run/job.ts';
import { Run } from '../../../nodes/RentalScreening/run/run.ts';

// The rest of a run is proven in n8n's engine, where these two cannot be made to happen at the same moment.

test('nothing is sent where n8n refuses an item and the execution is cancelled before the check', async () => {
	const controller = new AbortController();
	const parameters = { resource: 'screening', operation: 'sendWithFlow' };
	const items = [{ json: {} }, { json: {} }];
	const context = {
		getNode: () => ({ name: 'Send', type: 'rentalScreening', parameters }) as unknown as INode,
		getExecuteData: () => ({ data: { main: [items] } }),
		getInputData: () => items[0],
		getTimezone: () => 'UTC',
		getExecutionId: () => '7',
		getExecutionCancelSignal: () => controller.signal,
		continueOnFail: () => false,
		logger: { warn: jest.fn() },
	} as unknown as IExecuteSingleFunctions;
	const send = jest.fn();
	const run = new Run(context, sendScreeningWithFlow, undefined);
	// n8n registers one of two items.
	const output = run.handleItem(0, { path: '/', send } as Transport);
	controller.abort();
	expect(await output).toEqual([]);
	expect(send).not.toHaveBeenCalled();
});
