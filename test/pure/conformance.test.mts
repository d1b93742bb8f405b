import type { INodeProperties } from 'n8n-workflow';

import { RentalScreeningApi } from '../../credentials/RentalScreeningApi.credentials.ts';
import { mappedOperations, nodeOperations } from '../support/operations.mts';
import { description, panel, parametersFor } from '../support/panel.mts';
import { sentencesOf } from '../support/sentences-of.mts';
import {
	choicesOf,
	everyChoice,
	everyProperty,
	groupsOf,
	partsOf,
	type Shown,
} from '../support/walk-description.mts';

// n8n's checklist for community nodes, as far as it is about what the editor shows, rule by rule.

const all = [...description.properties, ...new RentalScreeningApi().properties];
const properties = everyProperty(all);
const choices = everyChoice(all);
const groups = properties.flatMap(({ where, it }) =>
	groupsOf(it).map((group) => ({ where: `${where} > ${group.name}`, it: group.displayName })),
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
const hintTexts: Array<Shown<string>> = properties.flatMap(({ where, it }) =>
	it.hint === undefined ? [] : [{ where, it: it.hint }],
);
const notices = properties.filter(({ it }) => it.type === 'notice');
const actions = choices.filter(({ it }) => it.action !== undefined);
const isBoolean = ({ it }: Shown<INodeProperties>) => it.type === 'boolean';
const isCollection = ({ it }: Shown<INodeProperties>) =>
	it.type === 'collection' || it.type === 'fixedCollection';

/** Optional fields outside of collections: docs/dev/n8n-guidelines.md says why. */
const FILLED_BY_NEARLY_ALL = ['firstName', 'lastName', 'rentAmount', 'rentPaid'];

/** Asserts that there is something to look at, and that the rule holds for each. */
function expectOf<T>(things: Array<Shown<T>>, holds: (it: T) => boolean): void {
	expect(things).not.toEqual([]);
	const offenders = things.filter(({ it }) => !holds(it));
	expect(
		offenders.map(({ where, it }) => (typeof it === 'string' ? `${where}: ${it}` : where)),
	).toEqual([]);
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

describe('names', () => {
	test('of fields and of drop-down entries are in Title Case', () => {
		expectOf(names, isTitleCase);
	});

	test('write abbreviations in capitals', () => {
		expectOf(names, (name) => !/\b(Id|Url|Json|Ssn|Html|Api|Ecoa)\b/.test(name));
	});

	test('are alphabetical in drop-downs and collections', () => {
		const lists = properties.flatMap(({ where, it }) => {
			const entries = choicesOf(it).map(({ name }) => name);
			const parts = it.type === 'collection' ? partsOf(it).map((part) => part.displayName) : [];
			return [entries, parts]
				.filter(({ length }) => length > 1)
				.map((list) => ({ where, it: list }));
		});
		expectOf(lists, (list) => list.join() === [...list].sort((a, b) => a.localeCompare(b)).join());
	});

	test('of operations leave out the resource', () => {
		const operations = description.properties.filter(({ name }) => name === 'operation');
		const named = operations.flatMap(({ displayOptions, options }) =>
			options!.map(({ name }) => ({ where: String(displayOptions!.show!['resource']), it: name })),
		);
		expect(named).toHaveLength(nodeOperations.length);
		for (const { where, it } of named) {
			expect(it.toLowerCase()).not.toContain(where.toLowerCase().replace(/s$/, ''));
		}
	});
});

describe('actions', () => {
	test('are in sentence case, with the resource and without an article', () => {
		expect(actions).toHaveLength(nodeOperations.length);
		expectOf(actions, ({ action }) => /^[A-Z][a-z]+( [a-z]+)+$/.test(action!));
		expectOf(actions, ({ action }) => !/\b(a|an|the)\b/i.test(action!));
		expectOf(actions, ({ action }) => /\b(property|screening|steps|report)\b/.test(action!));
	});
});

describe('descriptions', () => {
	test('are in sentence case', () => {
		expectOf([...descriptions, ...hintTexts], isSentenceCase);
	});

	test('of booleans start with "Whether"', () => {
		const booleans = properties.filter(isBoolean);
		expectOf(booleans, (it) => it.description?.startsWith('Whether ') === true);
	});

	test('of one sentence have no full stop, those of several end with one', () => {
		expectOf(
			[...descriptions, ...hintTexts],
			(text) => /[.!?] ['A-Z]/.test(text) === text.endsWith('.'),
		);
	});

	test('say more than the name', () => {
		const plain = (text: string) => text.toLowerCase().replace(/\W/g, '');
		expectOf(fields, (it) => plain(it.description ?? '') !== plain(it.displayName));
	});

	test('or placeholders are there for every field', () => {
		// The two drop-downs that every node of n8n has explain themselves by their entries.
		const own = fields.filter(({ it }) => !['resource', 'operation'].includes(it.name));
		expectOf(own, (it) => Boolean(it.description ?? it.hint ?? it.placeholder));
	});

	test('are there for every operation, resource, mode and output', () => {
		const chosen = everyChoice(
			all.filter(({ name }) => ['resource', 'operation', 'mappingMode', 'output'].includes(name)),
		);
		expectOf(chosen, (it) => Boolean(it.description));
	});
});

describe('pickers', () => {
	test('are resource locators: from a list first, or by ID', () => {
		expect(properties.filter(({ it }) => it.typeOptions?.loadOptionsMethod)).toEqual([]);
		const locators = properties.filter(({ it }) => it.type === 'resourceLocator');
		expectOf(locators, ({ default: value, modes }) => {
			const shown = modes?.map(({ name, displayName }) => `${name}: ${displayName}`);
			return (
				String(shown) === 'list: From List,id: By ID' &&
				(value as { mode?: string }).mode === 'list'
			);
		});
	});
});

describe('placeholders', () => {
	test('start with "e.g."', () => {
		const examples = fields.filter(
			(field) => field.it.placeholder !== undefined && !isCollection(field),
		);
		expectOf(examples, (it) => /^e\.g\. \S/.test(it.placeholder!));
	});

	test('of collections say what is added', () => {
		expectOf(fields.filter(isCollection), (it) => /^Add [A-Z]/.test(it.placeholder ?? ''));
	});
});

describe('words', () => {
	const shown = [
		...names,
		...descriptions,
		...hintTexts,
		...notices.map(({ where, it }) => ({ where, it: it.displayName })),
		...description.hints!.map(({ message }) => ({ where: 'node hint', it: message })),
	];

	test('are English without emoji or other pictures', () => {
		expectOf(shown, (text) => /^[\x20-\x7e]*$/.test(text));
	});

	test('name fields, columns and operations in single quotes', () => {
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

	test('in sentences of the shipped code do not blame', () => {
		const sentences = [...sentencesOf('nodes'), ...sentencesOf('credentials')]
			.map(({ file, text }) => ({ where: file, it: text }))
			// The name by which n8n's own nodes call this choice.
			.filter(({ it }) => it !== 'Throw an Error');
		expectOf(
			sentences,
			(text) => !/\b(errors?|problems?|failures?|failed|mistakes?)\b/i.test(text),
		);
	});

	test('at run time name the fields of the credential, and never a token', () => {
		const sentences = ['service', 'run', 'request', 'resources']
			.flatMap((folder) => sentencesOf(`nodes/RentalScreening/${folder}`))
			.map(({ file, text }) => ({ where: file, it: text }));
		expectOf(sentences, (text) => !/(?<!username and )passwords?|\btokens?\b/i.test(text));
	});
});

describe('fields', () => {
	test('all have a default', () => {
		expectOf(properties, (it) => it.default !== undefined);
	});

	test.each(nodeOperations)('of $resource: $operation: required ones first', (place) => {
		const controls = [...place.controls, 'resource', 'operation', 'options'];
		const own = panel(place).filter(({ name }) => !controls.includes(name));
		const marks = own.map(({ name, required }) => [name, required === true] as const);
		const sorted = [...marks].sort(([, one], [, other]) => Number(other) - Number(one));
		expect(marks).toEqual(sorted);
	});

	test.each(mappedOperations)(
		'of $resource: $operation: required ones are marked',
		({ fields, ...place }) => {
			const marked = panel(place)
				.filter(({ required }) => required)
				.map(({ name }) => name);
			const required = fields.filter((field) => field.required).map(({ name }) => name);
			expect(marked.sort()).toEqual(required.sort());
		},
	);

	test.each(mappedOperations)(
		'of $resource: $operation: with Map Automatically a column may hold what is required',
		(place) => {
			const marked = panel(place, { mappingMode: 'autoMapInputData' }).filter(
				({ required }) => required,
			);
			expect(marked).toEqual([]);
		},
	);

	test.each(mappedOperations)(
		'of $resource: $operation: optional ones are in a collection',
		(place) => {
			const direct = place.fields
				.filter(({ required, within, collection }) => !required && !(within ?? collection))
				.map(({ name }) => name);
			expect(direct.filter((name) => !FILLED_BY_NEARLY_ALL.includes(name))).toEqual([]);
		},
	);

	test('that hold a number are number fields in a collection, where absent is not 0', () => {
		const numbers = mappedOperations.flatMap(({ fields, ...place }) =>
			fields
				.filter(({ type }) => type !== undefined)
				.map((field) => ({ field, parameters: parametersFor(place, field) })),
		);
		expect(numbers.length).toBeGreaterThan(0);
		for (const { field, parameters } of numbers) {
			expect(field.collection).toBe('additionalFields');
			expect(parameters.map(({ type }) => type)).toEqual(['number']);
		}
	});

	test('that are secret are typed as such', () => {
		const secrets = properties.filter(({ it }) => /password|token|secret/i.test(it.name));
		expectOf(secrets, (it) => it.typeOptions?.password === true);
	});

	test('that limit a list are the ones that n8n uses', () => {
		const byName = (name: string) => properties.find(({ it }) => it.name === name)?.it;
		expect(byName('returnAll')).toMatchObject({
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		});
		expect(byName('limit')).toMatchObject({
			type: 'number',
			default: 50,
			typeOptions: { minValue: 1 },
			description: 'Max number of results to return',
		});
	});
});
