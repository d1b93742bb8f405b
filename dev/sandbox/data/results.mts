import type { Schemas } from '../types.mts';
import { personas, type Figure, type Persona } from './personas.mts';
import { cents, identifier, randomFor, type Random } from './seed.mts';

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
interface Completed extends Subject {
	completedAt: Date;
}

/** What the service knows before the applicant has filled anything in. */
export function unfinishedResults(subject: Subject): Schemas['ScreeningData'] {
	const { userId, screeningId, checkType, email, phone, rent } = subject;
	return {
		screening: { id: screeningId, checkType, ...(rent === undefined ? {} : { rent }) },
		user: { id: userId, phoneNumber: phone, email, ...nameOf(subject), checkComplete: false },
	};
}

/** What a completed screening found; always the same for one applicant and time of completion. */
export function finishedResults(subject: Completed): Schemas['ScreeningData'] {
	const { screening, user } = unfinishedResults(subject);
	const random = randomFor(subject.email.toLowerCase());
	const persona = personas[random.whole(0, personas.length - 1)];
	const found = persona ? findingsOf(persona, subject, random) : NOTHING_FOUND;
	return {
		screening: { ...screening, ...found.screening, updatedAt: subject.completedAt.toISOString() },
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

/** What a persona adds to what the send said. */
function findingsOf(persona: Persona, subject: Completed, random: Random) {
	const income = persona.income(random);
	const months = monthsBefore(subject.completedAt);
	const whole = (figure: Figure) => (typeof figure === 'number' ? figure : random.whole(...figure));
	const money = (figure: Figure) => (typeof figure === 'number' ? figure : random.money(...figure));
	const { scores, debt } = persona;
	const screening: Schemas['Screening'] = {
		serviceScore: whole(scores.service) / 10,
		creditScore: whole(scores.credit),
		rent: subject.rent ?? persona.rent,
		monthlyIncome: income.income,
		monthlyDebt: money(debt.monthly),
		totalDebt: money(debt.total),
		debtLimit: debt.limit,
		landlordReviews: persona.landlordReviews ?? [],
		monthlyData: monthlyData(persona.account, income.income, months, random),
		greenFlags: persona.greenFlags ?? [],
		redFlags: persona.redFlags?.(months) ?? [],
		rentTransactions: rentTransactions(persona, subject.userId, months, random),
	};
	return { screening, user: userOf(persona, subject, income, random) };
}

/** The names that were sent; none where none were. */
export function nameOf({ firstName, lastName }: Pick<Subject, 'firstName' | 'lastName'>) {
	return {
		...(firstName === undefined ? {} : { firstName }),
		...(lastName === undefined ? {} : { lastName }),
	};
}

/** The twelve months before the one in which the screening was completed, oldest first. */
function monthsBefore(completedAt: Date): string[] {
	const [year, month] = [completedAt.getUTCFullYear(), completedAt.getUTCMonth()];
	return Array.from({ length: 12 }, (_, index) =>
		new Date(Date.UTC(year, month - 12 + index)).toISOString().slice(0, 7),
	);
}

function monthlyData(
	{ months: known = 12, spending, balance, isOverdrawn, swing }: Persona['account'],
	income: number,
	months: readonly string[],
	random: Random,
): Schemas['MonthlyDatum'][] {
	const average = (isOverdrawn ? -1 : 1) * random.whole(...balance);
	const by = Math.round(swing * 1000);
	const stray = (amount: number) => cents(amount * (1 + random.whole(-by, by) / 1000));
	return months
		.map((month) => ({
			averageBalance: stray(average),
			income: stray(income),
			month,
			spending: stray(income * spending),
		}))
		.slice(-known);
}

/** Newest first. */
function rentTransactions(
	{ payments, returned, rentals = [], currentAddress }: Persona,
	userId: string,
	months: readonly string[],
	random: Random,
): Schemas['RentTransaction'][] {
	const { months: paid, lateBy = 1, amount = rentals[0]!.rentAmount, description } = payments;
	const isoCurrencyCode = currentAddress.country === 'US' ? 'USD' : 'CAD';
	const payment = { type: 'DEBIT' as const, amount, isoCurrencyCode, description };
	return months
		.slice(-paid)
		.reverse()
		.flatMap((month, index) => {
			const day = String(1 + random.whole(0, lateBy)).padStart(2, '0');
			const id = identifier('transaction', userId, month);
			const debit = { id, ...payment, date: `${month}-${day}` };
			if (index + 1 !== returned) return debit;
			const credit = {
				...debit,
				id: identifier('transaction', userId, 'returned'),
				type: 'CREDIT' as const,
				description: 'RETURNED ITEM - NSF',
				date: `${month}-17`,
			};
			return [credit, debit];
		});
}

function userOf(
	{ dateOfBirth, currentAddress, employment, rentals = [] }: Persona,
	subject: Subject,
	income: Schemas['EmploymentIncome'],
	random: Random,
): Partial<Schemas['User']> {
	const { userId, email, phone } = subject;
	const { line1: address = '', city = '', state = '', postalCode = '' } = currentAddress;
	// No social security number starts with 9, and no taxpayer number has 10 to 49 in the middle.
	const ssn = `900-${random.whole(10, 49)}-${random.whole(1000, 9999)}`;
	const identity = { ...nameOf(subject), dateOfBirth, email, phone, ssn, address, city, state };
	return {
		dateOfBirth,
		currentAddress,
		employmentDetails: {
			identity: { ...identity, postalCode },
			income,
			employment: { employmentStatus: 'ACTIVE', ...employment },
		},
		rentals: rentals.map((rental, index) => ({
			address: currentAddress,
			...rental,
			id: identifier('rental', userId, index + 1),
		})),
	};
}
