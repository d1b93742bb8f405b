import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Problem } from '../core/field';
import type { Item } from '../core/item';
import { readUpdateRows, type Operation } from '../core/operation';

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

/** What is wrong with 'Update Rows': a value that the operation does not offer, such as `true`. */
export function findModeProblems(item: Item, operation: Operation): Problem[] {
	const clause = 'has a value that this operation does not offer: choose one from the list';
	return readUpdateRows(item, operation) !== undefined
		? []
		: [{ label: 'Update Rows', clause, scope: 'run' }];
}
