import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { INodeProperties } from 'n8n-workflow';

import { RentalScreeningApi } from '../../credentials/RentalScreeningApi.credentials.ts';
import { SYNONYMS } from '../../nodes/RentalScreening/request/synonyms.ts';
import { RESULT_OUTPUTS } from '../../nodes/RentalScreening/results/outputs.ts';
import { ROW_COLUMNS } from '../../nodes/RentalScreening/results/row.ts';
import { nodeOperations } from '../support/node-operations.mts';
import { isRequired } from '../support/required.mts';
import { description, offeredIn, operationEntry, panel } from '../support/panel.mts';
import { sentencesOf } from '../support/sentences-of.mts';
import { choicesOf, everyProperty } from '../support/walk-description.mts';

// What the README says of the node, held against the node: nothing left out, nothing made up.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const readme = textOf('README.md');
const lines = readme.split('\n');
const prose = readme.replace(/^```[\s\S]*?^```$/gm, '');
const headings = prose.split('\n').flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? []);

/** The name by which a link reaches a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replace(/\s/g, '-');

/** The rows of the first table below a heading, by cell; without the table's head. */
function tableBelow(heading: string): string[][] {
	const start = lines.findIndex((line) => /^#+ /.test(line) && line.endsWith(` ${heading}`));
	if (start === -1) throw new Error(`The README has no heading '${heading}'`);
	const next = lines.findIndex((line, index) => index > start && line.startsWith('#'));
	const section = lines.slice(start, next === -1 ? undefined : next);
	const first = section.findIndex((line) => line.startsWith('|'));
	const rest = section.slice(first);
	const end = rest.findIndex((line) => !line.startsWith('|'));
	return rest.slice(2, end === -1 ? undefined : end).map(cellsOf);
}

const cellsOf = (line: string) =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());

/** What stands in `code` in a text. */
const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

const optionsOfNode = description.properties.find(({ name }) => name === 'options')!
	.options as INodeProperties[];

describe('operations', () => {
	const rows = tableBelow('Operations').map(([operation, endpoint, parameters]) => ({
		operation: /\*\*(.+)\*\*/.exec(operation!)?.[1],
		mapped: operation!.endsWith('¹'),
		endpoint: codesIn(endpoint!),
		parameters: codesIn(parameters!).sort(),
		required: [...parameters!.matchAll(/\*\*`(\w+)`\*\*/g)].map(([, name]) => name!).sort(),
	}));

	/** What the panel of an operation offers, in every mode of it. */
	function offered({ resource, operation }: (typeof nodeOperations)[number]): INodeProperties[] {
		const place = { resource, operation };
		const ways = [{}, { specifySteps: 'json' }, { mappingMode: 'autoMapInputData' }];
		const shown = new Map(
			ways.flatMap((way) => panel(place, way)).map((property) => [property.name, property]),
		);
		const own = ['resource', 'operation', 'mappingMode', 'mappingNotice', 'options'];
		return [...shown.values()]
			.filter(({ name }) => !own.includes(name))
			.flatMap((property) =>
				property.type === 'collection'
					? [property, ...offeredIn(place, property.name)]
					: everyProperty([property]).map(({ it }) => it),
			);
	}

	const nameOf = (place: (typeof nodeOperations)[number]) => {
		const resources = choicesOf(description.properties.find(({ name }) => name === 'resource')!);
		const resource = resources.find(({ value }) => value === place.resource)!.name;
		return `${resource}: ${operationEntry(place)!.name}`;
	};

	test('are all in the table, and only they', () => {
		expect(rows.map(({ operation }) => operation).sort()).toEqual(
			nodeOperations.map(nameOf).sort(),
		);
		expect(rows).toHaveLength(7);
	});

	test.each(nodeOperations.map((place) => [nameOf(place), place] as const))(
		'%s has its endpoint, its parameters and its mapping mode there',
		(name, place) => {
			const row = rows.find(({ operation }) => operation === name)!;
			const entry = operationEntry(place) as { routing?: INodeProperties['routing'] };
			const { method, url } = entry.routing!.request!;
			expect(row.endpoint).toEqual([`${method} ${url}`]);
			expect(row.parameters).toEqual(
				offered(place)
					.map((property) => property.name)
					.sort(),
			);
			expect(row.mapped).toBe(panel(place).some((property) => property.name === 'mappingMode'));
		},
	);

	test('have the same fields required', () => {
		const required = nodeOperations.map((place) => [
			nameOf(place),
			offered(place)
				.filter(isRequired)
				.map((property) => property.name)
				.sort(),
		]);
		expect(Object.fromEntries(rows.map((row) => [row.operation, row.required]))).toEqual(
			Object.fromEntries(required),
		);
	});
});

