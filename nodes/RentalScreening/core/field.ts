import type { INodeProperties } from 'n8n-workflow';

import { toTitle } from './text';

/** One field of a request, named once: for the service, the parameter and the column. */
export interface Field {
	/** The service's name, and what the editor calls it. */
	readonly name: string;
	readonly label: string;
	/**
	 * Other column names that safely mean it. A name is listed only if a landlord's sheet can hardly mean anything else
	 * by it, because a wrong guess sends wrong data about a person. So not "Address" (the street or all of it?), "Mail"
	 * (often the postal address), "Paid", "Past Due" and "Status" (often yes/no, a date or a number of days), "Start
	 * Date" (of the lease or of a job), "Home Phone" and "Work Phone".
	 */
	readonly synonyms?: readonly string[] | undefined;
	/** Text where it is absent. */
	readonly type?: 'integer' | 'number';
	readonly required?: true;
	/** What is sent where neither the panel nor a column has a value. */
	readonly fallback?: string;
	/** What to say instead of 'is empty' where a required field has no value. */
	readonly whenEmpty?: string;
	/** The values of a closed list, with the labels of the editor; both are accepted. */
	readonly oneOf?: ReadonlyArray<{ readonly name: string; readonly value: string }>;
	readonly shape?: 'email' | 'phoneWithPlus' | 'phone' | 'date' | 'amount' | 'id';
	/** The editor's collection that holds it; the address is an object of the body too. */
	readonly collection?: 'address' | 'additionalFields';
	/** What the editor shows of it beside the label: placeholder, description, and what is no plain text field. */
	readonly panel?: Partial<INodeProperties>;
	/** One value for the whole run: stays a parameter in auto mode, where a filled column overrides it. */
	readonly perRun?: true;
}

/** Fields of which at least one has to be filled in, and what they have in common, such as 'amount'. */
export interface FieldGroup {
	readonly label: string;
	readonly members: readonly Field[];
}

/** A field; its label is the title of its name, unless there is another. */
export function defineField(name: string, more: Partial<Field> = {}): Field {
	return { name, label: toTitle(name), ...more };
}

/** A value ready to be sent, or a clause that says what is wrong with what was given; neither where it was empty. */
export interface FieldValue<T extends string | number = string | number> {
	readonly value?: T;
	readonly problem?: string;
}

/** Where the editor keeps the field's value: 'email', 'address.city', 'additionalFields.phone'. */
export function parameterPath({ name, collection }: Field): string {
	return collection === undefined ? name : `${collection}.${name}`;
}

export function isPhone({ shape }: Field): boolean {
	return shape === 'phone' || shape === 'phoneWithPlus';
}

/** What is wrong with one field of an item. Never holds the value (except an ID that may be shown). */
export interface Problem {
	readonly label: string;
	/** A clause that follows "'Email' ", such as "must be a date, such as 2026-01-31". */
	readonly text: string;
	/** The column the value came from, in auto mode. */
	readonly column?: string;
	/** `text` is a whole sentence about the sheet: "No phone column found. Name one 'Phone' or 'Mobile'". */
	readonly ofSheet?: true;
	/** It is about a setting, or about a value that the panel has for the whole run: every item has this problem. */
	readonly ofRun?: true;
}

/** What one item gives for a field. */
export interface FieldInput {
	readonly value?: unknown;
	/** Where a user finds the value, or would enter it. */
	readonly source: Pick<Problem, 'column' | 'ofRun'>;
	/** In auto mode: no column of the sheet fits the field. */
	readonly columnMissing?: true;
	readonly problem?: Problem;
}

/** What one item gives for the fields of an operation, by their names. */
export interface ReadItem {
	readonly given: ReadonlyMap<string, FieldInput>;
	/** None of the record's own fields is filled; what is one for the whole run does not count. */
	readonly isBlank: boolean;
}

/** 'A', 'B' and 'C', each in single quotes. */
export function quotedList(names: readonly string[], conjunction: 'and' | 'or'): string {
	const quoted = names.map((name) => `'${name}'`);
	const last = quoted.pop() ?? '';
	return quoted.length === 0 ? last : `${quoted.join(', ')} ${conjunction} ${last}`;
}
