import type { ApiField, ApiValue, Given, Problem, ReadItem } from './field';
import { isPhone, problemOfField, quotedList } from './field';
import { isAutoMapped, type ItemInput } from './item';
import { columnReader, panelReader } from './mapping';
import { readCountryCode } from './phone';
import { clipped, isBlank } from './text';
import { toFieldValue, type Locale } from './values';

/** A request body of scalars, some of them within one object. */
interface RequestBody {
	[name: string]: string | number | { [name: string]: string | number };
}

/** Fields of which at least one has to be filled in, and what they have in common, such as 'amount'. */
export interface FieldGroup {
	readonly label: string;
	readonly members: readonly ApiField[];
}

interface BuiltRequest {
	/** What may be sent if there is no problem. */
	readonly body: RequestBody;
	readonly problems: readonly Problem[];
	/** Who or what it is about, as filled in, also where it cannot be sent. */
	readonly who?: string;
	/** None of the record's own fields is filled, so that the row asks for nothing. */
	readonly idle?: true;
}

/**
 * Builds the body of each item's request: from the node's parameters, or from the columns of the input item
 * ('Map Automatically'). Values are converted and checked, empty ones left out; the keys are in the order of `fields`.
 * Every field that cannot be sent has one problem. Throws only what n8n throws for an expression that it refuses.
 */
export function bodyOfFields(
	fields: readonly ApiField[],
	groups: readonly FieldGroup[] = [],
): (items: readonly ItemInput[]) => (item: ItemInput) => BuiltRequest {
	const hasPhone = fields.some(isPhone);
	return (items) => {
		const read = (isAutoMapped(items) ? columnReader : panelReader)(items, fields);
		return (item) => {
			const countryCode = hasPhone ? readCountryCode(item.parameter('countryCode')) : '';
			const locale = { countryCode: countryCode ?? '', timezone: item.timezone };
			const request = buildRequest(read(item, locale), locale, fields, groups);
			if (countryCode !== undefined) return request;
			return { ...request, problems: [...request.problems, NO_COUNTRY_CODE] };
		};
	};
}

const NO_COUNTRY_CODE: Problem = {
	field: 'countryCode',
	label: 'Country Code',
	text: 'must be a country code, such as 1',
	ofRun: true,
};

function buildRequest(
	{ given, isBlank: isIdle }: ReadItem,
	locale: Locale,
	fields: readonly ApiField[],
	groups: readonly FieldGroup[],
): BuiltRequest {
	const body: RequestBody = {};
	const problems: Problem[] = [];
	for (const field of fields) {
		const one = given.get(field.name)!;
		const result = toFieldValue(one.value, field, locale);
		const problem = problemOf(field, one, result);
		const value = 'value' in result ? result.value : field.fallback;
		if (problem !== undefined) problems.push(problem);
		else if (value !== undefined) objectAround(field, body)[field.name] = value;
	}
	for (const group of groups) problems.push(...problemsOfGroup(group, given));
	const who = whoIn(given);
	return {
		body,
		problems,
		...(who === '' ? {} : { who }),
		...(isIdle ? { idle: true } : {}),
	};
}

/** Why a field cannot be sent; undefined where it can, or is left out. */
function problemOf(field: ApiField, given: Given, result: ApiValue): Problem | undefined {
	if (given.problem !== undefined) return given.problem;
	if ('problem' in result) return { ...problemOfField(field, result.problem), ...given.from };
	if ('value' in result || !field.required) return undefined;
	if (given.hasNoColumn) {
		const { label, synonyms = [] } = field;
		const name = label.toLowerCase().replace(/\bid\b/, 'ID');
		return noColumn(field, name, [label, ...synonyms.slice(0, 2)]);
	}
	return { ...problemOfField(field, field.whenEmpty ?? 'is empty'), ...given.from };
}

/** The object that a field is in: the body, or one in it, made when its first value comes. */
function objectAround({ within }: ApiField, body: RequestBody): RequestBody {
	return within === undefined ? body : ((body[within] ??= {}) as RequestBody);
}

/** "No phone column found. Name one 'Phone', 'Mobile' or 'Mobile Phone'" */
function noColumn(field: ApiField, label: string, names: readonly string[]): Problem {
	const text = `No ${label} column found. Name one ${quotedList(names, 'or')}`;
	return { ...problemOfField(field, text), ofSheet: true };
}

/** What is wrong where no member of a group is filled in. */
function problemsOfGroup({ label, members }: FieldGroup, given: ReadItem['given']): Problem[] {
	const all = members.map((field) => given.get(field.name)!);
	if (all.some(({ value, problem }) => problem !== undefined || !isBlank(value))) return [];
	const [first] = members as [ApiField, ...ApiField[]];
	const labels = members.map((field) => field.label);
	if (all.every(({ hasNoColumn }) => hasNoColumn)) return [noColumn(first, label, labels)];
	const others = quotedList(labels.slice(1), 'and');
	const text = `is empty, like ${others}: fill in at least one of them`;
	const isOfRun = all.every(({ from }) => from.ofRun);
	return [{ ...problemOfField(first, text), ...(isOfRun ? { ofRun: true } : {}) }];
}

/** The person, else the property, else the email. */
function whoIn(given: ReadItem['given']): string {
	return clipped(personIn(given) || shownValue(given, 'name') || shownValue(given, 'email'), 60);
}

/** First and last name as far as they are filled in; '' where neither is. */
export function personIn(given: ReadItem['given']): string {
	const names = ['firstName', 'lastName'].map((name) => shownValue(given, name));
	return names.filter((name) => name !== '').join(' ');
}

/** What an item gives for the field of that name, as text on one line; '' for anything else. */
export function shownValue(given: ReadItem['given'], name: string): string {
	const text = toFieldValue(given.get(name)?.value, {});
	return 'value' in text ? String(text.value).replace(/\s+/g, ' ') : '';
}
