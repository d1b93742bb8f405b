import type { Schemas } from '../types.mts';
import { identifier, type Random } from './seed.mts';

/** What a send says about the screening and the applicant. */
export interface Subject
	extends
		Pick<Schemas['SendScreening'], 'email' | 'phone' | 'firstName' | 'lastName'>,
		Pick<Schemas['Property'], 'rent'> {
	userId: string;
	screeningId: string;
	checkType: string;
}

/** The applicant of a completed screening. */
export interface Completed extends Subject {
	completedAt: Date;
}

/** What a persona adds to what the send said. */
export interface Findings {
	screening: Omit<Schemas['Screening'], 'id' | 'checkType' | 'updatedAt'>;
	user: Omit<
		Schemas['User'],
		'id' | 'email' | 'phoneNumber' | 'checkComplete' | 'firstName' | 'lastName'
	>;
}

/** A kind of applicant; the random source makes two of a kind differ. */
export type Persona = (subject: Completed, random: Random) => Findings;

type Landlord = Pick<Schemas['Rental'], 'landlordName' | 'landlordEmail' | 'landlordPhone'>;

/** The twelve months before the one in which the screening was completed, oldest first. */
export function monthsBefore({ completedAt }: Completed): string[] {
	const year = completedAt.getUTCFullYear();
	const month = completedAt.getUTCMonth();
	return Array.from({ length: 12 }, (_, index) =>
		new Date(Date.UTC(year, month - 12 + index)).toISOString().slice(0, 7),
	);
}

function cents(amount: number): number {
	return Math.round(amount * 100) / 100;
}

/** The names that were sent; none where none were. */
export function nameOf({ firstName, lastName }: Subject) {
	return {
		...(firstName === undefined ? {} : { firstName }),
		...(lastName === undefined ? {} : { lastName }),
	};
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

/** A salary between so many thousands a year. */
export function salary(random: Random, from: number, to: number) {
	const annualIncome = random.whole(from, to) * 1000;
	return { income: cents(annualIncome / 12), annualIncome };
}

/** A wage by the hour; `netShare` is the part that is left after taxes. */
export function wage(random: Random, from: number, to: number, hours: number, netShare: number) {
	const hourlyIncome = random.money(from, to);
	const income = cents((hourlyIncome * hours * 52) / 12);
	const netHourlyRate = cents(hourlyIncome * netShare);
	const annualIncome = Math.round(income * 12);
	return { income, incomeType: 'HOURLY', annualIncome, hourlyIncome, netHourlyRate };
}

/** A landlord's review; the ratings are rent again, rent on time, cleanliness, no damage. */
export function review(
	{ landlordEmail, landlordPhone }: Landlord,
	ratings: readonly [number, number, number, number],
	additionalDetails?: string,
): Schemas['LandlordReview'] {
	const [wouldRentToThemAgain, paysRentOnTime, cleanliness, didNotDamageProperty] = ratings;
	return {
		email: landlordEmail!,
		...(landlordPhone === undefined ? {} : { phone: landlordPhone }),
		wouldRentToThemAgain,
		paysRentOnTime,
		cleanliness,
		didNotDamageProperty,
		...(additionalDetails === undefined ? {} : { additionalDetails }),
	};
}

/** A datum for every month; `swing` is how far income and spending stray, as a part of themselves. */
export function monthlyData(
	random: Random,
	subject: Completed,
	{ income, spending, balance, swing }: Record<'income' | 'spending' | 'balance' | 'swing', number>,
): Schemas['MonthlyDatum'][] {
	const stray = (amount: number) => {
		const by = Math.round(swing * 1000);
		return cents(amount * (1 + random.whole(-by, by) / 1000));
	};
	return monthsBefore(subject).map((month) => ({
		averageBalance: stray(balance),
		income: stray(income),
		month,
		spending: stray(income * spending),
	}));
}

/** A rent payment on about the first of each of the last `count` months, newest first. */
export function rentPayments(
	random: Random,
	subject: Completed,
	count: number,
	{ lateBy = 1, ...payment }: Schemas['RentTransaction'] & { lateBy?: number },
): Schemas['RentTransaction'][] {
	return monthsBefore(subject)
		.slice(-count)
		.reverse()
		.map((month) => {
			const day = 1 + random.whole(0, lateBy);
			return {
				id: identifier('transaction', subject.userId, month),
				type: 'DEBIT',
				...payment,
				date: `${month}-${String(day).padStart(2, '0')}`,
			};
		});
}

/** The whole user of somebody with an address and a job. */
export function userOf(
	subject: Subject,
	random: Random,
	about: {
		dateOfBirth: string;
		currentAddress: Schemas['StructuredAddress'];
		income: Schemas['EmploymentIncome'];
		employment: Schemas['Employment'];
		/** The newest first; the first is at the current address unless it says otherwise. */
		rentals?: Schemas['Rental'][];
	},
): Findings['user'] {
	const { dateOfBirth, currentAddress, income, employment, rentals = [] } = about;
	const person = { ...nameOf(subject), dateOfBirth };
	const { line1: street = '', city = '', state = '', postalCode = '' } = currentAddress;
	const { email, phone } = subject;
	// No social security number starts with 9, and no taxpayer number has 10 to 49 in the middle.
	const ssn = `900-${random.whole(10, 49)}-${random.whole(1000, 9999)}`;
	return {
		dateOfBirth,
		currentAddress,
		employmentDetails: {
			identity: { ...person, email, phone, ssn, address: street, city, state, postalCode },
			income,
			employment: { employmentStatus: 'ACTIVE', ...employment },
		},
		rentals: rentals.map((rental, index) => ({
			address: currentAddress,
			...rental,
			id: identifier('rental', subject.userId, index + 1),
		})),
	};
}
