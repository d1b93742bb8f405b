import { isRecord } from '../core/json';
import { redactSsn } from '../core/ssn';
import { toOneLine } from '../core/text';

const MAX_LENGTH = 300;

// More of a body would not fit into a quote, and collecting it could take seconds.
const MAX_DEPTH = 4;
const MAX_MEMBERS = 10;
const MAX_NAME_LENGTH = 50;

/** Members whose texts are shown without the member's name. */
const UNNAMED = ['', 'message', 'error', 'errors', 'detail', 'details'];

/** What happened, followed by what the service says about it, if anything: a sentence without full stop. */
export function withQuote(summary: string, body: unknown, secrets: readonly string[]): string {
	const text = quote(body, secrets);
	return text === '' ? summary : `${summary}: ${text}`;
}

/**
 * What the body of an answer says, or n8n: one line of at most 300 characters, without a full stop at its end. A web page
 * gives ''. `secrets` (password, token) and SSNs are replaced; what the user typed may be in it.
 */
export function quote(body: unknown, secrets: readonly string[]): string {
	// No JSON begins with this.
	if (typeof body === 'string' && /^\s*</.test(body)) return '';
	let text = [...new Set(collectTexts(body))].join('; ');
	// The longest first: a short one may be a part of it.
	const spellings = secrets.flatMap(spellSecret).sort((one, other) => other.length - one.length);
	for (const spelling of spellings) text = text.replaceAll(spelling, '[redacted]');
	return toOneLine(redactSsn(text, body), MAX_LENGTH).replace(/[.\s]+$/, '');
}

/** The texts of a body, each behind the names of its members: 'phone: must be …'. */
function collectTexts(value: unknown, prefix = '', depth = MAX_DEPTH): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [prefix + value.trim()];
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	const members = Object.entries(value).slice(0, MAX_MEMBERS);
	return members.flatMap(([name, member]) => {
		const isNamed = isRecord(value) && name.length <= MAX_NAME_LENGTH && !UNNAMED.includes(name);
		return collectTexts(member, isNamed ? `${prefix}${name}: ` : prefix, depth - 1);
	});
}

/** A secret as it is, and as JSON and an address would hold it. */
function spellSecret(secret: string): string[] {
	const text = secret.trim();
	if (text === '') return [];
	return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
}
