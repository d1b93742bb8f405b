/** What must not be shown of a text that the service sent, in answer to one request. */
export interface Redaction {
	/** Names of the fields in the request's body, in lower case: the service may name them. */
	readonly fields: ReadonlySet<string>;
	/** `text` with '[redacted]' in place of secrets and values; '' where the secrets are not known. */
	redact(text: string): string;
}

const REDACTED = '[redacted]';

/** So many characters of a secret or value in a row are enough to be redacted. */
const FRAGMENT = 6;

/** IDs are not about a person, and messages need them. */
const SHOWN = new Set(['propertyId', 'flowId', 'userId', 'id']);

/** Digits of a phone number or date, however they are grouped. */
const DIGITS = /\d(?:[ ().+/-]{0,3}\d){6,}/g;

/**
 * What to redact in the answer to a request: `secrets` (password, token) in any part of at least six
 * characters, and the values of `body` whole or cut off; both plain, as base64, hex or percent-encoded, in
 * other case, with other blanks. Where the secrets are not known (null) nothing may be quoted.
 */
export function redactionOf(secrets: readonly string[] | null, body?: unknown): Redaction {
	const fields = new Set<string>();
	const values: string[] = [];
	collect(body, fields, values);
	if (secrets === null) return { fields, redact: () => '' };
	const known = secrets.filter((secret) => secret.trim() !== '');
	const fragments = new Set(known.flatMap(formsOf).flatMap(fragmentsOf));
	const forms = values.filter((value) => !isShort(value)).flatMap(formsOf);
	const numbers = values.map(digitsOf).filter((digits) => digits.length >= 7);
	return {
		fields,
		redact(text) {
			const hidden = new Array<boolean>(text.length).fill(false);
			const hide = (from: number, to: number) => hidden.fill(true, from, to);
			hideForms(text, fragments, forms, hide);
			for (const secret of known) hideAll(text, secret, hide);
			for (const value of values) hideAll(text, value, hide, isWord);
			for (const { 0: run, index } of text.matchAll(DIGITS)) {
				const digits = digitsOf(run);
				const isKnown = numbers.some((one) => one.includes(digits) || digits.includes(one));
				if (isKnown) hide(index, index + run.length);
			}
			return withoutHidden(text, hidden);
		},
	};
}

function collect(value: unknown, fields: Set<string>, values: string[], name = ''): void {
	if (Array.isArray(value)) {
		for (const entry of value) collect(entry, fields, values, name);
	} else if (typeof value === 'object' && value !== null) {
		for (const [key, member] of Object.entries(value)) {
			fields.add(key.toLowerCase());
			collect(member, fields, values, key);
		}
	} else if ((typeof value === 'string' || typeof value === 'number') && !SHOWN.has(name)) {
		const text = String(value).trim();
		if (text.length > 1) values.push(text);
	}
}

/** How a value may be written, without blanks and in lower case. */
function formsOf(value: string): string[] {
	const bytes = Buffer.from(value);
	const wellFormed = bytes.toString();
	return [
		...new Set(
			[
				value,
				encodeURIComponent(wellFormed),
				encodeURI(wellFormed),
				JSON.stringify(value).slice(1, -1),
				value
					.replace(/&/g, '&amp;')
					.replace(/</g, '&lt;')
					.replace(/>/g, '&gt;')
					.replace(/"/g, '&quot;'),
				bytes.toString('hex'),
				...base64Of(bytes),
			].map(normal),
		),
	];
}

/** Base64 of the bytes at each of the three positions that they may have in a longer text. */
function base64Of(bytes: Buffer): string[] {
	return [0, 1, 2].flatMap((before) => {
		const padded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const own = padded.replace(/=+$/, '').slice(before === 0 ? 0 : before + 1);
		return [own, own.replace(/\+/g, '-').replace(/\//g, '_')];
	});
}

/** By code unit, so that a part of a text becomes the same as in the whole text. */
function normal(text: string): string {
	let flat = '';
	for (let index = 0; index < text.length; index++) flat += text[index]!.trim().toLowerCase();
	return flat;
}

function fragmentsOf(form: string): string[] {
	const count = form.length - FRAGMENT + 1;
	return Array.from({ length: Math.max(0, count) }, (_, start) =>
		form.slice(start, start + FRAGMENT),
	);
}

/** Redacts fragments of secrets and beginnings of values in `text`, whatever their blanks and case. */
function hideForms(
	text: string,
	fragments: ReadonlySet<string>,
	forms: readonly string[],
	hide: (from: number, to: number) => void,
): void {
	let flat = '';
	const origin: number[] = [];
	for (let index = 0; index < text.length; index++) {
		const unit = normal(text[index]!);
		flat += unit;
		for (let count = 0; count < unit.length; count++) origin.push(index);
	}
	const hideFlat = (from: number, to: number) => hide(origin[from]!, origin[to - 1]! + 1);
	for (let start = 0; start + FRAGMENT <= flat.length; start++) {
		if (fragments.has(flat.slice(start, start + FRAGMENT))) hideFlat(start, start + FRAGMENT);
	}
	for (const form of forms) {
		const head = form.slice(0, FRAGMENT);
		for (let at = flat.indexOf(head); at !== -1; at = flat.indexOf(head, at + 1)) {
			let end = FRAGMENT;
			while (end < form.length && flat[at + end] === form[end]) end += 1;
			hideFlat(at, at + end);
		}
	}
}

/** Hides all places of `part` in `text` that pass the check. */
function hideAll(
	text: string,
	part: string,
	hide: (from: number, to: number) => void,
	passes: (before: string, after: string) => boolean = () => true,
): void {
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
		const end = at + part.length;
		if (passes(text[at - 1] ?? '', text[end] ?? '')) hide(at, end);
	}
}

/** Whether what stands between these two characters is not part of a longer word. */
function isWord(before: string, after: string): boolean {
	return !/[\p{L}\p{N}]/u.test(before + after);
}

/** Too short to be told by its fragments. */
function isShort(value: string): boolean {
	return normal(value).length < FRAGMENT;
}

function digitsOf(text: string): string {
	return text.replace(/\D/g, '');
}

function withoutHidden(text: string, hidden: readonly boolean[]): string {
	let shown = '';
	for (let index = 0; index < text.length; index++) {
		if (hidden[index] !== true) shown += text[index];
		else if (index === 0 || hidden[index - 1] !== true) shown += REDACTED;
	}
	return shown;
}
