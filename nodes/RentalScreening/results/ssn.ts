import { toWords } from '../core/text';
import { isId } from './cells';

/*
 * An applicant's SSN must not leave the node:
 * 1. The value of a field of an SSN is masked to its last four digits.
 * 2. Its nine digits, and those right behind such a name within a text, are known, and masked in every other text, name
 *    and number of the same answer.
 * 3. An SSN that is not known is masked where it is written `ddd-dd-dddd`, with any dash.
 * The service's IDs stay.
 */

/** Answers are cut off below this depth, so that no nesting exhausts the stack. */
const MAX_DEPTH = 500;

/** How the name of a field of an SSN ends, in words. The word 'assn', as in `hoaAssn`, is none. */
const SSN_NAME = /((?<!\ba)ssn|social\W?security)s?(\W?(numbers?|num|no))?\W*$/;

/** What is in each such name. */
const NAMES_SSN = /ssn|security/i;

/** Longer than any such name within a text, with what parts it from its value. */
const MAX_NAME = 40;

/** Nine digits that can be an SSN: no group is all zeros. */
const SSN = /^(?!000)\d{3}(?!00)\d\d(?!0000)\d{4}$/;

/** What can be an SSN within a text, beside other digits. */
const SSN_IN_TEXT = /(?<!\d)\d{3}[\W_]{0,3}\d\d[\W_]{0,3}\d{4}(?!\d)/g;

/** The SSNs that an answer names, as numbers: a number has lost the zeros in front. */
type KnownSsns = ReadonlySet<number>;

/** Where a value is in an answer. */
interface Place {
	/** Of its member; '' for an element of a list. */
	readonly name: string;
	/** It is in a field of an SSN, at whatever depth. */
	readonly isSsn: boolean;
	readonly depth: number;
}

/** The place of the answer itself. */
const ANSWER: Place = { name: '', isSsn: false, depth: 0 };

/** A copy of the answer, cut off below `MAX_DEPTH`, with every SSN masked. */
export function maskSsn(answer: unknown): unknown {
	return copyValue(answer, findSsns(answer), ANSWER);
}

/** A text, such as a message that quotes `answer` of the service, with every SSN masked. */
export function redactSsn(text: string, answer: unknown = text): string {
	return redactText(text, findSsns(answer));
}

function findSsns(answer: unknown): KnownSsns {
	const known = new Set<number>();
	const collect = (value: unknown, { isSsn, depth }: Place) => {
		if (typeof value === 'object' && value !== null) {
			if (depth > MAX_DEPTH) return;
			for (const [name, member] of Object.entries(value)) {
				collect(member, { name, isSsn: isSsn || isSsnName(name), depth: depth + 1 });
			}
		} else {
			const ssns = isSsn ? readSsns(value) : findNamedSsns(value);
			for (const ssn of ssns) known.add(Number(ssn));
		}
	};
	collect(answer, ANSWER);
	return known;
}

/** The SSNs in the value of a field of an SSN, as nine digits each. */
function readSsns(value: unknown): string[] {
	const text = String(value);
	const digits = dropNonDigits(text);
	const nine = typeof value === 'number' ? digits.padStart(9, '0') : digits;
	const found = nine.length > 9 ? (text.match(SSN_IN_TEXT) ?? []).map(dropNonDigits) : [nine];
	return found.filter((ssn) => SSN.test(ssn));
}

/** The SSNs right behind the name of a field of an SSN, as in a text that is JSON or XML. */
function findNamedSsns(value: unknown): string[] {
	if (typeof value !== 'string' || !NAMES_SSN.test(value)) return [];
	return [...value.matchAll(SSN_IN_TEXT)]
		.filter(({ index }) => isSsnName(value.slice(Math.max(0, index - MAX_NAME), index)))
		.flatMap(([ssn]) => readSsns(ssn));
}

function dropNonDigits(text: string): string {
	return text.replace(/\D/g, '');
}

