import { HEAD_COLUMNS, ID_COLUMNS } from '../columns';
import { NOT_COMPLETE, type Applicant } from '../applicant';
import { textOf } from '../values';
import { clippedLine, shownAs } from './format';
import { html, Markup } from './markup';
import {
	factList,
	footer,
	heading,
	note,
	section,
	textOfParts,
	type Fact,
	type Part,
} from './parts';
import { factsOf, sectionsOf } from './sections';
import { PRINT_SHEET, STYLE, STYLE_SHEET } from './styles';

/** Mail programs cut a message off beyond about this many bytes. */
const MOST_BYTES = 100_000;

/** How many elements of each list a report shows: fewer where it would grow too large. */
const [MOST_ELEMENTS, FEWEST_ELEMENTS] = [15, 3];

const TITLE = 'Rental screening report';
const UNNAMED = 'Unnamed applicant';
const ABOUT_REPORT = [
	'This report repeats what the screening service reported. It is neither a decision nor a recommendation.',
	'It contains personal data of the applicant. Share it only with people who need it.',
];

/**
 * A report that a landlord can read, store or mail: the figures of the screening, without a decision.
 * `about` says what the applicant was screened for, where that is known.
 */
export function buildReport(applicant: Applicant, about: readonly Fact[] = []) {
	const pages = composed(applicant, about, MOST_ELEMENTS);
	return { ...pages, subject: subjectOf(applicant), fileName: fileNameOf(applicant) };
}

/** The report with at most so many elements of each list: first what matters most, then what there is nothing on. */
function composed(
	applicant: Applicant,
	about: readonly Fact[],
	most: number,
): { html: string; text: string } {
	const { isComplete } = applicant;
	const name = nameOf(applicant);
	const sections = sectionsOf(applicant, most);
	const empty = sections.filter(([, inside]) => inside.length === 0).map(([title]) => title);
	const ids = factsOf(ID_COLUMNS, applicant).map(({ label, value }) => `${label}: ${value}`);
	const parts = [
		heading(TITLE, name, isComplete ? 'Complete' : 'Not complete'),
		...(isComplete ? [] : [note(`${NOT_COMPLETE}. Get the results again later.`)]),
		...factList([...about, ...factsOf(HEAD_COLUMNS, applicant)]),
		...sections.flatMap(([title, inside]) => (inside.length > 0 ? [section(title, inside)] : [])),
		...(empty.length > 0
			? [section(isComplete ? 'Nothing reported' : 'Not available yet', [note(empty.join(' · '))])]
			: []),
		footer([...ABOUT_REPORT, ...ids]),
	];
	const pages = { html: pageOf(`${TITLE}: ${name}`, parts), text: `${textOfParts(parts)}\n` };
	const isTooLarge = Object.values(pages).some((page) => Buffer.byteLength(page) >= MOST_BYTES);
	return isTooLarge && most > FEWEST_ELEMENTS ? composed(applicant, about, most - 4) : pages;
}

/** A whole HTML page, laid out in a table as mail programs need it. */
function pageOf(title: string, parts: readonly Part[]): string {
	// Keeps mail programs from turning phone numbers and the like into links.
	const noLinks = 'telephone=no,date=no,address=no,email=no';
	// Indentation is for readers of the code; a report is to stay small.
	return html`<!DOCTYPE html>
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
				<style>
					${new Markup(PRINT_SHEET)}
				</style>
			</head>
			<body class="page" style="${STYLE.page}">
				<table class="card" role="presentation" align="center" width="100%" style="${STYLE.card}">
					<tr>
						<td class="inner ink" style="${STYLE.inner}">${parts.map((part) => part.html)}</td>
					</tr>
				</table>
			</body>
		</html> `.source.replace(/\s*\n\s*/g, '\n');
}

/** The applicant's name, else the email address. */
function nameOf({ user }: Applicant): string {
	return fullName(user) ?? shownAs('text', user.email) ?? UNNAMED;
}

function fullName({ firstName, lastName }: Applicant['user']): string | null {
	const names = [firstName, lastName].map((name) => clippedLine(name, 50));
	return names.filter(Boolean).join(' ') || null;
}

/** The subject never holds an encoded word: mail programs would decode it and show another text. */
function subjectOf(applicant: Applicant): string {
	const name = nameOf(applicant)
		.replace(/=\?[^?\s]*\?[BbQq]\?[^?\s]*\?=/g, ' ')
		.replace(/=\?|\?=/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return `Screening report: ${name || UNNAMED}${applicant.isComplete ? '' : ' (not complete)'}`;
}

/**
 * A file name of `a-z`, `0-9` and `-` only, with the date of the last update:
 * `screening-report-jane-doe-2026-03-01.html`. Without a name or a date it holds the user ID.
 */
function fileNameOf({ userId, user, screening }: Applicant): string {
	const id = slug(textOf(userId), 40);
	const name = slug(fullName(user), 60);
	const date = textOf(screening.updatedAt)?.match(/^\d{4}-\d{2}-\d{2}/)?.[0];
	const parts = ['screening-report', name || id || 'applicant', date ?? (name && id)];
	return `${parts.filter(Boolean).join('-')}.html`;
}

function slug(text: string | null, most: number): string {
	return (text ?? '')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, most)
		.replace(/^-+|-+$/g, '');
}
