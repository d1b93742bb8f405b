import { looseObject, type Loose, type Schemas } from './loose';

type User = Loose<Schemas['User']>;

/** What is known of the applicant's job: `user.employmentDetails.employment`. */
export function employmentOf(user: User): Loose<Schemas['Employment']> {
	return looseObject<Schemas['Employment']>(detailsOf(user).employment);
}

/** Whom the applicant works for: `user.employmentDetails.employment.employer`. */
export function employerOf(user: User): Loose<Schemas['Employer']> {
	return looseObject<Schemas['Employer']>(employmentOf(user).employer);
}

/** What the applicant says to earn: `user.employmentDetails.income`. */
export function incomeOf(user: User): Loose<Schemas['EmploymentIncome']> {
	return looseObject<Schemas['EmploymentIncome']>(detailsOf(user).income);
}

function detailsOf(user: User): Loose<Schemas['EmploymentDetails']> {
	return looseObject<Schemas['EmploymentDetails']>(user.employmentDetails);
}
