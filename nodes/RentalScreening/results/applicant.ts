import { isRecord, looseObject, looseObjects, type Loose, type Schemas } from '../core/json';
import { maskSsn } from '../core/ssn';
import { joinFilled, toOneLine } from '../core/text';
import { readFlags, type Flag } from './flags';

export const NOT_COMPLETE = 'The applicant has not completed the screening yet';

/** An answer about an applicant, with SSNs masked, ready for all outputs. */
export interface Applicant {
	/** The ID that the results were requested with. */
	readonly userId: string | undefined;
	readonly isComplete: boolean;
	/** The whole answer. */
	readonly answer: Loose<Schemas['ScreeningData']>;
	readonly user: Loose<Schemas['User']>;
	readonly screening: Loose<Schemas['Screening']>;
	readonly employment: Loose<Schemas['Employment']>;
	readonly employer: Loose<Schemas['Employer']>;
	readonly income: Loose<Schemas['EmploymentIncome']>;
	/** Null if the service gave none, which differs from an empty list. */
	readonly greenFlags: readonly Flag[] | null;
	readonly redFlags: readonly Flag[] | null;
	readonly reviews: ReadonlyArray<Loose<Schemas['LandlordReview']>> | null;
	/** Newest first, like `payments`. */
	readonly months: ReadonlyArray<Loose<Schemas['MonthlyDatum']>>;
	readonly payments: ReadonlyArray<Loose<Schemas['RentTransaction']>>;
	/** The newest payment that is no `CREDIT`, which is money that came back. */
	readonly lastPayment: Loose<Schemas['RentTransaction']>;
	readonly rentals: ReadonlyArray<Loose<Schemas['Rental']>>;
}

/** Reads an answer of `GET /v1/screening/data/{userId}`, whatever its shape, and masks its SSNs. */
export function readApplicant(data: unknown, userId?: string): Applicant {
	const answer = looseObject<Schemas['ScreeningData']>(maskSsn(data));
	const user = looseObject<Schemas['User']>(answer.user);
	const screening = looseObject<Schemas['Screening']>(answer.screening);
	const details = looseObject<Schemas['EmploymentDetails']>(user.employmentDetails);
	const employment = looseObject<Schemas['Employment']>(details.employment);
	const { landlordReviews, monthlyData, rentTransactions } = screening;
	const payments: Applicant['payments'] = sortNewestFirst(looseObjects(rentTransactions), 'date');
	return {
		userId,
		isComplete: isComplete(answer),
		answer,
		user,
		screening,
		employment,
		employer: looseObject<Schemas['Employer']>(employment.employer),
		income: looseObject<Schemas['EmploymentIncome']>(details.income),
		greenFlags: readFlags(screening.greenFlags),
		redFlags: readFlags(screening.redFlags),
		reviews: Array.isArray(landlordReviews) ? looseObjects(landlordReviews) : null,
		months: sortNewestFirst(looseObjects(monthlyData), 'month'),
		payments,
		lastPayment: payments.find(({ type }) => type !== 'CREDIT') ?? {},
		rentals: looseObjects<Schemas['Rental']>(user.rentals),
	};
}

/** Whether an answer says that the applicant has completed the screening. */
export function isComplete(answer: unknown): boolean {
	const { user } = looseObject<Schemas['ScreeningData']>(answer);
	return looseObject<Schemas['User']>(user).checkComplete === true;
}

/** The elements by their member with a date; those without a readable one come last. */
function sortNewestFirst<Element>(elements: readonly Element[], dateMember: keyof Element) {
	return elements
		.map((element) => ({ element, time: Date.parse(toOneLine(element[dateMember])) || 0 }))
		.sort((one, other) => other.time - one.time)
		.map(({ element }) => element);
}

/** A structured address, or text, on one line: `12 Maple Street, Toronto, ON M4C 1B5, CA`; '' without any. */
export function formatAddress(value: unknown): string {
	if (!isRecord(value)) return toOneLine(value);
	const { line1, line2, city, state, postalCode, country } = value;
	const region = joinFilled([state, postalCode], ' ');
	return joinFilled([line1, line2, city, region, country], ', ');
}
