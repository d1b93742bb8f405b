import type { ApplicantData, Schemas } from '../types.mts';
import { identifier, type Random } from './seed.mts';

/** What a send says about the screening and the applicant. */
export interface Subject {
	userId: string;
	screeningId: string;
	checkType: string;
	email: string;
	phone: string;
	firstName?: string;
	lastName?: string;
	/** Monthly rent of the property, where the screening refers to one that has it. */
	rent?: number;
}

/** What a persona adds to what the send said. */
export interface Findings {
	screening: Omit<Schemas['Screening'], 'id' | 'checkType'>;
	user: Omit<Schemas['User'], 'id' | 'email' | 'phoneNumber' | 'checkComplete'>;
}

/** A kind of applicant; the random source makes two of a kind differ. */
export type Persona = (subject: Subject, random: Random) => Findings;

/** Results in the shape of the contract. */
export interface ScreeningData extends ApplicantData {
	screening: Schemas['Screening'];
	user: Schemas['User'];
}

/** The name in the send, else that of the persona. */
export function nameOf(
	{ firstName, lastName }: Subject,
	persona: readonly [firstName: string, lastName: string],
): { firstName: string; lastName: string } {
	return { firstName: firstName ?? persona[0], lastName: lastName ?? persona[1] };
}

/** An address from its parts; an empty line 2 is left out. */
export function address(
	line1: string,
	line2: string,
	city: string,
	state: string,
	postalCode: string,
	country = 'CA',
): Schemas['StructuredAddress'] {
	return { line1, ...(line2 === '' ? {} : { line2 }), city, state, postalCode, country };
}

/** A landlord's review; the ratings are rent again, rent on time, cleanliness, no damage. */
export function review(
	email: string,
	phone: string,
	[wouldRentToThemAgain, paysRentOnTime, cleanliness, didNotDamageProperty]: Ratings,
	additionalDetails = '',
): Schemas['LandlordReview'] {
	return {
		email,
		...(phone === '' ? {} : { phone }),
		wouldRentToThemAgain,
		paysRentOnTime,
		cleanliness,
		didNotDamageProperty,
		...(additionalDetails === '' ? {} : { additionalDetails }),
	};
}

type Ratings = readonly [number, number, number, number];

/** The whole user of somebody with an address and a job. */
export function userOf(
	subject: Subject,
	random: Random,
	{
		name,
		dateOfBirth,
		currentAddress,
		income,
		employment,
		rentals = [],
	}: {
		name: readonly [string, string];
		dateOfBirth: string;
		currentAddress: Schemas['StructuredAddress'];
		income: Schemas['EmploymentIncome'];
		employment: Schemas['Employment'];
		/** The newest first; the first is at the current address unless it says otherwise. */
		rentals?: ReadonlyArray<Omit<Schemas['Rental'], 'id'>>;
	},
): Findings['user'] {
	const person = { ...nameOf(subject, name), dateOfBirth };
	const { line1 = '', city = '', state = '', postalCode = '' } = currentAddress;
	const { email, phone } = subject;
	const ssn = impossibleSsn(random);
	const home = { address: line1, city, state, postalCode };
	return {
		...person,
		currentAddress,
		employmentDetails: {
			identity: { ...person, email, phone, ssn, ...home },
			income,
			employment,
		},
		rentals: rentals.map((rental, index) => ({
			address: currentAddress,
			...rental,
			id: identifier('rental', subject.userId, index + 1),
		})),
	};
}

/** No social security number starts with 9, and no taxpayer number has 10 to 49 in the middle. */
function impossibleSsn(random: Random): string {
	return `900-${random.whole(10, 49)}-${random.whole(1000, 9999)}`;
}
