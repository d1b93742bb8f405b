import { isJsonObject, lineOf, type Schemas, type Loose } from './loose';

/** A green or red flag: what it says, and the fields that it says more in. */
export interface Flag {
	readonly kind: 'green' | 'red';
	readonly text: string;
	/** The fields of a flag that came as an object, without the one that `text` was taken from. */
	readonly details: Readonly<Record<string, unknown>>;
}

// The service document does not show what a red flag holds, so the first of these that is filled
// tells what it says: sentences before labels, labels before codes.
const TELLING_FIELDS = [
	'description',
	'message',
	'title',
	'name',
	'text',
	'reason',
	'label',
	'detail',
	'details',
	'summary',
	'type',
	'code',
	'category',
	'flag',
];

/** The flags of a screening, green before red. */
export function flagsOf(screening: Loose<Schemas['Screening']>): Flag[] {
	return [
		...(flagsOfKind('green', screening.greenFlags) ?? []),
		...(flagsOfKind('red', screening.redFlags) ?? []),
	];
}

/** The flags of one list; null where there is no list, which is not the same as an empty one. */
export function flagsOfKind(kind: Flag['kind'], list: unknown): Flag[] | null {
	if (!Array.isArray(list)) return null;
	return list.flatMap((element) => {
		const flag = flagOf(kind, element);
		return flag ? [flag] : [];
	});
}

function flagOf(kind: Flag['kind'], element: unknown): Flag | null {
	if (!isJsonObject(element)) {
		const text = Array.isArray(element) ? JSON.stringify(element) : lineOf(element);
		return text === null ? null : { kind, text, details: {} };
	}
	const telling = TELLING_FIELDS.find((field) => tells(element[field]));
	if (telling === undefined) return { kind, text: JSON.stringify(element), details: element };
	const { [telling]: told, ...details } = element;
	return { kind, text: lineOf(told) ?? '', details };
}

function tells(value: unknown): boolean {
	return typeof value === 'string' && lineOf(value) !== null;
}
