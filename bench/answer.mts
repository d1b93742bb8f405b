import { makeResults } from '../dev/sandbox/data/results.mts';

const USER_ID = 'usr-template';

/** The sandbox's applicant with most kinds of flags and most payments, each list twice: 9 kB, an SSN among them. */
const RESULTS = JSON.stringify(
	makeResults({
		userId: USER_ID,
		screeningId: `screening of ${USER_ID}`,
		email: 'applicant-9@example.com',
		phone: '+14165550100',
		firstName: 'Nathan',
		lastName: `Applicant ${USER_ID}`,
		completedAt: new Date('2026-07-01'),
	}),
	(_name, value: unknown) => (Array.isArray(value) ? [...value, ...value] : value),
);

/** The complete results of an applicant, as JSON. */
export function makeResultsOf(userId: string): string {
	return RESULTS.replaceAll(USER_ID, userId);
}
