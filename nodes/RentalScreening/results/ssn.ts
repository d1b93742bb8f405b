import { digitsOf, isAlone, type Digit } from './digits';
import {
	couldBeSsn,
	DEEPEST,
	digitsIn,
	isSsnName,
	LENGTH,
	SHORTEST,
	ssnsIn,
	type KnownSsns,
} from './knownSsns';

/*
 * The applicant's SSN must not leave the node, wherever and however the service writes it.
 * It is read from every field with an SSN-like name, then masked in all texts, numbers and names.
 * Only digits are compared: any Unicode digits, with up to twelve other characters between two of them.
 */

const ALL_MASKED = '***-**-****';

/** How many other characters may be between two digits: enough for `&ndash;` with blanks around it. */
const WIDEST_GAP = 12;
/** The same for an SSN without its leading zeros, which is a common number. */
const WIDEST_GAP_OF_SHORTENED = 3;

/** A text that speaks of SSNs, in words or in the name of a field. */
const ANNOUNCED =
	/(?<!\p{L})s\W?s\W?n(?!\p{Ll}{2})|(?<!\p{L})ss#|(?<!as)soc[^\p{L}\p{N}]*(?:ial)?[^\p{L}\p{N}]*(?:sec|insurance)/u;
const ANNOUNCED_IN_CAMEL_CASE = /(?<!\p{Lu})S[Ss][Nn](?!\p{Ll}{2})/u;

/** What may separate the parts of an SSN that is not known: no letter, digit or comma. */
const SEPARATOR = /^[^\p{L}\p{N},;:]{1,3}$/u;

/** Digits in front of which a separator stands: ddd-dd-dddd. */
const USUAL_GROUPS = [3, 5];
/** What counts in a text that speaks of SSNs: also ddddddddd, ddd-ddd-ddd, ddd-dddddd, ddddd-dddd. */
const ANNOUNCED_GROUPS = [USUAL_GROUPS, [], [3, 6], [3], [5]];

/** The answer with every SSN masked to its last four digits. The given value stays untouched. */
export function maskSsn(answer: unknown): unknown {
	return masked(answer, ssnsIn(answer), 0);
}

/**
 * A text, such as a message that quotes the service, with every SSN masked. `answer` is what the
 * service sent: SSNs that it names are masked in any format, others as ddd-dd-dddd, and in any usual form
 * where the text speaks of SSNs.
 */
export function redactSsn(text: string, answer?: unknown): string {
	return redacted(text, ssnsIn(answer));
}

function masked(value: unknown, known: KnownSsns, depth: number): unknown {
	if (typeof value === 'string') return redacted(value, known);
	if (typeof value === 'number') {
		const text = String(value);
		const shown = redacted(text, known);
		return shown === text ? value : shown;
	}
	return mapInner(
		value,
		depth,
		(inner, name) =>
			isSsnName(name) ? maskedWhole(inner, depth + 1) : masked(inner, known, depth + 1),
		(name) => redacted(name, known),
	);
}

/** All of an SSN-like field, also where it is a list or an object. */
function maskedWhole(value: unknown, depth: number): unknown {
	if (typeof value === 'string' || typeof value === 'number') return lastFour(String(value));
	return mapInner(
		value,
		depth,
		(inner) => maskedWhole(inner, depth + 1),
		(name) => (couldBeSsn(name) ? lastFour(name) : name),
	);
}

/** What is said about an SSN, such as 'DECEASED' or 'issued before birth'; encoded text has mixed case. */
const WORDS = /^(?:\p{Lu}+|\p{Lu}?\p{Ll}+)(?:[\s_]+(?:\p{Lu}+|\p{Lu}?\p{Ll}+))*$/u;

