import { html, Markup } from './html';

/** Rows of cells under the names of their columns. Without `heads` the first cell of a row is its label. */
export interface Table {
	readonly heads?: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
}

/** Tables under a title. */
export interface Section {
	readonly title: string;
	readonly tables: readonly Table[];
	/** How much is left out, as '… and 3 more'; '' where nothing is. */
	readonly omitted: string;
}

/** A report, to be shown as HTML or as text. */
export interface Page {
	readonly title: string;
	readonly status: string;
	readonly sections: readonly Section[];
	readonly remarks: readonly string[];
}

/** Figures, dates and short words stay on one line, so that a phone breaks the long texts. */
const UNBROKEN = /^([\d.,-]{1,12}( [A-Z]{3})?|\w{1,6})$/;
/** A list of at least this many labelled values is split into two tables. */
const MIN_ROWS_TO_SPLIT = 8;

/*
 * Mail programs drop the style sheet, so attributes and a few inline styles have to do there. The style sheet puts
 * tables side by side if there is room, and breaks pages between rows.
 */
const BODY =
	'margin:0 auto;padding:12px;max-width:760px;background:#fff;color:#222;' +
	'font:14px/1.4 Arial,Helvetica,sans-serif;overflow-wrap:anywhere';
const TABLE = new Markup(
	'border="1" bordercolor="#bbb" cellpadding="5" cellspacing="0" width="100%" ' +
		'style="border-collapse:collapse;margin:0 0 12px"',
);
const STYLE_SHEET = new Markup(`
h1{font-size:24px;margin:0 0 4px}
h2{font-size:18px;margin:16px 0 6px}
p{margin:4px 0}
.tables{display:flex;flex-wrap:wrap;align-items:flex-start;gap:0 16px}
.tables>table{flex:1 1 300px;width:auto}
tbody:first-child th{width:40%}
@page{margin:12mm}
@media print{
body{padding:0!important;max-width:none!important;font-size:11px!important}
h1{font-size:20px}
h2{font-size:14px;margin:4px 0;break-after:avoid}
.tables{overflow:visible!important}
table{margin-bottom:6px!important}
th,td{padding:2px 5px}
p{margin:2px 0}
tr{break-inside:avoid}
}`);

/** A complete HTML page without scripts and without anything loaded from elsewhere. */
export function renderHtml({ title, status, sections, remarks }: Page): string {
	const page = html`<!DOCTYPE html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title}</title>
				<style>
					${STYLE_SHEET}
				</style>
			</head>
			<body style="${BODY}">
				<h1>${title}</h1>
				<p><b>${status}</b></p>
				${sections.map(renderSection)} ${remarks.map((remark) => html`<p>${remark}</p>`)}
			</body>
		</html> `;
	// Without the indentation of the templates.
	return page.source.replace(/\s*\n\s*/g, '\n');
}

function renderSection({ title, tables, omitted }: Section): Markup {
	return html`<h2>${title}</h2>
		<div class="tables" style="overflow-x:auto">${tables.flatMap(splitInTwo).map(renderTable)}</div>
		${omitted === '' ? '' : html`<p>${omitted}</p>`}`;
}

/** A long list of labelled values as two tables, which stand side by side; any other table alone. */
function splitInTwo(table: Table): Table[] {
	const { heads, rows } = table;
	if (heads !== undefined || rows.length < MIN_ROWS_TO_SPLIT) return [table];
	const half = Math.ceil(rows.length / 2);
	return [{ rows: rows.slice(0, half) }, { rows: rows.slice(half) }];
}

function renderTable({ heads, rows }: Table): Markup {
	return html`<table ${TABLE}>
		${heads === undefined ? '' : renderHead(heads)}
		<tbody valign="top">
			${rows.map(renderRow)}
		</tbody>
	</table>`;
}

function renderHead(heads: readonly string[]): Markup {
	const cells = heads.map((text) => html`<th align="left" scope="col">${text}</th>`);
	return html`<thead style="overflow-wrap:normal">
		<tr>
			${cells}
		</tr>
	</thead>`;
}

/** The first cell of several is the header of its row. */
function renderRow([first = '', ...others]: readonly string[]): Markup {
	const data = others.map(renderData);
	const cells = data.length === 0 ? [renderData(first)] : [renderRowHeader(first), ...data];
	return html`<tr>
		${cells}
	</tr>`;
}

function renderRowHeader(text: string): Markup {
	return html`<th align="left" scope="row" ${preventWrap(text)}>${text}</th>`;
}

function renderData(text: string): Markup {
	return html`<td ${preventWrap(text)}>${text}</td>`;
}

function preventWrap(text: string): string {
	return UNBROKEN.test(text) ? 'nowrap' : '';
}

/** The page as plain text. */
export function renderText({ title, status, sections, remarks }: Page): string {
	const parts = [title, status, ...sections.map(formatSection), remarks.join('\n')];
	return `${parts.join('\n\n')}\n`;
}

function formatSection({ title, tables, omitted }: Section): string {
	const parts = [title.toUpperCase(), ...tables.map(formatTable), omitted];
	return parts.filter((part) => part !== '').join('\n\n');
}

function formatTable({ heads, rows }: Table): string {
	if (heads === undefined) return rows.map((row) => row.join(': ')).join('\n');
	return [heads, ...rows].map((row) => row.join(' | ')).join('\n');
}
