/*
 * What is here for n8n 1 only. Its NodeApiError drops the error that it wraps and keeps a status or code, texts
 * and a JSON body; a failed login is recognised by its words.
 */

interface N8n1Error {
	readonly cause?: unknown;
	readonly httpCode?: unknown;
	readonly messages?: unknown;
	readonly context?: { readonly data?: unknown };
}

interface Rebuilt {
	readonly message?: string;
	readonly code?: unknown;
	readonly response?: { readonly status: number; readonly data: unknown };
}

/** What can be told of the errors that n8n 1 dropped; the headers of an answer are lost, `Retry-After` too. */
export function droppedErrors({ cause, httpCode, messages, context }: N8n1Error): Rebuilt[] {
	if (cause !== undefined || !Array.isArray(messages)) return [];
	if (/^[1-5]\d\d$/.test(String(httpCode))) {
		return [{ response: { status: Number(httpCode), data: context?.data } }];
	}
	const texts = messages.filter((text) => typeof text === 'string');
	return [{ code: httpCode }, ...texts.map((message) => ({ message, code: httpCode }))];
}

const MOST_REMEMBERED = 100;
const remembered = new Map<string, Error>();

/** Keeps an error to be found again by its message. */
export function remember(error: Error): void {
	if (remembered.size === MOST_REMEMBERED) remembered.clear();
	remembered.set(error.message, error);
}

/** The error of that message, if it is remembered. */
export function recall(message: string): Error | undefined {
	return remembered.get(message);
}
