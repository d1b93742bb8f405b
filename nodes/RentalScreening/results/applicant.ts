import { truncate, humanize, toWords } from '../core/text';
import { toOneLine, type Schemas, toPlainText } from './cells';
import { maskSsn } from './ssn';
import { isRecord, looseObject, looseObjects } from '../core/json';

/** An answer of `GET /v1/screening/data/{userId}`. */
export type ScreeningData = Schemas['ScreeningData'];

/** What a row says of an applicant for whom it has nothing yet. */
export const NOT_COMPLETE = 'The applicant has not completed the screening yet';

/** An answer of `GET /v1/screening/data/{userId}`, opened for all outputs. No part of it holds an SSN. */
export type Applicant = ReturnType<typeof readApplicant>;

/** Opens an answer of any shape. This is where SSNs are masked. */
export function readApplicant(data: ScreeningData, userId?: string) {
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
		greenFlags: readFlags('green', screening.greenFlags),
		redFlags: readFlags('red', screening.redFlags),
		reviews: Array.isArray(reviews) ? looseObjects<Schemas['LandlordReview']>(reviews) : null,
		months: looseObjects<Schemas['MonthlyDatum']>(screening.monthlyData),
		rentals: looseObjects<Schemas['Rental']>(user.rentals),
		transactions,
		/** The newest transaction that is not a credit: money that came back is no payment. */
		lastPayment: sortNewestFirst(transactions, 'date').find(({ type }) => type !== 'CREDIT') ?? {},
	};
}

/** Whether an answer says that the applicant has completed the screening (`user.checkComplete`). */
export function isComplete(answer: unknown): boolean {
	const { user } = looseObject<ScreeningData>(answer);
	return toPlainText(looseObject<Schemas['User']>(user).checkComplete) === 'true';
}

/** The elements of a list, newest first; those without a readable date come last, in their own order. */
export function sortNewestFirst<Element>(
	elements: readonly Element[],
	date: keyof Element,
): Element[] {
	return elements
		.map((element) => ({ element, time: Date.parse(toPlainText(element[date]) ?? '') || 0 }))
		.sort((one, other) => other.time - one.time)
		.map(({ element }) => element);
}

/** A structured address on one line, `12 Maple Street, Toronto, ON M4C 1B5, CA`; text stays text; '' where there is none. */
export function formatAddress(value: unknown): string {
	if (!isRecord(value)) return toOneLine(value);
	const { line1, line2, city, state, postalCode, country } =
		looseObject<Schemas['StructuredAddress']>(value);
	const region = [state, postalCode].map(toOneLine).filter(Boolean).join(' ');
	return [line1, line2, city, region, country].map(toOneLine).filter(Boolean).join(', ');
}

/** A green or red flag in words. */
export interface Flag {
	readonly kind: 'green' | 'red';
	readonly text: string;
	/** The members of a flag that came as an object, but for the one that describes it; '' without any. */
	readonly details: string;
}

/** The service document does not show what a red flag holds: the first of these that is filled describes it. */
const DESCRIPTIVE = ['description', 'message', 'title', 'name', 'reason', 'type', 'code'];

/** The flags of a list; null where there is no list, which is not the same as an empty one. */
export function readFlags(kind: Flag['kind'], list: unknown): Flag[] | null {
	if (!Array.isArray(list)) return null;
	return list
		.filter((element) => isRecord(element) || describe(element) !== '')
		.map((element) => ({ kind, ...describeFlag(element) }));
}

/** A sentence stands alone; a label or a code is followed by what else the flag says. */
function describeFlag(element: unknown): Omit<Flag, 'kind'> {
	if (!isRecord(element)) return { text: describe(element), details: '' };
	const isFilledText = (name: string) =>
		typeof element[name] === 'string' && toOneLine(element[name]);
	const described = DESCRIPTIVE.find(isFilledText) ?? '';
	const { [described]: label, ...others } = element;
	const said = toOneLine(label);
	const details = describe(others);
	const text = said.includes(' ') ? said : [humanize(said), details].filter(Boolean).join(': ');
	return { text: text || 'No details given', details };
}

/** A value in words: the members of an object as `name value`, and commas between those of a list. */
function describe(value: unknown): string {
	if (Array.isArray(value)) return value.map(describe).filter(Boolean).join(', ');
	if (!isRecord(value)) return toOneLine(value);
	return Object.entries(value)
		.map(([name, member]) => [toWords(truncate(name, 100)), describe(member)])
		.filter(([, text]) => text !== '')
		.map((pair) => pair.join(' '))
		.join(', ');
}
