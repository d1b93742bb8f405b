import { html, NOTHING, type Markup } from './markup';
import { STYLE } from './styles';

/** A piece of a report, as HTML and as plain text: both say the same. */
export interface Part {
	readonly html: Markup;
	readonly text: string;
}

export interface Fact {
	readonly label: string;
	readonly value: string;
}

export interface TableColumn {
	readonly label: string;
	readonly look: 'words' | 'figure' | 'bar';
}

/** A cell of a table, with the length of the bar below its text in percent. */
export interface TableCell {
	readonly text: string;
	readonly bar: number;
}

/** A value of at most this length, such as `Feb 20, 2026`, is not broken, so that on a phone the long ones are. */
const UNBROKEN = 12;

/** Who the report is about, and how it stands. */
export function heading(title: string, name: string, status: string): Part {
	return {
		html: html`<p class="sub" style="${STYLE.eyebrow}">${title}</p>
			<h1 style="${STYLE.h1}">${name}</h1>
			<p class="ink pill" style="${STYLE.pill}">${status}</p>`,
		text: [title.toUpperCase(), name, status].join('\n'),
	};
}

/** Parts under a title. */
export function section(title: string, parts: readonly Part[]): Part {
	return {
		html: html`<h2 class="line" style="${STYLE.h2}">${title}</h2>
			${parts.map((part) => part.html)}`,
		text: [title.toUpperCase(), '='.repeat(title.length), textOfParts(parts)].join('\n'),
	};
}

/** Parts as plain text, with a blank line between two. */
export function textOfParts(parts: readonly Part[]): string {
	return parts.map(({ text }) => text).join('\n\n');
}

/** A remark. */
export function note(text: string): Part {
	return { html: html`<p class="sub" style="${STYLE.note}">${text}</p>`, text };
}

/** What the report says of itself. */
export function footer(lines: readonly string[]): Part {
	const rows = lines.map((line) => html`<p class="sub" style="${STYLE.footer}">${line}</p>`);
	return {
		html: html`<div class="line" style="${STYLE.footerBox}">${rows}</div>`,
		text: ['--', ...lines].join('\n'),
	};
}

/** Labelled values side by side, as many in a row as there is room for. */
export function factList(facts: readonly Fact[], look?: 'tile'): Part[] {
	if (facts.length === 0) return [];
	const isNarrow = facts.every(({ value }) => value.length <= UNBROKEN);
	const style = STYLE[look ?? (isNarrow ? 'narrow' : 'wide')];
	const valueStyle = look === undefined ? STYLE.value : STYLE.tileValue;
	const items = facts.map(
		({ label, value }) =>
			html`<div class="${look ?? 'plain'} keep" style="${style}">
				<dt class="sub" style="${STYLE.label}">${label}</dt>
				<dd style="${valueStyle}">${value}</dd>
			</div>`,
	);
	const list = html`<dl style="${STYLE.facts}">${items}</dl>`;
	return [{ html: list, text: facts.map(({ label, value }) => `${label}: ${value}`).join('\n') }];
}

/** The items of a list. */
export function bulletList(items: readonly string[]): Part {
	const bullets = items.map((item) => html`<li class="keep" style="${STYLE.item}">${item}</li>`);
	return {
		html: html`<ul style="${STYLE.list}">
			${bullets}
		</ul>`,
		text: items.map((item) => `- ${item}`).join('\n'),
	};
}

/** One element of a list: its title, its facts, and what somebody said. */
export function box(title: string, facts: readonly Fact[], quotes: readonly string[] = []): Part {
	const quoted = quotes.map((quote) => ({
		html: html`<p style="${STYLE.quote}">${`“${quote}”`}</p>`,
		text: `"${quote}"`,
	}));
	const inside = [...factList(facts), ...quoted];
	return {
		html: html`<div class="box keep" style="${STYLE.box}">
			<h3 style="${STYLE.h3}">${title}</h3>
			${inside.map((part) => part.html)}
		</div>`,
		text: [title, ...inside.map(({ text }) => text)].join('\n').replaceAll('\n', '\n  '),
	};
}

/** A table; the first cell of each row names it. */
export function dataTable(
	columns: readonly TableColumn[],
	rows: ReadonlyArray<readonly TableCell[]>,
): Part {
	const head = columns.map(
		({ label, look }) =>
			html`<th scope="col" class="sub line" style="${STYLE.head};${STYLE[look]}">${label}</th>`,
	);
	const body = rows.map(
		(row) =>
			html`<tr class="keep" valign="top">
				${row.map((cell, at) => cellHtml(cell, at, columns[at]?.look ?? 'words'))}
			</tr>`,
	);
	return {
		html: html`<table width="100%" cellpadding="0" cellspacing="0" style="${STYLE.table}">
			<thead>
				<tr>
					${head}
				</tr>
			</thead>
			<tbody>
				${body}
			</tbody>
		</table>`,
		text: aligned([
			columns.map(({ label }) => label),
			...rows.map((row) => row.map(({ text }) => text)),
		]),
	};
}

function cellHtml({ text, bar }: TableCell, at: number, look: TableColumn['look']): Markup {
	const wrap = text.length > UNBROKEN ? '' : ';white-space:nowrap';
	const style = `${STYLE.cell};${STYLE[look]}${wrap}`;
	if (at === 0) return html`<th scope="row" class="line" style="${style}">${text}</th>`;
	return html`<td class="line" style="${style}">
		${text}${bar > 0 ? barHtml(bar, at) : NOTHING}
	</td>`;
}

// A table: mail programs that ignore the width of a block respect that of a table.
// Its border is the bar: printers leave out backgrounds.
function barHtml(percent: number, at: number): Markup {
	const look = at % 2 === 1 ? 'bar0' : 'bar1';
	return html`<table role="presentation" width="${percent}%" cellpadding="0" cellspacing="0">
		<tr>
			<td class="${look}" style="${STYLE[look]}"></td>
		</tr>
	</table>`;
}

/** Rows with their cells in columns, for a fixed-width font. */
function aligned(rows: ReadonlyArray<readonly string[]>): string {
	const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
	const lineOf = (row: readonly string[]) =>
		row
			.map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
			.join('  ')
			.trimEnd();
	return rows.map(lineOf).join('\n');
}
