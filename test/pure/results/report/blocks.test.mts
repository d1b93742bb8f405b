import { blockHtml } from '../../../../nodes/RentalScreening/results/report/blocks.ts';
import type { Block, Fact } from '../../../../nodes/RentalScreening/results/report/model.ts';
import { BAR_COLOURS, STYLE } from '../../../../nodes/RentalScreening/results/report/styles.ts';

const htmlOf = (block: Block) => blockHtml(block).source;

const facts = (count: number): Fact[] =>
	Array.from({ length: count }, (_, at) => ({ label: `L${at}`, value: `V${at}` }));

/** The rows of so many facts: of each cell its class, its width and its words. */
function rowsOf(kind: 'facts' | 'figures', count: number): string[][] {
	const rows = htmlOf({ kind, title: null, facts: facts(count) })
		.split('</tr>')
		.slice(0, -1);
	const cells = rows.map((row) =>
		[...row.matchAll(/<td\s+class="([a-z ]+)"\s+width="(\d+%?)"[^>]*>([^]*?)<\/td>/g)].map(
			([, ...parts]) =>
				parts
					.join(' ')
					.replace(/<[^>]*>/g, ' ')
					.trim()
					.split(/\s+/)
					.join(' '),
		),
	);
	return kind === 'figures' ? cells.filter((row) => row.length > 0) : cells;
}

const cellOf = (look: 'tile' | 'plain') => (at: number, width: number) =>
	`${look} ${at % 2 === 0 ? 'left' : 'right'} ${width}% L${at} V${at}`;
const tile = cellOf('tile');
const plain = cellOf('plain');
const GAP = 'gap 8';

describe('figures', () => {
	test('are four in a row with gaps between them, and the last row is filled up', () => {
		expect(rowsOf('figures', 6)).toEqual([
			[tile(0, 25), GAP, tile(1, 25), GAP, tile(2, 25), GAP, tile(3, 25)],
			[tile(4, 25), GAP, tile(5, 25), GAP, 'gap 25%', GAP, 'gap 25%'],
		]);
	});

	test('fill one row where they are three', () => {
		expect(rowsOf('figures', 3)).toEqual([[tile(0, 33), GAP, tile(1, 33), GAP, tile(2, 33)]]);
	});
});

describe('facts', () => {
	test('are three in a row, without gaps', () => {
		expect(rowsOf('facts', 5)).toEqual([
			[plain(0, 33), plain(1, 33), plain(2, 33)],
			[plain(3, 33), plain(4, 33), 'gap 33%'],
		]);
	});

	test('fill one row where they are four', () => {
		expect(rowsOf('facts', 4)).toEqual([[plain(0, 25), plain(1, 25), plain(2, 25), plain(3, 25)]]);
	});
});

test('a heading only where there is a title', () => {
	expect(htmlOf({ kind: 'facts', title: null, facts: [] })).not.toContain('<h3');
	expect(htmlOf({ kind: 'facts', title: 'Pay', facts: [] })).toContain(
		`<h3 style="${STYLE.h3}">Pay</h3>`,
	);
});

test('figures of a table stand at the right, and short cells do not wrap', () => {
	const html = htmlOf({
		kind: 'table',
		columns: ['What', 'Amount'],
		rows: [
			['x'.repeat(14), '1'.repeat(20)],
			['x'.repeat(15), '1'.repeat(21)],
		],
	});
	const styles = [...html.matchAll(/<t[hd] [^>]*style="([^"]*)"/g)].map(([, style]) => style);
	expect(styles).toEqual([
		STYLE.th,
		STYLE.thFigure,
		`${STYLE.td};white-space:nowrap`,
		`${STYLE.tdFigure};white-space:nowrap`,
		STYLE.td,
		STYLE.tdFigure,
	]);
});

test('a list without items says so', () => {
	expect(htmlOf({ kind: 'list', title: 'Red flags', items: [] })).toMatch(/<p [^>]*>None<\/p>$/);
	expect(htmlOf({ kind: 'list', title: 'Red flags', items: ['a', 'b'] })).toMatch(
		/^<h3 [^>]*>Red flags<\/h3>\n<ul [^>]*>\n<li [^>]*>a<\/li><li [^>]*>b<\/li>\n<\/ul>$/,
	);
});

test('a note is one paragraph', () => {
	expect(htmlOf({ kind: 'note', text: '… and 2 more' })).toBe(
		`<p class="sub" style="${STYLE.note}">… and 2 more</p>`,
	);
});

test('each bar of a month has its own colour, and there is none for nothing', () => {
	const bars = [30, 20, 0].map((percent) => ({ label: 'Income', value: '5', percent }));
	const html = htmlOf({ kind: 'months', months: [{ label: 'May', bars, note: null }] });
	expect([...html.matchAll(/background:(#[0-9a-f]+)/g)].map(([, colour]) => colour)).toEqual([
		...BAR_COLOURS,
	]);
	expect(html).not.toContain(' · ');
});

test('an entry quotes what was said', () => {
	const entry = { kind: 'entry', title: 'R. Lee', facts: [] } as const;
	expect(htmlOf({ ...entry, quote: 'On time' })).toContain(
		`<p style="${STYLE.quote}">“On time”</p>`,
	);
	expect(htmlOf({ ...entry, quote: null })).not.toContain('<p');
});