describe('tables', () => {
	test('name every option as the editor shows it, and no other', () => {
		const rows = tableBelow('Options').map(([shown, name]) => [shown, ...codesIn(name!)]);
		expect(rows.sort()).toEqual(
			optionsOfNode.map(({ displayName, name }) => [displayName, name]).sort(),
		);
		expect(rows.length).toBeGreaterThanOrEqual(6);
	});

	test('name every output of the results, and no other', () => {
		const outputs = tableBelow('What results give you').flatMap(([output]) => codesIn(output!));
		expect(outputs.sort()).toEqual(RESULT_OUTPUTS.map(({ value }) => value).sort());
	});

	test('name every column of a simplified row, in its order', () => {
		const columns = tableBelow('Columns of a simplified row').flatMap(([, names]) =>
			codesIn(names!),
		);
		expect(columns).toEqual(ROW_COLUMNS.map(({ name }) => name));
		expect(columns.length).toBeGreaterThan(40);
	});

	test('name every synonym of a column, and no other', () => {
		const synonyms = tableBelow('Mapping spreadsheet columns').map(([field, names]) => [
			...codesIn(field!),
			names!.split(', '),
		]);
		expect(Object.fromEntries(synonyms)).toEqual(SYNONYMS);
	});

	test('name every field of the credential that people fill in', () => {
		const fields = new RentalScreeningApi().properties.filter(({ type }) => type !== 'hidden');
		expect(tableBelow('Credential').map(([field]) => field)).toEqual(
			fields.map(({ displayName }) => displayName),
		);
	});
});

describe('messages', () => {
	const messages = tableBelow('By message').map(([message]) => codesIn(message!)[0]!);
	const said = [...sentencesOf('nodes'), ...sentencesOf('credentials')].map(({ text }) => text);

	/** The parts of a message that do not vary, as far as they are long enough to be told apart. */
	const partsOf = (message: string) =>
		message
			.split('…')
			.map((part) => part.replace(/^[\s()':.]+|[\s()':.]+$/g, ''))
			.filter((part) => part.length >= 8);

	test('of the table are those of the node', () => {
		expect(messages.length).toBeGreaterThanOrEqual(25);
		const unknown = messages.filter((message) => {
			const parts = partsOf(message);
			return parts.length === 0 || !parts.every((part) => said.some((text) => text.includes(part)));
		});
		expect(unknown).toEqual([]);
	});

	test('of the table are each there once', () => {
		expect(new Set(messages).size).toBe(messages.length);
	});
});

describe('commands and links', () => {
	test('the npm scripts that it tells to run exist', () => {
		const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
		const told = [...readme.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
			([, script, short]) => script ?? short!,
		);
		const names = new Set(told);
		expect(names.size).toBeGreaterThanOrEqual(8);
		expect([...names].filter((name) => !(name in scripts))).toEqual([]);
	});

	const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);

	test('files and pictures that it links to exist', () => {
		const files = targets.filter((target) => !/^(https?:|#)/.test(target));
		expect(files.length).toBeGreaterThanOrEqual(8);
		expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	});

	test('pictures that it shows are those of docs/images, described and small', () => {
		const folder = path.join(ROOT, 'docs', 'images');
		const written = [...prose.matchAll(/!\[(.*)\]\(docs\/images\/(.+)\)/g)];
		const sized = [...prose.matchAll(/<img src="docs\/images\/(.+?)" .*alt="(.*?)"/g)];
		const shown = new Map([
			...written.map(([, words, file]) => [file!, words!] as const),
			...sized.map(([, file, words]) => [file!, words!] as const),
		]);
		expect([...shown.keys()].sort()).toEqual(readdirSync(folder).sort());
		expect([...shown].filter(([, words]) => words.length < 10)).toEqual([]);
		const heavy = [...shown.keys()].filter(
			(file) => statSync(path.join(folder, file)).size > 200_000,
		);
		expect(heavy).toEqual([]);
	});

	test('every workflow is linked', () => {
		const linked = tableBelow('Workflows').flatMap(([workflow]) =>
			[...workflow!.matchAll(/\]\((workflows\/[^)]+)\)/g)].map(([, file]) => file!),
		);
		const files = readdirSync(path.join(ROOT, 'workflows')).filter((file) =>
			file.endsWith('.json'),
		);
		expect(linked.sort()).toEqual(files.map((file) => `workflows/${file}`).sort());
		expect(linked.length).toBeGreaterThanOrEqual(4);
	});

	test('headings that it links to exist, once each', () => {
		const anchors = headings.map(anchorOf);
		const linked = targets
			.filter((target) => target.startsWith('#'))
			.map((target) => target.slice(1));
		expect(linked.length).toBeGreaterThanOrEqual(10);
		expect(linked.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
		expect(new Set(anchors).size).toBe(anchors.length);
	});

	test('headings that the node and the credential link to exist', () => {
		const shipped = [
			textOf('nodes/RentalScreening/RentalScreening.node.json'),
			textOf('credentials/RentalScreeningApi.credentials.ts'),
		].join('\n');
		const linked = [...shipped.matchAll(/n8n-nodes-rental-screening#([\w-]+)/g)].map(
			([, anchor]) => anchor!,
		);
		expect(linked.length).toBeGreaterThanOrEqual(4);
		// '#readme' is GitHub's own name for the whole of it.
		const known = [...headings.map(anchorOf), 'readme'];
		expect(linked.filter((anchor) => !known.includes(anchor))).toEqual([]);
	});
});
