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

/**
 * Puts an operation under the request policy: the part of its routing that stands beside `request`.
 * n8n calls its pagination hook once per item, around the whole request, re-login included; that is where
 * a run checks, bounds, repeats, links and tells.
 */
export function underRequestPolicy(operation: Operation): INodePropertyRouting {
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
