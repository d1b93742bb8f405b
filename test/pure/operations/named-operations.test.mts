import type { INodePropertyOptions } from 'n8n-workflow';

import { nodeOperations } from '../../support/operations.mts';
import { description, findOperationEntry } from '../../support/panel.mts';
import { readSources } from '../../../dev/repository.mts';

/** 'Property: Create' and its like, in the words of the panel. */
const resources = description.properties.find(({ name }) => name === 'resource')!
	.options as INodePropertyOptions[];
const operations = nodeOperations.map((place) => {
	const { name } = resources.find(({ value }) => value === place.resource)!;
	return `${name}: ${findOperationEntry(place)!.name}`;
});

test('messages and hints name operations as the panel does', () => {
	const named = Array.from(readSources('nodes').values()).flatMap((source) =>
		[...source.matchAll(/'([A-Z][A-Za-z ]+: [A-Z][A-Za-z ]+)'/g)].map(([, name]) => name!),
	);
	expect(named.length).toBeGreaterThan(1);
	expect(named.filter((name) => !operations.includes(name))).toEqual([]);
});
