import type { IDataObject } from 'n8n-workflow';

import { escapeCell } from '../core/cells';
import type { Field } from '../core/field';
import type { Operation, Request } from '../core/operation';
import { normalizeColumnName } from '../core/sheetRow';
import { formatList, toOneLine, truncate } from '../core/text';
import { isNamePart } from '../request/names';
import { invalidItemFailure } from '../request/problems';
import { formatNote } from './outcomes';

/** A note stays readable in its cell. */
const MAX_LENGTH = 1000;

/** Writes what Check Only notes of the rows that are to be sent. What all of them share stands in the first note only. */
export class CheckNotes {
	private readonly fields: readonly Field[];
	private readonly shared: readonly Field[];
	private isFirst = true;

	/** `requests`: of all rows that are to be sent. */
	constructor({ fields = [] }: Operation, requests: readonly Request[]) {
		this.fields = fields;
		const valid = requests.filter(({ problems }) => problems.length === 0);
		this.shared = fields.filter((field) => isShared(field, valid));
	}

	/** The note of the next row: what will be sent, or what is wrong. */
	write(request: Request): string {
		const { fields, shared, isFirst } = this;
		this.isFirst = false;
		const own = fields.filter((field) => !shared.includes(field));
		const invalid = invalidItemFailure(request);
		const text =
			invalid === undefined
				? `Will send (do not clear the status): ${describe(request, own)}`
				: formatNote(invalid, 'Will be refused: ');
		if (!isFirst) return escapeCell(text);
		const settings = describe(request, shared);
		const unread = truncate(formatList(request.unreadColumns ?? [], 'and'), MAX_LENGTH);
		const parts = [
			text.replace(/\.$/, ''),
			...(settings === '' ? [] : [`All rows: ${settings}`]),
			...(unread === '' ? [] : [`Not read: ${unread}`]),
		];
		return escapeCell(parts.join('. '));
	}
}

/** Whether a setting is one for all rows. */
function isShared(field: Field, [first, ...others]: readonly Request[]): boolean {
	if (field.isSetting !== true || first === undefined) return false;
	const value = readSent(first, field);
	return others.every((request) => readSent(request, field) === value);
}

/** The value that a request sends for a field. */
function readSent({ body = {} }: Request, { name }: Field): unknown {
	return body[name] ?? (body.address as IDataObject | undefined)?.[name];
}

/**
 * What a request sends for these fields, each with its column where that has another name: "Email ada@example.com (from
 * 'Applicant Email'); Phone +14165550101".
 */
function describe(request: Request, fields: readonly Field[]): string {
	const { columnOf = {} } = request;
	const parts = fields.flatMap((field) => {
		const sent = readSent(request, field);
		if (sent === undefined) return [];
		const label = field.oneOf?.find(({ value }) => value === sent)?.name ?? sent;
		const value = `${field.label} ${toOneLine(label, 100)}`;
		const column = columnOf[field.name] ?? (isNamePart(field) ? columnOf.fullName : undefined);
		return isOwnName(field, column?.name)
			? value
			: `${value} (from '${toOneLine(column?.name, 100)}')`;
	});
	return truncate(parts.join('; '), MAX_LENGTH);
}

/** Whether a column is called like its field; true for a setting, and where the value is of no column. */
function isOwnName({ name, label, isSetting }: Field, column?: string): boolean {
	if (column === undefined || isSetting) return true;
	return [name, label].map(normalizeColumnName).includes(normalizeColumnName(column));
}