function lastFour(text: string): string {
	if (text.trim() === '' || WORDS.test(text)) return text;
	const digits = digitsIn(text);
	// The last four of fewer digits would show most of them, unless the service has masked the rest.
	const hides = digits.length >= SHORTEST || /^[*xX#•-]{5,}\d{4}$/.test(text);
	return hides ? `***-**-${digits.slice(-4)}` : ALL_MASKED;
}

/** A list or an object with its values and names mapped; anything else as it is. */
function mapInner(
	value: unknown,
	depth: number,
	map: (inner: unknown, name: string) => unknown,
	mapName: (name: string) => string,
): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth > DEEPEST) return null;
	if (Array.isArray(value)) return value.map((inner) => map(inner, ''));
	const entries = new Map<string, unknown>();
	for (const [name, inner] of Object.entries(value)) {
		let shown = mapName(name);
		while (shown !== name && (entries.has(shown) || Object.hasOwn(value, shown))) shown += '*';
		entries.set(shown, map(inner, name));
	}
	return Object.fromEntries(entries);
}

function redacted(text: string, known: KnownSsns): string {
	// Most texts hold too few digits, and counting is quick.
	if ((text.match(/\p{N}/gu)?.length ?? 0) < SHORTEST) return text;
	// Known ones first: what only looks like an SSN may overlap one.
	const shown = replaced(text, (at, digits) => knownLengthAt(at, digits, known));
	let announced: boolean | undefined;
	const isAnnounced = () => (announced ??= announces(shown));
	return replaced(shown, (at, digits, inText) =>
		isUnknownSsn(at, digits, inText, isAnnounced) ? LENGTH : 0,
	);
}

/** Masks what `lengthAt` finds: how many digits from `at` on are an SSN, 0 where none begins there. */
function replaced(
	text: string,
	lengthAt: (at: number, digits: readonly Digit[], text: string) => number,
): string {
	const digits = digitsOf(text);
	let shown = '';
	let copied = 0;
	let at = 0;
	while (at < digits.length) {
		const count = lengthAt(at, digits, text);
		if (count > 0) {
			const ssn = digits.slice(at, at + count);
			const last = ssn.slice(-4).map(({ digit }) => digit);
			shown += `${text.slice(copied, ssn[0]!.start)}***-**-${last.join('')}`;
			copied = ssn.at(-1)!.end;
		}
		at += count || 1;
	}
	return shown + text.slice(copied);
}

function knownLengthAt(at: number, digits: readonly Digit[], known: KnownSsns): number {
	if (known.size === 0) return 0;
	let number = '';
	let widest = 0;
	for (const { digit, gap } of digits.slice(at, at + LENGTH)) {
		if (number !== '') widest = Math.max(widest, gap);
		if (widest > WIDEST_GAP) return 0;
		number += digit;
		if (!known.has(number)) continue;
		if (number.length === LENGTH) return LENGTH;
		const isOne = widest <= WIDEST_GAP_OF_SHORTENED && isAlone(at, number.length, digits);
		if (isOne) return number.length;
	}
	return 0;
}

function isUnknownSsn(
	at: number,
	digits: readonly Digit[],
	text: string,
	isAnnounced: () => boolean,
): boolean {
	if (at + LENGTH > digits.length || !isAlone(at, LENGTH, digits)) return false;
	// A country code, as in +234 80 1234 5678.
	if (text[digits[at]!.start - 1] === '+') return false;
	const [one, other] = separatorsOf(at, digits, text, USUAL_GROUPS) ?? [];
	// 'Apt 104 12/2026' has two kinds.
	if (one !== undefined && one === other) return true;
	return ANNOUNCED_GROUPS.some((breaks) => separatorsOf(at, digits, text, breaks)) && isAnnounced();
}

/** What separates nine digits, where that is in front of those of `breaks` and nowhere else; without blanks. */
function separatorsOf(
	at: number,
	digits: readonly Digit[],
	text: string,
	breaks: readonly number[],
): string[] | undefined {
	const separators: string[] = [];
	for (let index = 1; index < LENGTH; index++) {
		const { gap, start } = digits[at + index]!;
		if (!breaks.includes(index)) {
			if (gap !== 0) return undefined;
			continue;
		}
		const between = text.slice(digits[at + index - 1]!.end, start).replace(/\s+/g, ' ');
		if (!SEPARATOR.test(between)) return undefined;
		separators.push(between.trim());
	}
	return separators;
}

/** Whether a text says anywhere that it is about SSNs: then all that may be one is. */
function announces(text: string): boolean {
	const plain = text.normalize('NFKC');
	return ANNOUNCED.test(plain.toLowerCase()) || ANNOUNCED_IN_CAMEL_CASE.test(plain);
}
