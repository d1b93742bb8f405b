import { looseObject, type Loose, type Schemas, type ScreeningData } from './loose';
import { withoutSsn } from './ssn';

/** What every output but `raw` is made of: the two halves of an answer, without the SSN. */
export interface Applicant {
	/** The key of the results; the user's own id where none was given. */
	readonly userId: unknown;
	readonly user: Loose<Schemas['User']>;
	readonly screening: Loose<Schemas['Screening']>;
}

/** Opens an answer of `GET /v1/screening/data/{userId}`, whatever its shape. */
export function applicantOf(data: ScreeningData, userId?: string): Applicant {
	const answer = looseObject<ScreeningData>(withoutSsn(data));
	const user = looseObject<Schemas['User']>(answer.user);
	return {
		userId: userId ?? user.id,
		user,
		screening: looseObject<Schemas['Screening']>(answer.screening),
	};
}
