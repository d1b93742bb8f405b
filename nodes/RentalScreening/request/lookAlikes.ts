import type { Field } from '../core/field';
import { MAX_TEST_LENGTH } from '../core/text';
import { FIRST_NAME, LAST_NAME, type HasCell, type Header } from './headers';
import { hasSeveralNameWords } from './names';
import { APPLICANT, OTHER_PERSON } from './otherPersons';

/** What forms put in front of a half of the name: 'Your Name (Last)', 'Applicant (Last)'; not 'Payment (Last)'. */
const WHOSE_HALF = `(?:names?|${APPLICANT})`;

/** What the name of a column has that holds first or last names, and perhaps others: 'Apellido (Last Name)'. */
const HALF_NAME: Readonly<Record<string, RegExp>> = {
	[FIRST_NAME]: new RegExp(`(?:first|given)names?|forenames?|${WHOSE_HALF}\\(first\\)$|^fname$`),
	[LAST_NAME]: new RegExp(
		`(?:last|family|sur)names?|first(?:and|&)last|apellidos?|${WHOSE_HALF}\\(last\\)$|^lname$`,
	),
};

const MAYBE_APPLICANT = `(?:${APPLICANT}|prospect|candidate|lessee|leaseholder|student|guest|sponsor|servicemember|headofhousehold|householdhead)`;

/** What has a full or legal name and is no applicant: 'Company Legal Name'. */
const NO_PERSON = '(?:agency|building|business|company|pet|property|school|unit|vendor)';

/** Names of columns whose cells may be the whole names of applicants: 'Prospect', 'Applicant 1 Name', 'Your Name'. */
const WHOLE_NAME = new RegExp(
	`^(?:(?:main|primary|lead|prospective)?${MAYBE_APPLICANT}(?:s|\\(s\\))?#?1?(?:names?#?1?)?` +
		'|(?:client|customer|contact|lead|member|participant|person|invitee)s?names?' +
		`|names?of(?:the)?${MAYBE_APPLICANT}s?|names|names?#?1|names?\\(.*(?:first|last).*\\)` +
		// 'What is your full name', 'Full Name (as on your ID)'
		`|(?!${NO_PERSON}).*(?:your|my|full|legal|complete)names?.*)$`,
);

/** The name of a column that may hold that first or last name, by its own name and its cells, though it is not read. */
export function findLookAlike(
	headers: readonly Header[],
	{ name: fieldName }: Field,
	hasCell: HasCell,
): string | undefined {
	const halfName = HALF_NAME[fieldName];
	if (halfName === undefined) return undefined;
	const ofApplicant = headers.filter(
		({ normalized }) => normalized.length <= MAX_TEST_LENGTH && !OTHER_PERSON.test(normalized),
	);
	const found =
		ofApplicant.find(({ normalized }) => halfName.test(normalized)) ??
		ofApplicant.find(
			({ name, normalized }) => WHOLE_NAME.test(normalized) && hasCell(name, hasSeveralNameWords),
		);
	return found?.name;
}
