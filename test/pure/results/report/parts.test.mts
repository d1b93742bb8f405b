import {
	box,
	bulletList,
	dataTable,
	factList,
	section,
	type Fact,
} from '../../../../nodes/RentalScreening/results/report/parts.ts';
import { STYLE } from '../../../../nodes/RentalScreening/results/report/styles.ts';

const HOSTILE = '<b onclick="x">&\'';
const ESCAPED = '&lt;b onclick=&#34;x&#34;&gt;&amp;&#39;';

const facts = (value: string): Fact[] => [
	{ label: 'Score', value: '5' },
	{ label: HOSTILE, value },
];
const cell = (text: string, bar = 0) => ({ text, bar });
const stylesOf = (html: string, tag: string) =>
	[...html.matchAll(new RegExp(`<${tag} [^>]*style="([^"]*)"`, 'g'))].map(([, style]) => style);

describe('facts', () => {
	test('are a list of labels and values', () => {
		const [{ html, text }] = factList(facts(HOSTILE), 'tile') as [ReturnType<typeof box>];
		expect(html.source.replace(/ (?:class|style)="[^"]*"|\s*\n\s*/g, '')).toBe(
			`<dl><div><dt>Score</dt><dd>5</dd></div><div><dt>${ESCAPED}</dt><dd>${ESCAPED}</dd></div></dl>`,
		);
		expect(text).toBe(`Score: 5\n${HOSTILE}: ${HOSTILE}`);
	});

	test('are nothing where there are none', () => {
		expect(factList([])).toEqual([]);
		expect(box('A', []).html.source).not.toContain('<dl');
	});

	test('stand closer where all are short', () => {
		const widths = (value: string) => stylesOf(factList(facts(value))[0]!.html.source, 'div');
		expect(widths('x'.repeat(12))).toEqual([STYLE.narrow, STYLE.narrow]);
		expect(widths('x'.repeat(13))).toEqual([STYLE.wide, STYLE.wide]);
	});
});

test('a box has its title, its facts and what was said', () => {
	const { html, text } = box(HOSTILE, facts('4'), [HOSTILE]);
	expect(html.source).toContain(`<h3 style="${STYLE.h3}">${ESCAPED}</h3>`);
	expect(html.source).toContain(`<p style="${STYLE.quote}">“${ESCAPED}”</p>`);
	expect(text).toBe(`${HOSTILE}\n  Score: 5\n  ${HOSTILE}: 4\n  "${HOSTILE}"`);
});

test('a section has a heading, and its parts below each other', () => {
	const parts = [bulletList([HOSTILE, 'b']), box('c', [])];
	const { html, text } = section('Flags', parts);
	expect(html.source.replace(/ (?:class|style)="[^"]*"|\s*\n\s*/g, '')).toBe(
		`<h2>Flags</h2><ul><li>${ESCAPED}</li><li>b</li></ul><div><h3>c</h3></div>`,
	);
	expect(text).toBe(`FLAGS\n=====\n- ${HOSTILE}\n- b\n\nc`);
});

describe('a table', () => {
	const columns = [
		{ label: 'What', look: 'words' },
		{ label: 'Amount', look: 'figure' },
		{ label: 'Other', look: 'bar' },
	] as const;

	test('names its columns and its rows', () => {
		const { html, text } = dataTable(columns, [[cell(HOSTILE), cell('1,950', 40), cell('7', 100)]]);
		expect(html.source.match(/<th scope="col"/g)).toHaveLength(3);
		expect(html.source).toMatch(new RegExp(`<th scope="row"[^>]*>${ESCAPED}</th>`));
		const bars = [
			...html.source.matchAll(/role="presentation" width="(\d+%)"[^]*?class="(bar\d)"/g),
		];
		expect(bars.map(([, width, look]) => `${width} ${look}`)).toEqual(['40% bar0', '100% bar1']);
		expect(text).toBe(`What               Amount  Other\n${HOSTILE}  1,950   7`);
	});

	test('has its figures at the right, and does not break what is short', () => {
		const rows = [
			[cell('x'.repeat(12)), cell('1'.repeat(12))],
			[cell('x'.repeat(13)), cell('1'.repeat(13))],
		];
		const { html } = dataTable(columns.slice(0, 2), rows);
		expect(stylesOf(html.source, 't[hd]')).toEqual([
			`${STYLE.head};${STYLE.words}`,
			`${STYLE.head};${STYLE.figure}`,
			`${STYLE.cell};${STYLE.words};white-space:nowrap`,
			`${STYLE.cell};${STYLE.figure};white-space:nowrap`,
			`${STYLE.cell};${STYLE.words}`,
			`${STYLE.cell};${STYLE.figure}`,
		]);
	});

	test('is aligned as text, also without rows', () => {
		const { text } = dataTable(columns, []);
		expect(text).toBe('What  Amount  Other');
	});
});
