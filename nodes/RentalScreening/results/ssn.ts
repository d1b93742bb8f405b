import { atFirstUse } from './values';

/*
 * The applicant's SSN must not leave the node. What stands in a field of an SSN is masked, and its
 * nine digits are known: a known SSN is masked wherever it is written. An SSN that is not known is
 * masked where it is written as one. IDs, figures and dates of the service are never changed.
 */

/** Nine digits that can be an SSN: neither its area nor its group nor its serial number is all zeros. */
const SSN = /^(?!000)\d{3}(?!00)\d\d(?!0000)\d{4}$/;
const LENGTH = 9;
/** A number has lost the zeros in front, two at most: no area is 000. */
const SHORTEST = 7;
/** Most texts have too few digits. Any character beyond ASCII may be one. */
const HAS_DIGITS = /^(?:[^\d\u0080-\uffff]*[\d\u0080-\uffff]){7}/;

/** Answers are cut off below this depth, so that no nesting exhausts the stack. */
const DEEPEST = 500;

/** The SSNs of an answer, as numbers: with and without zeros in front they are the same. */
type Known = ReadonlySet<number>;

/** The answer with every SSN masked to its last four digits. The given value stays untouched. */
export function maskSsn(answer: unknown): unknown {
	return masked(answer, knownIn(answer), TOP);
}

/** A text, such as a message that quotes `answer` of the service, with every SSN masked. */
export function redactSsn(text: string, answer?: unknown): string {
	return redacted(text, knownIn(answer));
}

/** Where in an answer a value is: the name of its field, and whether that or one around it is of an SSN. */
interface Place {
	readonly name: string;
	readonly isSsn: boolean;
	readonly depth: number;
}

const TOP: Place = { name: '', isSsn: false, depth: 0 };

function inside({ isSsn, depth }: Place, name = ''): Place {
	return { name, isSsn: isSsn || isSsnName(name), depth: depth + 1 };
}

function knownIn(answer: unknown): Known {
	const known = new Set<number>();
	const learn = (value: string | number) => {
		if (!HAS_DIGITS.test(String(value))) return;
		const digits = digitsOf(value).padStart(typeof value === 'number' ? LENGTH : 0, '0');
		if (SSN.test(digits)) known.add(Number(digits));
	};
	const visit = (value: unknown, place: Place): void => {
		if (typeof value === 'object' && value !== null && place.depth <= DEEPEST) {
			for (const [name, inner] of Object.entries(value)) {
				if (place.isSsn) learn(name);
				visit(inner, inside(place, name));
			}
		} else if (place.isSsn && (typeof value === 'string' || typeof value === 'number')) {
			learn(value);
		}
	};
	visit(answer, TOP);
	return known;
}

function masked(value: unknown, known: Known, place: Place): unknown {
	if (typeof value === 'string' || typeof value === 'number') {
		if (place.isSsn) return lastFour(String(value));
		if (isKept(value, place.name)) return value;
		const shown = redacted(String(value), known);
		return shown === String(value) ? value : shown;
	}
	if (typeof value !== 'object' || value === null) return value;
	if (place.depth > DEEPEST) return null;
	if (Array.isArray(value)) return value.map((inner) => masked(inner, known, inside(place)));
	const names = maskedNames(Object.keys(value), known);
	const entries = Object.entries(value).map(([name, inner], index) => {
		return [names[index]!, masked(inner, known, inside(place, name))];
	});
	return Object.fromEntries(entries);
}

/** The names of fields with every SSN masked; a number tells apart those that come to the same. */
function maskedNames(names: readonly string[], known: Known): readonly string[] {
	if (!names.some((name) => HAS_DIGITS.test(name))) return names;
	const taken = new Set(names);
	let count = 1;
	return names.map((name) => {
		const shown = redacted(name, known);
		if (shown === name) return name;
		let unique = shown;
		while (taken.has(unique)) unique = `${shown} (${++count})`;
		taken.add(unique);
		return unique;
	});
}

const namesIn = (list: string) => new Set(list.split(' '));

/** The IDs and the figures of the contract. */
const IDS = namesIn('flowId id propertyId userId');
const FIGURES = namesIn(
	'amount annualIncome averageBalance cleanliness creditScore debtLimit didNotDamageProperty ' +
		'hourlyIncome income minimumMonthsOfEmployment monthlyDebt monthlyIncome netHourlyRate ' +
		'paysRentOnTime rent rentAmount serviceScore spending totalDebt weeklyHours wouldRentToThemAgain',
);
/** A date or a time as ISO 8601 has it. */
const DATE =
	/^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?$/;

function isKept(value: string | number, name: string): boolean {
	return IDS.has(name) || (typeof value === 'number' ? FIGURES.has(name) : DATE.test(value));
}

