import { digitsOf, isAlone } from './digits';
import { isRecord } from './values';

/** An SSN has nine digits. */
export const LENGTH = 9;

/** A number may have lost up to two leading zeros; no SSN begins with three. */
export const SHORTEST = 7;

/** How many digits of an SSN-like field are looked at. */
const MOST_DIGITS = 64;

/** Answers are cut off below this depth, so that no nesting exhausts the stack. */
export const DEEPEST = 500;

/** Names are short. */
const LONGEST_NAME = 60;

/** The known SSNs: nine digits each, and without the zeros that a number loses at its start. */
export type KnownSsns = ReadonlySet<string>;

/** The SSNs that an answer names. */
export function ssnsIn(answer: unknown): KnownSsns {
	const known = new Set<string>();
	collect(answer, known, 0);
	return known;
}

function collect(value: unknown, known: Set<string>, depth: number): void {
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
	// { "type": "SSN", "value": "123456789" } and [ "SSN", "123456789" ] name it in a value.
	const isNamedInside = Object.values(value).some(isSsnLabel);
	for (const [name, field] of Object.entries(value)) {
		const beside = isNamedInside ? partsOf(field).filter(hasNineDigits) : [];
		for (const one of isSsnName(name) ? [field] : beside) learn(one, known, depth + 1);
		collect(field, known, depth + 1);
	}
}

/** Takes the SSNs of an SSN-like field: text, a number, or these in lists and objects, in parts too. */
function learn(field: unknown, known: Set<string>, depth: number): void {
	const leaves = leavesOf(field, depth);
	for (const leaf of leaves) for (const ssn of ssnsInLeaf(leaf)) add(ssn, known);
	const joined = leaves.map(digitsIn).join('');
	if (joined.length === LENGTH) add(joined, known);
}

function add(ssn: string, known: Set<string>): void {
	known.add(ssn);
	known.add(ssn.replace(/^0{1,2}/, ''));
}

function ssnsInLeaf(leaf: string | number): string[] {
	const digits = digitsOf(String(leaf)).slice(0, MOST_DIGITS);
	const number = digits.map(({ digit }) => digit).join('');
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

function hasNineDigits(leaf: unknown): boolean {
	return digitsIn(leaf).length === LENGTH;
}

/** The digits of a text or a number; '' for anything else. */
export function digitsIn(leaf: unknown): string {
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

/** Whether a name of a field has the digits of an SSN. */
export function couldBeSsn(name: string): boolean {
	return digitsIn(name).length >= SHORTEST;
}

/** All answers have the same names. The service could send others without end, so not all are remembered. */
const MOST_NAMES = 1000;

const ssnNames = new Map<string, boolean>();

/** Whether a field of that name holds an SSN: `SSN`, `applicantSsn`, `ssn_number`, "social security number". */
export function isSsnName(name: string): boolean {
	if (name.length > LONGEST_NAME) return false;
	const known = ssnNames.get(name);
	if (known !== undefined) return known;
	const isOne = meansSsn(name);
	if (ssnNames.size < MOST_NAMES) ssnNames.set(name, isOne);
	return isOne;
}

function meansSsn(name: string): boolean {
	const words = wordsOf(name);
	// Word by word: 'className' holds these three letters too.
	return isSpelledOut(words) || words.some((word) => /^ssn|ssn$/.test(word));
}

/** 's.s.n' or 'social security'. */
function isSpelledOut(words: readonly string[]): boolean {
	const letters = words.join('');
	return letters === 'ssn' || /(?<!as)soc(?:ial)?(?:sec|insurance)/.test(letters);
}

function wordsOf(name: string): string[] {
	const plain = name.normalize('NFKC').replace(/\p{Cf}/gu, '');
	const spaced = plain.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	return spaced.split(/[^\p{L}\p{N}]+/u);
}

/** What every label of an SSN matches, and few other texts: all of an answer are looked at. */
const MAY_BE_LABEL = /s[^a-z\d]*s[^a-z\d]*n|s[^a-z\d]*o[^a-z\d]*c|[^ -~]/i;

/** Whether a value names an SSN, as in `{ "type": "SSN" }` or `{ "code": "SSN_MISMATCH" }`. */
function isSsnLabel(value: unknown): boolean {
	if (typeof value !== 'string' || value.length > LONGEST_NAME) return false;
	if (!MAY_BE_LABEL.test(value)) return false;
	const words = wordsOf(value);
	return isSpelledOut(words) || words.includes('ssn');
}

/** A value, or those right inside it. */
function partsOf(value: unknown): unknown[] {
	return typeof value === 'object' && value !== null ? Object.values(value) : [value];
}
