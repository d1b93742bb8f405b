import { flagsOf } from './flags';
import { maskSsn } from './ssn';
import {
	booleanOf,
	isRecord,
	looseObject,
	looseObjects,
	oneLine,
	textOf,
	type Loose,
	type Schemas,
	type ScreeningData,
} from './values';

/** What an output says of an applicant for whom it has nothing yet. */
export const NOT_COMPLETE = 'The applicant has not completed the screening yet';

type RentTransaction = Loose<Schemas['RentTransaction']>;

/** An answer of `GET /v1/screening/data/{userId}`, opened for all outputs. No part of it holds an SSN. */
export type Applicant = ReturnType<typeof applicantOf>;

/** Opens an answer of any shape. This is where SSNs are masked. */
export function applicantOf(data: ScreeningData, userId?: string) {
	const answer = maskSsn(data);
	const { user: userPart, screening: screeningPart } = looseObject<ScreeningData>(answer);
	const user = looseObject<Schemas['User']>(userPart);
	const screening = looseObject<Schemas['Screening']>(screeningPart);
	const details = looseObject<Schemas['EmploymentDetails']>(user.employmentDetails);
	const employment = looseObject<Schemas['Employment']>(details.employment);
	const reviews = screening.landlordReviews;
	const transactions = looseObjects<Schemas['RentTransaction']>(screening.rentTransactions);
	return {
		/** The ID that the results were asked for with, else the user's own. */
		userId: userId ?? user.id,
		isComplete: isComplete(data),
		answer,
		user,
		screening,
		employment,
		employer: looseObject<Schemas['Employer']>(employment.employer),
		income: looseObject<Schemas['EmploymentIncome']>(details.income),
		// Null where the service gave no list, which is not the same as an empty one.
		greenFlags: flagsOf('green', screening.greenFlags),
		redFlags: flagsOf('red', screening.redFlags),
		reviews: Array.isArray(reviews) ? looseObjects<Schemas['LandlordReview']>(reviews) : null,
		months: looseObjects<Schemas['MonthlyDatum']>(screening.monthlyData),
		rentals: looseObjects<Schemas['Rental']>(user.rentals),
		transactions,
		/** The newest transaction that is not a credit: money that came back is no payment. */
		lastPayment: newestFirst(transactions).find(({ type }) => type !== 'CREDIT') ?? {},
	};
}

/** Whether an answer says that the applicant has completed the screening (`user.checkComplete`). */
export function isComplete(answer: unknown): boolean {
	const { user } = looseObject<ScreeningData>(answer);
	return booleanOf(looseObject<Schemas['User']>(user).checkComplete) === true;
}

/** Rent transactions, newest first; those without a readable date come last, in their own order. */
export function newestFirst(transactions: readonly RentTransaction[]): RentTransaction[] {
	return transactions
		.map((transaction) => ({ transaction, time: timeOf(transaction.date) }))
		.sort((one, other) => other.time - one.time)
		.map(({ transaction }) => transaction);
}

/** A date in milliseconds; before all others where it cannot be read. */
function timeOf(date: unknown): number {
	const time = Date.parse(textOf(date) ?? '');
	return Number.isNaN(time) ? -Number.MAX_VALUE : time;
}

/**
 * A structured address on one line, `12 Maple Street, Unit 4, Toronto, ON M4C 1B5, CA`; an address
 * that came as text stays that text. Null where there is none.
 */
export function addressLine(value: unknown): string | null {
	if (!isRecord(value)) return oneLine(value);
	const address = looseObject<Schemas['StructuredAddress']>(value);
	const region = joined([address.state, address.postalCode], ' ');
	return joined([address.line1, address.line2, address.city, region, address.country], ', ');
}

function joined(parts: unknown[], separator: string): string | null {
	return parts.map(oneLine).filter(Boolean).join(separator) || null;
}
