import type { INodeProperties } from 'n8n-workflow';

import { toTitle } from './text';

/** One field of a request, named once: for the service, the parameter and the column. */
export interface Field {
	/** The service's name, and what the editor calls it. */
	readonly name: string;
	readonly label: string;
	/** Other names of its column, as docs/sheets.md lists them. Any other column is chosen under 'Columns'. */
	readonly otherNames?: readonly string[] | undefined;
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
	/** The same for all rows: a parameter with 'Map Automatically' too, where a filled cell wins in its row. */
	readonly isSetting?: true;
	/** It completes another field, and is not sent itself. */
	readonly isSent?: false;
}

/** These fields in a collection of the editor. */
export function placeIn(
	collection: NonNullable<Field['collection']>,
	fields: readonly Field[],
): Field[] {
	return fields.map((field) => ({ ...field, collection }));
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

/** Why a request cannot be sent. Every item has the problem of a run: of a setting, or of the sheet's columns. */
export type Problem =
	| {
			/** The column or the field that a user has to correct. */
			readonly label: string;
			/** Follows the label, such as "must be a date, such as 2026-01-31". */
			readonly clause: string;
			readonly scope: 'item' | 'run';
			/** What was given; it is not shown. */
			readonly value?: unknown;
	  }
	| { readonly sentence: string; readonly scope: 'item' | 'run' };

/** What an item gives for a field. */
export interface Given {
	readonly value?: unknown;
	/** The column or the field where a user finds it. */
	readonly label: string;
	readonly scope: 'item' | 'run';
	/** Why it cannot be read, as a clause. */
	readonly refusal?: string;
}

/** What an item gives, by the names of the fields; a field for which the sheet has no column is absent. */
export type Inputs = Readonly<Record<string, Given | undefined>>;
