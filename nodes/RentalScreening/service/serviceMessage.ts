import { onOneLine } from '../request/text';
import { redactSsn } from '../results/ssn';
import { clipped, isRecord } from '../results/values';
import type { Fault } from './fault';
import type { Redaction } from './redaction';

/** Members that hold a message, the most useful first. */
const TEXT_KEYS = [
	'message',
	'error_description',
	'errorDescription',
	'detail',
	'details',
	'msg',
	'defaultMessage',
	'description',
	'reason',
	'title',
	'error',
	'errors',
];

/** Members that hold more of it, by field or as a list. */
const LIST_KEYS = [
	'errors',
	'issues',
	'error',
	'message',
	'detail',
	'details',
	'fieldErrors',
	'fieldViolations',
	'violations',
	'invalidParams',
	'invalid-params',
	'validationErrors',
];

/** Members that name the field which a message is about. */
const FIELD_KEYS = ['field', 'path', 'loc', 'param', 'property'];

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
	const said: string[] = [];
	const readable = typeof body === 'string' ? parsed(body) : body;
	read(readable, '', DEEPEST, { said, redaction });
	if (said.length === 0 && isRecord(readable)) {
		for (const [key, value] of Object.entries(readable)) {
			const isField = redaction.fields.has(key.toLowerCase());
			if (isField) read(value, key, DEEPEST, { said, redaction, byField: true });
		}
	}
	const joined = [...new Set(said)]
		.map((one, index, all) => (index < all.length - 1 ? one.replace(/\.$/, '') : one))
		.join('; ');
	const text = redactSsn(joined, readable);
	return clipped(text, LONGEST + 1);
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

interface Reading {
	/** The messages found so far, redacted. */
	readonly said: string[];
	readonly redaction: Redaction;
	/** The keys of the object are names of fields. */
	readonly byField?: boolean;
}

function read(value: unknown, field: string, depth: number, reading: Reading): void {
	const { said, redaction, byField = false } = reading;
	if (depth < 0 || said.length >= MOST_MESSAGES) return;
	if (typeof value === 'string') return say(value, field, reading);
	if (Array.isArray(value)) {
		for (const entry of value.slice(0, MOST_MESSAGES)) read(entry, field, depth - 1, reading);
		return;
	}
	if (!isRecord(value)) return;
	const text = TEXT_KEYS.map((key) => value[key]).find(isText);
	if (byField && text === undefined) {
		for (const [key, member] of Object.entries(value).slice(0, MOST_MESSAGES)) {
			if (FIELD_KEYS.includes(key) && !redaction.fields.has(key)) continue;
			read(member, field === '' ? key : `${field}.${key}`, depth - 1, reading);
		}
		return;
	}
	const about = fieldOf(value, redaction) ?? field;
	if (text !== undefined) say(text, about, reading);
	for (const key of LIST_KEYS) {
		const list = value[key];
		if (typeof list === 'object') read(list, about, depth - 1, { ...reading, byField: true });
	}
}

function say(text: string | number, field: string, { said, redaction }: Reading): void {
	const line = onOneLine(redaction.redact(readableText(text)));
	if (line === '') return;
	const name = fieldShown(field, redaction);
	said.push(name === '' ? line : `${name}: ${line}`);
}

/** A field's name as it may be shown: names that the request used are, others are redacted as any text. */
function fieldShown(field: string, redaction: Redaction): string {
	if (field.length > LONGEST_FIELD) return '';
	const isKnown = field.split('.').every((part) => redaction.fields.has(part.toLowerCase()));
	return onOneLine(isKnown ? field : redaction.redact(field));
}

/** The field that a message names, by its name, a path or a JSON pointer. */
function fieldOf(value: Record<string, unknown>, { fields }: Redaction): string | undefined {
	const { source, name } = value;
	const given =
		FIELD_KEYS.map((key) => value[key]).find(isPath) ??
		(isRecord(source) ? source.pointer : undefined) ??
		(typeof name === 'string' && fields.has(name.toLowerCase()) ? name : undefined);
	if (typeof given !== 'string' && !isPath(given)) return undefined;
	const parts = typeof given === 'string' ? given.split(/[/.]/) : given;
	return parts
		.filter((part) => !['', 'body', 'data', 'attributes'].includes(String(part)))
		.join('.');
}

function isPath(value: unknown): value is string | Array<string | number> {
	if (Array.isArray(value)) {
		return value.length > 0 && value.every((part) => ['string', 'number'].includes(typeof part));
	}
	// What begins with a slash is the path of the request.
	return typeof value === 'string' && /^[^/]/.test(value);
}

function isText(value: unknown): value is string | number {
	if (typeof value === 'number') return true;
	return typeof value === 'string' && readableText(value).trim() !== '';
}

/** A text without what is not made for reading: web pages, and JSON that could not be parsed. */
function readableText(value: string | number): string {
	const text = String(value).slice(0, LONGEST_READ);
	return isWebPage(text) || /^\s*[[{]\s*["{[\]}]/.test(text) ? '' : text;
}

/** The value behind JSON text, such as a body sent as plain text; other text as it is. */
function parsed(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) || Array.isArray(value) ? value : text;
	} catch {
		return text;
	}
}
