import type { INodePropertyOptions } from 'n8n-workflow';

import type { AtLeastOne } from '../../request/body';
import type { ApiField } from '../../request/field';

/** An operation of the node, as the panel shows it. */
export interface NodeOperation {
	readonly resource: string;
	/** Its entry in the drop-down, with its route. */
	readonly entry: INodePropertyOptions;
	/** The fields of its request that columns of the input may hold. */
	readonly fields?: readonly ApiField[];
	/** Groups of fields of which one has to be filled. */
	readonly atLeastOne?: readonly AtLeastOne[];
}

/** The operations that a part of the panel is for, as `displayOptions.show` takes them. */
export interface Operations {
	readonly resource: string[];
	readonly operation: string[];
	readonly output?: string[];
}

/** Where a parameter of these operations is shown. */
export function showFor(operations: readonly NodeOperation[]): Operations {
	return {
		resource: [...new Set(operations.map(({ resource }) => resource))],
		operation: [...new Set(operations.map(({ entry }) => String(entry.value)))],
	};
}

/** The same for a member of a collection. */
export function showInCollectionFor(operations: readonly NodeOperation[]) {
	const { resource, operation } = showFor(operations);
	return { '/resource': resource, '/operation': operation };
}
