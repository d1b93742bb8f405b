import type { components } from '../../../openapi/rental-screening';

export type Schemas = components['schemas'];

/** An answer of `GET /v1/screening/data/{userId}`. */
export type ScreeningData = Schemas['ScreeningData'];

/** The fields of the contract's `T`, with no trust in their presence or type. */
export type Loose<T> = { readonly [Field in keyof T]?: unknown };

/**
 * What `make` returns, made at the first call and kept. For patterns with Unicode classes: to make one takes long, and
 * n8n starts without them.
 */
export function atFirstUse<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => (made ??= make());
}

/** Whether the value is a JSON object: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object with the fields of `T`; an empty one where it is no object. */
export function looseObject<T>(value: unknown): Loose<T> {
	return isRecord(value) ? (value as Loose<T>) : {};
}

/** The objects of a list, each with the fields of `T`; empty where the value is no list. */
export function looseObjects<T>(value: unknown): Array<Loose<T>> {
	return Array.isArray(value) ? (value.filter(isRecord) as Array<Loose<T>>) : [];
}

/** Trimmed text; numbers and booleans as text; null for anything else and for blank text. */
export function textOf(value: unknown): string | null {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') return null;
	return value.trim() || null;
}

/** The text on one line: each run of blanks and line breaks becomes one blank. */
export function oneLine(value: unknown): string | null {
	return textOf(value)?.replace(/\s+/g, ' ') ?? null;
}

/** A finite number, also from plain decimal text; null for anything else. */
export function numberOf(value: unknown): number | null {
	const number =
		typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** The mean of the numbers among the values, to two decimals; null where there is none. */
export function averageOf(values: readonly unknown[]): number | null {
	const numbers = values.map(numberOf).filter((number) => number !== null);
	const sum = numbers.reduce((total, number) => total + number, 0);
	return numbers.length === 0 ? null : Math.round((sum / numbers.length) * 100) / 100;
}

/** A part of a whole in percent, to one decimal; null without either, or without any whole. */
export function percentOf(part: unknown, whole: unknown): number | null {
	const [of, all] = [numberOf(part), numberOf(whole)];
	return of === null || all === null || all <= 0 ? null : Math.round((of / all) * 1000) / 10;
}

/** A boolean, also from the text `true` or `false`; null for anything else. */
export function booleanOf(value: unknown): boolean | null {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	return null;
}

/** A constant of the service in words, `FULL_TIME` as `Full time`; any other text as it is. */
export function inWords(text: string): string {
	if (!/^(?=[A-Z]{4}|.*_)[A-Z\d]+(?:_[A-Z\d]+)*$/.test(text)) return text;
	return capitalised(text.toLowerCase().replaceAll('_', ' '));
}

/** The text with its first letter in upper case. */
export function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a field in words: `bankName` and `bank_name` as `bank name`. */
export function wordsOf(name: string): string {
	const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[\s_-]+/g, ' ');
	return words.trim().toLowerCase();
}

/** The name of a field as the editor writes names, `Credit Score` for `creditScore`. */
export function titleOf(name: string): string {
	return wordsOf(name)
		.split(' ')
		.map(capitalised)
		.join(' ')
		.replace(/\bId\b/g, 'ID');
}

const IDS: ReadonlySet<string> = new Set(['id', 'userId', 'propertyId', 'flowId']);

/** Whether a field of the service is an ID: later steps send it back, so it stays as it came. */
export function isId(name: string): boolean {
	return IDS.has(name);
}
