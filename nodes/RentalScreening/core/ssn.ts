import { isId } from './cells';

/*
 * No SSN leaves the node. Masked to its last four digits is a member named ssn or social security (number), also in a text
 * that is JSON; the same nine digits anywhere else in the answer; and what is written ddd-dd-dddd. The service's IDs stay.
 */

const SSN_NAME = /(ssn|social[\W_]*security)s?([\W_]*(numbers?|num|no))?[\W_]*$/i;
/** Nine digits with up to three separators between two of them, and no other digit beside them. */
const NINE_DIGITS = /(?<!\d)(?=(\d(?:[\W_]{0,3}\d){8})(?!\d))/g;
const WRITTEN_AS_SSN = /^\d{3}\p{Pd}\d\d\p{Pd}\d{4}$/u;

/** What is nested deeper is left out: it would exhaust the stack, here and where n8n saves it. */
const MAX_DEPTH = 500;

/** A copy of an answer of the service with every SSN masked. */
export function maskSsn(answer: unknown): unknown {
	const known = new Set(findSsns(answer));
	const mask = (value: unknown, name: string, isSsn: boolean, depth: number): unknown => {
		if (typeof value === 'string' || typeof value === 'number') {
			if (isSsn) return maskDigits(value);
			return isId(name) ? value : maskKnown(value, known);
		}
		if (typeof value !== 'object' || value === null) return value;
		if (depth === MAX_DEPTH) return null;
		if (Array.isArray(value)) return value.map((element) => mask(element, '', isSsn, depth + 1));
		const members = Object.entries(value).map(([key, member]) => [
			maskKnown(key, known),
			mask(member, key, isSsn || SSN_NAME.test(key), depth + 1),
		]);
		return Object.fromEntries(members);
	};
	return mask(answer, '', false, 0);
}

/** A text, such as one that quotes `answer`, with every SSN masked. */
export function redactSsn(text: string, answer?: unknown): string {
	return maskKnown(text, new Set(findSsns(answer))) as string;
}

/** The SSNs in members that are named for one, as nine digits. A placeholder such as 000-00-0000 is none. */
function findSsns(value: unknown, isSsn = false, depth = 0): string[] {
	if (typeof value === 'object' && value !== null) {
		const members = depth === MAX_DEPTH ? [] : Object.entries(value);
		return members.flatMap(([name, one]) => findSsns(one, isSsn || SSN_NAME.test(name), depth + 1));
	}
	const written = isSsn ? toText(value).slice(0, 1000).matchAll(NINE_DIGITS) : [];
	const digits = Array.from(written, ([, each]) => dropNonDigits(each!));
	return digits.filter((ssn) => !ssn.startsWith('000'));
}

/** A text or a number with known SSNs masked, and what is written as one; as it is where it holds none. */
function maskKnown(value: string | number, known: ReadonlySet<string>): string | number {
	const text = toText(value);
	let shown = '';
	let copied = 0;
	for (const { 1: written = '', index } of text.matchAll(NINE_DIGITS)) {
		const isNamed = SSN_NAME.test(text.slice(Math.max(copied, index - 40), index));
		const isSsn = isNamed || known.has(dropNonDigits(written)) || WRITTEN_AS_SSN.test(written);
		if (!isSsn || index < copied) continue;
		shown += text.slice(copied, index) + maskDigits(written);
		copied = index + written.length;
	}
	return copied === 0 ? value : shown + text.slice(copied);
}

/** The last four digits of a value. 'DECEASED' has none, so it stays. */
function maskDigits(value: string | number): string | number {
	if (!/\p{N}/u.test(String(value))) return value;
	return `***-**-${/\d{4}$/.exec(dropNonDigits(toText(value)))?.[0] ?? '****'}`;
}

/** As text; a number has lost the zeros in front of an SSN. */
const toText = (value: unknown) => String(value).padStart(typeof value === 'number' ? 9 : 0, '0');
const dropNonDigits = (text: string) => text.replace(/\D/g, '');
