import { STATUS_CODES } from 'node:http';

/** What goes back to the caller: JSON in `body`, or anything in `text`. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	text?: string;
}

/** Success, which is 200 for every endpoint of the service. */
export function ok(body: object): Answer {
	return { status: 200, body };
}

/** A refusal with a sentence for people; the sandbox's shape of an error body. */
export function refusal(
	status: number,
	message = STATUS_CODES[status] ?? 'Unknown status',
): Answer {
	return { status, body: { message } };
}
