import { blockHtml, factTable } from './blocks';
import { html, Markup, NOTHING } from './markup';
import type { Report, Section } from './model';
import { STYLE, STYLE_SHEET } from './styles';

/** The report as a whole HTML page, laid out in tables as mail programs need it. */
export function reportHtml(report: Report): string {
	const title = `${report.title}: ${report.name}`;
	// Keeps mail programs from turning phone numbers and the like into links.
	const noLinks = 'telephone=no,date=no,address=no,email=no';
	const page = html`<!DOCTYPE html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="format-detection" content="${noLinks}" />
				<title>${title}</title>
				<style>
					${new Markup(STYLE_SHEET)}
				</style>
			</head>
			<body class="page" style="${STYLE.page}">
				<table
					class="frame"
					role="presentation"
					width="100%"
					cellpadding="0"
					cellspacing="0"
					style="${STYLE.frame}"
				>
					<tr>
						<td class="outer" align="center" style="${STYLE.outer}">
							<table
								class="card"
								role="presentation"
								width="100%"
								cellpadding="0"
								cellspacing="0"
								style="${STYLE.card}"
							>
								<tr>
									<td class="inner ink" align="left" style="${STYLE.inner}">
										${head(report)} ${report.sections.map(sectionHtml)} ${absentSections(report)}
										${footer(report)}
									</td>
								</tr>
							</table>
						</td>
					</tr>
				</table>
			</body>
		</html> `;
	return page.source;
}

function head({ title, name, status, updated, notice, contact }: Report): Markup {
	return html`<p class="sub" style="${STYLE.eyebrow}">${title}</p>
		<h1 style="${STYLE.h1}">${name}</h1>
		<p class="sub" style="${STYLE.status}">
			<span class="ink pill" style="${STYLE.pill}">${status}</span>
			${updated === null ? '' : `Updated ${updated}`}
		</p>
		${notice === null ? NOTHING : html`<p class="tile" style="${STYLE.notice}">${notice}</p>`}
		${contact.length === 0 ? NOTHING : factTable(contact)}`;
}

function sectionHtml({ title, blocks }: Section): Markup {
	return html`${heading(title)}${blocks.map(blockHtml)} `;
}

function absentSections({ absent }: Report): Markup {
	if (absent.sections.length === 0) return NOTHING;
	return html`${heading(absent.title)}
		<p class="sub" style="${STYLE.note}">${absent.sections.join(' · ')}</p>`;
}

function heading(title: string): Markup {
	return html`<h2 class="line" style="${STYLE.h2}">${title}</h2>`;
}

function footer({ footer: lines }: Report): Markup {
	const rows = lines.map((line) => html`<p class="sub" style="${STYLE.footer}">${line}</p>`);
	return html`<div class="line" style="${STYLE.footerBox}">${rows}</div>`;
}
