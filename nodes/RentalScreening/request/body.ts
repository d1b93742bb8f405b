import type { IDataObject } from 'n8n-workflow';

import {
	invalid,
	isPhone,
	type Field,
	type FieldGroup,
	type FieldValue,
	type Given,
	type Inputs,
	type Problem,
} from '../core/field';
import { isAutoMapped, type Item } from '../core/item';
import { statusColumns, type Operation, type Request } from '../core/operation';
import { isEmptyRow, normalizeColumnName } from '../core/sheetRow';
import { formatList, isEmpty, truncate } from '../core/text';
import { isVacant } from './names';
import { readParameters } from './parameterReader';
import { COUNTRY_CODE } from './phone';
import { readRows, type Sheet } from './rowReader';
import { toFieldValue } from './values';

type BodyRequest = Request & { readonly body: IDataObject };

/**
 * The request of each item, from the node's parameters or, with 'Map Automatically', from the columns. Values are
 * converted and checked, empty ones left out. Throws what n8n throws for an expression.
 */
export function readBodies(
	items: readonly Item[],
	fields: readonly Field[],
	operation: Partial<Operation> = {},
): BodyRequest[] {
	const isByColumn = isAutoMapped(items);
	const { atLeastOne = [] } = operation;
	const groups = atLeastOne.filter(({ onlyInColumns }) => isByColumn || !onlyInColumns);
	const allFields = fields.some(isPhone) ? [...fields, COUNTRY_CODE] : fields;
	const readings: ReadonlyArray<{ inputs: Inputs; sheet?: Sheet }> = isByColumn
		? readRows(items, allFields, operation)
		: readParameters(items, allFields).map((inputs) => ({ inputs }));
	const ownColumns = operation.rows === undefined ? [] : statusColumns(operation.rows);
	let hasUnread = false;
	return readings.map(({ inputs, sheet }, index) => {
		const { columns, timezone } = items[index]!;
		const read = readFields(inputs, fields, timezone);
		const subject = formatSubject(inputs);
		const request = { body: buildBody(read), ...(subject === '' ? {} : { subject }) };
		const problems = findAllProblems(read, groups, inputs);
		if (sheet === undefined) return { ...request, problems };
		const { question, columnOf, unread } = sheet;
		if (question !== undefined) {
			const isBlankRow = isEmptyRow(columns, ownColumns);
			return { ...request, problems: [{ sentence: question, scope: 'run' }], isBlankRow };
		}
		const isBlankRow = findVacant(inputs) !== undefined || read.every(isEmptyOfRecord);
		const unreadColumns = isBlankRow || hasUnread ? {} : { unreadColumns: unread };
		hasUnread ||= !isBlankRow;
		return { ...request, problems, isBlankRow, columnOf, ...unreadColumns };
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
	const locale = { countryCode: inputs[COUNTRY_CODE.name]?.value, timezone };
	return fields.map((field) => {
		const given = inputs[field.name];
		const { value, refusal } = given ?? {};
		const read = refusal === undefined ? toFieldValue(value, field, locale) : invalid(refusal);
		return { field, given, value: read };
	});
}

/** Whether a field is a setting, or not filled. */
function isEmptyOfRecord({ field, given }: FieldRead): boolean {
	return field.isSetting === true || isEmpty(given?.value);
}

function findAllProblems(
	read: readonly FieldRead[],
	groups: readonly FieldGroup[],
	inputs: Inputs,
): Problem[] {
	const vacant = findVacant(inputs);
	return [
		...read.flatMap(findProblems),
		...groups.flatMap((group) => findEmptyGroup(group, read)),
		...(vacant === undefined ? [] : [refuse(vacant, 'is vacant: leave the row out')]),
		...findShortPostalCode(inputs),
	];
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
		if (sent === undefined || value.kind === 'invalid') continue;
		const isInAddress = field.collection === 'address';
		const object = isInAddress ? ((body.address ??= {}) as IDataObject) : body;
		object[field.name] = sent;
	}
	return body;
}

/** What is wrong where no member of a group is filled in. */
function findEmptyGroup({ members }: FieldGroup, read: readonly FieldRead[]): Problem[] {
	const ofGroup = read.filter(({ field, given }) => given !== undefined && members.includes(field));
	if (ofGroup.some(({ value }) => value.kind !== 'empty')) return [];
	const givens = ofGroup.map(({ given }) => given!);
	const [label, ...others] = new Set(givens.map((given) => given.label));
	if (label === undefined) return [];
	const more =
		others.length === 0 ? '' : `, like ${formatList(others, 'and')}: fill in at least one of them`;
	const scope = givens.every((given) => given.scope === 'run') ? 'run' : 'item';
	return [{ label, clause: `is empty${more}`, scope }];
}

/** The name of a unit without a tenant; undefined where the names are a person's, or empty. */
function findVacant({ firstName, lastName }: Inputs): Given | undefined {
	const filled = [firstName, lastName].filter((given) => !isEmpty(given?.value));
	return filled.every((given) => isVacant(given?.value)) ? filled[0] : undefined;
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
function formatSubject({ firstName, lastName, name, email }: Inputs): string {
	const person = `${toText(firstName?.value)} ${toText(lastName?.value)}`.trim();
	const candidates = [person, toText(name?.value), toText(email?.value)];
	return truncate(candidates.find((text) => text !== '') ?? '', 60);
}

/** A value as text on one line; '' where it is none. */
function toText(value: unknown): string {
	const text = toFieldValue(value, {});
	return text.kind === 'valid' ? String(text.value).replace(/\s+/g, ' ') : '';
}

/** What each row says of the person, read as for a screening; '' where it says nothing, or it would have to be asked. */
export function readPersons(
	items: readonly Item[],
	fields: readonly Field[],
): Array<NonNullable<Request['person']>> {
	return readRows(items, fields, {}).map(({ inputs }) => {
		const read = (name: string) => {
			const { value, refusal } = inputs[name] ?? {};
			return refusal === undefined ? toText(value) : '';
		};
		const [firstName, lastName] = [read('firstName'), read('lastName')];
		return { firstName, lastName, email: read('email'), phone: read('phone') };
	});
}
