import type { IDataObject } from 'n8n-workflow';

import type { PreparedRequest } from '../run/operation';
import {
	isPhone,
	quotedList,
	type ApiField,
	type Given,
	type Problem,
	type ReadItem,
} from './field';
import { isAutoMapped, type ItemInput } from './item';
import { columnReader, panelReader } from './mapping';
import { readCountryCode } from './phone';
import { clipped, isBlank } from './text';
import { toFieldValue } from './values';

/** Fields of which at least one has to be filled in, and what they have in common, such as 'amount'. */
export interface FieldGroup {
	readonly label: string;
	readonly members: readonly ApiField[];
}

/**
 * Builds the body of each item's request from the node's parameters or, with 'Map Automatically', from the columns. Values
 * are converted and checked, empty ones left out. Every field that cannot be sent has one problem. Throws what n8n throws.
 */
export function bodyOfFields(
	fields: readonly ApiField[],
	groups: readonly FieldGroup[] = [],
): (items: readonly ItemInput[]) => (item: ItemInput) => PreparedRequest & { body: IDataObject } {
	const hasPhone = fields.some(isPhone);
	return (items) => {
		const read = (isAutoMapped(items) ? columnReader : panelReader)(items, fields);
		return (item) => {
			const code = hasPhone ? readCountryCode(item.parameter('countryCode')) : {};
			const locale = { countryCode: code.value ?? '', timezone: item.timezone };
			const { given, isBlank: idle } = read(item, locale);
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
			const who = clipped(about, 60);
			return { body, problems, idle, ...(who === '' ? {} : { who }) };
		};
	};
}

/** Why a field cannot be sent; undefined where it can, or is left out. */
function problemOf(
	{ label, synonyms = [], required, whenEmpty = 'is empty' }: ApiField,
	{ from, hasNoColumn }: Given,
	value: unknown,
	problem: string | undefined,
): Problem | undefined {
	if (problem !== undefined) return { label, text: problem, ...from };
	if (value !== undefined || !required) return undefined;
	if (!hasNoColumn) return { label, text: whenEmpty, ...from };
	const name = label.toLowerCase().replace(/\bid\b/, 'ID');
	return noColumn(name, [label, ...synonyms.slice(0, 2)]);
}

/** The object that a field is in: the body, or the address in it, made when its first value comes. */
function objectAround({ collection }: ApiField, body: IDataObject): IDataObject {
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
	if (all.every(({ hasNoColumn }) => hasNoColumn)) return [noColumn(label, labels)];
	const [first = '', ...others] = labels;
	const text = `is empty, like ${quotedList(others, 'and')}: fill in at least one of them`;
	const isOfRun = all.every(({ from }) => from.ofRun);
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
