import type { INodeProperties } from 'n8n-workflow';

import { RentalScreeningApi } from '../../credentials/RentalScreeningApi.credentials.ts';
import { mappedOperations, nodeOperations } from '../support/operations.mts';
import { description, panel } from '../support/panel.mts';
import { listSentences } from '../support/sentences.mts';
import {
	listChoices,
	listAllChoices,
	listProperties,
	listGroups,
	listParts,
	type Shown,
} from '../support/walk-description.mts';

// n8n's checklist for community nodes, as far as it is about what the editor shows, rule by rule.

const all = [...description.properties, ...new RentalScreeningApi().properties];
const properties = listProperties(all);
const choices = listAllChoices(all);
const groups = properties.flatMap(({ where, it }) =>
	listGroups(it).map((group) => ({ where: `${where} > ${group.name}`, it: group.displayName })),
);
const fields = properties.filter(({ it }) => it.type !== 'notice' && it.type !== 'hidden');
const names: Array<Shown<string>> = [
	...fields.map(({ where, it }) => ({ where, it: it.displayName })),
	...choices.map(({ where, it }) => ({ where, it: it.name })),
	...groups,
];
const descriptions: Array<Shown<string>> = [...properties, ...choices].flatMap(({ where, it }) =>
	it.description === undefined ? [] : [{ where, it: it.description }],
);
const hintTexts: Array<Shown<string>> = [
	...properties.flatMap(({ where, it }) => (it.hint === undefined ? [] : [{ where, it: it.hint }])),
	...description.hints!.map(({ message }) => ({ where: 'node hint', it: message })),
];
const notices = properties.filter(({ it }) => it.type === 'notice');
/** Optional fields outside of collections: docs/dev/n8n-guidelines.md says why. */
const FILLED_BY_NEARLY_ALL = ['firstName', 'lastName', 'rentAmount', 'rentPaid'];

/** There is something to look at, and the rule holds for each. */
function rule<T>(title: string, things: Array<Shown<T>>, holds: (it: T) => boolean): void {
	test(title, () => {
		expect(things).not.toEqual([]);
		const offenders = things.filter(({ it }) => !holds(it));
		expect(
			offenders.map(({ where, it }) => (typeof it === 'string' ? `${where}: ${it}` : where)),
		).toEqual([]);
	});
}

const SMALL_WORD = /^(a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with)$/;

function isTitleCase(text: string): boolean {
	return text
		.split(/[\s/()-]+/)
		.filter(Boolean)
		.every((word, index) => /^[A-Z0-9]/.test(word) || (index > 0 && SMALL_WORD.test(word)));
}

/** Names of the editor's own things are in single quotes and keep their capitals. */
function isSentenceCase(text: string): boolean {
	const sentences = text
		.replace(/'[^']+'/g, 'name')
		.replace(/^name/, 'Name')
		.split(/[.;:] /);
	return (
		/^[A-Z0-9]/.test(text) &&
		sentences.every((sentence) => !/\s[A-Z][a-z]/.test(sentence.replace(/<[^>]*>/g, '')))
	);
}

const lists = properties.flatMap(({ where, it }) => {
	const entries = listChoices(it).map(({ name }) => name);
	const parts = it.type === 'collection' ? listParts(it).map((part) => part.displayName) : [];
	return [entries, parts].filter(({ length }) => length > 1).map((list) => ({ where, it: list }));
});
const isAbbreviated = (name: string) => /\b(Id|Url|Json|Ssn|Html|Api|Ecoa)\b/.test(name);

rule('names of fields and of drop-down entries are in Title Case', names, isTitleCase);
rule('names have abbreviations in capitals', names, (name) => !isAbbreviated(name));
rule('drop-downs and collections are alphabetical', lists, (list) => {
	return list.join() === [...list].sort((a, b) => a.localeCompare(b)).join();
});

test('names of operations leave out the resource', () => {
	const operations = description.properties.filter(({ name }) => name === 'operation');
	const named = operations.flatMap(({ displayOptions, options }) =>
		options!.map(({ name }) => ({ where: String(displayOptions!.show!['resource']), name })),
	);
	expect(named).toHaveLength(nodeOperations.length);
	for (const { where, name } of named) {
		expect(name.toLowerCase()).not.toContain(where.toLowerCase().replace(/s$/, ''));
	}
});

const actions = choices.filter(({ it }) => it.action !== undefined);
const isSaid = (action: string) =>
	/^[A-Z][a-z]+( [a-z]+)+$/.test(action) &&
	/\b(property|screening|steps|report)\b/.test(action) &&
	!/\b(a|an|the)\b/i.test(action);

test('each operation has an action', () => expect(actions).toHaveLength(nodeOperations.length));
rule(
	'actions are in sentence case, with the resource and without an article',
	actions,
	({ action }) => isSaid(action!),
);

const plain = (text = '') => text.toLowerCase().replace(/\W/g, '');
const sentences = [...descriptions, ...hintTexts];
const booleans = properties.filter(({ it }) => it.type === 'boolean');
// The two drop-downs that every node of n8n has explain themselves by their entries.
const own = fields.filter(({ it }) => !['resource', 'operation'].includes(it.name));
const choosing = ['resource', 'operation', 'mappingMode', 'output'];
const chosen = listAllChoices(all.filter(({ name }) => choosing.includes(name)));

