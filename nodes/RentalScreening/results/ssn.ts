import { digitsOf, isAlone, type Digit } from './digits';
import { isRecord } from './values';

/*
 * The applicant's SSN must not leave the node, wherever and however the service writes it.
 * It is read from every field with an SSN-like name, then masked in all texts, numbers and names.
 * Only digits are compared: any Unicode digits, with up to three other characters between two of them.
 */

const LENGTH = 9;
const ALL_MASKED = '***-**-****';

/** A number may have lost up to two leading zeros; no SSN begins with three. */
const SHORTEST = 7;

/** How many other characters may be between two digits. */
const WIDEST_GAP = 3;

/** How many digits of an SSN-like field are looked at. */
const MOST_DIGITS = 64;

/** Answers are cut off below this depth, so that no nesting exhausts the stack. */
const DEEPEST = 500;

/** How many characters in front of nine digits may say that they are an SSN. */
const LOOK_BACK = 60;

const ANNOUNCED =
	/(?:(?<!\p{L})s\W?s\W?n|social[^\p{L}\p{N}]*(?:security|insurance))[^\p{Nd}]{0,24}$/u;
const ANNOUNCED_IN_CAMEL_CASE = /S[Ss][Nn][^\p{Nd}]{0,24}$/u;

/** What may separate the parts of an SSN that is not known: no letter, digit or comma. */
const SEPARATOR = /^[^\p{L}\p{N},;:]{1,3}$/u;

/** Digits in front of which a separator stands: ddd-dd-dddd and ddd-ddd-ddd. */
const GROUPS = { usual: [3, 5], ofThree: [3, 6], none: [] } as const;

/** The answer with every SSN masked to its last four digits. The given value stays untouched. */
export function maskSsn(answer: unknown): unknown {
	return masked(answer, ssnsIn(answer), 0);
}

/**
 * A text, such as a message that quotes the service, with every SSN masked. `answer` is what the
 * service sent: SSNs that it names are masked in any format, others as ddd-dd-dddd or after "SSN".
 */
export function redactSsn(text: string, answer?: unknown): string {
	return redacted(text, ssnsIn(answer));
}

/** The known SSNs: nine digits each, and without the zeros that a number loses at its start. */
type KnownSsns = ReadonlySet<string>;

function ssnsIn(answer: unknown): KnownSsns {
	const known = new Set<string>();
	collect(answer, known, 0);
	return known;
}

function collect(value: unknown, known: Set<string>, depth: number): void {
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
	if (Array.isArray(value)) {
		for (const element of value) collect(element, known, depth + 1);
		return;
	}
	// { "type": "SSN", "value": "123456789" } names it in a value.
	const isNamedInside = Object.values(value).some(isSsnLabel);
	for (const [name, field] of Object.entries(value)) {
		if (isSsnName(name)) learn(field, known, depth + 1);
		else if (isNamedInside && leafDigits(field).length === LENGTH) learn(field, known, depth + 1);
		collect(field, known, depth + 1);
	}
}

/** Takes the SSNs of an SSN-like field: text, a number, or these in lists and objects, in parts too. */
function learn(field: unknown, known: Set<string>, depth: number): void {
	const leaves = leavesOf(field, depth);
	for (const leaf of leaves) for (const ssn of ssnsInLeaf(leaf)) add(ssn, known);
	const joined = leaves.map(leafDigits).join('');
	if (joined.length === LENGTH) add(joined, known);
}

function add(ssn: string, known: Set<string>): void {
	known.add(ssn);
	known.add(ssn.replace(/^0{1,2}/, ''));
}

function ssnsInLeaf(leaf: string | number): string[] {
	const digits = digitsOf(String(leaf)).slice(0, MOST_DIGITS);
	const number = digits.map(({ digit }) => digit).join('');
	if (number.length === LENGTH) return [number];
	const isPlain = digits.slice(1).every(({ gap }) => gap === 0);
	const significant = number.replace(/^0+/, '');
	if (isPlain && significant.length <= LENGTH) {
		return significant.length < SHORTEST ? [] : [significant.padStart(LENGTH, '0')];
	}
	return digits.flatMap((_, at) => {
		const ends = at + LENGTH <= digits.length;
		return ends && (isPlain || isAlone(at, LENGTH, digits)) ? [number.slice(at, at + LENGTH)] : [];
	});
}

