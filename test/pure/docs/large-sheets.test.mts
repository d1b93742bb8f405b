import { DEFINE_BELOW, MAP_AUTOMATICALLY } from '../../../bench/contestants/index.mts';
import { RESULTS } from '../../../bench/results.mts';
import { ROUNDS } from '../../../bench/rounds.mts';
import { tableBelow, textOf } from './pages.mts';

// The figures of docs/large-sheets.md and docs/queue-mode.md are those of the benchmark.

const PAGE = 'docs/large-sheets.md';
const results = textOf(RESULTS);

describe('the page about large sheets', () => {
	const ratios = tableBelow(PAGE, 'How long it takes');
	const ways = tableBelow(PAGE, 'What else n8n has to do');

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
	])('has the measured ratios of %s', (shown, work, { name }) => {
		const ratioOf = (section: string, title: string) =>
			found(section, title, name, 'to HTTP Request');
		const [, ...listed] = ratios.find(([row]) => row === shown) ?? [];
		expect(listed.map((cell) => cell.replace(' (one run)', ''))).toEqual([
			ratioOf(work, '1,000 items, 20 ms, warm'),
			ratioOf(`large-${work}`, '10,000 items, 20 ms, warm'),
			ratioOf(work, '1,000 items, 200 ms, warm'),
		]);
	});

	test('says which of them are of one run', () => {
		const listed = ratios.map(([, , large]) => large!.includes('one run'));
		const measured = [ROUNDS['large-send'], ROUNDS['large-send'], ROUNDS['large-results']].map(
			(rounds) => rounds.find(({ items }) => items === 10_000)!.repeats === 1,
		);
		expect(listed).toEqual(measured);
	});

	test('has the measured times for which n8n did not respond', () => {
		const measured = tableOf(partOf(results, 'responsiveness'), 'How long').slice(1);
		const seconds = (cell: string) => Number(cell.replace(' s', ''));
		const rounded = (cell: string) => {
			const value = seconds(cell);
			return value < 10 ? Number(value.toFixed(1)) : Math.round(value);
		};
		expect(ways.map(([, silence]) => seconds(silence!))).toEqual(
			measured.map(([, silence]) => rounded(silence!)),
		);
		expect(ways.map(([, , whole]) => seconds(whole!))).toEqual(
			measured.map(([, , whole]) => Math.round(seconds(whole!))),
		);
		expect(ways.map(([, , , memory]) => memory)).toEqual(measured.map(([, , , memory]) => memory));
	});
});

test('the pages name the machine, the day and the n8n that were measured', () => {
	const [, day, cores, n8n] = /^Measured on (\S+): (\d+) × .*?n8n ([\d.]+)/.exec(
		partOf(results, 'send')
			.trim()
			.split('\n')
			.find((line) => line.startsWith('Measured'))!,
	)!;
	const page = textOf(PAGE);
	expect(page).toContain(`n8n ${n8n} by \`npm run bench\` on ${day}`);
	expect([cores, page.includes('two cores')]).toEqual(['2', true]);
});

test('what two workers do to one is as it was measured', () => {
	const [, two] = tableOf(partOf(results, 'queue'), 'Queue mode').slice(1);
	expect(textOf('docs/queue-mode.md')).toContain(`Two workers sent ${two!.at(-1)} times`);
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

function partOf(results: string, section: string): string {
	const [, rest = ''] = results.split(`<!-- ${section} -->`);
	return rest.split('<!-- end -->', 1)[0]!;
}
