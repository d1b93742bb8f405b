import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** Something that the editor shows, and where: `Address > City`. */
export interface Shown<T> {
	where: string;
	it: T;
}

/** Every property, those within collections included. */
export function listProperties(
	properties: INodeProperties[],
	within = '',
): Array<Shown<INodeProperties>> {
	return properties.flatMap((it) => {
		const where = `${within}${it.displayName}`;
		return [{ where, it }, ...listProperties(listParts(it), `${where} > `)];
	});
}

/** Every entry of a drop-down. */
export function listAllChoices(properties: INodeProperties[]): Array<Shown<INodePropertyOptions>> {
	return listProperties(properties).flatMap(({ where, it }) =>
		listChoices(it).map((choice) => ({ where: `${where} = ${choice.name}`, it: choice })),
	);
}

/** The groups of a fixed collection. */
export function listGroups({ type, options }: INodeProperties): INodePropertyCollection[] {
	return type === 'fixedCollection' ? (options as INodePropertyCollection[]) : [];
}

/** The entries of a drop-down. */
export function listChoices({ type, options }: INodeProperties): INodePropertyOptions[] {
	return type === 'options' || type === 'multiOptions'
		? ((options ?? []) as INodePropertyOptions[])
		: [];
}

/** The properties within a collection of either kind. */
export function listParts(property: INodeProperties): INodeProperties[] {
	if (property.type === 'collection') return property.options as INodeProperties[];
	return listGroups(property).flatMap(({ values }) => values);
}
