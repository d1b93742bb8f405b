import type { Field } from '../core/field';
import { statusColumns, type Operation } from '../core/operation';
import { isOfSheet, isUserColumn, readCell, type Column, type SheetRow } from '../core/sheetRow';
import { isEmpty, trimBlanks, truncate } from '../core/text';
import { readChosenColumns } from './chosenColumns';
import { findFits, namesSomebodyElse, type Fit } from './columnNames';
import { withFullName } from './names';
import {
	askMissing,
	askWhich,
	askWhose,
	formatQuestions,
	leaveOut,
	listFields,
	quote,
} from './questions';

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
	const { comparedFields = [], person, rows: own } = operation;
	const allNames = listNames(rows);
	const ownNames = own === undefined ? [] : statusColumns(own);
	const names = [...allNames].filter((name) => !ownNames.includes(name));
	const userNames = names.filter(isUserColumn);
	const isSheet = isOfSheet(rows);
	const needs = listNeeds(fields, operation);
	const needed = withFullName(needs.flat());

	const isThere = (field: Field, column: Column) => {
		// Rows of a file leave out columns that are empty in all of them.
		if (!isSheet && !needed.includes(field)) return true;
		return rows.some((row) => readCell(row, column) !== undefined);
	};
	const choosable = withFullName([...fields, ...comparedFields]);
	const choice = readChosenColumns(chosen, choosable, allNames, isThere);

	const fits = findFits(names, withFullName(fields));
	const strangers = findStrangers(names, fits, choice.columns);
	const which = askWhich(leaveOut(fits, [...choice.columns.keys()]));
	const whose = askWhose(which.certain, fits, strangers, person);
	const columns = new Map([...choice.columns, ...whose.certain.map(toEntry)]);
	const asked = [...which.questions, ...whose.questions];
	const missing = askMissing(needs, [...columns.keys(), ...listFields(asked)]);

	const texts = [...choice.problems, ...formatQuestions([...asked, ...missing])];
	if (choice.problems.length + missing.length > 0) {
		texts.push(`The columns are: ${truncate(quote(userNames, 'and'), 1000)}.`);
	}
	if (missing.length > 0 && !isSheet) {
		texts.push("For a file, turn on 'Include Empty Cells' in the node that extracts it.");
	}
	return {
		columns,
		columnOf: Object.fromEntries(columns),
		question: texts.length === 0 ? undefined : texts.join(' ').replace(/\.$/, ''),
		unread: leaveOutRead(userNames, columns).filter((name) =>
			rows.some((row) => !isEmpty(row[name])),
		),
	};
}

/** The names of all columns that a row has. */
function listNames(rows: readonly SheetRow[]): Set<string> {
	const names = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) names.add(name);
	return names;
}

/** Groups of fields of which the sheet needs a column for one each. */
function listNeeds(
	fields: readonly Field[],
	{ atLeastOne = [] }: Partial<Operation>,
): Array<readonly Field[]> {
	const required = fields.filter((field) => field.required && !field.isSetting);
	return [...required.map((field) => [field]), ...atLeastOne.map(({ members }) => members)];
}

/** These names without those that are read, of which a part may be read. */
function leaveOutRead(names: readonly string[], columns: ReadonlyMap<string, Column>): string[] {
	const read = new Set(Array.from(columns.values(), ({ path }) => path[0]));
	return names.filter((name) => !read.has(name));
}

/** The columns that hold a word for somebody else, without those that are chosen or have the name of a field. */
function findStrangers(
	names: readonly string[],
	fits: readonly Fit[],
	chosen: ReadonlyMap<string, Column>,
): string[] {
	const hasNoField = (name: string) => !fits.some((fit) => fit.name === name);
	return leaveOutRead(names, chosen).filter((name) => namesSomebodyElse(name) && hasNoField(name));
}

function toEntry({ name, field }: Fit): [string, Column] {
	return [field.name, { name: trimBlanks(name), path: [name] }];
}