function leafDigits(leaf: unknown): string {
	if (typeof leaf !== 'string' && typeof leaf !== 'number') return '';
	return digitsOf(String(leaf))
		.map(({ digit }) => digit)
		.join('');
}

/** The texts and numbers in a value, names of fields included where they could be an SSN. */
function leavesOf(value: unknown, depth: number): Array<string | number> {
	if (typeof value === 'string' || typeof value === 'number') return [value];
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
	const names = isRecord(value) ? Object.keys(value).filter(couldBeSsn) : [];
	return [...names, ...Object.values(value).flatMap((inner) => leavesOf(inner, depth + 1))];
}

function couldBeSsn(name: string): boolean {
	return leafDigits(name).length >= SHORTEST;
}

/** Whether a field of that name holds an SSN: `SSN`, `applicantSsn`, `ssn_number`, "social security number". */
function isSsnName(name: string): boolean {
	if (name.length > LOOK_BACK) return false;
	const plain = name.normalize('NFKC').replace(/\p{Cf}/gu, '');
	const words = plain.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	const letters = words.replace(/[^\p{L}\p{N}]/gu, '');
	if (letters === 'ssn' || /soc(?:ial)?(?:sec|insurance)/.test(letters)) return true;
	// Word by word: 'className' holds these three letters too.
	return words.split(/[^\p{L}\p{N}]+/u).some((word) => /^ssn|ssn$/.test(word));
}

/** Whether a value is nothing but the name of an SSN, as in `{ "type": "SSN" }`. */
function isSsnLabel(value: unknown): boolean {
	if (typeof value !== 'string' || value.length > LOOK_BACK) return false;
	const letters = value
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
	return /^(?:ssn|socialsecurity|socialinsurance)(?:no|nr|number)?$/.test(letters);
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

function lastFour(text: string): string {
	if (text.trim() === '') return text;
	const digits = leafDigits(text);
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
	return replaced(shown, (at, digits, inText) => (isUnknownSsn(at, digits, inText) ? LENGTH : 0));
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
	for (const { digit, gap } of digits.slice(at, at + LENGTH)) {
		if (number !== '' && gap > WIDEST_GAP) return 0;
		number += digit;
		// Shortened ones are common numbers: only where no other digit is next to them.
		const isWhole = number.length === LENGTH;
		if (known.has(number) && (isWhole || isAlone(at, number.length, digits))) return number.length;
	}
	return 0;
}

function isUnknownSsn(at: number, digits: readonly Digit[], text: string): boolean {
	if (at + LENGTH > digits.length || !isAlone(at, LENGTH, digits)) return false;
	if (isGrouped(at, digits, text, GROUPS.usual)) return true;
	const looksLikeOne =
		isGrouped(at, digits, text, GROUPS.none) || isGrouped(at, digits, text, GROUPS.ofThree);
	return looksLikeOne && isAnnounced(digits[at]!.start, text);
}

/** Whether nine digits are separated in front of those of `breaks`, and nowhere else. */
function isGrouped(
	at: number,
	digits: readonly Digit[],
	text: string,
	breaks: readonly number[],
): boolean {
	return digits.slice(at + 1, at + LENGTH).every(({ gap, start }, index) => {
		if (!breaks.includes(index + 1)) return gap === 0;
		return SEPARATOR.test(text.slice(digits[at + index]!.end, start).replace(/\s+/g, ' '));
	});
}

function isAnnounced(start: number, text: string): boolean {
	const before = text.slice(Math.max(0, start - LOOK_BACK), start).normalize('NFKC');
	return ANNOUNCED.test(before.toLowerCase()) || ANNOUNCED_IN_CAMEL_CASE.test(before);
}
