import type { ApiField } from './field';
import type { Problem } from './problem';
import { fieldPath } from './fieldPath';
import { toFieldValue } from './toFieldValue';

/** A request body of scalars, some of them within one object. */
export interface RequestBody {
	[name: string]: string | number | { [name: string]: string | number };
}

export interface BuiltBody {
	/** What may be sent if there is no problem. */
	readonly body: RequestBody;
	readonly problems: readonly Problem[];
}

const MISSING = 'is missing: fill it in';

/** Puts a value at the field's place; the object around it is made when its first value comes. */
function place(body: RequestBody, field: ApiField, value: string | number): void {
	if (field.within === undefined) {
		body[field.name] = value;
		return;
	}
	const outer = body[field.within];
	if (typeof outer === 'object') outer[field.name] = value;
	else body[field.within] = { [field.name]: value };
}

/**
 * Builds the body of one request from values keyed by field name: converted to the listed types, checked,
 * empty ones left out, keys in the order of `fields`. Values of other names are ignored. Every field
 * that cannot be sent has one problem, a required one without value included. Never throws.
 */
export function buildBody(
	values: Readonly<Record<string, unknown>>,
	fields: readonly ApiField[],
): BuiltBody {
	const body: RequestBody = {};
	const problems: Problem[] = [];
	for (const field of fields) {
		const result = toFieldValue(values[field.name], field);
		if ('value' in result) place(body, field, result.value);
		else if ('problem' in result) {
			problems.push({ field: fieldPath(field), problem: result.problem });
		} else if (field.required) problems.push({ field: fieldPath(field), problem: MISSING });
	}
	return { body, problems };
}
