import { grid, PLAIN, TILE } from './grid';
import { html, NOTHING, type Markup } from './markup';
import type { Bar, Block, Entry, Fact, Facts, List, Month, Table } from './model';
import { BAR_COLOURS, STYLE } from './styles';

const LONGEST_UNBROKEN = { word: 14, figure: 20 };

/** A block of a section as HTML. */
export function blockHtml(block: Block): Markup {
	switch (block.kind) {
		case 'figures':
		case 'facts':
			return factsHtml(block);
		case 'months':
			return layoutTable(block.months.map(monthRows));
		case 'list':
			return bulletList(block);
		case 'entry':
			return entryBox(block);
		case 'table':
			return dataTable(block);
		case 'note':
			return html`<p class="sub" style="${STYLE.note}">${block.text}</p>`;
	}
}

/** Labels and values below each other. */
export function factTable(facts: readonly Fact[]): Markup {
	const rows = facts.map(
		({ label, value }) =>
			html`<tr>
				<td class="sub" valign="top" style="${STYLE.label}">${label}</td>
				<td valign="top" style="${STYLE.value}">${value}</td>
			</tr>`,
	);
	return layoutTable(rows);
}

/** A table that only places things, which screen readers pass over. */
function layoutTable(rows: readonly Markup[]): Markup {
	return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
		${rows}
	</table>`;
}

function factsHtml({ kind, title, facts }: Facts): Markup {
	const heading = title === null ? NOTHING : html`<h3 style="${STYLE.h3}">${title}</h3>`;
	return html`${heading}${grid(facts, kind === 'figures' ? TILE : PLAIN)}`;
}

function monthRows({ label, bars, note }: Month): Markup {
	const words =
		note === null ? NOTHING : html`<span class="sub" style="${STYLE.monthNote}"> · ${note}</span>`;
	return html`<tr>
			<td colspan="3" style="${STYLE.month}"><b>${label}</b>${words}</td>
		</tr>
		${bars.map(barRow)}`;
}

function barRow({ label, value, percent }: Bar, index: number): Markup {
	return html`<tr>
		<td class="sub" style="${STYLE.barLabel}">${label}</td>
		<td>${percent > 0 ? barOf(percent, index) : NOTHING}</td>
		<td align="right" style="${STYLE.barValue}">${value}</td>
	</tr>`;
}

// A table, because the mail programs that know no width of a block know that of a table.
function barOf(percent: number, index: number): Markup {
	const colour = BAR_COLOURS[index] ?? BAR_COLOURS[0];
	return html`<table
		class="bar${index}"
		role="presentation"
		width="${percent}%"
		cellpadding="0"
		cellspacing="0"
		style="${STYLE.bar};background:${colour}"
	>
		<tr>
			<td style="${STYLE.barCell}">&nbsp;</td>
		</tr>
	</table>`;
}

function bulletList({ title, items }: List): Markup {
	const heading = html`<h3 style="${STYLE.h3}">${title}</h3>`;
	if (items.length === 0) {
		return html`${heading}
			<p class="sub" style="${STYLE.note}">None</p>`;
	}
	const bullets = items.map((item) => html`<li style="${STYLE.item}">${item}</li>`);
	return html`${heading}
		<ul style="${STYLE.list}">
			${bullets}
		</ul>`;
}

function entryBox({ title, facts, quote }: Entry): Markup {
	const words = quote === null ? NOTHING : html`<p style="${STYLE.quote}">“${quote}”</p>`;
	return html`<div class="tile" style="${STYLE.entry}">
		<h3 style="${STYLE.h3}">${title}</h3>
		${grid(facts, PLAIN)}${words}
	</div>`;
}

function dataTable({ columns, rows }: Table): Markup {
	const last = columns.length - 1;
	const head = columns.map(
		(column, at) =>
			html`<th scope="col" class="sub line" style="${at === last ? STYLE.thFigure : STYLE.th}">
				${column}
			</th>`,
	);
	const body = rows.map((row) => {
		const cells = row.map(
			(cell, at) => html`<td class="line" style="${cellStyle(cell, at === last)}">${cell}</td>`,
		);
		return html`<tr valign="top">
			${cells}
		</tr>`;
	});
	return html`<table width="100%" cellpadding="0" cellspacing="0">
		<thead>
			<tr>
				${head}
			</tr>
		</thead>
		<tbody>
			${body}
		</tbody>
	</table>`;
}

// Short words and figures stay on one line, so that on a phone the long ones wrap instead.
function cellStyle(cell: string, isFigure: boolean): string {
	const style = isFigure ? STYLE.tdFigure : STYLE.td;
	const longest = isFigure ? LONGEST_UNBROKEN.figure : LONGEST_UNBROKEN.word;
	return cell.length > longest ? style : `${style};white-space:nowrap`;
}
