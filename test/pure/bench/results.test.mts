import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Sheet } from '../../../bench/report.mts';
import { ORDER, RESULTS, withSection } from '../../../bench/results.mts';
import { SECTIONS } from '../../../bench/sections.mts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const results = readFileSync(path.join(ROOT, RESULTS), 'utf8');

const sheet = (title: string): Sheet => ({ title, head: ['What', 'Found'], rows: [['Time', '1']] });

describe('a section that is measured again', () => {
	const first = withSection('', sectionOf('send', 'on the old machine'));
	const both = withSection(first, sectionOf('weight', 'on the new machine'));

	test('says where it was measured, and leaves the others as they are', () => {
		expect(partOf(both, 'send')).toContain('on the old machine');
		expect(partOf(both, 'weight')).toContain('on the new machine');
		expect(partOf(both, 'send')).not.toContain('on the new machine');
	});

	test('goes when the benchmark no longer has it', () => {
		const known = both.replaceAll('weight', 'profile');
		expect(withSection(known, sectionOf('send', 'today'))).not.toContain('## profile');
	});

	test('replaces what it said before', () => {
		const again = withSection(both, sectionOf('send', 'on the new machine'));
		expect(again).not.toContain('on the old machine');
		expect(headingsOf(again)).toEqual(headingsOf(both));
	});
});

describe('the results', () => {
	const sections = [...results.matchAll(/^<!-- ([\w-]+) -->$/gm)]
		.map(([, name]) => name!)
		.filter((name) => name !== 'end');

	test('have a place for every section of the benchmark', () => {
		expect(ORDER.filter((name) => name !== 'soak').sort()).toEqual(Object.keys(SECTIONS).sort());
	});

	test('have only sections of the benchmark, in its order', () => {
		expect(sections).toEqual(ORDER.filter((name) => sections.includes(name)));
		expect(sections).toEqual(expect.arrayContaining(['send', 'results', 'weight']));
	});

	test('say of every section when and where it was measured, once', () => {
		for (const section of sections) {
			const lines = partOf(results, section).match(/^Measured on .*$/gm);
			expect([section, lines]).toEqual([
				section,
				[
					expect.stringMatching(
						/^Measured on \d{4}-\d\d-\d\d: \d+ × .+, n8n [\d.]+, Node [\d.]+\.$/,
					),
				],
			]);
		}
	});

	test('name no machine outside of the sections', () => {
		const [introduction = ''] = results.split('<!-- ', 1);
		expect(introduction).toContain('# Benchmark');
		expect(introduction).not.toMatch(/\d × /);
	});

	test('give the goals of each section a heading of their own', () => {
		const goals = headingsOf(results).filter((heading) => heading.startsWith('Goals'));
		expect(goals.length).toBeGreaterThanOrEqual(3);
		expect(new Set(goals).size).toBe(goals.length);
		for (const goal of goals) expect(ORDER).toContain(goal.replace('Goals: ', ''));
	});
});

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