/** A copy of the value, cut off below `MAX_DEPTH`; without SSNs, unless `known` is undefined. */
function copyValue(value: unknown, known: KnownSsns | undefined, place: Place): unknown {
	if (typeof value === 'string' || typeof value === 'number') {
		return known === undefined ? value : maskText(value, known, place);
	}
	if (typeof value !== 'object' || value === null) return value;
	if (place.depth > MAX_DEPTH) return null;
	const { isSsn } = place;
	const depth = place.depth + 1;
	if (Array.isArray(value)) {
		return value.map((element) => copyValue(element, known, { name: '', isSsn, depth }));
	}
	const members = Object.entries(value).map(([name, member]) => {
		const memberPlace = { name, isSsn: isSsn || isSsnName(name), depth };
		const shownName = known === undefined ? name : redactText(name, known);
		return [shownName, copyValue(member, known, memberPlace)] as const;
	});
	return Object.fromEntries(members);
}

/** A text or a number without SSNs; unchanged, and a number still, where it holds none. */
function maskText(
	value: string | number,
	known: KnownSsns,
	{ name, isSsn }: Place,
): string | number {
	if (isId(name) && !isSsn) return value;
	const text = String(value);
	const isKnown = typeof value === 'number' && known.has(value);
	const ssn = isSsn ? (readSsns(value)[0] ?? text) : text;
	const shown = isSsn || isKnown ? maskDigits(ssn) : redactText(text, known);
	return shown === text ? value : shown;
}

function isSsnName(name: string): boolean {
	return NAMES_SSN.test(name) && SSN_NAME.test(toWords(name.slice(-100)));
}

/** Between two digits of an SSN are at most so many characters, neither letters nor digits. */
const MAX_GAP = 3;

const WRITTEN_AS_SSN = /^\d{3}[\p{Pd}\u2212]\d\d[\p{Pd}\u2212]\d{4}$/u;

/**
 * A text without known SSNs, and without what is written `ddd-dd-dddd`. One loop over its characters: a pattern that is
 * tried at each digit takes three times as long for a text of many digits.
 */
function redactText(text: string, known: KnownSsns): string {
	if (text.length < 9) return text;
	/** Where the digits are that may belong to one SSN, and the last nine of them as a number. */
	const digitsAt: number[] = [];
	let lastNine = 0;
	let gap = 0;
	let shown = '';
	let copied = 0;
	for (let at = 0; at < text.length; at++) {
		const digit = readDigit(text, at);
		if (digit < 0) {
			if (digitsAt.length === 0) continue;
			gap += 1;
			if (gap > MAX_GAP || isLetterOrNumber(text, at)) digitsAt.length = 0;
			if (text.codePointAt(at)! > 0xffff) at += 1;
			continue;
		}
		gap = 0;
		digitsAt.push(at);
		lastNine = (lastNine * 10 + digit) % 1_000_000_000;
		const start = digitsAt.at(-9);
		if (start === undefined) continue;
		const isPartOfMore = readDigit(text, start - 1) >= 0 || readDigit(text, at + 1) >= 0;
		if (isPartOfMore) continue;
		const isDashed = at - start === 10 && WRITTEN_AS_SSN.test(text.slice(start, at + 1));
		if (!isDashed && !known.has(lastNine)) continue;
		shown += text.slice(copied, start) + maskDigits(text.slice(start, at + 1));
		copied = at + 1;
		digitsAt.length = 0;
	}
	return shown + text.slice(copied);
}

/** The digit at this place; -1 where there is none. */
function readDigit(text: string, at: number): number {
	const digit = text.charCodeAt(at) - 48;
	return digit >= 0 && digit <= 9 ? digit : -1;
}

function isLetterOrNumber(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	// Most characters need no regular expression, which takes longer.
	if (code < 128) return (code | 32) >= 97 && (code | 32) <= 122;
	return /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));
}

/** What is shown of an SSN. What has no digit, such as 'DECEASED', is none. */
function maskDigits(text: string): string {
	if (!/\p{N}/u.test(text)) return text;
	const digits = dropNonDigits(text);
	return `***-**-${digits.length < 4 ? '****' : digits.slice(-4)}`;
}
