import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { INode, INodeParameters } from 'n8n-workflow';
import { normaliseColumnName } from '../../../nodes/RentalScreening/request/columns';
import { SYNONYMS } from '../../../nodes/RentalScreening/request/synonyms';
import { panel } from '../../support/panel.mts';
import { readWorkflowFile } from '../../support/workflow-file.mts';

const FOLDER = fileURLToPath(new URL('../../../workflows', import.meta.url));
const NAMES = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));
const OURS = 'n8n-nodes-rental-screening.rentalScreening';
const NOTE = 'n8n-nodes-base.stickyNote';

const working = (nodes: INode[]) => nodes.filter(({ type }) => type !== NOTE);

it('there are at least the five that the README lists', () => {
	expect(NAMES).toEqual(
		expect.arrayContaining([
			'build-a-flow-and-send-it',
			'collect-results',
			'report-rent-monthly',
			'send-screenings-from-a-spreadsheet',
			'share-a-large-sheet-among-workers',
		]),
	);
});

describe.each(NAMES)('workflows/%s.json', (name) => {
	const workflow = readWorkflowFile(name);
	const { nodes, connections } = workflow;

	it('brings no data, no credential of its own and nothing of the n8n it was made in', () => {
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
		for (const { credentials } of nodes) {
			for (const { id } of Object.values(credentials ?? {})) expect(id).toBe('');
		}
	});

	it('lets no other worker go on in the middle of an execution whose worker died', () => {
		expect(workflow.settings).toMatchObject({ saveExecutionProgress: false });
	});

	it('gives every node a name, an id and a place of its own', () => {
		for (const of of [
			nodes.map((node) => node.name),
			nodes.map(({ id }) => id),
			nodes.map(({ position }) => position.join()),
		]) {
			expect(new Set(of).size).toBe(nodes.length);
		}
	});

	it('connects every node', () => {
		const fed = Object.values(connections).flatMap(({ main }) =>
			(main ?? []).flatMap((targets) => (targets ?? []).map(({ node }) => node)),
		);
		const idle = working(nodes).filter(
			(node) => !fed.includes(node.name) && !/(trigger|\.webhook)$/i.test(node.type),
		);
		expect(idle.map((node) => node.name)).toEqual([]);
		expect(fed.filter((target) => !nodes.some((node) => node.name === target))).toEqual([]);
	});

	it('speaks only of nodes that are there', () => {
		const text = JSON.stringify(working(nodes));
		const named = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, target]) => target);
		expect(named.length).toBeGreaterThan(0);
		for (const target of named) expect(nodes.map((node) => node.name)).toContain(target);
	});

	it('knows the rows by the node Sheet only, so that what reads them can be replaced', () => {
		const readers = nodes.filter(({ type }) => /extractFromFile|readWriteFile/.test(type));
		const text = JSON.stringify(working(nodes));
		for (const { name: reader } of readers.filter(({ name: one }) => /^(From|Read) /.test(one))) {
			expect(text).not.toContain(`$('${reader}')`);
		}
	});

	it('knows columns by the names that the node knows them by', () => {
		for (const { name: node, parameters } of nodes) {
			const code = String(parameters['jsCode'] ?? '');
			if (!code.includes('cell(')) continue;
			const [, lists = ''] = /const NAMES = \{([^}]*)\};/.exec(code) ?? [];
			const found = [...lists.matchAll(/(\w+): \[([^\]]*)\]/g)];
			expect(found.length).toBeGreaterThan(0);
			for (const [, field = '', list = ''] of found) {
				const known = [field, ...(SYNONYMS[field] ?? [])];
				// Parts of an address may also have "Address" in front.
				const all =
					field === 'street' ? [...known, ...known.map((one) => `address.${one}`)] : known;
				const names = [...list.matchAll(/'([^']*)'/g)].map(([, one]) => one);
				expect([node, field, names]).toEqual([node, field, all.map(normaliseColumnName)]);
			}
		}
	});

	it('says in sticky notes what it does, what to set, and what to swap', () => {
		const notes = nodes.filter(({ type }) => type === NOTE);
		const text = notes.map(({ parameters }) => parameters['content']).join('\n');
		expect(text).toContain('**Settings**');
		expect(text).toContain('Google Sheets');
		expect(text).toMatch(/Excel 365/);
		expect(text).toMatch(/Gmail|Outlook|Send with Flow/);
		const settings = nodes.find((node) => node.name === 'Settings')!.parameters['assignments'];
		expect((settings as { assignments: unknown[] }).assignments.length).toBeGreaterThan(3);
	});

	it('sets only parameters that the panel of our node shows', () => {
		const ours = nodes.filter(({ type }) => type === OURS);
		expect(ours.length).toBeGreaterThan(0);
		for (const { parameters } of ours) {
			const { resource, operation } = parameters as Record<'resource' | 'operation', string>;
			const offered = panel({ resource, operation }, parameters as INodeParameters);
			const names = ['resource', 'operation', ...offered.map((property) => property.name)];
			expect(names).toEqual(expect.arrayContaining(Object.keys(parameters)));
		}
	});
});
