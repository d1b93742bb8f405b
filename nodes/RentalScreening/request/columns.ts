import type { Field } from '../core/field';
import { statusColumns, type Operation } from '../core/operation';
import {
	ADDED_COLUMNS,
	isOfSheet,
	normalizeColumnName,
	readCell,
	type Column,
	type SheetRow,
} from '../core/sheetRow';
import { isEmpty, formatList, toOneLine, toWords, trimBlanks, truncate } from '../core/text';
import { readChosenColumns } from './chosenColumns';
import { FULL_NAME, isNamePart, withFullName } from './names';

/** What may stand in front of the name of a person's column, as in "Tenant's Phone"; alone it means the whole name. */
const ROLES = ['applicant', 'tenant', 'renter', 'resident'];

/** Whom an operation is about, the role that is certain first. */
const PERSONS = { applicant: ['applicant'], tenant: ['tenant', 'renter'] };

/**
 * Words for others than the applicant or tenant: where the name of a column has one, the node asks whose 'Email' is.
 * Beside 'Completion time', Microsoft Forms has the account of whoever filled in the form.
 */
const SOMEBODY_ELSE = [
	...['prospect', 'owner', 'landlord', 'agent', 'realtor', 'broker', 'manager', 'officer'],
	...['guarantor', 'co ?signer', 'co ?applicant', 'co ?tenant', 'spouse', 'partner', 'roommate'],
	...['parent', 'guardian', 'child', 'children', 'emergency', 'reference', 'respondent'],
	...['employer', 'supervisor', 'contact person', 'consultant', '(?:case)?worker', 'navigator'],
	...['doctor', 'assigned', 'handled by', 'submitted by', 'completed by', 'completion time'],
];
/** The same, or a second applicant or tenant: 'Applicant 2', 'Tenant Name #2'. */
const NAMES_SOMEBODY_ELSE = new RegExp(
	`\\b(?:(?:${SOMEBODY_ELSE.join('|')})s?\\b|(?:applicant|tenant)s?(?: name)? ?\\d)`,
);

/** How the rows of a sheet are read. */
export interface SheetColumns {
	/** The column of each field, by the field's name. */
	readonly columns: ReadonlyMap<string, Column>;
	/** The same, as requests keep them. */
	readonly columnOf: Readonly<Record<string, Column>>;
	/** What has to be settled before any row is sent, in sentences. */
	readonly question: string | undefined;
	/** The user's columns that hold something and are not read. */
	readonly unread: readonly string[];
}

/** A column that has one of the names of a field, perhaps with a role in front. */
interface Fit {
	readonly name: string;
	readonly field: Field;
	/** '' without one. */
	readonly role: string;
}

/** Why these fields have no column, as a sentence. */
interface Question {
	readonly fields: readonly Field[];
	readonly text: string;
}

/**
 * Finds the column of each field: the one that is chosen under 'Columns', else the one that has the field's name. A field
 * whose column is not certain has none: it is asked for.
 */
export function findColumns(
	rows: readonly SheetRow[],
	fields: readonly Field[],
	operation: Partial<Operation>,
	chosen: unknown,
): SheetColumns {
	const { atLeastOne = [], comparedFields = [], person = 'applicant', rows: own } = operation;
	const allNames = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) allNames.add(name);
	const ofNodes = [...ADDED_COLUMNS, ...(own === undefined ? [] : statusColumns(own))];
	const names = [...allNames].filter((name) => !ofNodes.includes(name));

	const required = fields.filter((field) => field.required && !field.isSetting);
	const needs = [...required.map((field) => [field]), ...atLeastOne.map(({ members }) => members)];
	const needed = withFullName(needs.flat());
	const isFilled = (field: Field, column: Column) => {
		// Rows of a file leave out columns that are empty in all of them.
		if (!isOfSheet(rows) && !needed.includes(field)) return true;
		return rows.some((row) => readCell(row, column) !== undefined);
	};
	const choosable = withFullName([...fields, ...comparedFields]);
	const { columns, problems } = readChosenColumns(chosen, choosable, allNames, isFilled);
	const isRead = (name: string) => [...columns.values()].some(({ path }) => path[0] === name);

	const fits = findFits(names, withFullName(fields));
	const questions: Question[] = [];
	const isOpen = (field: Field) => {
		const asked = questions.flatMap((question) => question.fields.map(({ name }) => name));
		return !isAmong(field, [...columns.keys(), ...asked]);
	};
	const listOpen = () => fits.filter(({ field }) => isOpen(field));
	const strangers = names.filter(
		(name) => namesSomebodyElse(name) && !isRead(name) && !fits.some((fit) => fit.name === name),
	);
	questions.push(...askWhich(listOpen()));
	questions.push(...askWhose(listOpen(), fits, strangers, PERSONS[person]));
	for (const { name, field } of listOpen()) {
		columns.set(field.name, { name: trimBlanks(name), path: [name] });
	}
	const missing = needs.filter((members) => withFullName(members).every(isOpen));
	questions.push(...askMissing(missing));

	const texts = [...problems, ...questions.map(({ text }) => text)];
	if (questions.length > 0) texts.push(toAdvice(questions));
	if (problems.length + missing.length > 0) {
		texts.push(`The columns are: ${truncate(quote(names, 'and'), 1000)}.`);
	}
	if (missing.length > 0 && !isOfSheet(rows)) {
		texts.push("For a file, turn on 'Include Empty Cells' in the node that extracts it.");
	}
	return {
		columns,
		columnOf: Object.fromEntries(columns),
		question: texts.length === 0 ? undefined : texts.join(' ').replace(/\.$/, ''),
		unread: names.filter((name) => !isRead(name) && rows.some((row) => !isEmpty(row[name]))),
	};
}