rule('descriptions and hints are in sentence case', sentences, isSentenceCase);
rule('descriptions of booleans start with "Whether"', booleans, (it) =>
	/^Whether /.test(it.description!),
);
rule(
	'descriptions and hints of one sentence have no full stop, those of several end with one',
	sentences,
	(text) => {
		return /[.!?] ['A-Z]/.test(text) === text.endsWith('.');
	},
);
rule(
	'descriptions say more than the name',
	fields,
	(it) => plain(it.description) !== plain(it.displayName),
);
rule('every field has a description, hint or placeholder', own, (it) =>
	Boolean(it.description ?? it.hint ?? it.placeholder),
);
rule('every operation, resource, mode and output has a description', chosen, (it) =>
	Boolean(it.description),
);

test('pickers are resource locators: from a list first, or by ID', () => {
	expect(properties.filter(({ it }) => it.typeOptions?.loadOptionsMethod)).toEqual([]);
	const locators = properties.filter(({ it }) => it.type === 'resourceLocator');
	expect(locators).toHaveLength(1);
	for (const { it } of locators) {
		expect(it.modes!.map(({ name, displayName }) => `${name}: ${displayName}`)).toEqual([
			'list: From List',
			'id: By ID',
		]);
		expect(it.default).toMatchObject({ mode: 'list' });
	}
});

const isCollection = ({ it }: Shown<INodeProperties>) => /ollection$/.test(it.type);
const examples = fields.filter((one) => one.it.placeholder !== undefined && !isCollection(one));

rule('placeholders start with "e.g."', examples, (it) => /^e\.g\. \S/.test(it.placeholder!));
rule('placeholders of collections say what is added', fields.filter(isCollection), (it) =>
	/^Add [A-Z]/.test(it.placeholder ?? ''),
);

const shown = [
	...names,
	...descriptions,
	...hintTexts,
	...notices.map(({ where, it }) => ({ where, it: it.displayName })),
];
const sentencesIn = (...folders: string[]) =>
	folders.flatMap(listSentences).map(({ file, text }) => ({ where: file, it: text }));
const atRunTime = ['service', 'run', 'request', 'operations', 'rows'].map(
	(folder) => `nodes/RentalScreening/${folder}`,
);

rule('hints have at most 120 characters', hintTexts, (text) => text.length <= 120);
rule(
	'texts of the editor hold no jargon of programmers',
	shown,
	(text) => !/in flight|concurren|\bpoll/i.test(text),
);
rule('texts of the editor are ASCII, without emoji', shown, (text) => /^[\x20-\x7e]*$/.test(text));
rule('sentences of the shipped code do not blame', sentencesIn('nodes', 'credentials'), (text) => {
	// The name by which n8n's own nodes call this choice.
	if (text === 'Throw an Error') return true;
	return !/\b(errors?|problems?|failures?|failed|mistakes?)\b/i.test(text);
});
rule(
	'sentences at run time name the fields of the credential, and never a token',
	sentencesIn(...atRunTime),
	(text) => {
		return !/(?<!'Username' and ')passwords?|\btokens?\b/i.test(text);
	},
);

test('texts of the editor name fields and modes in single quotes', () => {
	const labels = [
		...new Set(fields.map(({ it }) => it.displayName).filter((name) => / /.test(name))),
		'Map Automatically',
		'Map Each Field Below',
	];
	const unquoted = shown.flatMap(({ where, it }) =>
		labels
			.filter((label) => new RegExp(`\\s${label.replace(/[()]/g, '\\$&')}`).test(it))
			.filter((label) => !names.some((name) => name.it === it) && !it.includes(`'${label}`))
			.map((label) => `${where}: ${label}`),
	);
	expect(unquoted).toEqual([]);
});

const secrets = properties.filter(({ it }) => /password|token|secret/i.test(it.name));

rule('every field has a default', properties, (it) => it.default !== undefined);
rule('secret fields are typed as such', secrets, (it) => it.typeOptions?.password === true);
rule('secret fields are empty at first', secrets, (it) => it.default === '');

const toShown = <T extends { resource: string; operation: string }>(it: T): Shown<T> => {
	return { where: `${it.resource}: ${it.operation}`, it };
};
const places = nodeOperations.map(toShown);
const mapped = mappedOperations.map(toShown);

const listRequired = (properties: ReadonlyArray<{ name: string; required?: boolean }>) =>
	properties.filter(({ required }) => required).map(({ name }) => name);

rule('required fields come first', places, (place) => {
	const controls = [...place.controls, 'resource', 'operation', 'options'];
	const marks = panel(place)
		.filter(({ name }) => !controls.includes(name))
		.map(({ required }) => required === true);
	return marks.join() === [...marks].sort((one, other) => Number(other) - Number(one)).join();
});
rule('required fields are marked', mapped, (place) => {
	return listRequired(panel(place)).sort().join() === listRequired(place.fields).sort().join();
});
rule('no field is required with Map Automatically, since a column may hold it', mapped, (place) => {
	return listRequired(panel(place, { mappingMode: 'autoMapInputData' })).length === 0;
});
rule('optional fields are in a collection', mapped, ({ fields: all }) => {
	const optional = all.filter(({ required, collection }) => !required && !collection);
	return optional.every(({ name }) => FILLED_BY_NEARLY_ALL.includes(name));
});
