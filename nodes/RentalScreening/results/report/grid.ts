import { html, NOTHING, type Markup } from './markup';
import type { Fact } from './model';
import { STYLE } from './styles';

/** How the cells of a grid look. */
export interface GridLook {
	readonly cellClass: string;
	readonly cell: string;
	readonly value: string;
	/** How many cells fit in a row. */
	readonly columns: number;
	/** What stands between two cells of a row, and below a row: cells with a ground need a gap. */
	readonly gap: Markup;
	readonly below: Markup;
}

/** Cells that stand out, for the figures that matter most. */
export const TILE: GridLook = {
	cellClass: 'tile',
	cell: STYLE.tile,
	value: STYLE.tileValue,
	columns: 4,
	gap: html`<td class="gap" width="8" style="${STYLE.gap}"></td>`,
	below: html`<tr class="gap">
		<td style="${STYLE.gapRow}">&nbsp;</td>
	</tr>`,
};

/** Cells without a ground of their own. */
export const PLAIN: GridLook = {
	cellClass: 'plain',
	cell: STYLE.plain,
	value: STYLE.plainValue,
	columns: 3,
	gap: NOTHING,
	below: NOTHING,
};

/** Facts side by side, three or four in a row; on a narrow screen two. */
export function grid(facts: readonly Fact[], look: GridLook): Markup {
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
