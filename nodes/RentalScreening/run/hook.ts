import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyRouting,
	PostReceiveAction,
} from 'n8n-workflow';

import { getRunKey } from '../core/item';
import type { Operation } from '../core/operation';
import { BEFORE_SEND } from '../service/account';
import type { Transport } from './job';
import { Run } from './run';

/*
 * How a run behaves. Each rule is kept where its number is named, in this folder and in request/, or in the file that
 * it names.
 * 1. Checked first: every item is checked before anything is sent.
 * 2. One login for all items and runs that have no token; a refused login is tried once (service/login.ts).
 * 3. In order, bounded: at most 'Max Requests at Once'; each output item is linked to its input item.
 * 4. Stops when it should: under Stop nothing starts after the first failure, and the error lists what was done.
 * 5. Never twice: a POST is repeated only on proof that the service did not act.
 * 6. Paced: after a 429, or without a connection, everything pauses, and half as many go at once.
 * 7. Same request, same result: what was sent in the last 24 hours is answered from memory.
 * 8. Retry On Fail: the next try takes over what is done or unclear.
 * 9. What the service says is quoted without password, token and SSNs (service/quote.ts).
 * 10. One host: https (service/account.ts), no redirects (the credential).
 */

/** An operation's routing beside `request`. n8n calls the pagination hook once per item, around a re-login too. */
export function underRunRules(operation: Operation): INodePropertyRouting {
	return {
		send: { paginate: true },
		output: { postReceive: [keepWholeAnswer] },
		operations: {
			async pagination(this: IExecutePaginationFunctions, request) {
				const transport = createTransport(this, request);
				return await getRun(this, operation).handleItem(this.getItemIndex(), transport);
			},
		},
	};
}

/** The latest try of each run, by its key; it is dropped together with that. */
const runs = new WeakMap<object, Run>();

/** The run that an item belongs to. An item that comes again begins the next try. */
function getRun(context: IExecuteSingleFunctions, operation: Operation): Run {
	const key = getRunKey(context);
	const current = runs.get(key);
	if (current !== undefined && !current.hasRegistered(context.getItemIndex())) return current;
	const run = new Run(context, operation, current);
	runs.set(key, run);
	return run;
}

/** Passes the body unchanged: n8n would spread a list and lose what is not an object. */
const keepWholeAnswer: PostReceiveAction = async function (_items, response) {
	return [{ json: { body: response.body as IDataObject } }];
};

function createTransport(
	context: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
): Transport {
	const { url: path = '' } = request.options;
	return {
		async send({ pathValues = {}, body }, beforeSend) {
			const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
				encodeURIComponent(pathValues[name] ?? ''),
			);
			const own = { url, ...(body === undefined ? {} : { body }), [BEFORE_SEND]: beforeSend };
			const options = { ...request.options, ...own } as typeof request.options;
			const [item] = await context.makeRoutingRequest({ ...request, options });
			return (item as INodeExecutionData).json.body;
		},
	};
}
