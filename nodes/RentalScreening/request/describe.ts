import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../core/field';
import type { Request } from '../core/operation';
import { quotable, truncate } from '../core/text';

const MAX_LENGTH = 1000;

/** What a request would send of the record's own fields: "Email ada@example.com; Phone +14165550101". */
export function describeRequest({ body = {} }: Request, fields: readonly Field[] = []): string {
	const parts = fields.flatMap(({ name, label, collection, perRun }) => {
		const holder = collection === 'address' ? (body.address as IDataObject | undefined) : body;
		const value = perRun ? undefined : holder?.[name];
		return value === undefined ? [] : [`${label} ${quotable(String(value))}`];
	});
	return truncate(parts.join('; '), MAX_LENGTH);
}
