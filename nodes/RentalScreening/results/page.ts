import { capitalize } from '../core/text';
import { formatFlag, type Flag } from './flags';
import { html, Markup } from './html';

/** A text, '' where nothing is given, or a figure with the length of its bar, from 0 to 1; in a head without. */
export type Cell = string | { readonly text: string; readonly length?: number };

/** Flags, or rows: under heads, or of a label and a value. */
export type Section = { readonly title: string } & (
	| { readonly kind: 'red' | 'green'; readonly flags: readonly Flag[] }
	| {
			readonly kind: 'rows';
			readonly heads?: readonly Cell[];
			readonly rows: readonly (readonly Cell[])[];
	  }
);

/** A report, to be shown as HTML or as text. */
export interface Page {
	readonly title: string;
	readonly status: string;
	readonly updated: string;
	readonly figures: ReadonlyArray<readonly string[]>;
	readonly sections: readonly Section[];
	readonly remarks: readonly string[];
}

/** The only colours that judge: those of the service's flags. */
const FLAG_COLORS = { red: '#b3261e', green: '#1e6b3a' };
const BAR_COLORS = ['#24476b', '#697383'];
/** In percent: behind the longest bar is room for its figure. */
const LONGEST_BAR = 64;

/*
 * Outlook shows what Word can: tables with attributes, and the fonts of the style sheet. Other mail programs drop the style
 * sheet, so what a reader needs is in the markup. Columns of a fixed width fit a phone whatever is in them.
 */
const STYLE_SHEET = new Markup(`
:root{color-scheme:light}
body,td,th{color:#1f2328;font:15px/1.4 Arial,Helvetica,sans-serif}
.flags{border-spacing:0 4px}.values td,.values th{padding:2px 8px 2px 0}
.rows td,.rows th{border-top:1px solid #e1e4e8;padding:4px 0;font-size:13px}
.rows .bars td{border:0;padding:0;font-size:12px;line-height:15px}
.values th,.rows thead th{color:#57606a;font-size:13px}
thead{display:table-header-group}h2{break-after:avoid}tr{break-inside:avoid}@page{margin:12mm}
@media print,(min-width:600px){
.tiles tbody,.tiles tr{display:flex;flex:1}
.tiles td{flex:1}.values{display:block}
.values tbody{display:grid;grid-template-columns:1fr 1fr;column-gap:24px}
.values tr{display:grid;grid-template-columns:2fr minmax(0,3fr)}
}
@media print{
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
div,td,th{font-size:11px!important}
.rows td,.rows th,.values td,.values th{padding:1px 0}
.rows .bars td{font-size:10px!important;line-height:12px}
h2{font-size:13px!important;margin:8px 0 2px!important}p{margin:4px 0!important}
}`);

const TABLE = new Markup('width="100%" cellspacing="0" style="table-layout:fixed"');

/** A complete HTML page without scripts and without anything loaded from elsewhere. */
export function renderHtml({ title, status, updated, figures, sections, remarks }: Page): string {
	const page = html`<!DOCTYPE html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>Rental screening report: ${title}</title>
				<style>
					${STYLE_SHEET}
				</style>
			</head>
			<body style="margin:0;background:#fff">
				<div
					style="max-width:700px;margin:0 auto;padding:12px;overflow-wrap:break-word;background:#fff;color:#1f2328;font:15px/1.4 Arial,Helvetica,sans-serif"
				>
					<h1 style="font-size:24px;line-height:1.2;margin:0">${title}</h1>
					<p style="margin:4px 0 12px"><b>${status}</b><br />${updated}</p>
					${renderFigures(figures)} ${sections.map(renderSection)}
					${remarks.map((remark) => html`<p style="font-size:12px">${remark}</p>`)}
				</div>
			</body>
		</html> `;
	// Without the indentation of the templates.
	return page.source.replace(/\s*\n\s*/g, '\n');
}

function renderRow(cells: readonly Markup[]): Markup {
	return html`<tr valign="top">
		${cells}
	</tr>`;
}

/** Two in a row: a phone has no room for more. */
function renderFigures(figures: Page['figures']): Markup {
	const tiles = figures.map(
		([label = '', value = '', note = '']) =>
			html`<td bgcolor="#f1f3f5" width="50%" style="border:3px solid #fff">
				<span style="font-size:13px">${label}</span><br />
				<b style="font-size:22px">${value}</b> <span style="font-size:13px">${note}</span>
			</td>`,
	);
	return html`<table role="presentation" class="tiles" cellpadding="8" ${TABLE}>
		${[tiles.slice(0, 2), tiles.slice(2)].map(renderRow)}
	</table>`;
}

