import { isRecord, looseObject, looseObjects, type Loose, type Schemas } from '../core/json';
import type { Person } from '../core/operation';
import { maskSsn } from '../core/ssn';
import { joinFilled, toOneLine, toWords, truncate } from '../core/text';

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
	readonly greenFlags: readonly string[] | null;
	readonly redFlags: readonly string[] | null;
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

/** Flags as text, without blank ones; null if none are given. One flag may stand in place of a list. */
export function readFlags(given: unknown): string[] | null {
	if (given === undefined || given === null) return null;
	return [given]
		.flat()
		.map(describeFlag)
		.filter((text) => text !== '');
}

/** The service document does not show the members of a red flag: the first filled one of these describes it. */
const DESCRIPTIVE = ['description', 'message', 'title', 'name', 'reason', 'type', 'code'];

/** What describes the flag, and its other members behind that: `NSF (count 2, bank name First Bank)`. */
function describeFlag(flag: unknown): string {
	if (!isRecord(flag)) return describe(flag);
	const descriptive = DESCRIPTIVE.find((name) => toOneLine(flag[name]) !== '') ?? '';
	const { [descriptive]: description, ...others } = flag;
	const more = describe(others);
	if (description === undefined) return more || 'No details given';
	return joinFilled([description, more && `(${more})`], ' ');
}

/** A value as text: the members of an object as `name value`, separated by commas. */
function describe(value: unknown): string {
	if (Array.isArray(value)) return joinFilled(value.map(describe), ', ');
	if (!isRecord(value)) return toOneLine(value);
	const members = Object.entries(value).map(([name, member]) => {
		const text = describe(member);
		return text && `${toWords(truncate(name, 100))} ${text}`;
	});
	return joinFilled(members, ', ');
}

/** A structured address, or text, on one line: `12 Maple Street, Toronto, ON M4C 1B5, CA`; '' without any. */
export function formatAddress(value: unknown): string {
	if (!isRecord(value)) return toOneLine(value);
	const { line1, line2, city, state, postalCode, country } = value;
	const region = joinFilled([state, postalCode], ' ');
	return joinFilled([line1, line2, city, region, country], ', ');
}

/** What results say of their applicant. */
export function readPerson({ user }: Applicant): Person {
	const { firstName, lastName, email, phoneNumber } = user;
	return {
		firstName: toOneLine(firstName, 100),
		lastName: toOneLine(lastName, 100),
		email: toOneLine(email, 100),
		phone: toOneLine(phoneNumber),
	};
}

/**
 * Whether two may be one person: the first names agree, and one of last name, email and phone, as far as both have them.
 * A couple shares all but the first name, sorted neighbours a last name.
 */
export function isSamePerson(one: Person, other: Person): boolean {
	const firstNames = agree(toKey(one.firstName), toKey(other.firstName), (a, b) => a.startsWith(b));
	const others = [
		agree(toKey(one.lastName), toKey(other.lastName)),
		agree(toKey(one.email), toKey(other.email)),
		agree(toDigits(one.phone), toDigits(other.phone), isSameNumber),
	];
	return firstNames !== false && (others.includes(true) || !others.includes(false));
}

/** Whether two texts fit each other, one way or the other; undefined where one is missing. */
function agree(one: string, other: string, fits = Object.is): boolean | undefined {
	return one === '' || other === '' ? undefined : fits(one, other) || fits(other, one);
}

/** Also where the second lacks the country code. */
function isSameNumber(one: string, other: string): boolean {
	return one === other || (other.length >= 7 && one.endsWith(other));
}

/** Without case, accents and blanks. */
function toKey(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\s\p{M}]/gu, '')
		.toLowerCase();
}

/** Without the 0 in front, which is not dialled from abroad. */
function toDigits(phone: string): string {
	return phone.replace(/\D/g, '').replace(/^0+/, '');
}
