import type { components } from '../../../openapi/rental-screening';

// JSON of any shape, read with no trust in its members.

/** The objects of the service, by the names of its contract. */
export type Schemas = components['schemas'];

/** The fields of the contract's `T`, with no trust in their presence or type. */
export type Loose<T> = { readonly [Field in keyof T]?: unknown };

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
