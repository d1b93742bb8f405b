import type { Applicant } from './applicant';
import { employerOf, employmentOf, incomeOf } from './employment';
import { flagsOfKind, type Flag } from './flags';
import { looseObjects, type Loose, type Schemas } from './loose';
import { lastRentPayment } from './rentPayments';

/** An applicant, opened once for all the columns that read of the same part. */
export interface Summary extends Applicant {
	readonly employment: Loose<Schemas['Employment']>;
	readonly employer: Loose<Schemas['Employer']>;
	readonly income: Loose<Schemas['EmploymentIncome']>;
	/** Null where the service gave no list, which is not the same as an empty one. */
	readonly greenFlags: Flag[] | null;
	readonly redFlags: Flag[] | null;
	readonly reviews: Array<Loose<Schemas['LandlordReview']>> | null;
	readonly months: Array<Loose<Schemas['MonthlyDatum']>>;
	readonly lastPayment: Loose<Schemas['RentTransaction']>;
}

/** Opens the parts of an applicant that a simplified row speaks of. */
export function summaryOf(applicant: Applicant): Summary {
	const { user, screening } = applicant;
	const reviews = screening.landlordReviews;
	return {
		...applicant,
		employment: employmentOf(user),
		employer: employerOf(user),
		income: incomeOf(user),
		greenFlags: flagsOfKind('green', screening.greenFlags),
		redFlags: flagsOfKind('red', screening.redFlags),
		reviews: Array.isArray(reviews) ? looseObjects<Schemas['LandlordReview']>(reviews) : null,
		months: looseObjects<Schemas['MonthlyDatum']>(screening.monthlyData),
		lastPayment: lastRentPayment(screening.rentTransactions),
	};
}
