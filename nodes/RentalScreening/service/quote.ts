import { isRecord } from '../core/json';
import { joinLines, truncate } from '../core/text';
import { redactSsn } from '../results/ssn';

const MAX_LENGTH = 300;
const MAX_DEPTH = 6;
const MAX_ENTRIES = 20;

/** So many characters fill a quote, also where secrets, SSNs and blanks become shorter. Texts are collected whole. */
const MAX_COLLECTED = 100_000;

/** Members whose texts are shown without the member's name. */
const UNNAMED = ['message', 'error', 'errors', 'detail', 'details'];

/** Whether the body is a web page, as a proxy, a firewall or a wrong address answers: no JSON begins with `<`. */
export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*</.test(body);
}

/** What happened, followed by what the service says about it, if anything: a sentence without full stop. */
export function withQuote(summary: string, body: unknown, secrets: readonly string[]): string {
	const text = quote(body, secrets);
	return text === '' ? summary : `${summary}: ${text}`;
}

/**
 * Rule 9: what the body of an answer, or n8n, says, on one line of at most 300 characters, without a full stop at its
 * end; '' for a web page. `secrets` (password, token) and SSNs are replaced; what the user typed may be in it.
 */
export function quote(body: unknown, secrets: readonly string[]): string {
	if (isWebPage(body)) return '';
	let text = collectTexts(body).join('; ');
	// The longest first: a short one may be a part of it.
	const spellings = [...new Set(secrets.flatMap(spellSecret))];
	spellings.sort((one, other) => other.length - one.length);
	for (const spelling of spellings) text = text.replaceAll(spelling, '[redacted]');
	return truncate(joinLines(redactSsn(text, body)), MAX_LENGTH).replace(/[.\s]+$/, '');
}

/** Each text once, after the names of its members: 'phone: must be …'. Stops at `MAX_COLLECTED`. */
function collectTexts(body: unknown): string[] {
	const texts = new Set<string>();
	let length = 0;
	const collect = (value: unknown, prefix: string, depth: number) => {
		if (length > MAX_COLLECTED) return;
		if (typeof value === 'string' && value.trim() !== '') {
			const text = prefix + value.trim();
			texts.add(text);
			length += text.length;
		}
		if (typeof value !== 'object' || value === null || depth === 0) return;
		for (const [name, member] of Object.entries(value).slice(0, MAX_ENTRIES)) {
			const isShown = isRecord(value) && isShownName(name);
			collect(member, isShown ? `${prefix}${name}: ` : prefix, depth - 1);
		}
	};
	collect(body, '', MAX_DEPTH);
	return [...texts];
}

/** A name that is longer than a quote is left out: cut off, it could show half an SSN. */
function isShownName(name: string): boolean {
	return name !== '' && name.length <= MAX_LENGTH && !UNNAMED.includes(name);
}

/** A secret as it is, and as JSON and an address would hold it. */
function spellSecret(secret: string): string[] {
	const text = secret.trim();
	if (text === '') return [];
	return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
}
