import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

/** n8n's request helper for pure tests: notes what is asked and answers in turn, the last answer for ever. */
export function createServiceStub(...answers: Array<() => unknown>) {
	const asked: IHttpRequestOptions[] = [];
	const helpers = {
		httpRequest: async (options: IHttpRequestOptions): Promise<unknown> => {
			const answer = answers[Math.min(asked.length, answers.length - 1)]!;
			asked.push(options);
			return await Promise.resolve().then(answer);
		},
	};
	return { asked, helpers: helpers as IHttpRequestHelper['helpers'] };
}

/** An answer that the request helper throws, as it does for every status but 2xx. */
export function refuseWith(status: number, data: unknown = {}): () => never {
	return () => {
		throw Object.assign(new Error(`Request failed with status code ${status}`), {
			response: { status, data, headers: {} },
		});
	};
}
