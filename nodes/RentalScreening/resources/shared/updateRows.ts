import type { INodeProperties } from 'n8n-workflow';

import type { Operations } from './operation';

/** What 'Update Rows' says of an operation. */
interface RowWords {
	/** Which rows are left as they are. */
	readonly skips: string;
	/** The columns that it writes, as they read in a sentence. */
	readonly columns: string;
}

/**
 * The 'Update Rows' switch of some operations. n8n has one default per definition, so there are two: on with
 * 'Map Automatically', off with 'Map Each Field Below'.
 */
export function updateRows(operations: Operations, words: RowWords): INodeProperties[] {
	// The mode comes first: at a condition on an expression, such as 'Output', n8n checks no further.
	const shownWith = (mode: string) => ({ show: { mappingMode: [mode], ...operations } });
	const automatically: INodeProperties = {
		displayName: 'Update Rows',
		name: 'updateRows',
		type: 'boolean',
		noDataExpression: true,
		default: true,
		description: `Whether to return each input row once, with its own columns and the outcome in ${words.columns}. Has no effect when an AI agent calls the node.`,
		hint: `When on: ${words.skips}`,
		displayOptions: shownWith('autoMapInputData'),
	};
	return [
		automatically,
		{ ...automatically, default: false, displayOptions: shownWith('defineBelow') },
	];
}
