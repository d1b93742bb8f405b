import type { IDataObject } from 'n8n-workflow';

import type { Operation } from './operation';

type Kind = Operation['requiredMembers'][string];

const HOLDS: Record<Kind, (value: unknown) => boolean> = {
	text: (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
	object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	list: (value) => Array.isArray(value),
};

/** Names of the members that the service document requiredMembers and `answer` (a JSON object) lacks. */
export function missingMembers(
	answer: IDataObject,
	requiredMembers: Operation['requiredMembers'],
): string[] {
	return Object.entries(requiredMembers)
		.filter(([name, kind]) => !HOLDS[kind](answer[name]))
		.map(([name]) => name);
}

/** Whether the body of an answer is a JSON object, the only form in which the service answers. */
export function isJsonObject(body: unknown): body is IDataObject {
	return HOLDS.object(body);
}
