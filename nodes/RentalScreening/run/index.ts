import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
	PostReceiveAction,
} from 'n8n-workflow';

import type { Operation, PreparedRequest } from './operation';
import { Run } from './run';
import type { Line } from './sending';

/*
 * The request policy. Each rule is kept where its number is named in this folder.
 * 1. Checked first: every item is checked before anything is sent; under Stop one bad item keeps all back.
 * 2. One login: a run signs in at most once, and tries a refused login once.
 * 3. In order, bounded: at most Max Concurrency requests in flight, output in the order of the input.
 * 4. Stops when it should: under Stop nothing starts after the first failure, and all that was done is told.
 * 5. Never twice: a POST is repeated only where the service certainly did not act.
 * 6. Linked: every output item, error items too, says which input item it came from.
 * 7. Says what happened: the item, the field or the identifier, and the hint.
 * 8. Stays home: https, and nothing to another origin (the credential and ../service see to it).
 * 9. Waits if asked: until the screening is complete or the time is up.
 */

/**
 * Puts an operation under the request policy: the part of its routing that stands beside `request`.
 * n8n calls its pagination hook once per item, around the whole request, re-login included; that is where
 * a run checks, bounds, repeats, links and tells.
 */
export function underRunRules(operation: Operation): INodePropertyRouting {
	return {
		send: { paginate: true },
		output: { postReceive: [wholeAnswer] },
		operations: {
			async pagination(this: IExecutePaginationFunctions, request) {
				return await Run.of(this, operation).take(this.getItemIndex(), lineOf(this, request));
			},
		},
	};
}

/** Hands on the body of an answer as it is: n8n would spread a list and lose what is not an object. */
const wholeAnswer: PostReceiveAction = async function (_items, response) {
	return [{ json: { body: response.body as IDataObject } }];
};

function lineOf(
	context: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
): Line {
	const { options } = request;
	return {
		method: options.method ?? 'GET',
		async send(prepared) {
			const [item] = await context.makeRoutingRequest({
				...request,
				options: { ...options, ...targetOf(options.url ?? '', prepared) },
			});
			return (item as INodeExecutionData).json.body;
		},
		async secrets() {
			const { password, accessToken } = await context.getCredentials('rentalScreeningApi');
			return [String(password ?? ''), String(accessToken ?? '')];
		},
	};
}

/** The path with its placeholders filled in, percent-encoded, and the body with its content type. */
function targetOf(path: string, { path: values = {}, body }: PreparedRequest): IDataObject {
	const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(values[name] ?? ''),
	);
	return body === undefined ? { url } : { url, body };
}
