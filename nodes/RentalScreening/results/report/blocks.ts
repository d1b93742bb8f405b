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

/** A table for layout only: screen readers skip it. */
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

// A table: mail programs that ignore the width of a block respect that of a table.
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

// Short words and figures do not wrap, so that on a phone the long ones do.
function cellStyle(cell: string, isFigure: boolean): string {
	const style = isFigure ? STYLE.tdFigure : STYLE.td;
	const longest = isFigure ? LONGEST_UNBROKEN.figure : LONGEST_UNBROKEN.word;
	return cell.length > longest ? style : `${style};white-space:nowrap`;
}

/** How the cells of a grid look. */
interface GridLook {
	readonly cellClass: string;
	readonly cell: string;
	readonly value: string;
	/** How many cells fit in a row. */
	readonly columns: number;
	/** Between two cells of a row, and below a row: cells with a background need a gap. */
	readonly gap: Markup;
	readonly below: Markup;
}

/** Cells with a background, for the key figures. */
const TILE: GridLook = {
	cellClass: 'tile',
	cell: STYLE.tile,
	value: STYLE.tileValue,
	columns: 4,
	gap: html`<td class="gap" width="8" style="${STYLE.gap}"></td>`,
	below: html`<tr class="gap">
		<td style="${STYLE.gapRow}">&nbsp;</td>
	</tr>`,
};

/** Cells without a background. */
const PLAIN: GridLook = {
	cellClass: 'plain',
	cell: STYLE.plain,
	value: STYLE.plainValue,
	columns: 3,
	gap: NOTHING,
	below: NOTHING,
};

/** Facts side by side, three or four in a row; on a narrow screen two. */
function grid(facts: readonly Fact[], look: GridLook): Markup {
	// Three or four facts fill one row, in either look.
	const columns = facts.length === 3 || facts.length === 4 ? facts.length : look.columns;
	const width = Math.floor(100 / columns);
	const rows = Array.from({ length: Math.ceil(facts.length / columns) }, (_, row) => {
		const inRow = facts.slice(row * columns, (row + 1) * columns);
		const cells = inRow.map((fact, at) => cell(fact, look, width, row * columns + at));
		const empty = Array.from({ length: columns - cells.length }, () => emptyCell(width));
		return gridRow([...cells, ...empty], look);
	});
	return html`<table
		class="grid"
		role="presentation"
		width="100%"
		cellpadding="0"
		cellspacing="0"
		style="${STYLE.grid}"
	>
		${rows}
	</table>`;
}

function gridRow(cells: readonly Markup[], { gap, below }: GridLook): Markup {
	const spaced = cells.flatMap((markup, at) => (at === 0 ? [markup] : [gap, markup]));
	return html`<tr valign="top">
			${spaced}
		</tr>
		${below}`;
}

function cell({ label, value }: Fact, look: GridLook, width: number, index: number): Markup {
	return html`<td
		class="${look.cellClass} ${index % 2 === 0 ? 'left' : 'right'}"
		width="${width}%"
		style="${look.cell}"
	>
		<div class="sub" style="${STYLE.gridLabel}">${label}</div>
		<div style="${look.value}">${value}</div>
	</td>`;
}

function emptyCell(width: number): Markup {
	return html`<td class="gap" width="${width}%"></td>`;
}
