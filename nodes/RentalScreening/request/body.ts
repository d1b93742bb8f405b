import type { IDataObject } from 'n8n-workflow';

import type { Request } from '../core/operation';
import {
	isPhone,
	quotedList,
	type Field,
	type FieldInput,
	type Problem,
	type ReadItem,
	type FieldGroup,
} from '../core/field';
import { isAutoMapped, type Item } from '../core/item';
import { columnReader, panelReader } from './mapping';
import { readCountryCode } from './phone';
import { truncate, isBlank } from '../core/text';
import { toFieldValue } from './values';

/**
 * Builds the body of each item's request from the node's parameters or, with 'Map Automatically', from the columns. Values
 * are converted and checked, empty ones left out. Every field that cannot be sent has one problem. Throws what n8n throws.
 */
export function createBodyReader(
	fields: readonly Field[],
	groups: readonly FieldGroup[] = [],
): (items: readonly Item[]) => (item: Item) => Request & { body: IDataObject } {
	const hasPhone = fields.some(isPhone);
	return (items) => {
		const read = (isAutoMapped(items) ? columnReader : panelReader)(items, fields);
		return (item) => {
			const code = hasPhone ? readCountryCode(item.parameter('countryCode')) : {};
			const locale = { countryCode: code.value ?? '', timezone: item.timezone };
			const { given, isBlank: isBlankRow } = read(item, locale);
			const body: IDataObject = {};
			const problems: Problem[] = [];
			for (const field of fields) {
				const one = given.get(field.name)!;
				const { value = field.fallback, problem } = toFieldValue(one.value, field, locale);
				const found = one.problem ?? problemOf(field, one, value, problem);
				if (found !== undefined) problems.push(found);
				else if (value !== undefined) objectAround(field, body)[field.name] = value;
			}
			for (const group of groups) problems.push(...problemsOfGroup(group, given));
			if (code.problem !== undefined) {
				problems.push({ label: 'Country Code', text: code.problem, ofRun: true });
			}
			// Also where it cannot be sent: the person, else the property, else the email.
			const about = personIn(given) || shownValue(given, 'name') || shownValue(given, 'email');
			const subject = truncate(about, 60);
			return { body, problems, isBlank: isBlankRow, ...(subject === '' ? {} : { subject }) };
		};
	};
}

/** Why a field cannot be sent; undefined where it can, or is left out. */
function problemOf(
	{ label, synonyms = [], required, whenEmpty = 'is empty' }: Field,
	{ source, columnMissing }: FieldInput,
	value: unknown,
	problem: string | undefined,
): Problem | undefined {
	if (problem !== undefined) return { label, text: problem, ...source };
	if (value !== undefined || !required) return undefined;
	if (!columnMissing) return { label, text: whenEmpty, ...source };
	const name = label.toLowerCase().replace(/\bid\b/, 'ID');
	return noColumn(name, [label, ...synonyms.slice(0, 2)]);
}

/** The object that a field is in: the body, or the address in it, made when its first value comes. */
function objectAround({ collection }: Field, body: IDataObject): IDataObject {
	return collection === 'address' ? ((body.address ??= {}) as IDataObject) : body;
}

/** "No phone column found. Name one 'Phone', 'Mobile' or 'Mobile Phone'" */
function noColumn(what: string, names: readonly string[]): Problem {
	const text = `No ${what} column found. Name one ${quotedList(names, 'or')}`;
	return { label: names[0] ?? what, text, ofSheet: true };
}

/** What is wrong where no member of a group is filled in. */
function problemsOfGroup({ label, members }: FieldGroup, given: ReadItem['given']): Problem[] {
	const all = members.map((field) => given.get(field.name)!);
	if (all.some(({ value, problem }) => problem !== undefined || !isBlank(value))) return [];
	const labels = members.map((field) => field.label);
	if (all.every(({ columnMissing }) => columnMissing)) return [noColumn(label, labels)];
	const [first = '', ...others] = labels;
	const text = `is empty, like ${quotedList(others, 'and')}: fill in at least one of them`;
	const isOfRun = all.every(({ source }) => source.ofRun);
	return [{ label: first, text, ...(isOfRun ? { ofRun: true } : {}) }];
}

/** First and last name as far as they are filled in; '' where neither is. */
export function personIn(given: ReadItem['given']): string {
	const names = ['firstName', 'lastName'].map((name) => shownValue(given, name));
	return names.filter((name) => name !== '').join(' ');
}

/** What an item gives for the field of that name, as text on one line; '' for anything else. */
export function shownValue(given: ReadItem['given'], name: string): string {
	const { value = '' } = toFieldValue(given.get(name)?.value, {});
	return String(value).replace(/\s+/g, ' ');
}
