/** Escaped HTML. Only `html` makes it. */
export class Markup {
	constructor(readonly source: string) {}
}

/** HTML from a template, which escapes inserted text and keeps inserted markup. */
export function html(
	template: TemplateStringsArray,
	...inserts: ReadonlyArray<Parameters<typeof renderInsert>[0]>
): Markup {
	return new Markup(String.raw({ raw: template }, ...inserts.map(renderInsert)));
}

function renderInsert(insert: string | number | Markup | readonly Markup[]): string {
	if (insert instanceof Markup) return insert.source;
	if (typeof insert === 'object') return insert.map(({ source }) => source).join('');
	return String(insert).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Rows of cells under the names of their columns. Without `heads` the first cell of a row is its label. */
export interface Table {
	readonly heads?: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
}

/** Tables under a title. `more` says how much is left out. */
export interface Section {
	readonly title: string;
	readonly tables: readonly Table[];
	readonly more: string;
}

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
	return html`<!DOCTYPE html>
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
		</html> `.source.replace(/\s*\n\s*/g, '\n');
}

function renderSection({ title, tables, more }: Section): Markup {
	return html`<h2>${title}</h2>
		<div class="tables" style="overflow-x:auto">${tables.flatMap(splitInTwo).map(renderTable)}</div>
		${more === '' ? '' : html`<p>${more}</p>`}`;
}

function splitInTwo(table: Table): Table[] {
	const { heads, rows } = table;
	if (heads !== undefined || rows.length < MIN_ROWS_TO_SPLIT) return [table];
	const half = Math.ceil(rows.length / 2);
	return [{ rows: rows.slice(0, half) }, { rows: rows.slice(half) }];
}

function renderTable({ heads, rows }: Table): Markup {
	const row = (cells: readonly Markup[]) =>
		html`<tr>
			${cells}
		</tr>`;
	const cell = (text: string, at: number, { length }: readonly string[]) =>
		at === 0 && length > 1
			? html`<th align="left" scope="row" ${preventWrap(text)}>${text}</th>`
			: html`<td ${preventWrap(text)}>${text}</td>`;
	const head = heads?.map((text) => html`<th align="left" scope="col">${text}</th>`);
	return html`<table ${TABLE}>
		${
			head
				? html`<thead style="overflow-wrap:normal">
						${row(head)}
					</thead>`
				: ''
		}
		<tbody valign="top">
			${rows.map((cells) => row(cells.map(cell)))}
		</tbody>
	</table>`;
}

function preventWrap(text: string): string {
	return UNBROKEN.test(text) ? 'nowrap' : '';
}

/** The page as plain text. */
export function renderText({ title, status, sections, remarks }: Page): string {
	const texts = sections.map(formatSection);
	return `${[title, status, ...texts, remarks.join('\n')].join('\n\n')}\n`;
}

function formatSection({ title, tables, more }: Section): string {
	return [title.toUpperCase(), ...tables.map(formatTable), more].filter(Boolean).join('\n\n');
}

function formatTable({ heads, rows }: Table): string {
	if (heads === undefined) return rows.map((row) => row.join(': ')).join('\n');
	return [heads, ...rows].map((row) => row.join(' | ')).join('\n');
}
