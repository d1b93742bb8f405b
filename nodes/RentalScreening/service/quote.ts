import { clipped, onOneLine } from '../request/text';
import { isRecord } from '../results/cells';
import { redactSsn } from '../results/ssn';

/** Whether the body is a web page, as a proxy or a wrong address would answer. */
export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html|\?xml)/i.test(body);
}

const LONGEST_QUOTE = 300;
const DEEPEST = 6;
const MOST_ENTRIES = 20;

/** Members whose texts stand without the member's name. */
const UNNAMED = ['message', 'error', 'errors', 'detail', 'details'];

/** What happened, followed by what the service says about it, if anything: a sentence without full stop. */
export function withQuote(happened: string, body: unknown, secrets: readonly string[]): string {
	const said = quoted(body, secrets);
	return said === '' ? happened : `${happened}: ${said}`;
}

/**
 * Rule 9: what the body of an answer, or n8n, says, on one line of at most 300 characters, without a full stop at its
 * end; '' for a web page. `secrets` (password, token) and SSNs are replaced; what the user typed may be in it.
 */
export function quoted(body: unknown, secrets: readonly string[]): string {
	if (isWebPage(body)) return '';
	let text = textsIn(body, DEEPEST).join('; ');
	// The longest first: a short one may be a part of it.
	const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
	for (const secret of spellings) text = text.replaceAll(secret, '[redacted]');
	return clipped(onOneLine(redactSsn(text, body)), LONGEST_QUOTE).replace(/[.\s]+$/, '');
}

/** Each text once, after the name of its member: 'phone: must be …'. */
function textsIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	const named = isRecord(value)
		? Object.entries(value)
		: Object.values(value).map((entry) => ['', entry] as const);
	const texts = named.slice(0, MOST_ENTRIES).flatMap(([name, member]) => {
		const isNamed = name !== '' && !UNNAMED.includes(name);
		return textsIn(member, depth - 1).map((text) => (isNamed ? `${name}: ${text}` : text));
	});
	return [...new Set(texts)];
}

/** A secret as it is, and as JSON and an address would hold it. */
function spellingsOf(secret: string): string[] {
	const text = secret.trim();
	if (text === '') return [];
	return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
}
