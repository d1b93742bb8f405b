import type { components } from '../../../openapi/rental-screening';

export type Schemas = components['schemas'];

/** An answer of `GET /v1/screening/data/{userId}`. */
export type ScreeningData = Schemas['ScreeningData'];

/**
 * The fields that the contract gives `T`, read with no trust in their presence or type: results are
 * shown whatever the service sends, so only the names are taken from the contract.
 */
export type Loose<T> = { readonly [Field in keyof T]?: unknown };

/** Whether the value is a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object with the fields of `T`; an empty one where it is no object. */
export function looseObject<T>(value: unknown): Loose<T> {
	return isJsonObject(value) ? (value as Loose<T>) : {};
}

/** The objects of a list, each with the fields of `T`; empty where the value is no list. */
export function looseObjects<T>(value: unknown): Array<Loose<T>> {
	return Array.isArray(value) ? (value.filter(isJsonObject) as Array<Loose<T>>) : [];
}

/** The text without surrounding blanks; numbers and booleans as text; null for all else. */
export function textOf(value: unknown): string | null {
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'string') return null;
	return value.trim() || null;
}

/** The text on one line: every run of blanks and line breaks is one blank. */
export function lineOf(value: unknown): string | null {
	return textOf(value)?.replace(/\s+/g, ' ') ?? null;
}

/** A finite number, also where it came as plain decimal text; null for all else. */
export function numberOf(value: unknown): number | null {
	const number =
		typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A boolean, also where it came as the text `true` or `false`; null for all else. */
export function booleanOf(value: unknown): boolean | null {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	return null;
}
