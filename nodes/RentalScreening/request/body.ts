import { blankRowsByColumn, blankRowsByField } from './blankRow';
import { headerOf, readCell, type SheetColumn, type SheetRow } from './columns';
import { fieldPath, parameterPath, type ApiField } from './field';
import { isAutoMapped, type ItemInput } from './item';
import {
	noColumnFor,
	planMapping,
	splitFullName,
	takeRow,
	type MappingPlan,
	type TakenRow,
} from './mapping';
import { optionsOf } from './options';
import { problemOfField, problemOfSheet, quotedList, type Problem } from './problem';
import { HOLDS_BRACES } from './text';
import { toApiValue, toFieldValue } from './values';

/** A request body of scalars, some of them within one object. */
export interface RequestBody {
	[name: string]: string | number | { [name: string]: string | number };
}

/** Fields of which at least one has to be filled in. */
export interface AtLeastOne {
	/** What they have in common, such as 'amount'. */
	readonly label: string;
	readonly fields: readonly string[];
}

interface Conditions {
	readonly groups?: readonly AtLeastOne[];
	/** For phone numbers without plus. */
	readonly countryCode?: string;
}

interface RowConditions extends Conditions {
	readonly parameters?: Readonly<Record<string, unknown>>;
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
 * Reads a request body from the node's parameters, or in auto mode ('Map Automatically') from the columns of
 * the input item, where only what is one for the whole run stays a parameter.
 */
export function bodyOfFields(
	fields: readonly ApiField[],
	groups: readonly AtLeastOne[] = [],
): (items: readonly ItemInput[]) => (item: ItemInput) => BuiltRequest {
	return (items) => {
		if (!isAutoMapped(items)) {
			const isBlankRow = blankRowsByField(items, fields);
			return (item) => {
				const values = parametersOf(item, fields);
				const { countryCode } = optionsOf(item);
				const request = buildRequest(values, fields, { groups, countryCode });
				return withIdle(ofRunWhereFixed(request, item, fields), isBlankRow(item));
			};
		}
		const plan = planMapping(
			items.map(({ columns }) => columns),
			fields,
		);
		const perRun = fields.filter((field) => field.perRun);
		const isBlankRow = blankRowsByColumn(plan);
		return (item) => {
			const parameters = parametersOf(item, perRun);
			const { countryCode } = optionsOf(item);
			const settings = { parameters, groups, countryCode };
			return withIdle(requestOfRow(item.columns, plan, settings), isBlankRow(item));
		};
	};
}

function withIdle(request: BuiltRequest, idle: boolean): BuiltRequest {
	return idle ? { ...request, idle } : request;
}

/** What is typed into the panel is wrong for every row. */
function ofRunWhereFixed(
	request: BuiltRequest,
	item: ItemInput,
	fields: readonly ApiField[],
): BuiltRequest {
	if (request.problems.length === 0) return request;
	const problems = request.problems.map((problem): Problem => {
		const field = fields.find((one) => fieldPath(one) === problem.field);
		const ofRun = field !== undefined && item.isFixed(parameterPath(field));
		return ofRun ? { ...problem, ofRun } : problem;
	});
	return { ...request, problems };
}

function parametersOf(item: ItemInput, fields: readonly ApiField[]): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const field of fields) values[field.name] = item.parameter(parameterPath(field));
	return values;
}

/**
 * Builds the body of one request from values keyed by field name: converted, checked, empty ones left out,
 * keys in the order of `fields`. Values of other names are ignored. Every field that cannot be sent has one
 * problem, a required one without value included. Never throws.
 */
export function buildRequest(
	values: Readonly<Record<string, unknown>>,
	fields: readonly ApiField[],
	{ groups = [], countryCode }: Conditions = {},
): BuiltRequest {
	const { body, problems, filled } = checkFields(values, fields, countryCode);
	for (const group of groups) {
		if (!group.fields.some((name) => filled.has(name))) problems.push(emptyGroup(group, fields));
	}
	return withWho({ body, problems }, whoIn(values));
}

/**
 * Builds the body of one row's request. `parameters` are the values, by field name, that hold for the whole
 * run (`propertyId`, `checkType`, `payer`…): a filled column of that name overrides them.
 */
