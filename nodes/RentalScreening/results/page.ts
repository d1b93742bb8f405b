import { html, Markup } from './html';

/** Rows of cells under a title. Without `heads`, the first of several cells is the label of its row. */
export interface Section {
	readonly title: string;
	readonly heads?: readonly string[] | undefined;
	readonly rows: ReadonlyArray<readonly string[]>;
}

/** A report, to be shown as HTML or as text. */
export interface Page {
	readonly title: string;
	readonly status: string;
	readonly sections: readonly Section[];
	readonly remarks: readonly string[];
}

/*
 * Outlook shows what Word can: tables with attributes, and fonts and margins of the style sheet, which other mail programs
 * drop. Columns of a fixed width fit a phone whatever is in them.
 */
const STYLE_SHEET = new Markup(`
body{margin:0 auto;padding:12px;max-width:700px;background:#fff}
body,td,th{color:#222;font:14px/1.4 Arial,Helvetica,sans-serif}
th{font-weight:bold}
h1{font-size:22px;margin:0 0 4px}
h2{font-size:17px;margin:16px 0 4px;break-after:avoid}
tr{break-inside:avoid}
@page{margin:12mm}
@media print{
body{padding:0;max-width:none}
body,td,th{font-size:11px}
h1{font-size:18px}
h2{font-size:13px;margin:8px 0 2px}
td,th{padding:0 4px}
}`);

const TABLE = new Markup(
	'border="1" bordercolor="#bbbbbb" cellpadding="4" cellspacing="0" width="100%" ' +
		'style="border-collapse:collapse;table-layout:fixed"',
);

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
			<body style="overflow-wrap:break-word">
				<h1>${title}</h1>
				<p><b>${status}</b></p>
				${sections.map(renderSection)} ${remarks.map((remark) => html`<p>${remark}</p>`)}
			</body>
		</html> `;
	// Without the indentation of the templates.
	return page.source.replace(/\s*\n\s*/g, '\n');
}

function renderSection({ title, heads, rows }: Section): Markup {
	const head = heads?.map((text) => html`<th align="left" scope="col">${text}</th>`);
	const body = rows.map((cells) => cells.map(renderCell));
	return html`<h2>${title}</h2>
		<table ${TABLE}>
			${(head === undefined ? body : [head, ...body]).map(renderRow)}
		</table>`;
}

function renderRow(cells: readonly Markup[]): Markup {
	return html`<tr valign="top">
		${cells}
	</tr>`;
}

/** The first of several cells heads its row. */
function renderCell(text: string, index: number, { length }: readonly string[]): Markup {
	if (index > 0 || length === 1) return html`<td>${text}</td>`;
	return html`<th align="left" scope="row" width="35%">${text}</th>`;
}

/** The page as plain text. */
export function renderText({ title, status, sections, remarks }: Page): string {
	const parts = [title, status, ...sections.map(formatSection), remarks.join('\n')];
	return `${parts.join('\n\n')}\n`;
}

function formatSection({ title, heads, rows }: Section): string {
	const lines = heads === undefined ? rows : [heads, ...rows];
	const separator = heads === undefined ? ': ' : ' | ';
	return [title.toUpperCase(), ...lines.map((cells) => cells.join(separator))].join('\n');
}