/** Whether one of these names is the field's, or the whole name's where it is a part of that, or the other way round. */
function isAmong(field: Field, names: readonly string[]): boolean {
	if (names.includes(field.name)) return true;
	if (isNamePart(field)) return names.includes(FULL_NAME.name);
	return field === FULL_NAME && (names.includes('firstName') || names.includes('lastName'));
}

/** The columns that have the name of a field. */
function findFits(names: readonly string[], fields: readonly Field[]): Fit[] {
	const meanings = new Map<string, Omit<Fit, 'name'>>();
	for (const field of fields) {
		const roles = field.isPersonal ? ROLES : [];
		for (const name of [field.name, field.label, ...(field.otherNames ?? [])]) {
			const spelling = normalizeColumnName(name);
			meanings.set(spelling, { field, role: '' });
			for (const role of roles) {
				meanings.set(role + spelling, { field, role });
				meanings.set(`${role}s${spelling}`, { field, role });
			}
		}
		if (field === FULL_NAME) for (const role of ROLES) meanings.set(role, { field, role });
	}
	return names.flatMap((name) => {
		const meaning = meanings.get(normalizeColumnName(dropBracket(name)));
		return meaning === undefined ? [] : [{ name, ...meaning }];
	});
}

/** The name without a bracket at its end, as in 'Rent (USD)', unless that says which name it is, or whose. */
function dropBracket(name: string): string {
	const start = name.lastIndexOf('(');
	const bracket = name.slice(start);
	if (start < 1 || !/^\([^()]*\)[^\p{L}\p{N}]*$/u.test(bracket)) return name;
	const counts = /first|middle|last/i.test(bracket) || namesSomebodyElse(bracket);
	return counts ? name : name.slice(0, start);
}

function namesSomebodyElse(name: string): boolean {
	return NAMES_SOMEBODY_ELSE.test(toWords(name).replace(/[^\p{L}\p{N}]+/gu, ' '));
}

/** Asks where several columns fit one field, or one has the whole name and another a part of it. */
function askWhich(found: readonly Fit[]): Question[] {
	const hasFullName = found.some(({ field }) => field === FULL_NAME);
	const namesByField = new Map<Field, string[]>();
	for (const { name, field } of found) {
		const asked = hasFullName && isNamePart(field) ? FULL_NAME : field;
		namesByField.set(asked, [...(namesByField.get(asked) ?? []), name]);
	}
	const doubled = [...namesByField].filter(([, names]) => names.length > 1);
	return doubled.map(([field, names]) => {
		return { fields: [field], text: `Which column is '${field.label}': ${quote(names, 'or')}?` };
	});
}

/** Asks where a column may be somebody else's: one of two roles, or a detail beside columns of `strangers`. */
function askWhose(
	found: readonly Fit[],
	fits: readonly Fit[],
	strangers: readonly string[],
	persons: readonly string[],
): Question[] {
	const findRivals = ({ field, role }: Fit): readonly string[] => {
		if (role === persons[0]) return [];
		const others = role === '' ? [] : fits.filter((fit) => fit.role !== '' && fit.role !== role);
		if (others.length > 0) return others.map(({ name }) => name);
		const isDetail = field === FULL_NAME || (field.isPersonal && field.shape !== 'personName');
		return isDetail && !persons.includes(role) ? strangers : [];
	};
	const doubtful = found.filter((fit) => findRivals(fit).length > 0);
	if (doubtful.length === 0) return [];
	const columns = doubtful.map(({ name }) => name);
	const rivals = [...new Set(doubtful.flatMap(findRivals))].slice(0, 3);
	const whose = `Whose ${columns.length === 1 ? 'is' : 'are'} ${quote(columns, 'and')}?`;
	const text = `${whose} The sheet also has ${quote(rivals, 'and')}.`;
	return [{ fields: doubtful.map(({ field }) => field), text }];
}

/** Asks for the columns of which the sheet has none. */
function askMissing(missing: ReadonlyArray<readonly Field[]>): Question[] {
	if (missing.length === 0) return [];
	const labels = missing.map((members) => withFullName(members).map(({ label }) => label));
	const what = labels.map((some) => formatList(some, 'or')).join(', none for ');
	const fields = missing.map((members) => (members.some(isNamePart) ? FULL_NAME : members[0]!));
	return [{ fields, text: `There is no column for ${what}.` }];
}

function toAdvice(questions: readonly Question[]): string {
	const labels = new Set(questions.flatMap(({ fields }) => fields).map(({ label }) => label));
	const columns = labels.size === 1 ? 'column' : 'columns';
	return `Drag the right ${columns} into ${formatList([...labels], 'and')} under 'Columns'.`;
}

function quote(columns: readonly string[], conjunction: 'and' | 'or'): string {
	return formatList(
		columns.map((name) => toOneLine(name, 100)),
		conjunction,
	);
}
