import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../request/item';
import { isBlank } from '../request/text';
import { isRecord } from '../results/values';
import type { Operation } from './operation';

const HOLDS: Record<'text' | 'object' | 'list', (value: unknown) => boolean> = {
	text: (value) => (typeof value === 'string' && !isBlank(value)) || Number.isSafeInteger(value),
	object: isRecord,
	list: (value) => Array.isArray(value),
};

/** Names of the required members that a 2xx answer lacks; 'all' where it is no JSON object. */
export function missingMembers(
	body: unknown,
	{ requiredMembers, laterMembers = [], pollPlan }: Operation,
	input: ItemInput,
): string[] | 'all' {
	if (!isRecord(body)) return 'all';
	const missing = Object.entries(requiredMembers)
		.filter(([name, kind]) => !HOLDS[kind](body[name]))
		.map(([name]) => name);
	const mayCome = missing.every((name) => laterMembers.includes(name) && isBlank(body[name]));
	return mayCome && pollPlan?.(input).isComplete(body as IDataObject) === false ? [] : missing;
}

/** Characters of the service's message that are remembered: many answers are. */
const LONGEST_REMEMBERED = 300;

/** Of an answer what the service document lists: the IDs, and the message unless it is long. */
export function documentedMembers(
	answer: IDataObject,
	{ requiredMembers }: Operation,
): IDataObject {
	const { message } = answer;
	const isShort = typeof message === 'string' && message.length <= LONGEST_REMEMBERED;
	return {
		...Object.fromEntries(Object.keys(requiredMembers).map((name) => [name, answer[name]])),
		...(isShort ? { message } : {}),
	};
}

/** JSON that is cut where its length is not announced arrives as text. */
export function isCut(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(?:\{|$)/.test(body);
}

const DEEPEST = 100;

/** Whether an answer is nested so deep that a recursive function may not get through it. */
export function isDeep(body: unknown): boolean {
	let level = [body];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
		);
	}
	return level.length > 0;
}
