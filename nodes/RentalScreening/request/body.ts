import type { ApiField, Problem } from './field';
import { isAutoMapped, type ItemInput } from './item';
import { optionsOf } from './options';
import { ColumnSource, PanelSource, type FieldGroup, type Source } from './sources';
import { isBlank } from './text';
import { toApiValue, toFieldValue } from './values';

/** A request body of scalars, some of them within one object. */
export interface RequestBody {
	[name: string]: string | number | { [name: string]: string | number };
}

export interface BuiltRequest {
	/** What may be sent if there is no problem. */
	readonly body: RequestBody;
	readonly problems: readonly Problem[];
	/** Who or what it is about, as filled in, also where it cannot be sent. */
	readonly who?: string;
	/** None of the record's own fields is filled, so that the row asks for nothing. */
	readonly idle?: true;
}

/**
 * Builds the body of each item's request from the node's parameters, or in auto mode ('Map Automatically') from
 * the columns of the input item, where only what is one for the whole run stays a parameter. Throws only what n8n
 * throws for an expression that it refuses.
 */
export function bodyOfFields(
	fields: readonly ApiField[],
	groups: readonly FieldGroup[] = [],
): (items: readonly ItemInput[]) => (item: ItemInput) => BuiltRequest {
	return (items) => {
		const Values = isAutoMapped(items) ? ColumnSource : PanelSource;
		const source = new Values(items, fields);
		return (item) => buildRequest(item, source, fields, groups);
	};
}

/**
 * Values are converted and checked, empty ones left out; the keys are in the order of `fields`. Every field that
 * cannot be sent has one problem, a required one without value included.
 */
function buildRequest(
	item: ItemInput,
	source: Source,
	fields: readonly ApiField[],
	groups: readonly FieldGroup[],
): BuiltRequest {
	const locale = { countryCode: optionsOf(item).countryCode, timezone: item.timezone };
	const taken = source.take(item, locale);
	const { values, conflicts } = taken;
	const body: RequestBody = {};
	const problems: Problem[] = [];
	for (const field of fields) {
		const conflict = conflicts.get(field);
		const result = toFieldValue(values[field.name], field, locale);
		if (conflict !== undefined) problems.push(conflict);
		else if ('value' in result) place(body, field, result.value);
		else if ('problem' in result) problems.push(source.wrong(field, result.problem, item, taken));
		else if (field.required) problems.push(source.missing(field, item));
		else if (field.fallback !== undefined) place(body, field, field.fallback);
	}
	const isFilled = (field: ApiField) => conflicts.has(field) || !isBlank(values[field.name]);
	for (const group of groups) {
		if (!group.members.some(isFilled)) problems.push(source.noneOf(group, item));
	}
	const who = whoIn(values, taken.fullName);
	return {
		body,
		problems,
		...(who === '' ? {} : { who }),
		...(source.isBlank(item) ? { idle: true } : {}),
	};
}

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

const LONGEST_WHO = 60;

/** The person, else the full name, else that of a property, else the email. */
function whoIn(values: Readonly<Record<string, unknown>>, fullName: unknown): string {
	const { name, email } = values;
	const who = personIn(values) || shown(fullName) || shown(name) || shown(email);
	return who.slice(0, LONGEST_WHO);
}

/** First and last name as far as they are filled in; '' where neither is. */
export function personIn({ firstName, lastName }: Readonly<Record<string, unknown>>): string {
	return [shown(firstName), shown(lastName)].filter((part) => part !== '').join(' ');
}

function shown(value: unknown): string {
	const text = toApiValue(value, 'string');
	return 'value' in text ? String(text.value).replace(/\s+/g, ' ') : '';
}
