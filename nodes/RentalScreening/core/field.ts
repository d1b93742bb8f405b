import type { INodeProperties } from 'n8n-workflow';

import type { Item } from './item';
import { toTitle } from './text';

/** One field of a request, named once: for the service, the parameter and the column. */
export interface Field {
	/** The service's name, and what the editor calls it. */
	readonly name: string;
	readonly label: string;
	/**
	 * Other names of its column: only those by which a landlord's sheet can hardly mean anything else, because a wrong guess
	 * sends wrong data about a person. docs/mapping.md lists what is left out, and why.
	 */
	readonly synonyms?: readonly string[] | undefined;
	/** Its own name may stand for something else: it neither wins over the synonyms nor stands in for an empty one. */
	readonly isVague?: true;
	/** A person has it: a column may name the person's role in front, as in 'Tenant Email'. */
	readonly isPersonal?: true;
	/** Text where it is absent. */
	readonly type?: 'integer' | 'number';
	readonly required?: true;
	/** What is sent where neither the panel nor a column has a value. */
	readonly fallback?: string;
	/** What to say instead of 'is empty' where a required field has no value. */
	readonly whenEmpty?: string;
	/** The values of a closed list, with the labels of the editor; both are accepted. */
	readonly oneOf?: ReadonlyArray<{ readonly name: string; readonly value: string }>;
	/** How the service's values begin where the list is not closed: such a constant is accepted too. */
	readonly constantPrefix?: string;
	/** 'code': text whose digits are no number, so that zeros in front count. */
	readonly shape?:
		'email' | 'phoneWithPlus' | 'phone' | 'date' | 'amount' | 'id' | 'code' | 'personName';
	/** The editor's collection that holds it; the address is an object of the body too. */
	readonly collection?: 'address' | 'additionalFields';
	/** What the editor shows of it beside the label: placeholder, description, and the type if it is not text. */
	readonly panel?: Partial<INodeProperties>;
	/** One value for the whole run: stays a parameter in auto mode, where a filled column overrides it. */
	readonly sharedByRun?: true;
}

/** Fields of which at least one has to be filled in, and what they have in common, such as 'amount'. */
export interface FieldGroup {
	readonly label: string;
	readonly members: readonly Field[];
	/** What to call a column where there is none, as a sentence ends: "'Tenant Name'"; by default the members' labels. */
	readonly columnAdvice?: string;
}

/** A field; its label is the title of its name, unless there is another. */
export function defineField(name: string, more: Partial<Field> = {}): Field {
	return { name, label: toTitle(name), ...more };
}

/** What a given value is for a field: nothing, ready to be sent, or not usable for the reason that a clause gives. */
export type FieldValue<T = string | number> =
	| typeof EMPTY
	| { readonly kind: 'valid'; readonly value: T }
	| { readonly kind: 'invalid'; readonly problem: string };

export const EMPTY = { kind: 'empty' } as const;

export function valid<T>(value: T) {
	return { kind: 'valid', value } as const;
}

/** `problem`: a clause that follows the field's name, such as 'must be a date'. */
export function invalid(problem: string) {
	return { kind: 'invalid', problem } as const;
}

/** Where the editor keeps the field's value: 'email', 'address.city', 'additionalFields.phone'. */
export function parameterPath({ name, collection }: Field): string {
	return collection === undefined ? name : `${collection}.${name}`;
}

export function isPhone({ shape }: Field): boolean {
	return shape === 'phone' || shape === 'phoneWithPlus';
}

/** What is wrong with one field of an item. Its text quotes no value but a kind of person, such as 'Owner'. */
export interface Problem {
	readonly label: string;
	/**
	 * A clause that follows "'Email' ", such as "must be a date, such as 2026-01-31"; for the scope 'sheet' a whole sentence:
	 * "No phone column found. Name one 'Phone' or 'Mobile'".
	 */
	readonly text: string;
	/** The column the value came from, in auto mode. */
	readonly column?: string;
	/**
	 * What it is about: one item; a setting or a value that the panel has for the whole run; or the columns of the sheet.
	 * Every item has the problem of a run or a sheet.
	 */
	readonly scope: 'item' | 'run' | 'sheet';
}

/** What one item gives for a field. */
export interface FieldInput {
	readonly value?: unknown;
	/** Where a user finds the value, or would enter it. */
	readonly source: Pick<Problem, 'column' | 'scope'>;
	readonly problem?: Problem;
}

/** Reads what an item gives for one field; the country code says when two phone cells hold the same. */
export type ReadInput = (item: Item, countryCode?: string) => FieldInput;

/** Reads what the items of a run give for fields. Throws what n8n throws for an expression that it refuses. */
export interface FieldReader {
	/** What the item gives for one of the fields; for the country code see `ReadInput`. */
	read(item: Item, field: Field, countryCode?: string): FieldInput;
	/** Whether the panel or a column of the sheet has the field. */
	has(field: Field): boolean;
	/** Why a column that looks like the field is not read, as a clause; undefined where there is none. */
	explainMissing?(field: Field): string | undefined;
	/** Which filled column may be the field's or another person's, and how to say whose, where no other column has it. */
	explainDoubt?(field: Field): string | undefined;
	/** Why the item is about somebody who is no applicant or tenant. */
	findRowProblems?(item: Item): Problem[];
	/** Whether none of the record's own fields is filled; what is one for the whole run does not count. For columns only. */
	isBlankRow?(item: Item): boolean;
	/** Whether the item holds nothing at all but what does not count, such as the node's own columns. For columns only. */
	isEmptyRow?(item: Item): boolean;
}
