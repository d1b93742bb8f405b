import type { INodeProperties } from 'n8n-workflow';

import { RentalScreening } from '../../../nodes/RentalScreening/RentalScreening.node.ts';
import { sentencesOf } from '../../support/sentences-of.mts';

const { properties } = new RentalScreening().description;

const choicesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('value' in option ? [option] : []));

/** 'Property: Create' and its like, in the words of the panel. */
const operations = choicesOf(properties.find(({ name }) => name === 'resource')!).flatMap(
	({ name: resource, value }) =>
		properties
			.filter(({ name, displayOptions }) => {
				return name === 'operation' && displayOptions?.show?.['resource']?.includes(value);
			})
			.flatMap(choicesOf)
			.map(({ name }) => `${resource}: ${name}`),
);

/** As a part of a sentence, in quotes, or as a text of its own. */
const NAMED = /'([A-Z][A-Za-z ]+: [A-Z][A-Za-z ]+)'|^([A-Z][A-Za-z ]+: [A-Z][A-Za-z ]+)$/g;

const named = sentencesOf('nodes').flatMap(({ file, text }) =>
	[...text.matchAll(NAMED)].map(([, quoted, whole]) => ({ file, operation: quoted ?? whole })),
);

test('messages and hints name operations', () => {
	expect(named.length).toBeGreaterThan(1);
});

test.each(named)('$file names the operation $operation as the panel does', ({ operation }) => {
	expect(operations).toContain(operation);
});
