import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { RentalScreeningApi } from '../../credentials/RentalScreeningApi.credentials.ts';
import { listContractOperations } from '../support/contract.mts';
import { mappedOperations, nodeOperations } from '../support/operations.mts';
import { description, panel } from '../support/panel.mts';
// n8n's checklist for community nodes over the whole description: n8n's lint sees the literals of node files only.

/** The groups of a fixed collection, and the entries of a drop-down. */
const listGroups = ({ type, options }: INodeProperties) =>
	type === 'fixedCollection' ? (options as INodePropertyCollection[]) : [];
const listChoices = ({ type, options = [] }: INodeProperties) =>
	type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];

/** Every property, those within collections included. */
const listProperties = (some: INodeProperties[]): INodeProperties[] =>
	some.flatMap((it) => {
		const parts = it.type === 'collection' ? (it.options as INodeProperties[]) : [];
		return [it, ...listProperties([...parts, ...listGroups(it).flatMap(({ values }) => values)])];
	});

const all = [...description.properties, ...new RentalScreeningApi().properties];
const properties = listProperties(all);
const choices = properties.flatMap(listChoices);
const fields = properties.filter(({ type }) => type !== 'notice' && type !== 'hidden');
const isCollection = ({ type }: INodeProperties) => /ollection$/.test(type);
const names = [
	...fields.map(({ displayName }) => displayName),
	...choices.map(({ name }) => name),
	...properties.flatMap(listGroups).map(({ displayName }) => displayName),
];
const hints = [
	...properties.flatMap(({ hint = [] }) => hint),
	...description.hints!.map(({ message }) => message),
];
const descriptions = [...properties, ...choices].flatMap(({ description: text = [] }) => text);
const placeholders = fields.flatMap((field) =>
	isCollection(field) ? [] : (field.placeholder ?? []),
);
const sentences = [...descriptions, ...hints];

const SMALL_WORD = /^(a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with)$/;
const isTitleCase = (text: string) =>
	text
		.split(/[\s/()-]+/)
		.filter(Boolean)
		.every((word, index) => /^[A-Z0-9]/.test(word) || (index > 0 && SMALL_WORD.test(word)));
/** Names of the editor's own things are in single quotes and keep their capitals. */
const isSentenceCase = (text: string) =>
	/^['A-Z0-9]/.test(text) &&
	text
		.replace(/'[^']+'|<[^>]*>|Google Sheets|Excel/g, 'name')
		.split(/[.;:] /)
		.every((sentence) => !/\s[A-Z][a-z]/.test(sentence));

test.each<[string, string[], (text: string) => boolean]>([
	['names are in Title Case', names, isTitleCase],
	['descriptions and hints are in sentence case', sentences, isSentenceCase],
	['descriptions and hints are one sentence', sentences, (text) => !/[.!?](\s|$)/.test(text)],
	['hints have at most 120 characters', hints, (text) => text.length <= 120],
	['placeholders start with "e.g."', placeholders, (text) => /^e\.g\. \S/.test(text)],
])('%s', (_, texts, holds) => {
	expect(texts.length).toBeGreaterThan(0);
	expect(texts.filter((text) => !holds(text))).toEqual([]);
});

// The two drop-downs that every node of n8n has explain themselves by their entries.
const explained = fields.filter(({ name }) => !['resource', 'operation'].includes(name));

test.each<[string, INodeProperties[], (property: INodeProperties) => unknown]>([
	['every property has a default', properties, (it) => it.default !== undefined],
	['every field is explained', explained, (it) => it.description ?? it.hint ?? it.placeholder],
	[
		'descriptions of switches start with "Whether"',
		fields.filter(({ type }) => type === 'boolean'),
		(it) => /^Whether /.test(it.description!),
	],
	[
		'drop-downs are alphabetical',
		fields.filter((field) => listChoices(field).length > 1),
		(it) => {
			const list = listChoices(it).map(({ name }) => name);
			return list.join() === list.toSorted((a, b) => a.localeCompare(b)).join();
		},
	],
	['JSON is never optional', fields.filter(({ type }) => type === 'json'), (it) => it.required],
])('%s', (_, listed, holds) => {
	expect(listed.length).toBeGreaterThan(0);
	expect(listed.filter((property) => !holds(property)).map(({ name }) => name)).toEqual([]);
});

test('every operation has an action in sentence case, with its resource and without an article', () => {
	const actions = choices.flatMap(({ action = [] }) => action);
	expect(actions).toHaveLength(nodeOperations.length);
	for (const action of actions)
		expect(action).toMatch(/^(?!.*\b(a|an|the)\b)[A-Z].*\b(property|screening|steps|report)\b/);
});

const contract = new Map(listContractOperations().map(({ id, fields }) => [id, fields]));

const toNames = (some: ReadonlyArray<{ name: string }>) => some.map(({ name }) => name);

test.each(mappedOperations)(
	'$resource: $operation marks what is required, and asks for it first',
	(place) => {
		const fields = contract.get(place.id)!;
		const own = fields.map(({ path }) => path);
		const asked = panel(place).filter(({ name }) => own.includes(name));
		const required = asked.filter((field) => field.required);
		const needed = fields.filter((field) => field.required).map(({ path }) => path);
		expect(toNames(required).sort()).toEqual(needed.sort());
		expect(asked.slice(0, required.length)).toEqual(required);
		// A column may hold it.
		const byColumns = panel(place, { mappingMode: 'autoMapInputData' });
		expect(toNames(byColumns.filter((field) => field.required))).toEqual([]);
	},
);

test('optional fields are in a collection, but for those that docs/dev/n8n-guidelines.md explains', () => {
	const outside = mappedOperations.flatMap((place) => {
		const isSent = (name: string) => contract.get(place.id)!.some(({ path }) => path === name);
		return panel(place).filter(({ name, required }) => !required && isSent(name));
	});
	expect(new Set(toNames(outside))).toEqual(
		new Set(['firstName', 'lastName', 'rentAmount', 'rentPaid']),
	);
});

test('the node is a tool, and only the SSN is kept from the editor', () => {
	const { usableAsTool, sensitiveOutputFields } = description;
	expect(usableAsTool).toBe(true);
	expect(sensitiveOutputFields).toEqual(['user.employmentDetails.identity.ssn']);
});
