import { safeCell, type Cell } from './cells';
import { redactSsn } from './ssn';
import { capitalised, inWords, isRecord, oneLine } from './values';

/** A green or red flag: what it says, and its other fields. */
export interface Flag {
	readonly kind: 'green' | 'red';
	readonly text: string;
	/** The fields of a flag that came as an object, without the one that describes it. */
	readonly details: Readonly<Record<string, unknown>>;
}

// The service document does not show what a red flag holds. The first of these that is filled
// describes it: sentences before labels, labels before codes.
const DESCRIPTIVE_FIELDS = [
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
	'kind',
	'category',
	'flag',
];

const NO_DETAILS = 'No details given';

/** The flags of a list; null where there is no list, which is not the same as an empty one. */
export function flagsOf(kind: Flag['kind'], list: unknown): Flag[] | null {
	if (!Array.isArray(list)) return null;
	return list.flatMap((element) => {
		if (element === null || (typeof element === 'string' && oneLine(element) === null)) return [];
		return [flagOf(kind, element)];
	});
}

function flagOf(kind: Flag['kind'], element: unknown): Flag {
	if (!isRecord(element)) return { kind, text: asWords(element) || NO_DETAILS, details: {} };
	const { label, details } = described(element);
	// Its parts were masked one by one; together they may say more.
	return { kind, text: redactSsn(flagText(label, details)), details };
}

/** Takes the field that describes a flag out of its fields, also from an object around them. */
function described(fields: Record<string, unknown>): {
	label: string | null;
	details: Record<string, unknown>;
} {
	const field = DESCRIPTIVE_FIELDS.find(
		(name) => typeof fields[name] === 'string' && oneLine(fields[name]) !== null,
	);
	if (field !== undefined) {
		const { [field]: label, ...details } = fields;
		return { label: oneLine(label), details };
	}
	const wrapper = DESCRIPTIVE_FIELDS.find((name) => isRecord(fields[name]));
	if (wrapper === undefined) return { label: null, details: fields };
	const { [wrapper]: inner, ...others } = fields;
	const unwrapped = Object.entries(inner as Record<string, unknown>).map(([name, value]) => [
		Object.hasOwn(others, name) ? camelCased(wrapper, name) : name,
		value,
	]);
	return described({ ...others, ...Object.fromEntries(unwrapped) });
}

/** A sentence as it is; a code in words, with what else the flag says: `Credit utilisation: 98 %`. */
function flagText(label: string | null, details: Record<string, unknown>): string {
	if (label !== null && !/^[A-Z0-9_]+$/.test(label)) return label;
	const values = fieldsInWords(details).join(', ');
	if (label === null) return capitalised(values) || NO_DETAILS;
	return values === '' ? inWords(label) : `${inWords(label)}: ${values}`;
}

function fieldsInWords(fields: Record<string, unknown>, outer = ''): string[] {
	return Object.entries(fields).flatMap(([name, value]) => {
		const words = [outer, nameInWords(name)].filter(Boolean).join(' ');
		if (isRecord(value)) return fieldsInWords(value, words);
		const text = asWords(value);
		if (text === '') return [];
		if (words === 'percent') return [`${text} %`];
		return [`${words} ${text}${words.endsWith(' percent') ? ' %' : ''}`];
	});
}

function nameInWords(name: string): string {
	const parted = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
	return oneLine(parted.toLowerCase()) ?? '';
}

function asWords(value: unknown): string {
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (Array.isArray(value)) return value.map(asWords).filter(Boolean).join(', ');
	if (isRecord(value)) return fieldsInWords(value).join(', ');
	return inWords(oneLine(value) ?? '');
}

/**
 * The details of a flag as flat columns under their own names: `score` stays `score`,
 * `{ bank: { name } }` becomes `bankName`; lists and what is nested deeper are put in words. A name
 * that is taken, or is a bare number, gets `flag` in front. Empty values are left out.
 */
export function flagDetailCells(
	details: Readonly<Record<string, unknown>>,
	taken: Readonly<Record<string, Cell>>,
): Record<string, Cell> {
	const fields = Object.entries(details).flatMap(([name, value]) =>
		isRecord(value)
			? Object.entries(value).map(([inner, part]) => [camelCased(name, inner), part] as const)
			: [[name, value] as const],
	);
	const cells = fields.flatMap(([name, value]) => {
		const cell = detailCell(value);
		if (cell === null) return [];
		// JavaScript puts numeric names in front of all others, whenever they were added.
		const isTaken = Object.hasOwn(taken, name) || /^\d+$/.test(name);
		return [[safeCell(isTaken ? camelCased('flag', name) : name), cell] as const];
	});
	return Object.fromEntries(cells);
}

function detailCell(value: unknown): Cell {
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value : asWords(value);
	return text === '' ? null : safeCell(text);
}

function camelCased(first: string, second: string): string {
	return first + capitalised(second);
}
