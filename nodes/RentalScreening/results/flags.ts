import { safeCell, type Cell } from './cells';
import { redactSsn } from './ssn';
import { capitalised, clipped, inWords, isRecord, oneLine } from './values';

/** A green or red flag: what it says, and its other fields. */
export interface Flag {
	readonly kind: 'green' | 'red';
	readonly text: string;
	/** The fields of a flag that came as an object, without the one that describes it. */
	readonly details: readonly Detail[];
}

/** A field that is filled: its name as that of a column, `bankName`, and in words, 'bank name'. */
interface Detail {
	readonly name: string;
	readonly words: string;
	readonly value: string | number | boolean;
	/** Where in the list of descriptive fields it is; -1 where it is not. */
	readonly rank: number;
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
const LONGEST_NAME = 100;
const LONGEST_TEXT = 32_767;

/** The flags of a list; null where there is no list, which is not the same as an empty one. */
export function flagsOf(kind: Flag['kind'], list: unknown): Flag[] | null {
	if (!Array.isArray(list)) return null;
	return list.flatMap((element) => {
		if (element === null || (typeof element === 'string' && oneLine(element) === null)) return [];
		return [flagOf(kind, element)];
	});
}

function flagOf(kind: Flag['kind'], element: unknown): Flag {
	if (!isRecord(element)) return { kind, text: asWords(element) || NO_DETAILS, details: [] };
	const fields = fieldsOf(element);
	const descriptive = fields.filter(({ rank }) => rank !== -1);
	const [label] = descriptive.sort((one, other) => one.rank - other.rank);
	const details = fields.filter((field) => field !== label);
	// Its parts were masked one by one; together they may say more.
	return { kind, text: redactSsn(flagText(label?.value as string | undefined, details)), details };
}

/** A sentence as it is; a code in words, with what else the flag says: `Credit utilisation: 98 %`. */
function flagText(label: string | undefined, details: readonly Detail[]): string {
	const sentence = label === undefined ? '' : inWords(label);
	if (sentence === label && !/^[A-Z\d_]+$/.test(label)) return sentence;
	const pairs = details.map(pairOf).join(', ');
	const text = [sentence, pairs].filter(Boolean).join(': ');
	return clipped(capitalised(text) || NO_DETAILS, LONGEST_TEXT);
}

/** A field as "name value". */
function pairOf({ words, value }: Detail): string {
	const percent = words === 'percent' || words.endsWith(' percent');
	return `${words === 'percent' ? '' : `${words} `}${asWords(value)}${percent ? ' %' : ''}`;
}

/** The filled fields, with those of objects inside. What is in a descriptive field takes its place. */
function fieldsOf(
	fields: Record<string, unknown>,
	outer: Pick<Detail, 'name' | 'words' | 'rank'> = { name: '', words: '', rank: 0 },
	found: Detail[] = [],
): Detail[] {
	for (const [key, value] of Object.entries(fields)) {
		const rank = outer.rank === -1 ? -1 : DESCRIPTIVE_FIELDS.indexOf(key);
		if (isRecord(value) && rank !== -1) {
			fieldsOf(value, outer, found);
			continue;
		}
		const name = clipped(outer.name === '' ? key : outer.name + capitalised(key), LONGEST_NAME);
		const words = clipped(`${outer.words} ${nameInWords(key)}`.trim(), LONGEST_NAME);
		if (isRecord(value)) {
			fieldsOf(value, { name, words, rank: -1 }, found);
		} else if (typeof value === 'number' || typeof value === 'boolean') {
			found.push({ name, words, value, rank: -1 });
		} else {
			const text = typeof value === 'string' ? (oneLine(value) ?? '') : asWords(value);
			if (text !== '')
				found.push({ name, words, value: text, rank: typeof value === 'string' ? rank : -1 });
		}
	}
	return found;
}

function nameInWords(name: string): string {
	const start = name.slice(0, LONGEST_NAME);
	const parted = start.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
	return oneLine(parted.toLowerCase()) ?? '';
}

function asWords(value: unknown): string {
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value !== 'object' || value === null) return inWords(oneLine(value) ?? '');
	const parts = Array.isArray(value) ? value.map(asWords) : fieldsOf({ ...value }).map(pairOf);
	return clipped(parts.filter(Boolean).join(', '), LONGEST_TEXT);
}

/**
 * The details of a flag as flat columns: `score` stays `score`, `{ bank: { name } }` becomes `bankName`;
 * lists are put in words. A name that is taken, or is a bare number, gets `flag` in front, then a number behind.
 */
export function flagDetailCells(
	details: readonly Detail[],
	taken: Readonly<Record<string, Cell>>,
): Record<string, Cell> {
	const cells = new Map<string, Cell>();
	const counts = new Map<string, number>();
	// JavaScript puts numeric names in front of all others, whenever they were added.
	const isTaken = (column: string) =>
		Object.hasOwn(taken, column) || cells.has(column) || /^\d+$/.test(column);
	for (const { name, value } of details) {
		let column = safeCell(name);
		if (isTaken(column)) {
			const prefixed = safeCell(`flag${capitalised(name)}`);
			let count = counts.get(prefixed) ?? 1;
			for (column = prefixed; isTaken(column); column = `${prefixed}${count}`) count += 1;
			counts.set(prefixed, count);
		}
		cells.set(column, typeof value === 'string' ? safeCell(value) : value);
	}
	return Object.fromEntries(cells);
}
