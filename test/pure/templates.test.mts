import type { INode } from 'n8n-workflow';

import { toTemplate } from '../../dev/templates/template.mts';
import { isFile } from '../support/repository.mts';
import { isNote } from '../support/workflow-canvas.mts';
import { findNode, readWorkflowFile, WORKFLOW_FILES } from '../support/workflow-file.mts';

// What n8n asks of templates and a test can check: docs/dev/releasing.md links the guidelines.

const OURS = /^n8n-nodes-rental-screening\./;
/** Colour 7 of n8n's notes; the first, yellow, is the one of a note without a colour. */
const WHITE = 7;
const PARTS = ['How it works', 'Setup', 'Requirements', 'Customization'];

const readContent = ({ parameters }: INode) => String(parameters['content']);

const listWords = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** Whether a note lies behind a node. */
function covers(note: INode, { position: [x, y] }: INode): boolean {
	const [left, top] = note.position;
	const { width, height } = note.parameters as { width: number; height: number };
	return x >= left && y >= top && x + 96 <= left + width && y + 96 <= top + height;
}

describe.each(WORKFLOW_FILES)('the template of workflows/%s.json', (file) => {
	const workflow = readWorkflowFile(file);
	const { nodes } = workflow;
	const about = findNode(workflow, 'About');
	const steps = nodes.filter((node) => !isNote(node));
	const notes = nodes.filter((node) => isNote(node) && node !== about);
	const sections = notes.filter((note) => steps.some((step) => covers(note, step)));
	const help = notes.filter((note) => !sections.includes(note));
	const template = toTemplate(file, workflow);

	test('the template has one yellow note, at the top left, which explains all of it', () => {
		expect(about.parameters['color']).toBeUndefined();
		for (const axis of [0, 1] as const) {
			expect(about.position[axis]).toBe(
				Math.min(...[about, ...notes].map(({ position }) => position[axis])),
			);
		}
		const words = listWords(readContent(about));
		expect(words).toBeGreaterThanOrEqual(100);
		expect(words).toBeLessThanOrEqual(300);
		const parts = [...readContent(about).matchAll(/^### (.+)$/gm)].map(([, part]) => part);
		expect(parts).toEqual(PARTS);
	});

	test('the template names in its setup nodes that are there', () => {
		const [, setup = ''] = /### Setup\n([^]*?)\n### /.exec(readContent(about)) ?? [];
		const named = [...setup.matchAll(/^- (.*?):/gm)].flatMap(([, list]) =>
			[...list!.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name!),
		);
		expect(named.length).toBeGreaterThan(0);
		expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
	});

	test('the template says that it is for self-hosted n8n, and which community node it needs', () => {
		const [, needs = ''] = /### Requirements\n(.*)/.exec(readContent(about)) ?? [];
		expect(needs).toContain('Self-hosted n8n');
		expect(needs.includes('the community node *n8n-nodes-rental-screening*')).toBe(
			steps.some(({ type }) => OURS.test(type)),
		);
	});

	test('the template has each step of more than three on one short white note, with others', () => {
		for (const section of sections) {
			expect(section.parameters['color']).toBe(WHITE);
			expect(readContent(section)).toMatch(/^## .+\n/);
			expect(listWords(readContent(section))).toBeLessThan(50);
			expect(steps.filter((step) => covers(section, step)).length).toBeGreaterThan(1);
		}
		for (const step of steps.length > 3 ? steps : []) {
			const around = sections.filter((section) => covers(section, step));
			expect([step.name, around.length]).toEqual([step.name, 1]);
		}
	});

	test('the template has at most one more white note, with the steps of what is set up elsewhere', () => {
		expect(help.length).toBeLessThanOrEqual(1);
		for (const { parameters } of help) expect(parameters['color']).toBe(WHITE);
	});

	test('the template holds no address or ID of anybody', () => {
		const text = JSON.stringify(workflow);
		for (const [, domain] of text.matchAll(/[\w.+-]+@([\w-]+\.[\w.]+)/g)) {
			expect(domain).toBe('example.com');
		}
		for (const [, id] of text.matchAll(/"mode":"(?:id|list|url)","value":"(.*?)"/g)) {
			expect(id).toMatch(/^$|^=\{\{ \$\(|^gpt-/);
		}
	});

	test('the template has a description in Markdown, below a picture of the workflow', () => {
		const { description } = template;
		expect(description).toMatch(/^!\[.+\]\(https:\/\/.+\)\n\n\w/);
		const [, picture] = /main\/(docs\/images\/.+?)\)/.exec(description)!;
		expect(isFile(picture!)).toBe(true);
		expect([...description.matchAll(/^#.*$/gm)].map(([line]) => line)).toEqual(
			PARTS.map((part) => `## ${part}`),
		);
		expect(description).not.toMatch(/<\/?[a-z]/i);
	});
});
