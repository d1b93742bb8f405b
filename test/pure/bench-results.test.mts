import { readFileSync } from 'node:fs';
import path from 'node:path';

import { DEFINE_BELOW, MAP_AUTOMATICALLY } from '../../bench/contestants/index.mts';
import type { Sheet } from '../../bench/report.mts';
import { RESULTS, withSection } from '../../bench/results.mts';
import { ROUNDS } from '../../bench/rounds.mts';
import { SECTIONS } from '../../bench/sections.mts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ORDER = Object.keys(SECTIONS);
const results = readFileSync(path.join(ROOT, RESULTS), 'utf8');

const sheet = (title: string): Sheet => ({ title, head: ['What', 'Found'], rows: [['Time', '1']] });

describe('a section that is measured anew', () => {
	const first = withSection('', sectionOf('send', 'on the old machine'), ORDER);
	const both = withSection(first, sectionOf('memory', 'on the new machine'), ORDER);

	test('says where it was measured, and leaves alone what the others say', () => {
		expect(partOf(both, 'send')).toContain('on the old machine');
		expect(partOf(both, 'memory')).toContain('on the new machine');
		expect(partOf(both, 'send')).not.toContain('on the new machine');
	});

	test('takes the place of what it said before', () => {
		const again = withSection(both, sectionOf('send', 'on the new machine'), ORDER);
		expect(again).not.toContain('on the old machine');
		expect(headingsOf(again)).toEqual(headingsOf(both));
	});
});

describe('the results', () => {
	test('say of every section when and where it was measured, once', () => {
		for (const section of ORDER) {
			const told = partOf(results, section).match(/^Measured on .*$/gm);
			expect([section, told]).toEqual([
				section,
				[
					expect.stringMatching(
						/^Measured on \d{4}-\d\d-\d\d: \d+ × .+, n8n [\d.]+, Node [\d.]+\.$/,
					),
				],
			]);
		}
	});

	test('say nothing of a machine outside of the sections', () => {
		const [introduction = ''] = results.split('<!-- ', 1);
		expect(introduction).toContain('# Benchmark');
		expect(introduction).not.toMatch(/\d × /);
	});

	test('give the goals of each section a heading of their own', () => {
		const goals = headingsOf(results).filter((heading) => heading.startsWith('Goals'));
		expect(goals.length).toBeGreaterThanOrEqual(6);
		expect(new Set(goals).size).toBe(goals.length);
		for (const goal of goals) expect(ORDER).toContain(goal.replace('Goals: ', ''));
	});
});

describe('the README', () => {
	const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
	const largeSheets = readme.split('\n## Large sheets\n')[1]!.split('\n## ', 1)[0]!;
	const [ratios = [], ways = []] = tablesOf(largeSheets);

	/** The cell of a contestant in the table of a section with that title, by its column's head. */
	function found(section: string, title: string, contestant: string, column: string): string {
		const table = tableOf(partOf(results, section), title);
		const row = table.find(([name]) => name === contestant);
		return row?.[table[0]!.indexOf(column)] ?? `nothing for ${contestant}: ${title}`;
	}

	test.each([
		['Send with Flow, _Map Automatically_', 'send', MAP_AUTOMATICALLY],
		['Send with Flow, _Map Each Field Below_', 'send', DEFINE_BELOW],
		['Result: Get, output `raw`', 'results', DEFINE_BELOW],
	])('tells the ratios of %s as they were measured', (shown, work, { name }) => {
		const ratioOf = (section: string, title: string) =>
			found(section, title, name, 'to HTTP Request');
		const [, ...told] = ratios.find(([row]) => row === shown) ?? [];
		expect(told.map((cell) => cell.replace(' (one run)', ''))).toEqual([
			ratioOf(work, '1,000 items, 20 ms, warm'),
			ratioOf(`large-${work}`, '10,000 items, 20 ms, warm'),
			ratioOf(work, '1,000 items, 200 ms, warm'),
		]);
	});

	test('says which of them are of one run', () => {
		const told = ratios.slice(1).map(([, , large]) => large!.includes('one run'));
		const measured = [ROUNDS['large-send'], ROUNDS['large-send'], ROUNDS['large-results']].map(
			(rounds) => rounds.find(({ items }) => items === 10_000)!.repeats === 1,
		);
		expect(told).toEqual(measured);
	});

	test('tells how long n8n was silent in each way as it was measured', () => {
		const measured = tableOf(partOf(results, 'responsiveness'), 'How long').slice(1);
		const seconds = (cell: string) => Number(cell.replace(' s', ''));
		const rounded = (cell: string) => {
			const value = seconds(cell);
			return value < 10 ? Number(value.toFixed(1)) : Math.round(value);
		};
		expect(ways.slice(1).map(([, silence]) => seconds(silence!))).toEqual(
			measured.map(([, silence]) => rounded(silence!)),
		);
		expect(ways.slice(1).map(([, , whole]) => seconds(whole!))).toEqual(
			measured.map(([, , whole]) => Math.round(seconds(whole!))),
		);
		expect(ways.slice(1).map(([, , , memory]) => memory)).toEqual(
			measured.map(([, , , memory]) => memory),
		);
	});
});

/** Every table in a text, as rows of cells: the head, then what is below its rule. */
function tablesOf(text: string): string[][][] {
	const tables = text.match(/(?:^\|.*\n)+/gm) ?? [];
	return tables.map((table) =>
		table
			.trim()
			.split('\n')
			.filter((_, line) => line !== 1)
			.map((line) =>
				line
					.split('|')
					.slice(1, -1)
					.map((cell) => cell.trim()),
			),
	);
}

/** The table below the heading that holds those words. */
function tableOf(part: string, words: string): string[][] {
	const below = part.split('\n### ').find((each) => each.split('\n', 1)[0]!.includes(words));
	return tablesOf(below ?? '')[0] ?? [[]];
}

function sectionOf(section: string, provenance: string) {
	return { section, provenance, sheets: [sheet(`What ${section} found`)] };
}

function partOf(results: string, section: string): string {
	const [, rest = ''] = results.split(`<!-- ${section} -->`);
	return rest.split('<!-- end -->', 1)[0]!;
}

function headingsOf(results: string): string[] {
	return [...results.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
}