export function requestOfRow(
	row: SheetRow,
	plan: MappingPlan,
	{ parameters = {}, groups = [], countryCode }: RowConditions = {},
): BuiltRequest {
	const { fields, mapped, fullName } = plan;
	const taken = takeRow(row, plan, countryCode);
	const { values, conflicts } = taken;
	// Filled in place: spreading both into a new object takes longer than all the rest for a row.
	for (const { name } of fields) values[name] ??= parameters[name];
	const checked = checkFields(values, fields, countryCode);
	const problems = problemsOfRow(checked, taken, plan);
	for (const group of groups) {
		const members = membersOf(group, fields);
		if (members.some((one) => checked.filled.has(one.name) || conflicts.has(one))) continue;
		const hasColumn = members.some((one) => mapped.some(({ field }) => field === one));
		problems.push(hasColumn ? emptyGroup(group, fields) : noColumnOf(group, members, fullName));
	}
	const wholeName = fullName === undefined ? undefined : readCell(row, fullName);
	return withWho({ body: checked.body, problems }, whoIn(values, wholeName));
}

/** In the order of the fields, each with the column that the value came from. */
function problemsOfRow(
	{ problems, filled }: CheckedFields,
	{ columns, conflicts }: TakenRow,
	{ fields, mapped }: MappingPlan,
): Problem[] {
	if (problems.length + conflicts.size === 0) return [];
	return fields.flatMap((field) => {
		const problem = problems.find((one) => one.field === fieldPath(field));
		const conflict = conflicts.get(field);
		if (conflict !== undefined || problem === undefined) return conflict ?? [];
		if (filled.has(field.name)) return ofColumn(problem, columns[field.name]);
		const columnsOfField = mapped.find((one) => one.field === field);
		if (columnsOfField === undefined) {
			return field.perRun ? ofColumn(problem, undefined) : noColumnFor(field);
		}
		if (field.perRun) return problem;
		const [column] = [...columnsOfField.own, ...columnsOfField.synonyms];
		return ofColumn(problem, column);
	});
}

/** A problem of a cell; of a parameter, which is one for the whole run, where there is no column. */
function ofColumn(problem: Problem, column: SheetColumn | undefined): Problem {
	if (column === undefined) return { ...problem, ofRun: true };
	const text = problem.text === HOLDS_BRACES ? BRACES_IN_SHEET : problem.text;
	return { ...problem, text, column: headerOf(column) };
}

const BRACES_IN_SHEET = "holds '{{': enter the value itself";

interface CheckedFields {
	readonly body: RequestBody;
	readonly problems: Problem[];
	/** The names of the fields that have a value, good or bad. */
	readonly filled: ReadonlySet<string>;
}

function checkFields(
	values: Readonly<Record<string, unknown>>,
	fields: readonly ApiField[],
	countryCode?: string,
): CheckedFields {
	const body: RequestBody = {};
	const problems: Problem[] = [];
	const filled = new Set<string>();
	for (const field of fields) {
		const result = toFieldValue(values[field.name], field, countryCode);
		if (!('empty' in result)) filled.add(field.name);
		if ('value' in result) place(body, field, result.value);
		else if ('problem' in result) problems.push(problemOfField(field, result.problem));
		else if (field.required) problems.push(problemOfField(field, field.whenEmpty ?? 'is empty'));
	}
	return { body, problems, filled };
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

function membersOf(group: AtLeastOne, fields: readonly ApiField[]): ApiField[] {
	return fields.filter(({ name }) => group.fields.includes(name));
}

const labelsOf = (fields: readonly ApiField[]) => fields.map(({ label }) => label);

function emptyGroup(group: AtLeastOne, fields: readonly ApiField[]): Problem {
	const [first, ...others] = membersOf(group, fields);
	const like = quotedList(labelsOf(others), 'and');
	return problemOfField(first!, `is empty, like ${like}: fill in at least one of them`);
}

function noColumnOf(
	{ label, fields }: AtLeastOne,
	members: readonly ApiField[],
	fullName?: SheetColumn,
): Problem {
	const text =
		fullName !== undefined && fields.includes('firstName')
			? splitFullName(fullName)
			: `No ${label} column found. Name one ${quotedList(labelsOf(members), 'or')}`;
	return problemOfSheet(members[0]!, text);
}

const LONGEST_WHO = 60;

/** The person, else the whole name, else that of a property, else the email. */
function whoIn(values: Readonly<Record<string, unknown>>, wholeName?: unknown): string {
	const { name, email } = values;
	const who = personIn(values) || shown(wholeName) || shown(name) || shown(email);
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

function withWho(request: Omit<BuiltRequest, 'who'>, who: string): BuiltRequest {
	return who === '' ? request : { ...request, who };
}
