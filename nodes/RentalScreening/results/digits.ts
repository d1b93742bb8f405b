/** One digit of a text: where it is, and how many other characters that show are in front of it. */
export interface Digit {
	readonly digit: string;
	readonly start: number;
	readonly end: number;
	readonly gap: number;
}

/** The digits of a text as 0 to 9, Unicode's included (full-width, Arabic, superscript …). */
export function digitsOf(text: string): Digit[] {
	const digits: Digit[] = [];
	let gap = 1; // No digit is next to the first one.
	let inBlank = false;
	let start = 0;
	for (const character of text) {
		const end = start + character.length;
		const values = digitValues(character);
		for (const digit of values) {
			digits.push({ digit, start, end, gap });
			gap = 0;
		}
		// Nearly all characters are such, and looking the others up takes a while.
		const isPlain = character > ' ' && character < '\u007F';
		const isBlank = !isPlain && /[\s\p{Cc}\u2800]/u.test(character);
		// Outputs show a run of blanks as one, and drop what is invisible.
		const isShown = isPlain || (isBlank ? !inBlank : !/[\p{M}\p{C}\p{DI}]/u.test(character));
		if (values.length === 0 && isShown) gap += 1;
		if (isBlank || isShown) inBlank = isBlank;
		start = end;
	}
	return digits;
}

/** Whether so many digits from `at` on have no other digit next to them. */
export function isAlone(at: number, count: number, digits: readonly Digit[]): boolean {
	const next = digits[at + count];
	return digits[at]!.gap > 0 && (next === undefined || next.gap > 0);
}

function digitValues(character: string): string[] {
	if (character >= '0' && character <= '9') return [character];
	if (character < '\u0080') return [];
	return [...character.normalize('NFKC')].filter((plain) => /\p{Nd}/u.test(plain)).map(digitValue);
}

/** Unicode's decimal digits come in rows of ten, zero first. */
function digitValue(digit: string): string {
	const code = digit.codePointAt(0)!;
	let before = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
	return String(before % 10);
}
