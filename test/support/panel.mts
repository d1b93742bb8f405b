import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { Field } from '../../nodes/RentalScreening/core/field.ts';
import { RentalScreening } from '../../nodes/RentalScreening/RentalScreening.node.ts';
import type { NodeOperation } from './operations.mts';

export const { description, methods } = new RentalScreening();

type Place = Pick<NodeOperation, 'resource' | 'operation'>;

/** What the panel of an operation shows, under these parameters on top of the defaults. */
export function panel(
	{ resource, operation }: Place,
	parameters: INodeParameters = {},
): INodeProperties[] {
	const values = withDefaults({ resource, operation, ...parameters });
	return shown(description.properties, values);
}

/** What a collection of an operation's panel offers; nothing where it is not in the panel. */
export function listOffered(
	{ resource, operation }: Place,
	collection: string,
	parameters: INodeParameters = {},
): INodeProperties[] {
	const values = withDefaults({ resource, operation, ...parameters });
	return shown(description.properties, values)
		.filter(({ name }) => name === collection)
		.flatMap(({ options }) => shown(options as INodeProperties[], values, {}));
}

/** The parameters of a field: in the panel or in a collection there. */
export function findParameters(
	place: Place,
	field: Field,
	parameters: INodeParameters = {},
): INodeProperties[] {
	const { collection } = field;
	const where =
		collection === undefined
			? panel(place, parameters)
			: listOffered(place, collection, parameters);
	return where.filter(({ name }) => name === field.name);
}

/** The entry of an operation in the drop-down of its resource. */
export function findOperationEntry({ resource, operation }: Place) {
	const dropDown = description.properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.['resource']?.includes(resource),
	);
	return dropDown?.options?.find((option) => 'value' in option && option.value === operation);
}

/** Every operation that the drop-downs offer, as `resource: operation`. */
export function listOfferedOperations(): string[] {
	return description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options, displayOptions }) =>
			(options as Array<{ value: string }>).map(
				({ value }) => `${String(displayOptions!.show!['resource'])}: ${value}`,
			),
		);
}

function withDefaults(parameters: INodeParameters): INodeParameters {
	return NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion: 1 },
		description,
	)!;
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
