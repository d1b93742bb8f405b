import { onOneLine } from '../request/text';
import { redactSsn } from '../results/ssn';
import { clipped, isRecord } from '../results/values';
import type { Fault } from './fault';
import type { Redaction } from './redaction';

const namesIn = (list: string) => list.split('|');

/** Members that hold a message, the most useful first. */
const TEXT_KEYS = namesIn(
	'message|error_description|errorDescription|detail|details|msg|defaultMessage|description|reason|title|error|errors',
);

/** Members that hold more of it, by field or as a list. */
const LIST_KEYS = namesIn(
	'errors|issues|error|message|detail|details|fieldErrors|fieldViolations|violations|invalidParams|invalid-params|validationErrors',
);

/** Members that name the field which a message is about. */
const FIELD_KEYS = namesIn('field|path|loc|param|property');

/** What stands in front of the fields of a request in the path to one. */
const OUTER_PARTS = ['', 'body', 'data', 'attributes'];

const LONGEST = 300;
const LONGEST_READ = 2000;
const LONGEST_FIELD = 60;
const MOST_MESSAGES = 20;
const DEEPEST = 6;

/**
 * The message in the body of an answer, with the fields it is about, on one line of at most 300 characters;
 * '' when there is none. Reads known members only, whatever the shape (`{message}`, `{errors: {phone: […]}}`,
 * `{issues: [{path, message}]}`, `{phone: […]}`, plain text …), and redacts all of it.
 */
export function serviceMessage(body: unknown, redaction: Redaction): string {
	const readable = typeof body === 'string' ? parsed(body) : body;
	const { fields } = redaction;
	let said = messagesIn(readable, '', DEEPEST, fields);
	if (said.length === 0 && isRecord(readable)) {
		const ofFields = Object.entries(readable).filter(([key]) => fields.has(key.toLowerCase()));
		said = ofFields.flatMap(([key, value]) => messagesIn(value, key, DEEPEST, fields, true));
	}
	const lines = [...new Set(said.slice(0, MOST_MESSAGES))];
	const joined = lines
		.map((one, index) => (index < lines.length - 1 ? one.replace(/\.$/, '') : one))
		.join('; ')
		.slice(0, LONGEST_READ);
	return clipped(onOneLine(redaction.redact(redactSsn(joined, readable))), LONGEST + 1);
}

/** Why a request got no answer: in our words, or else n8n's. */
export function whyNoAnswer({ reason, n8nSays, neverSent }: Fault, redaction: Redaction): string {
	if (reason !== undefined) return reason;
	const unknown = neverSent ? 'its log may say why' : 'no answer came';
	return serviceMessage(n8nSays, redaction) || unknown;
}

/** Whether the body is a web page, as a proxy or a wrong address would answer. */
export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html|\?xml)/i.test(body);
}

/** The messages in a value about `field`; `byField`: the keys of an object are names of fields. */
function messagesIn(
	value: unknown,
	field: string,
	depth: number,
	fields: Redaction['fields'],
	byField = false,
): string[] {
	if (depth < 0) return [];
	if (Array.isArray(value)) {
		const entries = value.slice(0, MOST_MESSAGES);
		return entries.flatMap((entry) => messagesIn(entry, field, depth - 1, fields, byField));
	}
	if (!isRecord(value)) return typeof value === 'string' ? about(field, value) : [];
	const text = TEXT_KEYS.map((key) => value[key]).find(isText);
	const named = fieldOf(value, fields) ?? field;
	if (byField && text === undefined) {
		return Object.entries(value)
			.filter(([key]) => !FIELD_KEYS.includes(key) || fields.has(key))
			.slice(0, MOST_MESSAGES)
			.flatMap(([key, member]) => {
				const path = named === '' ? key : `${named}.${key}`;
				return messagesIn(member, path, depth - 1, fields, true);
			});
	}
	const lists = LIST_KEYS.map((key) => value[key]).filter((list) => typeof list === 'object');
	return [
		...(text === undefined ? [] : about(named, text)),
		...lists.flatMap((list) => messagesIn(list, named, depth - 1, fields, true)),
	];
}

function about(field: string, text: string | number): string[] {
	const line = onOneLine(readableText(text));
	if (line === '') return [];
	return [field === '' || field.length > LONGEST_FIELD ? line : `${field}: ${line}`];
}

/** The field that a message names, by its name, a path or a JSON pointer. */
function fieldOf(value: Record<string, unknown>, fields: Redaction['fields']): string | undefined {
	const { source, name } = value;
	const given =
		FIELD_KEYS.map((key) => value[key]).find(isPath) ??
		(isRecord(source) ? source.pointer : undefined) ??
		(typeof name === 'string' && fields.has(name.toLowerCase()) ? name : undefined);
	if (typeof given !== 'string' && !isPath(given)) return undefined;
	const parts = typeof given === 'string' ? given.split(/[/.]/) : given;
	return parts.filter((part) => !OUTER_PARTS.includes(String(part))).join('.');
}

function isPath(value: unknown): value is string | Array<string | number> {
	if (Array.isArray(value)) {
		return value.length > 0 && value.every((part) => ['string', 'number'].includes(typeof part));
	}
	// What begins with a slash is the path of the request.
	return typeof value === 'string' && /^[^/]/.test(value);
}

function isText(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && readableText(value) !== '');
}

/** A text without what is not made for reading: web pages, and JSON that could not be parsed. */
function readableText(value: string | number): string {
	const text = String(value).slice(0, LONGEST_READ).trim();
	return isWebPage(text) || /^[[{]\s*["{[\]}]/.test(text) ? '' : text;
}

/** The value behind JSON text, such as a body sent as plain text; other text as it is. */
function parsed(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : text;
	} catch {
		return text;
	}
}
