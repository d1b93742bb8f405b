import { fieldPath, type ApiField } from './field';

/** What is wrong with one field of an item. Never holds the value (except an ID that may be shown). */
export interface Problem {
	/** 'email' or 'address.city' */
	readonly field: string;
	/** What the editor calls the field, such as 'Email'. */
	readonly label: string;
	/** A clause that follows "'Email' " or "column 'Mobile': ", such as "must be a date, such as 2026-01-31". */
	readonly text: string;
	/** The column the value came from, in auto mode. */
	readonly column?: string;
	/** `text` is a whole sentence about the sheet: "No phone column found. Name one 'Phone' or 'Mobile'". */
	readonly ofSheet?: true;
	/** It is about a setting, or a value for the whole run that neither the panel nor a column holds. */
	readonly ofRun?: true;
}

export function problemOfField(field: ApiField, text: string): Problem {
	return { field: fieldPath(field), label: field.label, text };
}

export function problemOfSheet(field: ApiField, text: string): Problem {
	return { ...problemOfField(field, text), ofSheet: true };
}

/** 'A', 'B' and 'C', each in single quotes. */
export function quotedList(names: readonly string[], conjunction: 'and' | 'or'): string {
	const quoted = names.map((name) => `'${name}'`);
	const last = quoted.pop() ?? '';
	return quoted.length === 0 ? last : `${quoted.join(', ')} ${conjunction} ${last}`;
}
