import { isRecord, looseObject, looseObjects, type Loose } from '../core/json';
import { humanize, toWords, truncate } from '../core/text';
import { toOneLine, toPlainText, type Schemas } from './cells';
import { maskSsn } from './ssn';

export const NOT_COMPLETE = 'The applicant has not completed the screening yet';

/** An answer about an applicant, ready for all outputs. Only `data` of the caller still holds an SSN. */
export interface Applicant {
	/** The ID that the results were requested with, or else the user's. */
	readonly userId: unknown;
	readonly isComplete: boolean;
	/** The whole answer, with SSNs masked. */
	readonly answer: unknown;
	readonly user: Loose<Schemas['User']>;
	readonly screening: Loose<Schemas['Screening']>;
	readonly employment: Loose<Schemas['Employment']>;
	readonly employer: Loose<Schemas['Employer']>;
	readonly income: Loose<Schemas['EmploymentIncome']>;
	/** Null if the service gave none, which differs from an empty list. The same holds for `reviews`. */
	readonly greenFlags: readonly Flag[] | null;
	readonly redFlags: readonly Flag[] | null;
	readonly reviews: ReadonlyArray<Loose<Schemas['LandlordReview']>> | null;
	readonly months: ReadonlyArray<Loose<Schemas['MonthlyDatum']>>;
	readonly rentals: ReadonlyArray<Loose<Schemas['Rental']>>;
	readonly transactions: ReadonlyArray<Loose<Schemas['RentTransaction']>>;
	/** The newest transaction that is not `CREDIT`, which is money that came back. */
	readonly lastPayment: Loose<Schemas['RentTransaction']>;
}

/** Reads an answer of `GET /v1/screening/data/{userId}`, whatever its shape, and masks its SSNs. */
export function readApplicant(data: unknown, userId?: string): Applicant {
	const answer = maskSsn(data);
	const parts = looseObject<Schemas['ScreeningData']>(answer);
	const user = looseObject<Schemas['User']>(parts.user);
	const screening = looseObject<Schemas['Screening']>(parts.screening);
	const details = looseObject<Schemas['EmploymentDetails']>(user.employmentDetails);
	const employment = looseObject<Schemas['Employment']>(details.employment);
	const reviews = screening.landlordReviews;
	const transactions = looseObjects<Schemas['RentTransaction']>(screening.rentTransactions);
	return {
		userId: userId ?? user.id,
		isComplete: isComplete(data),
		answer,
		user,
		screening,
		employment,
		employer: looseObject<Schemas['Employer']>(employment.employer),
		income: looseObject<Schemas['EmploymentIncome']>(details.income),
		greenFlags: readFlags('green', screening.greenFlags),
		redFlags: readFlags('red', screening.redFlags),
		reviews: Array.isArray(reviews) ? looseObjects<Schemas['LandlordReview']>(reviews) : null,
		months: looseObjects<Schemas['MonthlyDatum']>(screening.monthlyData),
		rentals: looseObjects<Schemas['Rental']>(user.rentals),
		transactions,
		lastPayment: sortNewestFirst(transactions, 'date').find(({ type }) => type !== 'CREDIT') ?? {},
	};
}

/** Whether an answer says that the applicant has completed the screening (`user.checkComplete`). */
export function isComplete(answer: unknown): boolean {
	const { user } = looseObject<Schemas['ScreeningData']>(answer);
	return toPlainText(looseObject<Schemas['User']>(user).checkComplete) === 'true';
}

/** The elements by their member with a date, newest first. Those without a readable one come last, in their given order. */
export function sortNewestFirst<Element>(
	elements: readonly Element[],
	dateMember: keyof Element,
): Element[] {
	return elements
		.map((element) => ({
			element,
			time: Date.parse(toPlainText(element[dateMember]) ?? '') || 0,
		}))
		.sort((one, other) => other.time - one.time)
		.map(({ element }) => element);
}

/** A structured address, or text, on one line: `12 Maple Street, Toronto, ON M4C 1B5, CA`; '' without any. */
export function formatAddress(value: unknown): string {
	if (!isRecord(value)) return toOneLine(value);
	const { line1, line2, city, state, postalCode, country } =
		looseObject<Schemas['StructuredAddress']>(value);
	const region = [state, postalCode].map(toOneLine).filter(Boolean).join(' ');
	return [line1, line2, city, region, country].map(toOneLine).filter(Boolean).join(', ');
}

/** A green or red flag. */
export interface Flag {
	readonly kind: 'green' | 'red';
	readonly text: string;
	/** What a flag that is an object holds beside its description; '' without more. */
	readonly details: string;
}

/** The service document does not show the members of a red flag: the first filled one of these describes it. */
const DESCRIPTIVE = ['description', 'message', 'title', 'name', 'reason', 'type', 'code'];

/** The given flags without the blank ones, also where one stands in place of a list; null if none are given. */
export function readFlags(kind: Flag['kind'], given: unknown): Flag[] | null {
	if (!Array.isArray(given)) return describe(given) === '' ? null : readFlags(kind, [given]);
	return given
		.filter((element) => isRecord(element) || describe(element) !== '')
		.map((element) => ({ kind, ...describeFlag(element) }));
}

/** A sentence is the whole text; a label or a code is followed by the other members of the flag. */
function describeFlag(element: unknown): Omit<Flag, 'kind'> {
	if (!isRecord(element)) return { text: describe(element), details: '' };
	const readLine = (name: string) =>
		typeof element[name] === 'string' ? toOneLine(element[name]) : '';
	const descriptive = DESCRIPTIVE.find((name) => readLine(name) !== '');
	const line = descriptive === undefined ? '' : readLine(descriptive);
	const others = Object.fromEntries(
		Object.entries(element).filter(([name]) => name !== descriptive),
	);
	const parts = [humanize(line), describe(others, humanize)].filter(Boolean);
	const text = line.includes(' ') ? line : parts.join(': ');
	return { text: text || 'No details given', details: describe(others) };
}

/** A value as text, with each text formatted: the members of an object as `name value`, separated by commas. */
function describe(value: unknown, format = (text: string) => text): string {
	if (Array.isArray(value)) {
		return value
			.map((element) => describe(element, format))
			.filter(Boolean)
			.join(', ');
	}
	if (!isRecord(value)) return format(toOneLine(value));
	return Object.entries(value)
		.map(([name, member]) => [toWords(truncate(name, 100)), describe(member, format)])
		.filter(([, text]) => text !== '')
		.map((pair) => pair.join(' '))
		.join(', ');
}
