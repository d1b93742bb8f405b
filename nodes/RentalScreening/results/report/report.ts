import type { Applicant } from '../applicant';
import { textOf } from '../values';
import { formatDate, formatTerm } from './format';
import { reportHtml } from './html';
import type { Report } from './model';
import { contact, fact, fullName, line, SECTIONS, sizesAt, word, type Sizes } from './sections';
import { reportText } from './text';

/** Mail programs cut a message off beyond about this many bytes. */
const MOST_BYTES = 100_000;

/** How much of each list and text to show: less where the report would grow too large. */
const SHARES = [1, 0.75, 0.5, 0.25];

export interface BuiltReport {
	/** One line for the subject of an email. */
	readonly subject: string;
	/** A whole page that loads nothing, under 100,000 bytes. */
	readonly html: string;
	/** The same in plain text, under 100,000 bytes. */
	readonly text: string;
	readonly fileName: string;
}

/** A report that a landlord can read, store or mail: the figures of the screening, without a decision. */
export function buildReport(applicant: Applicant): BuiltReport {
	const [largest = 1, ...smaller] = SHARES;
	let report = composeReport(applicant, sizesAt(largest));
	let html = reportHtml(report);
	let text = reportText(report);
	for (const share of smaller) {
		if (Math.max(bytesOf(html), bytesOf(text)) < MOST_BYTES) break;
		report = composeReport(applicant, sizesAt(share));
		html = reportHtml(report);
		text = reportText(report);
	}
	return { subject: subjectOf(report, applicant), html, text, fileName: fileNameOf(applicant) };
}

/** What the report says: the sections that hold something, then which do not. */
export function composeReport(applicant: Applicant, sizes: Sizes): Report {
	const { isComplete, user, screening } = applicant;
	const sections = SECTIONS.map(({ title, blocksOf }) => ({
		title,
		blocks: blocksOf(applicant, sizes),
	}));
	const filled = sections.filter(({ blocks }) => blocks.length > 0);
	const empty = sections.filter(({ blocks }) => blocks.length === 0);
	return {
		title: 'Rental screening report',
		name: fullName(applicant, sizes) ?? line(user.email, sizes) ?? 'Unnamed applicant',
		status: isComplete ? 'Complete' : 'Not complete',
		updated: formatDate(screening.updatedAt),
		notice: isComplete ? null : incompleteNotice(applicant, filled.length > 0, sizes),
		contact: contact(applicant, sizes),
		sections: filled,
		absent: {
			title: isComplete ? 'Nothing reported' : 'Not available yet',
			sections: empty.map(({ title }) => title),
		},
		footer: footer(applicant, sizes),
	};
}

function incompleteNotice({ user }: Applicant, hasSections: boolean, sizes: Sizes): string {
	const name = word(user.firstName, sizes) ?? 'The applicant';
	const soFar = hasSections
		? 'This report shows what the service has so far. Get the results again later for the rest.'
		: 'Get the results again later.';
	return `${name} has not completed the screening yet. ${soFar}`;
}

function footer({ userId, screening }: Applicant, sizes: Sizes): string[] {
	const checkType = textOf(screening.checkType)?.replace(/^CHECK_TYPE_/, '');
	const identifiers = [
		...fact('User ID', line(userId, sizes)),
		...fact('Screening ID', line(screening.id, sizes)),
		...fact('Check type', formatTerm(checkType)),
	];
	return [
		'This report repeats what the screening service reported. It is neither a decision nor a ' +
			'recommendation.',
		'It contains personal data of the applicant. Share it only with people who need it.',
		...identifiers.map(({ label, value }) => `${label}: ${value}`),
	];
}

/** The subject never holds an encoded word: mail programs would decode it and show another text. */
function subjectOf({ name }: Report, { isComplete }: Applicant): string {
	const plainName = name
		.replace(/=\?[^?\s]*\?[BbQq]\?[^?\s]*\?=/g, ' ')
		.replace(/=\?|\?=/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return `Screening report: ${plainName || 'Unnamed applicant'}${isComplete ? '' : ' (not complete)'}`;
}

/**
 * A file name of `a-z`, `0-9` and `-` only, with the date of the last update:
 * `screening-report-jane-doe-2026-03-01.html`. Without a name or a date it holds the user ID.
 */
function fileNameOf(applicant: Applicant): string {
	const userId = slug(textOf(applicant.userId), 40);
	const name = slug(fullName(applicant, sizesAt(1)), 60);
	const date = textOf(applicant.screening.updatedAt)?.match(/^\d{4}-\d{2}-\d{2}/)?.[0];
	const parts = ['screening-report', name || userId || 'applicant', date ?? (name && userId)];
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

function bytesOf(text: string): number {
	return Buffer.byteLength(text, 'utf8');
}
