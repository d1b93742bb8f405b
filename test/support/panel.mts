import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { RentalScreening } from '../../nodes/RentalScreening/RentalScreening.node.ts';
import type { NodeOperation } from './operations.mts';

export const { description } = new RentalScreening();

type Place = Pick<NodeOperation, 'resource' | 'operation'>;

/** What the panel of an operation shows, under these parameters on top of the defaults. */
export function panel(place: Place, parameters: INodeParameters = {}): INodeProperties[] {
	return shown(description.properties, withDefaults(place, parameters));
}

/** What a collection of an operation's panel offers; nothing where it is not in the panel. */
export function listOffered(
	place: Place,
	collection: string,
	parameters: INodeParameters = {},
): INodeProperties[] {
	const values = withDefaults(place, parameters);
	return shown(description.properties, values)
		.filter(({ name }) => name === collection)
		.flatMap(({ options }) => shown(options as INodeProperties[], values, {}));
}

/** The entry of an operation in the drop-down of its resource. */
export function findOperationEntry({ resource, operation }: Place) {
	const dropDown = description.properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.['resource']?.includes(resource),
	);
	return dropDown?.options?.find((option) => 'value' in option && option.value === operation);
}

function withDefaults({ resource, operation }: Place, parameters: INodeParameters) {
	const { properties } = description;
	const values = { resource, operation, ...parameters };
	const version = { typeVersion: 1 };
	return NodeHelpers.getNodeParameters(properties, values, true, false, version, description)!;
}

function shown(
	properties: INodeProperties[],
	root: INodeParameters,
	values = root,
): INodeProperties[] {
	return properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description, root),
	);
}
