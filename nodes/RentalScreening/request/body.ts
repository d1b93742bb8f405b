import type { IDataObject } from 'n8n-workflow';

import {
	isPhone,
	type Field,
	type FieldGroup,
	type FieldInput,
	type FieldReader,
	type FieldValue,
	type Problem,
} from '../core/field';
import { isAutoMapped, type Item } from '../core/item';
import type { Operation, Request } from '../core/operation';
import { normalizeColumnName } from '../core/sheetRow';
import { formatList, isNothing, toTitle, truncate } from '../core/text';
import { NO_COLUMN } from './cellReader';
import { createColumnReader } from './columnReader';
import { isNoName, isVacant } from './names';
import { createParameterReader } from './parameterReader';
import { COUNTRY_CODE, findCountryCodeProblem, lacksCountryCode, readCountryCode } from './phone';
import { findSheetProblems } from './sheetProblems';
import { toFieldValue } from './values';

/**
 * Builds the body of each item's request from the node's parameters or, with 'Map Automatically', from the columns. Values
 * are converted and checked, empty ones left out. Every field that cannot be sent has one problem. Throws what n8n throws.
 */
export function createBodyReader(
	items: readonly Item[],
	fields: readonly Field[],
	{ atLeastOne = [], ...sheet }: Pick<Operation, 'atLeastOne' | 'roles' | 'rows'> = {},
): (item: Item) => Request & { body: IDataObject } {
	const hasPhone = fields.some(isPhone);
	const allFields = hasPhone ? [...fields, COUNTRY_CODE] : fields;
	const reader = isAutoMapped(items)
		? createColumnReader(items, allFields, sheet)
		: createParameterReader(items, allFields);
	const sheetProblems = findSheetProblems(reader, items, allFields, atLeastOne);
	const isOfSheet = ({ label }: Problem) => sheetProblems.some((one) => one.label === label);
	const groups = atLeastOne.filter(({ members }) => members.some(reader.has));
	// The columns of a sheet that lacks some may not tell whether a row is blank.
	const isBlankRow = sheetProblems.length > 0 ? reader.isEmptyRow : reader.isBlankRow;
	return (item) => {
		const codeInput = hasPhone ? reader.read(item, COUNTRY_CODE) : NO_COLUMN;
		const code = readCountryCode(codeInput);
		const countryCode = code.kind === 'valid' ? code.value : '';
		const read = fields.map((field) => readField(field, item, reader, countryCode));
		const inputs: Record<string, FieldInput> = {};
		for (const { field, input } of read) inputs[field.name] = input;
		const vacancy = findVacancy(inputs);
		const problems = [
			...sheetProblems,
			// What the sheet lacks is not a problem of each row as well.
			...read.flatMap(({ problem }) => problem ?? []).filter((one) => !isOfSheet(one)),
			...groups.flatMap((group) => findEmptyGroup(group, read)),
			...findCodeProblem(codeInput, fields, inputs),
			...vacancy.problems,
			...findShortZipCode(inputs),
			...(reader.findRowProblems?.(item) ?? []),
		];
		const subject = formatSubject(inputs);
		return {
			body: buildBody(read.filter(({ problem }) => problem === undefined)),
			problems,
			isBlankRow: vacancy.isVacantRow || isBlankRow?.(item) === true,
			...(subject === '' ? {} : { subject }),
		};
	};
}

type FieldRead = ReturnType<typeof readField>;

/** What an item gives for a field, what is sent of it, and why it cannot be. */
function readField(field: Field, item: Item, reader: FieldReader, countryCode: string) {
	const input = reader.read(item, field, countryCode);
	const value = toFieldValue(input.value, field, { countryCode, timezone: item.timezone });
	return { field, input, value, problem: findProblem(field, input, value) };
}

/** Why a field cannot be sent; undefined where it can, or is left out. */
function findProblem(
	{ label, required, whenEmpty = 'is empty' }: Field,
	{ source, problem }: FieldInput,
	value: FieldValue,
): Problem | undefined {
	if (problem !== undefined) return problem;
	if (value.kind === 'invalid') return { label, text: value.problem, ...source };
	const isMissing = value.kind === 'empty' && required === true;
	return isMissing ? { label, text: whenEmpty, ...source } : undefined;
}

/** The body with these values. Those of the address are in an object there, which is made when the first one comes. */
function buildBody(
	read: ReadonlyArray<{ readonly field: Field; readonly value: FieldValue }>,
): IDataObject {
	const body: IDataObject = {};
	for (const { field, value } of read) {
		const sent = value.kind === 'valid' ? value.value : field.fallback;
		if (sent === undefined) continue;
		const isInAddress = field.collection === 'address';
		const object = isInAddress ? ((body.address ??= {}) as IDataObject) : body;
		object[field.name] = sent;
	}
	return body;
}

