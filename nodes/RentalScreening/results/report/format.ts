import type { Format } from '../cells';
import { atFirstUse, clipped, inWords, numberOf, oneLine, textOf } from '../values';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Separators that are no blanks, and what is invisible: control characters, marks that
// turn the direction of the text around, zero-width characters and halves of characters.
const blank = atFirstUse(() => /[\p{Cc}\p{Zl}\p{Zp}\u2800]/gu);
const invisible = atFirstUse(() => /[\p{C}\p{DI}]/gu);

// Beyond this a number has no exact digits left to group.
const LARGEST_GROUPED = 1e15;

/** How the report shows a value of each format. */
const SHOWN: Readonly<Record<Format, (value: unknown) => string | null>> = {
	identifier: (value) => clippedLine(value, 90),
	text: (value) => clippedLine(value, 90),
	prose: (value) => clippedLine(value, 320),
	term,
	date,
	month,
	currency: (value) => clippedLine(value, 8),
	number,
	amount,
	bar: amount,
	percent: (value) => number(value)?.concat('%') ?? null,
	boolean: term,
};

/** A value in the format of its column; null where there is none. */
export function shownAs(format: Format, value: unknown): string | null {
	return SHOWN[format](value);
}

/** A number with at most two decimals and its thousands grouped: `1,234.5`. */
function number(value: unknown): string | null {
	return amount(value)?.replace(/(\.\d)0$/, '$1') ?? null;
}

/** An amount, with two decimals where it is not whole: `2,100`, `480.25`. */
function amount(value: unknown): string | null {
	const given = numberOf(value);
	if (given === null) return null;
	if (Math.abs(given) >= LARGEST_GROUPED) return String(given);
	const [whole = '0', decimals] = Math.abs(given).toFixed(2).split('.');
	const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
	const text = decimals === '00' ? digits : `${digits}.${decimals}`;
	return given < 0 && text !== '0' ? `-${text}` : text;
}

/** An ISO date as `Mar 1, 2026`, with time and zone where it has them; any other text as given. */
function date(value: unknown): string | null {
	const text = clippedLine(value, 32);
	const iso = text?.match(
		/^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/,
	);
	const name = MONTHS[Number(iso?.[2]) - 1];
	if (!iso || !name) return text;
	const [, year, , day, time, zone] = iso;
	const shown = `${name} ${Number(day)}, ${year}`;
	if (!time) return shown;
	return `${shown}, ${time}${zone ? ` ${zone === 'Z' ? 'UTC' : `UTC${zone}`}` : ''}`;
}

/** `2026-03`, or a day of that month, as `Mar 2026`; any other text as given. */
function month(value: unknown): string | null {
	const text = clippedLine(value, 24);
	const iso = text?.match(/^(\d{4})-(\d{2})(?:-\d{2})?(?:T.*)?$/);
	const name = MONTHS[Number(iso?.[2]) - 1];
	return iso && name ? `${name} ${iso[1]}` : text;
}

/** A constant of the service in words, `CHECK_TYPE_DEEP_CHECK` as `Deep check`; any other text as given. */
function term(value: unknown): string | null {
	const text = clippedLine(textOf(value)?.replace(/^CHECK_TYPE_(?=.)/, ''), 32);
	return text === null ? null : inWords(text);
}

/** Visible text on one line of at most `most` characters; `…` ends it where some were cut off. */
export function clippedLine(value: unknown, most: number): string | null {
	const visible =
		typeof value === 'string' ? value.replace(blank(), ' ').replace(invisible(), '') : value;
	const line = oneLine(visible);
	return line === null ? null : clipped(line, most);
}
