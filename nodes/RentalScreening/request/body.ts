import type { IDataObject } from 'n8n-workflow';

import {
	invalid,
	type Field,
	type FieldValue,
	type Given,
	type Inputs,
	type Problem,
} from '../core/field';
import { isAutoMapped, type Item } from '../core/item';
import { statusColumns, type Operation, type Person, type Request } from '../core/operation';
import { isEmptyRow, normalizeColumnName } from '../core/sheetRow';
import { formatList, isEmpty, toOneLine, truncate } from '../core/text';
import { readColumns, readParameters } from './inputs';
import { isVacant } from './names';
import { toFieldValue } from './values';

/**
 * The request of each item, from the node's parameters or, with 'Map Automatically', from the columns. Values are
 * converted and checked, empty ones left out. Throws what n8n throws for an expression.
 */
export function readBodies(
	items: readonly Item[],
	fields: readonly Field[],
	operation: Partial<Operation> = {},
): Array<Request & { readonly body: IDataObject }> {
	const { atLeastOne = [], rows } = operation;
	if (!isAutoMapped(items)) {
		const groups = atLeastOne.filter(({ onlyInColumns }) => !onlyInColumns);
		return items.map((item) => {
			const inputs = readParameters(item, fields);
			return toRequest(inputs, readFields(inputs, fields, item.timezone), groups);
		});
	}
	const ownColumns = rows === undefined ? [] : statusColumns(rows);
	return readColumns(items, fields, operation).map(({ inputs, sheet }, index) => {
		const { columns, timezone } = items[index]!;
		const { question, columnOf, unread: unreadColumns } = sheet;
		const read = readFields(inputs, fields, timezone);
		const request = { ...toRequest(inputs, read, atLeastOne), columnOf, unreadColumns };
		if (question === undefined) {
			return { ...request, isBlankRow: isVacantUnit(inputs) || read.every(isEmptyOfRecord) };
		}
		const problems: Problem[] = [{ sentence: question, scope: 'run' }];
		return { ...request, problems, isBlankRow: isEmptyRow(columns, ownColumns) };
	});
}

/** What an item gives for a field, and what is sent of it. */
interface FieldRead {
	readonly field: Field;
	/** Absent where the sheet has no column for it. */
	readonly given: Given | undefined;
	readonly value: FieldValue;
}

function readFields(inputs: Inputs, fields: readonly Field[], timezone: string): FieldRead[] {
	const locale = { countryCode: inputs.countryCode?.value, timezone };
	return fields.map((field) => {
		const given = inputs[field.name];
		const { value, refusal } = given ?? {};
		const read = refusal === undefined ? toFieldValue(value, field, locale) : invalid(refusal);
		return { field, given, value: read };
	});
}

/** Whether a field is a setting, or not filled. */
function isEmptyOfRecord({ field, value }: FieldRead): boolean {
	return field.isSetting === true || value.kind === 'empty';
}

function toRequest(
	inputs: Inputs,
	read: readonly FieldRead[],
	groups: NonNullable<Operation['atLeastOne']>,
) {
	const problems = [
		...read.flatMap(findProblems),
		...groups.flatMap(({ members }) => findEmptyGroup(members, read)),
		...findShortPostalCode(inputs),
	];
	return { body: buildBody(read), problems, subject: formatSubject(inputs) };
}

/** Why a field cannot be sent; nothing where it can, or is left out. */
function findProblems({ field, given, value }: FieldRead): Problem[] {
	if (given === undefined || value.kind === 'valid') return [];
	if (value.kind === 'invalid') return [refuse(given, value.problem)];
	return field.required ? [refuse(given, field.whenEmpty ?? 'is empty')] : [];
}

function refuse({ label, scope, value }: Given, clause: string): Problem {
	return { label, clause, scope, value };
}

/** The body with these values. Those of the address are in an object there, which is made when the first one comes. */
function buildBody(read: readonly FieldRead[]): IDataObject {
	const body: IDataObject = {};
	for (const { field, value } of read) {
		const sent = value.kind === 'valid' ? value.value : field.fallback;
		if (sent === undefined || value.kind === 'invalid' || field.isSent === false) continue;
		const isInAddress = field.collection === 'address';
		const object = isInAddress ? ((body.address ??= {}) as IDataObject) : body;
		object[field.name] = sent;
	}
	return body;
}

/** What is wrong where no member of a group is filled in. */
function findEmptyGroup(members: readonly Field[], read: readonly FieldRead[]): Problem[] {
	const ofGroup = read.filter(({ field, given }) => given !== undefined && members.includes(field));
	if (ofGroup.some(({ value }) => value.kind !== 'empty')) return [];
	const givens = ofGroup.map(({ given }) => given!);
	const labels = [...new Set(givens.map(({ label }) => label))];
	if (labels.length === 0) return [];
	const clause = labels.length === 1 ? 'is empty' : `is empty: fill in ${formatList(labels, 'or')}`;
	const isOfRun = givens.every(({ scope }) => scope === 'run');
	return [{ label: labels[0]!, clause, scope: isOfRun ? 'run' : 'item' }];
}

/** Whether the name in a row says that its unit has no tenant. */
function isVacantUnit({ firstName, lastName }: Inputs): boolean {
	const names = [firstName?.value, lastName?.value].filter((name) => !isEmpty(name));
	return names.length > 0 && names.every(isVacant);
}

const IN_USA = /^(?:usa?|unitedstates(?:ofamerica)?)$/;

/** A ZIP code of three or four digits: a spreadsheet takes 02134 for a number. */
function findShortPostalCode({ postalCode, country }: Inputs): Problem[] {
	if (!/^\d{3,4}(?:-\d{4})?$/.test(toText(postalCode?.value))) return [];
	const named = normalizeColumnName(toText(country?.value));
	if (named !== '' && !IN_USA.test(named)) return [];
	const clause =
		"must be five digits, such as 02134, since a spreadsheet drops the 0 in front: make the column text, or fill in 'Country'";
	return [refuse(postalCode!, clause)];
}

/** Whom or what a request is about, also where it cannot be sent: the person, else the property, else the email. */
function formatSubject({ firstName, lastName, name, email }: Inputs): string | undefined {
	const person = `${toText(firstName?.value)} ${toText(lastName?.value)}`.trim();
	const subject = person || toText(name?.value) || toText(email?.value);
	return subject === '' ? undefined : truncate(subject, 60);
}

/** A value as text on one line; '' where it is none. */
function toText(value: unknown): string {
	const text = toFieldValue(value, {});
	return text.kind === 'valid' ? toOneLine(text.value) : '';
}

/**
 * What each row says of the person, read as for a screening; '' where it says nothing, or it would have to be asked. A whole
 * name that cannot be split is the first name, with which it begins.
 */
export function readPersons(items: readonly Item[], fields: readonly Field[]): Person[] {
	return readColumns(items, fields, {}).map(({ inputs }) => {
		const read = (name: string) => toText(inputs[name]?.value);
		const [firstName, lastName] = [read('firstName'), read('lastName')];
		return { firstName, lastName, email: read('email'), phone: read('phone') };
	});
}
