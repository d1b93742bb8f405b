import { createHash } from 'node:crypto';

import type { Schemas } from '../types.mts';
import { personas, type Persona } from './personas.mts';

/** What was sent about a screening and its applicant, and when it was completed. */
interface Subject
	extends
		Pick<Schemas['SendScreening'], 'checkType' | 'email' | 'phone' | 'firstName' | 'lastName'>,
		Pick<Schemas['Property'], 'rent'> {
	userId: string;
	screeningId: string;
	completedAt?: Date | undefined;
}

/**
 * Makes the results of an applicant. Until the screening is completed they hold only what was sent. The
 * findings are the same each time for one email address and time of completion.
 */
export function makeResults(subject: Subject): Schemas['ScreeningData'] {
	const { userId, screeningId, email, phone, rent, completedAt } = subject;
	// The only check type that the service document gives.
	const { checkType = 'CHECK_TYPE_DEEP_CHECK' } = subject;
	const screening = { id: screeningId, checkType, ...(rent === undefined ? {} : { rent }) };
	const user = { id: userId, phoneNumber: phone, email, ...pickNames(subject) };
	if (!completedAt) return { screening, user: { ...user, checkComplete: false } };
	const random = createRandom(email.toLowerCase());
	const persona = personas[random.whole(0, personas.length - 1)];
	const found = persona ? makeFindings(persona, subject, completedAt, random) : NOTHING_FOUND;
	return {
		screening: { ...found.screening, ...screening, updatedAt: completedAt.toISOString() },
		user: { ...user, ...found.user, checkComplete: true },
	};
}

const NOTHING_FOUND = {
	screening: {
		landlordReviews: [],
		monthlyData: [],
		greenFlags: [],
		redFlags: [],
		rentTransactions: [],
	},
	user: { rentals: [] },
};

/** The findings about an applicant of this persona; its figures vary by up to 5 %. */
function makeFindings(persona: Persona, subject: Subject, completedAt: Date, random: Random) {
	const { serviceScore, creditScore, rent, monthlyDebt, totalDebt, debtLimit } = persona.screening;
	const monthlyIncome = random.about(persona.monthlyIncome);
	const months = listMonthsBefore(completedAt);
	const screening: Schemas['Screening'] = {
		...persona.screening,
		serviceScore: random.about(serviceScore),
		creditScore: Math.round(random.about(creditScore)),
		rent,
		monthlyIncome,
		monthlyDebt: random.about(monthlyDebt),
		totalDebt: random.about(totalDebt),
		debtLimit,
		monthlyData: months.map((month) => ({
			month,
			income: random.about(monthlyIncome),
			spending: random.about(persona.monthlySpending),
			averageBalance: random.about(persona.averageBalance),
		})),
		rentTransactions: makeRentTransactions(persona.payments, months, random),
	};
	return { screening, user: makeUser(persona, subject, monthlyIncome, random) };
}

/** The names that were sent, if any. */
function pickNames({ firstName, lastName }: Pick<Subject, 'firstName' | 'lastName'>) {
	return {
		...(firstName === undefined ? {} : { firstName }),
		...(lastName === undefined ? {} : { lastName }),
	};
}

/** The twelve months before the one in which the screening was completed, oldest first. */
function listMonthsBefore(completedAt: Date): string[] {
	const [year, month] = [completedAt.getUTCFullYear(), completedAt.getUTCMonth()];
	return Array.from({ length: 12 }, (_, index) =>
		new Date(Date.UTC(year, month - 12 + index)).toISOString().slice(0, 7),
	);
}

/** Rent payments, newest first; that of the last month but one may have been returned. */
function makeRentTransactions(
	{ lateBy, isReturned, ...payment }: Persona['payments'],
	months: readonly string[],
	random: Random,
): Schemas['RentTransaction'][] {
	return months
		.map((month) => {
			const day = String(1 + random.whole(0, lateBy)).padStart(2, '0');
			return { id: `rent-${month}`, type: 'DEBIT' as const, ...payment, date: `${month}-${day}` };
		})
		.reverse()
		.flatMap((debit, index) => {
			if (!isReturned || index !== 1) return debit;
			const returned = { type: 'CREDIT' as const, description: 'RETURNED ITEM - NSF' };
			return [{ ...debit, ...returned, id: `${debit.id}-returned` }, debit];
		});
}

function makeUser(
	{ dateOfBirth, currentAddress, incomeType, payCycle, employment, rentals }: Persona,
	subject: Subject,
	income: number,
	random: Random,
): Partial<Schemas['User']> {
	const { email, phone } = subject;
	const { line1: address = '', city = '', state = '', postalCode = '' } = currentAddress;
	// No social security number starts with 9, and no taxpayer number has 10 to 49 in the middle.
	const ssn = `900-${random.whole(10, 49)}-${random.whole(1000, 9999)}`;
	const name = pickNames(subject);
	const place = { address, city, state, postalCode };
	return {
		dateOfBirth,
		currentAddress,
		employmentDetails: {
			identity: { ...name, dateOfBirth, email, phone, ssn, ...place },
			income: { income, annualIncome: Math.round(income * 12), incomeType, payCycle },
			employment,
		},
		rentals: rentals.map((rental, index) => ({ ...rental, id: `rental-${index + 1}` })),
	};
}

type Random = ReturnType<typeof createRandom>;

/** A source of numbers that gives the same ones for the same name. */
function createRandom(name: string) {
	let draws = 0;
	const next = () => {
		const hash = createHash('sha256').update(`${name}|${(draws += 1)}`);
		return hash.digest().readUInt32BE() / 2 ** 32;
	};
	return {
		/** A whole number from `from` to `to`. */
		whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
		/** The amount, rounded to cents, varied by up to 5 %. */
		about: (amount: number) => Math.round(amount * (95 + next() * 10)) / 100,
	};
}
