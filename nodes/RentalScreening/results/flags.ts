import { isRecord } from '../core/json';
import { capitalize, humanize, toOneLine, toWords, truncate } from '../core/text';

/** A flag of the service in words. */
export interface Flag {
	readonly name: string;
	/** What else the service says of it; '' without any. */
	readonly details: string;
}

/** By the last word of their names, the members that name a flag and those that describe it, the dearest first. */
const NAMING = 'title name label flag type kind category code key'.split(' ');
const DESCRIBING = 'description message reason text summary detail note data'.split(' ');
const ROLES = [...NAMING, ...DESCRIBING];
/** A member's name does not show if it has only these words. */
const TECHNICAL = new Set([...ROLES, 'red', 'green', 'risk', 'short', 'long']);

/** What a member says, and its place in `ROLES`: behind all of them if its name shows. */
interface Part {
	readonly rank: number;
	readonly text: string;
}

/** Flags in words, without blank ones; null if none are given. One flag may stand in place of a list. */
export function readFlags(given: unknown): Flag[] | null {
	if (given === undefined || given === null) return null;
	const flags = [given].flat().map((flag) => {
		if (isRecord(flag)) return readFlag(readParts(flag));
		return { name: Array.isArray(flag) ? describe(flag) : toOneLine(flag), details: '' };
	});
	return flags.filter(({ name }) => name !== '');
}

/**
 * What names a flag, then what describes it, then its other members with their names: the service document does not show
 * the members of a red flag.
 */
function readFlag(parts: readonly Part[]): Flag {
	const [first, ...others] = parts.map(({ text }) => text);
	if (first === undefined) return { name: 'No details given', details: '' };
	const count = parts.slice(1).filter(({ rank }) => rank < NAMING.length).length;
	const more = count > 0 ? ` (${join(others.slice(0, count))})` : '';
	return { name: capitalize(first) + more, details: join(others.slice(count)) };
}

/** A flag on one line: `Income irregular: Income swings by 40 %`. */
export function formatFlag({ name, details }: Flag): string {
	if (details === '') return name;
	return /[.!?:]$/.test(name) ? `${name} ${capitalize(details)}` : `${name}: ${details}`;
}

/** What the members of an object say, by rank, each once. Those of an object with a technical name are as its own. */
function readParts(object: Record<string, unknown>): Part[] {
	const parts = Object.entries(object).flatMap(([member, value]): Part[] => {
		const name = toWords(truncate(member, 100)).replace(/\bid\b/g, 'ID');
		const words = name.split(' ').map((word) => word.replace(/s$/, ''));
		const isTechnical = words.every((word) => TECHNICAL.has(word));
		if (isTechnical && isRecord(value)) return readParts(value);
		const text = describe(value);
		const rank = isTechnical ? ROLES.indexOf(words.at(-1)!) : -1;
		if (rank >= 0) return [{ rank, text }];
		return [{ rank: ROLES.length, text: text && `${name} ${text}` }];
	});
	const texts = new Set(['']);
	return parts
		.sort((one, other) => one.rank - other.rank)
		.filter(({ text }) => texts.size < texts.add(text.toLowerCase()).size);
}

/** A value in the words that it has in a sentence; several members of an object in brackets. */
function describe(value: unknown): string {
	if (Array.isArray(value)) return join(value.map(describe));
	if (isRecord(value)) {
		const texts = readParts(value).map(({ text }) => text);
		return texts.length > 1 ? `(${join(texts)})` : join(texts);
	}
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	const text = toOneLine(value);
	const words = humanize(text);
	return words === text ? text : words.toLowerCase();
}

/** The filled texts with commas between, and a blank where a sentence ends. */
function join(texts: readonly string[]): string {
	return texts.reduce((before, text) => {
		if (before === '' || text === '') return before + text;
		const isSentence = '.!?…'.includes(before.slice(-1));
		return isSentence ? `${before} ${capitalize(text)}` : `${before}, ${text}`;
	}, '');
}
