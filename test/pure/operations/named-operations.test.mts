import { nodeOperations } from '../../support/operations.mts';
import { description, findOperationEntry } from '../../support/panel.mts';
import { listSentences } from '../../support/sentences.mts';
import { listChoices } from '../../support/walk-description.mts';

/** 'Property: Create' and its like, in the words of the panel. */
const resources = listChoices(description.properties.find(({ name }) => name === 'resource')!);
const operations = nodeOperations.map((place) => {
	const { name } = resources.find(({ value }) => value === place.resource)!;
	return `${name}: ${findOperationEntry(place)!.name}`;
});

/** As a part of a sentence, in quotes, or as a text of its own. */
const NAMED = /'([A-Z][A-Za-z ]+: [A-Z][A-Za-z ]+)'|^([A-Z][A-Za-z ]+: [A-Z][A-Za-z ]+)$/g;

const named = listSentences('nodes').flatMap(({ file, text }) =>
	[...text.matchAll(NAMED)].map(([, quoted, whole]) => ({ file, operation: quoted ?? whole })),
);

test('messages and hints name operations as the panel does', () => {
	expect(named.length).toBeGreaterThan(1);
	expect(named.filter(({ operation }) => !operations.includes(operation!))).toEqual([]);
});