/** How the name of a field of an SSN ends, in any spelling of words. That of 'hoaAssn' is no SSN. */
const SSN_NAME =
	/(?:(?<![Aa])ssn|(?<!A)S(?:SN|sn)|(?<![^\W_])[Ss][\W_]+[Ss][\W_]+[Nn]|[Ss](?:ocial|OCIAL)[\W_]*[Ss](?:ecurity|ECURITY))[\W_]*(?:[Nn](?:umber|UMBER|um|UM|o|O))?[\W_]*$/;
const LONGEST_NAME = 100;

/** Whether a field of that name holds an SSN: `applicantSsn`, `ssn_number`, 'Social Security Number'. */
function isSsnName(name: string): boolean {
	const end = name.slice(-LONGEST_NAME);
	return SSN_NAME.test(/[^ -~]/.test(end) ? end.normalize('NFKC').replace(/\p{Cf}/gu, '') : end);
}

/** What is said about an SSN, such as 'DECEASED' or 'not found'; encoded text has mixed case. */
const words = atFirstUse(
	() => /^(?:\p{Lu}+|\p{Lu}?\p{Ll}+)(?:[\s_]+(?:\p{Lu}+|\p{Lu}?\p{Ll}+))*$/u,
);

function lastFour(text: string): string {
	if (text.trim() === '' || words().test(text)) return text;
	const digits = digitsOf(text);
	// The last four of fewer digits would show most of them, unless the service has masked the rest.
	const hides = digits.length >= SHORTEST || /^[*xX#\u2022-]{5,}\d{4}$/.test(text);
	return hides ? `***-**-${digits.slice(-4)}` : '***-**-****';
}

function digitsOf(value: string | number): string {
	const runs = runsOf(String(value), true);
	return runs
		.map(({ number, length }) => String(number).padStart(Math.min(length, 10), '0'))
		.join('');
}

/** An SSN in a text: where it is, and a number that ends with its last four digits. */
interface Found {
	readonly start: number;
	readonly end: number;
	readonly number: number;
}

function redacted(text: string, known: Known): string {
	if (!HAS_DIGITS.test(text)) return text;
	const found = ssnsIn(text, runsOf(text, false), known);
	// What looks like an escape may be none, as in '100%123-45-6789': the text is read both ways.
	if (/[&%\\]/.test(text)) found.push(...ssnsIn(text, runsOf(text, true), known));
	if (found.length === 0) return text;
	const parts: string[] = [];
	let copied = 0;
	for (const { start, end, number } of found.sort((one, other) => one.start - other.start)) {
		if (start < copied && end <= copied) continue;
		// Those that overlap become one, with the last four digits of the last.
		if (start < copied) parts.pop();
		else parts.push(text.slice(copied, start), '***-**-');
		parts.push(String(number % 10_000).padStart(4, '0'));
		copied = end;
	}
	return parts.join('') + text.slice(copied);
}

function ssnsIn(text: string, runs: readonly Run[], known: Known): Found[] {
	const found: Found[] = [];
	for (let first = 0; first < runs.length; first++) {
		let number = 0;
		let length = 0;
		for (let last = first; last < runs.length; last++) {
			const run = runs[last]!;
			length += run.length;
			if (length > LENGTH || (last > first && run.gap > WIDEST)) break;
			number = number * 10 ** run.length + run.number;
			const isKnown = length >= SHORTEST && known.has(number);
			if (isKnown || (length === LENGTH && isWritten(text, runs.slice(first, last + 1)))) {
				found.push({ start: runs[first]!.start, end: run.end, number });
			}
		}
	}
	return found;
}

/** Whether nine digits are written as an SSN: ddd-dd-dddd; near the words also with blanks, dots or nothing. */
function isWritten(text: string, [area, group, serial, ...more]: readonly Run[]): boolean {
	const last = serial ?? group ?? area!;
	if (group !== undefined) {
		const isGrouped = area!.length === 3 && group.length === 2 && more.length === 0;
		if (!isGrouped || group.gap !== serial!.gap) return false;
		if (group.gap === DASH) return true;
		if (group.gap !== BLANK && group.gap !== DOT) return false;
	}
	const before = text.slice(Math.max(0, area!.start - FARTHEST), area!.start);
	const after = text.slice(last.end, last.end + FARTHEST);
	return namedBefore().test(before.normalize('NFKC')) || namedAfter().test(after.normalize('NFKC'));
}

const NAMED = String.raw`(?:(?<!\p{L})ssns?(?!\p{Ll})|(?<!\p{Lu})(?:SSNs?(?!\p{L})|Ssns?(?!\p{Ll}))|[Ss](?:ocial[\s_-]{0,3}[Ss]ecurity|OCIAL[\s_-]{0,3}SECURITY))`;
const namedBefore = atFirstUse(() => new RegExp(`${NAMED}.{0,20}$`, 'su'));
const namedAfter = atFirstUse(() => new RegExp(`^.{0,20}${NAMED}`, 'su'));
/** The distance and the longest of the words. */
const FARTHEST = 42;

/** Digits with nothing between them, from `start` to `end`. */
interface Run {
	readonly start: number;
	end: number;
	length: number;
	/** Their last ten digits. */
	number: number;
	/** The kinds of the characters in front, as a number in base eight. */
	readonly gap: number;
}

/** What a character is to an SSN; from DIGIT on the ten digits. */
const [UNSEEN, DASH, DOT, BLANK, OTHER, LETTER, DIGIT] = [1, 2, 3, 4, 5, 6, 7] as const;
/** Up to three characters may be between two digits of an SSN, and no letter. */
const WIDEST = 0o777;
const FAR = 0o1000;

/** The digits of a text, in any script. `decodes` reads each escape as what it stands for. */
function runsOf(text: string, decodes: boolean): Run[] {
	const runs: Run[] = [];
	let run: Run | undefined;
	let gap = FAR;
	for (let at = 0, end = 0; at < text.length; at = end) {
		let code = text.codePointAt(at)!;
		end = at + (code > 0xffff ? 2 : 1);
		if (decodes && (code === 0x25 || code === 0x26 || code === 0x5c)) {
			ESCAPE.lastIndex = at;
			const escape = ESCAPE.exec(text);
			if (escape !== null) {
				code = decoded(escape);
				end = ESCAPE.lastIndex;
			}
		}
		const kind = (kinds[code] ||= kindOf(code));
		if (kind === UNSEEN) {
			// A mark belongs to its digit.
			if (gap === 0) run!.end = end;
		} else if (kind >= DIGIT) {
			if (gap > 0) runs.push((run = { start: at, end, length: 0, number: 0, gap }));
			run!.end = end;
			run!.length += 1;
			run!.number = (run!.number * 10 + kind - DIGIT) % 1e10;
			gap = 0;
		} else if (kind === LETTER) {
			gap = FAR;
		} else if (gap <= WIDEST && !(kind === BLANK && gap % 8 === BLANK)) {
			gap = gap * 8 + kind;
		}
	}
	return runs;
}

/** A further byte of a character in UTF-8. */
const BYTE = String.raw`%(?:25)*[89ab][\da-f]`;
/** Entities of HTML, percent-escapes, and JSON's. What was escaped twice has `amp;` or `25` inside. */
const ESCAPE = new RegExp(
	[
		String.raw`&(?:amp;)*(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,30}));`,
		String.raw`%(?:25)*([0-7][\da-f])`,
		String.raw`(%(?:25)*(?:[cd][\da-f]${BYTE}|e[\da-f](?:${BYTE}){2}|f[0-4](?:${BYTE}){3}))`,
		String.raw`%(?:25)*[89a-f][\da-f]`,
		String.raw`\\u([\da-f]{4})`,
	].join('|'),
	'iy',
);

/** The character that an escape stands for. Any other is as good as '&', which is no letter. */
function decoded([, decimal, hex, entity, ascii, utf8, unit]: RegExpExecArray): number {
	if (utf8 !== undefined) {
		const bytes = Buffer.from(utf8.replace(/%(?:25)*/g, ''), 'hex');
		return bytes.toString().codePointAt(0)!;
	}
	if (/dash|hyphen|minus/i.test(entity ?? '')) return 0x2d;
	if (/sp$/i.test(entity ?? '')) return 0x20;
	const code = decimal ? Number(decimal) : Number.parseInt(hex ?? ascii ?? unit ?? '26', 16);
	return Math.min(code, 0x10ffff);
}

/** By code point; 0 is not known yet. */
const kinds = new Uint8Array(0x110000);

function kindOf(code: number): number {
	const character = String.fromCodePoint(code);
	const digits = character.normalize('NFKC').match(/\p{Nd}/gu) ?? [];
	if (digits.length === 1) return DIGIT + digitOf(digits[0]!);
	if (/[\p{Pd}\u2043\u2212]/u.test(character)) return DASH;
	if (/[.．]/u.test(character)) return DOT;
	if (/[\s\p{Cc}\u2800]/u.test(character)) return BLANK;
	if (/[\p{Cf}\p{M}\p{DI}]/u.test(character)) return UNSEEN;
	return /\p{L}/u.test(character) ? LETTER : OTHER;
}

/** Unicode's decimal digits come in rows of ten, zero first. */
function digitOf(digit: string): number {
	const code = digit.codePointAt(0)!;
	let before = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
	return before % 10;
}
