import { toWords } from '../core/text';
import { isId } from './cells';

/*
 * An applicant's SSN must not leave the node:
 * 1. The value of a field of an SSN is masked to its last four digits.
 * 2. Its nine digits are known, and masked in every other text and number of the same answer.
 * 3. An SSN that is not known is masked where it is written `ddd-dd-dddd`, with any dash.
 * The service's IDs stay.
 */

/** Answers are cut off below this depth, so that no nesting exhausts the stack. */
const DEEPEST = 500;

/** How the name of a field of an SSN ends, in words. The word 'assn', as in `hoaAssn`, is none. */
const SSN_NAME = /((?<!\ba)ssn|social\W?security)(\W?(number|no))?\W*$/;

/** Nine digits that can be an SSN: no group is all zeros. */
const SSN = /^(?!000)\d{3}(?!00)\d\d(?!0000)\d{4}$/;

/** The SSNs that an answer names, as numbers: a number has lost the zeros in front. */
type Known = ReadonlySet<unknown>;

/** The answer with every SSN masked. The given value stays untouched. */
export function maskSsn(answer: unknown): unknown {
	return masked(answer, knownIn(answer));
}

/** A text, such as a message that quotes `answer` of the service, with every SSN masked. */
export function redactSsn(text: string, answer?: unknown): string {
	return redacted(text, knownIn(answer));
}

function knownIn(value: unknown, isSsn = false, known = new Set<number>(), depth = 0): Known {
	if (typeof value === 'object' && value !== null) {
		for (const [name, inner] of depth > DEEPEST ? [] : Object.entries(value)) {
			knownIn(inner, isSsn || isSsnName(name), known, depth + 1);
		}
	} else if (isSsn) {
		const digits = String(value).replace(/\D/g, '');
		const nine = typeof value === 'number' ? digits.padStart(9, '0') : digits;
		if (SSN.test(nine)) known.add(Number(nine));
	}
	return known;
}

/** A copy of the value without SSNs. All that is in a field of an SSN belongs to it. */
function masked(value: unknown, known: Known, name = '', isSsn = false, depth = 0): unknown {
	if (typeof value === 'string' || typeof value === 'number') {
		if (isId(name) && !isSsn) return value;
		const text = String(value);
		const shown = isSsn || known.has(value) ? lastFour(text) : redacted(text, known);
		return shown === text ? value : shown;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (depth > DEEPEST) return null;
	if (Array.isArray(value)) return value.map((each) => masked(each, known, '', isSsn, depth + 1));
	const copy: Record<string, unknown> = { ...value };
	for (const [key, inner] of Object.entries(value)) {
		copy[key] = masked(inner, known, key, isSsn || isSsnName(key), depth + 1);
	}
	return copy;
}

function isSsnName(name: string): boolean {
	return /ssn|security/i.test(name) && SSN_NAME.test(toWords(name.slice(-100)));
}

function redacted(given: string, known: Known): string {
	if (given.length < 9) return given;
	const text = given.replace(/(?<!\d)\d{3}[\p{Pd}\u2212]\d\d[\p{Pd}\u2212]\d{4}(?!\d)/gu, lastFour);
	// The places before nine digits with at most three characters, no letters, between two of them.
	const places = /(?<!\d)(?=(\d(?:[^\p{L}\p{N}]{0,3}\d){8})(?!\d))/gu;
	if (known.size === 0 || text.search(places) === -1) return text;
	let shown = '';
	let copied = 0;
	for (const { index, 1: written = '' } of text.matchAll(places)) {
		if (index < copied || !known.has(numberIn(written))) continue;
		shown += text.slice(copied, index) + lastFour(written);
		copied = index + written.length;
	}
	return shown + text.slice(copied);
}

/** The digits of a text as one number. */
function numberIn(text: string): number {
	let number = 0;
	for (let at = 0; at < text.length; at++) {
		const digit = text.charCodeAt(at) - 48;
		if (digit >= 0 && digit <= 9) number = number * 10 + digit;
	}
	return number;
}

/** What is shown of an SSN. What has no digit, such as 'DECEASED', is none. */
function lastFour(text: string): string {
	if (!/\p{N}/u.test(text)) return text;
	const digits = text.replace(/\D/g, '');
	return `***-**-${digits.length < 4 ? '****' : digits.slice(-4)}`;
}