/** What is wrong where no member of a group is filled in. */
function findEmptyGroup({ members }: FieldGroup, read: readonly FieldRead[]): Problem[] {
	const all = read.filter(({ field }) => members.includes(field));
	if (all.some(({ value, problem }) => problem !== undefined || value.kind !== 'empty')) return [];
	const sources = all.map(({ input }) => input.source);
	const columns = new Set(sources.flatMap(({ column }) => column ?? []));
	const [first = '', ...others] = columns.size > 0 ? columns : members.map(({ label }) => label);
	const more =
		others.length === 0 ? '' : `, like ${formatList(others, 'and')}: fill in at least one of them`;
	const scope = sources.every((source) => source.scope === 'run') ? 'run' : 'item';
	return [{ label: first, text: `is empty${more}`, scope }];
}

/** What is wrong with the country code: a setting always, a cell where the row's phone needs it. */
function findCodeProblem(
	code: FieldInput,
	fields: readonly Field[],
	inputs: Readonly<Record<string, FieldInput>>,
): Problem[] {
	const problem = findCountryCodeProblem(code);
	if (problem === undefined) return [];
	const phones = fields.filter(isPhone).map(({ name }) => inputs[name]?.value);
	const isNeeded = phones.some((phone) => !isNothing(phone) && lacksCountryCode(phone));
	return problem.scope === 'run' || isNeeded ? [problem] : [];
}

/** A unit without a tenant: its row is skipped, and with Update Rows off it is not sent. Beside a name it is a mistake. */
function findVacancy(inputs: Readonly<Record<string, FieldInput>>) {
	const filled = ['lastName', 'firstName'].filter(
		(one) => formatInput(inputs, one) !== '' && !isNoName(inputs[one]?.value),
	);
	const vacant = filled.filter((one) => isVacant(formatInput(inputs, one)));
	const isVacantRow = vacant.length > 0 && vacant.length === filled.length;
	const problems = vacant.slice(0, 1).map((name): Problem => {
		const text = isVacantRow
			? 'says that the unit is vacant: leave the row out'
			: 'says that the unit is vacant, though the row has another name: correct it, or leave the row out';
		return { label: toTitle(name), text, ...inputs[name]!.source };
	});
	return { isVacantRow, problems };
}

/** What stands as the state in addresses of the USA whose ZIP codes begin with 0: states, territories, forces in Europe. */
const ZERO_IN_FRONT =
	/^(?:ae|ct|ma|me|nh|nj|pr|ri|vi|vt|connecticut|maine|massachusetts|newhampshire|newjersey|puertorico|rhodeisland|vermont|(?:us)?virginislands)$/;
const IN_USA = /^(?:usa?|unitedstates(?:ofamerica)?)$/;

/** A ZIP code of the USA with three or four digits: a spreadsheet takes 02134 for a number. */
function findShortZipCode(inputs: Readonly<Record<string, FieldInput>>): Problem[] {
	const code = inputs.postalCode;
	if (code === undefined || !/^\d{3,4}(?:-\d{4})?$/.test(formatInput(inputs, 'postalCode')))
		return [];
	const [state = '', country = ''] = ['provinceState', 'country'].map((name) =>
		normalizeColumnName(formatInput(inputs, name)),
	);
	const isOfUsa = country === '' ? ZERO_IN_FRONT.test(state) : IN_USA.test(country);
	if (!isOfUsa) return [];
	const text =
		'must be five digits, such as 02134: a spreadsheet drops the 0 in front unless the column is text';
	return [{ label: toTitle('postalCode'), text, ...code.source }];
}

/** Whom or what a request is about, also where it cannot be sent: the person, else the property, else the email. */
function formatSubject(inputs: Readonly<Record<string, FieldInput>>): string {
	const candidates = [
		formatPerson(inputs),
		...['name', 'email'].map((name) => formatInput(inputs, name)),
	];
	return truncate(candidates.find((text) => text !== '') ?? '', 60);
}

/** First and last name as far as they are filled in; '' where neither is. */
export function formatPerson(inputs: Readonly<Record<string, FieldInput>>): string {
	const names = ['firstName', 'lastName'].map((name) => formatInput(inputs, name));
	return names.filter((name) => name !== '').join(' ');
}

/** What an item gives for the field of that name, as text on one line; '' for anything else. */
export function formatInput(inputs: Readonly<Record<string, FieldInput>>, name: string): string {
	const text = toFieldValue(inputs[name]?.value, {});
	return text.kind === 'valid' ? String(text.value).replace(/\s+/g, ' ') : '';
}
