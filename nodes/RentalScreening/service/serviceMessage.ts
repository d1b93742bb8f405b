import type { TransportFault } from './transportFault';

const TELLING_KEYS = [
	'message',
	'error',
	'errors',
	'detail',
	'details',
	'title',
	'description',
	'reason',
];
const LONGEST = 300;
const SIGN_IN_WORDS = /pass-?word|token/i;

/**
 * The message that the body of an answer holds, whatever its shape (`{message}`, `{error}`, `{errors: […]}`,
 * plain text …), on one line and at most 300 characters; '' when there is none.
 * Text that speaks of sign-in secrets or holds one of `secrets` is dropped whole; any text where they are not
 * known (null).
 */
export function serviceMessage(body: unknown, secrets: readonly string[] | null = []): string {
	if (secrets === null) return '';
	const text = textIn(body, 4).replace(/\s+/g, ' ').trim();
	if (SIGN_IN_WORDS.test(text)) return '';
	if (secrets.some((secret) => secret !== '' && text.includes(secret))) return '';
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Why a request got no answer, in words fit to show: our own, or else what n8n says, as of the service. */
export function whyNoAnswer(
	{ reason, n8nSays }: TransportFault,
	secrets: readonly string[] | null,
): string {
	return reason ?? (serviceMessage(n8nSays, secrets) || 'no answer came');
}

/** Whether the body is a web page, as a proxy or a wrong address would answer. */
export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html|\?xml)/i.test(body);
}

function textIn(value: unknown, depth: number): string {
	if (typeof value === 'string') return isWebPage(value) ? '' : value;
	if (typeof value === 'number') return String(value);
	if (depth === 0 || typeof value !== 'object' || value === null) return '';
	if (Array.isArray(value)) {
		return value
			.map((entry) => textIn(entry, depth - 1))
			.filter(Boolean)
			.join('; ');
	}
	const entries = value as Record<string, unknown>;
	for (const key of TELLING_KEYS) {
		const text = textIn(entries[key], depth - 1);
		if (text !== '') return text;
	}
	return '';
}
