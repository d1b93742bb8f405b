import type { Applicant } from '../applicant';
import { textOf } from '../loose';
import { fact } from './facts';
import { clippedLine, formatDate, formatTerm } from './format';
import { LENGTH } from './limits';
import type { Block, Report } from './model';
import { contact, displayName, isComplete } from './person';
import { employment } from './sections/employment';
import { flags } from './sections/flags';
import { incomeAndSpending } from './sections/incomeAndSpending';
import { keyFigures } from './sections/keyFigures';
import { landlordReviews } from './sections/landlordReviews';
import { rentalHistory } from './sections/rentalHistory';
import { rentPayments } from './sections/rentPayments';

const SECTIONS: ReadonlyArray<readonly [title: string, (applicant: Applicant) => Block[]]> = [
	['Key figures', keyFigures],
	['Income and spending', incomeAndSpending],
	['Flags', flags],
	['Landlord reviews', landlordReviews],
	['Rent payments', rentPayments],
	['Employment', employment],
	['Rental history', rentalHistory],
];

/** What the report on an applicant says: the sections that hold something, then which do not. */
export function composeReport(applicant: Applicant): Report {
	const complete = isComplete(applicant);
	const sections = SECTIONS.map(([title, blocksOf]) => ({ title, blocks: blocksOf(applicant) }));
	const filled = sections.filter(({ blocks }) => blocks.length > 0);
	const empty = sections.filter(({ blocks }) => blocks.length === 0);
	return {
		title: 'Rental screening report',
		name: displayName(applicant),
		status: complete ? 'Completed' : 'Not completed yet',
		updated: formatDate(applicant.screening.updatedAt),
		notice: complete ? null : incompleteNotice(applicant, filled.length > 0),
		contact: contact(applicant),
		sections: filled,
		absent: {
			title: complete ? 'Nothing reported' : 'Still to come',
			sections: empty.map(({ title }) => title),
		},
		footer: footer(applicant),
	};
}

function incompleteNotice({ user }: Applicant, hasSections: boolean): string {
	const who = clippedLine(user.firstName, LENGTH.word) ?? 'The applicant';
	const soFar = hasSections
		? 'Below is what the service holds so far; fetch the results again later for the rest.'
		: 'Fetch the results again later.';
	return `${who} has not completed the screening yet. ${soFar}`;
}

function footer({ userId, screening }: Applicant): string[] {
	const identifiers = [
		...fact('User id', clippedLine(userId, LENGTH.line)),
		...fact('Screening id', clippedLine(screening.id, LENGTH.line)),
		...fact('Check type', formatTerm(textOf(screening.checkType)?.replace(/^CHECK_TYPE_/, ''))),
	];
	return [
		'This report repeats what the screening service reported. It is neither a decision nor a ' +
			'recommendation.',
		'It holds personal data of the applicant: share it only with those who need it.',
		...identifiers.map(({ label, value }) => `${label}: ${value}`),
	];
}