function renderSection(section: Section): Markup {
	return html`<h2 style="font-size:17px;margin:20px 0 6px">${section.title}</h2>
		${section.kind === 'rows' ? renderTable(section) : renderFlags(section)}`;
}

function renderFlags({ kind, flags }: Exclude<Section, { kind: 'rows' }>): Markup {
	const color = FLAG_COLORS[kind];
	const cells = flags.map(
		({ name, details }) =>
			html`<td style="border-left:4px solid ${color};padding:1px 0 1px 10px">
				<b style="color:${color}">${name}</b>${details && html`<br />${capitalize(details)}`}
			</td>`,
	);
	return html`<table role="presentation" class="flags" ${TABLE}>
		${cells.map((cell) => renderRow([cell]))}
	</table>`;
}

/** Amounts, which come last, are below each other. */
const ALIGNS = ['left', 'left', 'right'];

/** The first cell of a row heads it. The heads of columns are repeated where the table breaks over a page. */
function renderTable({ heads = [], rows }: Extract<Section, { kind: 'rows' }>): Markup {
	const head = renderCells(heads).map(
		(cell, index) => html`<th align="${ALIGNS[index]!}" scope="col">${cell}</th>`,
	);
	const body = rows.map((cells) => {
		const [first = '', ...others] = renderCells(cells);
		const more = others.map((cell, index) => html`<td align="${ALIGNS[index + 1]!}">${cell}</td>`);
		return renderRow([html`<th align="left" scope="row">${first}</th>`, ...more]);
	});
	const hasBars = head.length < heads.length;
	const widths = hasBars ? [18, 58, 24] : heads.length > 0 ? [22, 44, 34] : [40, 60];
	return html`<table class="${heads.length > 0 ? 'rows' : 'values'}" ${TABLE}>
		${widths.map((width) => html`<col width="${width}%" />`)}
		<thead>
			${head.length > 0 ? renderRow(head) : ''}
		</thead>
		<tbody>
			${body}
		</tbody>
	</table>`;
}

/** The contents of cells: those with bars are in one, behind the first. */
function renderCells(cells: readonly Cell[]): Markup[] {
	const texts = cells.filter((cell) => typeof cell === 'string');
	const bars = cells.filter((cell) => typeof cell !== 'string').map(renderBar);
	const contents = texts.map((text) => html`${text || '–'}`);
	if (bars.length > 0) contents.splice(1, 0, html`${bars}`);
	return contents;
}

/** A figure behind its bar. The bar's border is on paper too where browsers leave out backgrounds. */
function renderBar({ text, length }: Exclude<Cell, string>, index: number): Markup {
	const color = BAR_COLORS[index]!;
	if (length === undefined) return html`<span style="color:${color}">&#9632; ${text}</span> `;
	const width = Math.round(length * LONGEST_BAR);
	const style = `border-top:8px solid ${color}`;
	const bar = html`<td width="${width}%" bgcolor="${color}" style="${style}"></td>`;
	return html`<table role="presentation" class="bars" ${TABLE}>
		<tr>
			${width > 0 ? bar : ''}
			<td style="padding-left:6px">${text || '–'}</td>
		</tr>
	</table>`;
}

/** The page as plain text. */
export function renderText({ title, status, updated, figures, sections, remarks }: Page): string {
	const parts = [
		[title, status, updated],
		figures.map(([label, value, note]) => `${label}: ${value}${note ? ` (${note})` : ''}`),
		...sections.map((section) => [section.title.toUpperCase(), ...formatLines(section)]),
		remarks,
	];
	const texts = parts.map((lines) => lines.filter((line) => line !== '').join('\n'));
	return `${texts.filter((text) => text !== '').join('\n\n')}\n`;
}

function formatLines(section: Section): string[] {
	if (section.kind !== 'rows') return section.flags.map(formatFlag);
	const { heads, rows } = section;
	const lines = heads === undefined ? rows : [heads, ...rows];
	const separator = heads === undefined ? ': ' : ' | ';
	return lines.map((cells) =>
		cells.map((cell) => (typeof cell === 'string' ? cell : cell.text) || '–').join(separator),
	);
}
