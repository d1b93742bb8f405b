import { DEFINE_BELOW, MAP_AUTOMATICALLY } from '../../../bench/contestants.mts';
import { RESULTS } from '../../../bench/results.mts';
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
		['Result: Get `raw`, _Map Automatically_', 'results', MAP_AUTOMATICALLY],
		['Result: Get, output `raw`', 'results', DEFINE_BELOW],
	])('has the ratios of %s as they were measured', (shown, work, { name }) => {
		const ratioOf = (title: string) => found(work, title, name, 'to HTTP Request');
		const [, ...written] = ratios.find(([row]) => row === shown) ?? [];
		expect(written.map((cell) => cell.replace(' (one run)', ''))).toEqual([
			ratioOf('1,000 items, 20 ms, warm'),
			ratioOf('10,000 items, 20 ms, warm'),
			ratioOf('1,000 items, 200 ms, warm'),
		]);
	});

	test('says which of them are of one run', () => {
		const written = ratios.map(([, , large]) => large!.includes('one run'));
		const measured = ['send', 'send', 'results', 'results'].map((work) =>
			titleOf(partOf(results, work), '10,000 items, 20 ms, warm').includes('one run'),
		);
		expect(written).toEqual(measured);
	});

	test('has how long n8n was silent in each way as it was measured', () => {
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

/** The table below the heading that contains those words. */
function tableOf(part: string, words: string): string[][] {
	return tablesOf(belowTitle(part, words))[0] ?? [[]];
}

function titleOf(part: string, words: string): string {
	return belowTitle(part, words).split('\n', 1)[0]!;
}

/** From the heading that contains those words to the next one. */
function belowTitle(part: string, words: string): string {
	return part.split('\n### ').find((each) => each.split('\n', 1)[0]!.includes(words)) ?? '';
}

function partOf(results: string, section: string): string {
	const [, rest = ''] = results.split(`<!-- ${section} -->`);
	return rest.split('<!-- end -->', 1)[0]!;
}
