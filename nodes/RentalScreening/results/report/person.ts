import { addressLine } from '../address';
import type { Applicant } from '../applicant';
import { booleanOf } from '../loose';
import { fact } from './facts';
import { clippedLine, formatDate } from './format';
import { LENGTH } from './limits';
import type { Fact } from './model';

/** Whether the service says that the applicant has completed the screening. */
export function isComplete({ user }: Applicant): boolean {
	return booleanOf(user.checkComplete) === true;
}

/** The applicant's name; null where the service gave none. */
export function fullName({ user }: Applicant): string | null {
	const names = [user.firstName, user.lastName].map((name) => clippedLine(name, LENGTH.word));
	return names.filter(Boolean).join(' ') || null;
}

/** The name that heads a report: the applicant's own, else the e-mail address. */
export function displayName(applicant: Applicant): string {
	const email = clippedLine(applicant.user.email, LENGTH.line);
	return fullName(applicant) ?? email ?? 'Unnamed applicant';
}

/** How to reach the applicant, and who it is. */
export function contact({ user }: Applicant): Fact[] {
	return [
		...fact('E-mail', clippedLine(user.email, LENGTH.line)),
		...fact('Phone', clippedLine(user.phoneNumber, LENGTH.word)),
		...fact('Date of birth', formatDate(user.dateOfBirth)),
		...fact('Current address', clippedLine(addressLine(user.currentAddress), LENGTH.line)),
	];
}
