import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Problem } from '../core/field';
import { isAutoMapped, type Item } from '../core/item';
import { isFetch, type Operation } from '../core/operation';

const DEFAULT_CONCURRENCY = 50;

export const optionsPanel: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	options: [
		{
			displayName: 'Max Requests at Once',
			name: 'maxConcurrency',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: DEFAULT_CONCURRENCY,
			description: 'Advanced: how many requests may wait for their answers at the same time',
		},
		{
			displayName: 'Only Complete',
			name: 'onlyComplete',
			type: 'boolean',
			default: false,
			description: 'Whether to leave out applicants who have not completed the screening',
			displayOptions: { show: { '/resource': ['results'] } },
		},
		{
			displayName: 'Send Again',
			name: 'sendAgain',
			type: 'boolean',
			default: false,
			description:
				'Whether to send again what was sent in the last 24 hours, instead of answering with the result of that',
			displayOptions: { hide: { '/operation': ['get', 'getSteps'] } },
		},
	],
};

/** The options as they hold for one item; a switch is on only if it is `true`. Throws what n8n throws for an expression. */
export function readOptions(item: Item) {
	const given = (item.parameter('options') ?? {}) as IDataObject;
	const limit = Number(given.maxConcurrency);
	return {
		maxConcurrency: limit >= 1 ? Math.floor(limit) : DEFAULT_CONCURRENCY,
		sendAgain: given.sendAgain === true,
		onlyComplete: given.onlyComplete === true,
	};
}

/** Update Rows where it is on: what is done with the rows of a run. */
export type Mode = 'due' | 'check' | 'checked';

/** Update Rows of a run; undefined where it is off, or has a value that the operation does not offer. */
export function readUpdateRows(item: Item, operation: Operation): Mode | undefined {
	const given = readMode(item, operation);
	return listModes(operation).find((mode) => mode === given);
}

/** What is wrong with 'Update Rows': a value that the operation does not offer, such as `true`. */
export function findModeProblems(item: Item, operation: Operation): Problem[] {
	const given = readMode(item, operation);
	if (given === 'off' || listModes(operation).some((mode) => mode === given)) return [];
	const clause = 'has a value that this operation does not offer: choose one from the list';
	return [{ label: 'Update Rows', clause, scope: 'run' }];
}

/** The modes that an operation offers: rows of results need no check, as nothing is sent for them. */
function listModes(operation: Operation): Mode[] {
	if (operation.rows === undefined) return [];
	return isFetch(operation) ? ['due'] : ['due', 'check', 'checked'];
}

/**
 * The value of 'Update Rows'. Whatever is stored, it is 'off' where the panel hides it: with 'Map Each Field Below', for an
 * output whose items are not rows, and for a model's tool.
 */
function readMode(item: Item, { rows }: Operation): unknown {
	const isShown = rows?.outputs?.includes(String(item.parameter('output'))) ?? true;
	if (item.isToolCall || !isShown || !isAutoMapped([item])) return 'off';
	return item.parameter('updateRows') ?? 'off';
}
