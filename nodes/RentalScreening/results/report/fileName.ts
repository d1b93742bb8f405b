import type { Applicant } from '../applicant';
import { textOf } from '../loose';
import { fullName } from './person';

/**
 * A name for the report as a file, of `a-z`, `0-9` and `-` only:
 * `screening-report-jane-doe-2026-03-01.html`. The date is that of the last update. Where the
 * service gave no name or no date, the user id stands in.
 */
export function reportFileName(applicant: Applicant): string {
	const userId = slug(textOf(applicant.userId), 40);
	const name = slug(fullName(applicant), 60);
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
