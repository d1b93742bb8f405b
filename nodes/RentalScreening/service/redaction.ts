import { atFirstUse } from '../results/values';

/** What may be shown of a text that the service sent, in answer to one request. */
export interface Redaction {
	/** Names of the request's fields, in lower case: the service may name them. */
	readonly fields: ReadonlySet<string>;
	/** The first 2,000 characters with '[redacted]' for what is not plain; '' where the secrets are not known. */
	redact(text: string): string;
}

const REDACTED = '[redacted]';
/** Stands for it until all is done. */
const MARK = '\0';
const LONGEST_READ = 2000;

/** So many characters of a secret or value in a row are enough to be redacted. */
const FRAGMENT = 6;

/** Members that hold IDs or constants of the service: they are not about a person, and messages need them. */
const SHOWN = new Set(
	'propertyId flowId userId id checkType payer accountStatus ecoaCode'.split(' '),
);

/** A masked SSN; seven digits or more, however grouped; what stands between blanks, without quotes and the like. */
const TOKENS = [
	String.raw`\*{3}-\*{2}-\d{4}`,
	String.raw`\d(?:[^\p{L}\p{N}\0]{0,3}\d){6,}`,
	String.raw`[^\s\0"'\u201C\u201D\u2018\u2019()[\]{}<>.,;:!?\u2026](?:[^\s\0]*[^\s\0"'\u201C\u201D\u2018\u2019()[\]{}<>.,;:!?\u2026])?`,
];

/** What joins plain parts, as in 'address.city', 'on/off' and 'name@example.com'. */
const JOINTS = /[-._/@'\u2019:,()"[\]]/;

/** A word in lower case, capitalised or in capitals, or a short number. */
const plain = atFirstUse(() => /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]*|\p{Lu}+|\d{1,6})$/u);

/** Such a word with its number, as in 'v2'; a short number with a sign, as '$25.00'; what was masked; signs. */
const plainAlone = atFirstUse(
	() =>
		/^(?:(?:\p{Lu}?\p{Ll}+|\p{Lu}+)\d{1,2}|[#$\u20AC\u00A3]?\d{1,4}(?:\.\d\d)?[%+]?|\*{3}-\*{2}-\d{4}|[^\p{L}\p{N}]+)$/u,
);

/**
 * Shows plain words, short numbers, names of fields (those of `body` and `names`) and the IDs of the request;
 * nothing else. Six characters in a row of `secrets` (password, token), and the values of `body`, whole or cut off,
 * are not shown even where they are plain words. Where the secrets are not known (null) nothing is.
 */
export function redactionOf(
	secrets: readonly string[] | null,
	body?: unknown,
	names: readonly string[] = [],
): Redaction {
	const fields = new Set(names.map((name) => name.toLowerCase()));
	const values: string[] = [];
	const ids: string[] = [];
	collect(body, '', (name, value) => {
		fields.add(name.toLowerCase());
		if (value.length > 1) (SHOWN.has(name) ? ids : values).push(value);
	});
	const known = (secrets ?? []).filter((secret) => secret.trim() !== '');
	const tokens = new RegExp([...ids.map(wholeWord), ...TOKENS].join('|'), 'gu');
	const isPlain = (part: string) => plain().test(part) || fields.has(part.toLowerCase());
	const isShown = (token: string) =>
		ids.includes(token) ||
		plainAlone().test(token) ||
		(token.split(JOINTS).every(isPlain) && token.replace(/\D/g, '').length <= 6);
	const redact = (text: string) =>
		withoutKnown(unescaped(text.slice(0, LONGEST_READ)), known, values)
			.replace(tokens, (token) => (isShown(token) ? token : MARK))
			.replace(/\0+/g, REDACTED);
	return { fields, redact: secrets === null ? () => '' : redact };
}

/** Passes each member at any depth, with its name; an object as ''. */
function collect(value: unknown, name: string, pass: (name: string, value: string) => void): void {
	if (typeof value !== 'object' || value === null) {
		const isText = typeof value === 'string' || typeof value === 'number';
		return pass(name, isText ? String(value).trim() : '');
	}
	pass(name, '');
	const isList = Array.isArray(value);
	for (const [key, member] of Object.entries(value)) collect(member, isList ? name : key, pass);
}

/** Without the escapes of HTML and JSON in words, behind which a value would not be found. */
function unescaped(text: string): string {
	const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
	return text.replace(/&(amp|lt|gt|quot);|\\(["\\/])/g, (_, name, sign) => signs[name] ?? sign);
}

/** `text` with marks in place of secrets and values, whatever their blanks and case. */
function withoutKnown(text: string, secrets: readonly string[], values: readonly string[]): string {
	const units = text.split('');
	const solid = units.flatMap((unit, index) => (unit.trim() === '' ? [] : [index]));
	const flat = normal(text);
	const hide = (from: number, to: number) => units.fill(MARK, solid[from], solid[to - 1]! + 1);
	const fragments = new Set(secrets.map(normal).flatMap(fragmentsOf));
	const long = values.map(normal).filter((value) => value.length >= FRAGMENT);
	for (let at = 0; at + FRAGMENT <= flat.length; at++) {
		if (fragments.has(flat.slice(at, at + FRAGMENT))) hide(at, at + FRAGMENT);
		for (const value of long) {
			let end = 0;
			while (end < value.length && flat[at + end] === value[end]) end += 1;
			if (end >= FRAGMENT) hide(at, at + end);
		}
	}
	const short = values.filter((value) => normal(value).length < FRAGMENT).map(wholeWord);
	const rest = [...secrets.map(literal), ...short].join('|');
	return rest === '' ? units.join('') : units.join('').replace(new RegExp(rest, 'gu'), MARK);
}

/** Without blanks and in lower case, unit by unit, so that a part of a text becomes the same as in the whole. */
function normal(text: string): string {
	return text.replace(/\s/g, '').replace(/[^]/g, (unit) => unit.toLowerCase().charAt(0));
}

function fragmentsOf(text: string): string[] {
	const count = Math.max(0, text.length - FRAGMENT + 1);
	return Array.from({ length: count }, (_, start) => text.slice(start, start + FRAGMENT));
}

/** Matches a text that is not part of a longer word or number. */
function wholeWord(text: string): string {
	return String.raw`(?<![\p{L}\p{N}])${literal(text)}(?![\p{L}\p{N}])`;
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`);
}
