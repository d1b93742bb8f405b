import type { Schemas } from '../types.mts';
import { cents, type Random } from './seed.mts';

/** A number, or the least and the most of one that chance decides. */
export type Figure = number | readonly [least: number, most: number];

/** A kind of applicant: what every applicant of that kind has in common. */
export interface Persona {
	dateOfBirth: string;
	currentAddress: Schemas['StructuredAddress'];
	income: (random: Random) => Schemas['EmploymentIncome'] & { income: number };
	employment: Schemas['Employment'];
	/** The newest first; the first is at the current address. */
	rentals?: Array<ReturnType<typeof rental>>;
	/** The service score in tenths. */
	scores: { service: Figure; credit: Figure };
	/** Where the property does not say. */
	rent: number;
	debt: { monthly: Figure; total: Figure; limit: number };
	/** The bank account in the last months. */
	account: {
		months?: number;
		/** As a part of the income. */
		spending: number;
		balance: readonly [least: number, most: number];
		isOverdrawn?: true;
		/** How far income, spending and balance stray, as a part of themselves. */
		swing: number;
	};
	/**
	 * The last months in which rent was paid, on the first or so many days later: that of the newest rental,
	 * unless there is an amount.
	 */
	payments: { months: number; lateBy?: number; amount?: number; description: string };
	landlordReviews?: Schemas['LandlordReview'][];
	greenFlags?: string[];
	/** Of the twelve months before. */
	redFlags?: (months: readonly string[]) => NonNullable<Schemas['Screening']['redFlags']>;
	/** The month, counted from the last, whose rent came back. */
	returned?: number;
}

/** A salary between so many thousands a year. */
function salary(from: number, to: number, more: Schemas['EmploymentIncome']): Persona['income'] {
	return (random) => {
		const annualIncome = random.whole(from, to) * 1000;
		return { income: cents(annualIncome / 12), annualIncome, ...more };
	};
}

/** A wage by the hour; `netShare` is the part that is left after taxes. */
function wage(
	from: number,
	to: number,
	{ hours, netShare, payCycle }: { hours: number; netShare: number; payCycle: string },
): Persona['income'] {
	return (random) => {
		const hourlyIncome = random.money(from, to);
		const income = cents((hourlyIncome * hours * 52) / 12);
		const netHourlyRate = cents(hourlyIncome * netShare);
		const annualIncome = Math.round(income * 12);
		return { income, incomeType: 'HOURLY', annualIncome, hourlyIncome, netHourlyRate, payCycle };
	};
}

/** An address from its parts; an empty line 2 is left out. */
function address(
	line1: string,
	line2: string,
	city: string,
	state: string,
	postalCode: string,
	country = 'CA',
): Schemas['StructuredAddress'] {
	return { line1, ...(line2 === '' ? {} : { line2 }), city, state, postalCode, country };
}

type Landlord = Pick<Schemas['Rental'], 'landlordName' | 'landlordEmail' | 'landlordPhone'>;

/** A rental, at the current address unless there is another. */
function rental(
	landlord: Landlord,
	start: string,
	rentAmount: number,
	reasonForMoving: string,
	at?: Schemas['StructuredAddress'],
): Schemas['Rental'] & { rentAmount: number } {
	return { ...(at && { address: at }), start, reasonForMoving, rentAmount, ...landlord };
}

/** A landlord's review; the ratings are rent again, rent on time, cleanliness, no damage. */
function review(
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

const landlord = (landlordName: string, landlordEmail: string, landlordPhone: string) => ({
	landlordName,
	landlordEmail,
	landlordPhone,
});
const okafor = landlord('Michael Okafor', 'm.okafor@example.com', '+14165550142');
const oConnor = landlord("Siobhán O'Connor", 'siobhan.oconnor@example.org', '+14165550187');
const riverbend = landlord('Riverbend Property Mgmt', 'office@riverbend.example', '+16145550110');
const kowalska = { landlordEmail: 'd.kowalska@example.net', landlordPhone: '+16145550163' };
const oNeil = landlord("Renée O'Neil", "renee.o'neil@example.org", '+15145550129');
const cordova = landlord('Cordova Towers LP', 'rentals@cordova-towers.example', '+16045550101');

/** Steady salary, long rental history, glowing reviews, no red flag. */
const steady: Persona = {
	dateOfBirth: '1988-04-17',
	currentAddress: address('48 Palmerston Avenue', 'Unit 3', 'Toronto', 'ON', 'M6J 2J1'),
	income: salary(84, 118, { incomeType: 'SALARY', payCycle: 'SEMI_MONTHLY' }),
	employment: {
		employeeType: 'REGULAR',
		jobTitle: 'Registered Nurse',
		startDate: '2017-09-05',
		minimumMonthsOfEmployment: 105,
		weeklyHours: 38,
		employer: {
			name: "St. Brigid's Community Hospital",
			address: address('600 University Avenue', '', 'Toronto', 'ON', 'M5G 1X5'),
		},
	},
	rentals: [
		rental(okafor, '2022-05-01', 1950, 'Looking for a second bedroom'),
		rental(
			oConnor,
			'2018-03-01',
			1375,
			'New job in Toronto',
			address('7 Spruce Court', '', 'Hamilton', 'ON', 'L8P 4X4'),
		),
	],
	scores: { service: [860, 970], credit: [755, 830] },
	rent: 2100,
	debt: { monthly: [180, 420], total: [2500, 7800], limit: 32000 },
	account: { spending: 0.72, balance: [9000, 16000], swing: 0.06 },
	payments: { months: 12, description: 'INTERAC e-Transfer RENT Unit 3' },
	landlordReviews: [
		review(okafor, [5, 5, 5, 5], 'Paid on the first for four years. I was sorry to see them go.'),
		review(oConnor, [5, 4, 5, 5], 'Quiet, tidy, tells you early when something needs fixing.'),
	],
	greenFlags: [
		'Income is stable over 12 months',
		'Rent was never late in 12 months',
		'No missed credit payments',
		'Savings cover more than three months of rent',
	],
};

/** Works, but pays late: red flags with titles, reviews that disagree, a month without rent. */
const latePayer: Persona = {
	dateOfBirth: '1994-11-02',
	currentAddress: address('2210 Riverbend Drive', 'Apt 14B', 'Columbus', 'OH', '43201', 'US'),
	income: wage(24, 29, { hours: 40, netShare: 0.81, payCycle: 'BIWEEKLY' }),
	employment: {
		employeeType: 'REGULAR',
		jobTitle: 'Warehouse Lead',
		startDate: '2025-01-20',
		minimumMonthsOfEmployment: 17,
		weeklyHours: 40,
		employer: {
			name: 'Buckeye Freight & Storage, Inc.',
			address: address('9001 Alum Creek Drive', '', 'Columbus', 'OH', '43217', 'US'),
		},
	},
	rentals: [rental(riverbend, '2025-02-01', 1600, 'Lease is not renewed')],
	scores: { service: [480, 590], credit: [588, 634] },
	rent: 1850,
	debt: { monthly: [690, 910], total: [17000, 23000], limit: 12500 },
	account: { spending: 1.02, balance: [250, 900], swing: 0.11 },
	payments: { months: 10, lateBy: 13, description: 'ACH RENT - RIVERBEND PROPERTY MGMT' },
	returned: 3,
	landlordReviews: [
		review(
			riverbend,
			[2, 1, 4, 4],
			'Rent came late in 7 of 10 months & twice only after a notice. Flat was left clean.',
		),
		review(kowalska, [4, 3, 5, 5], 'Good neighbour. Money was tight after he changed jobs.'),
	],
	greenFlags: ['Employment was confirmed by the employer'],
	redFlags: () => [
		{
			title: 'Rent was paid late',
			description: 'Seven of the last ten rent payments came after the 5th.',
			severity: 'HIGH',
		},
		{
			title: 'Account overdrawn',
			description: 'Three returned payments in the last six months.',
			severity: 'MEDIUM',
			occurrences: 3,
		},
	],
};

/**
 * Self-employed with good and bad months, and the texts that break careless software: accents,
 * quotes, angle brackets, line breaks, and words that a spreadsheet would take for a formula.
 */
const freelancer: Persona = {
	dateOfBirth: '17 April 1985',
	currentAddress: address("31 Rue de l'Église", '2ᵉ étage', 'Montréal', 'QC', 'H2Y 1K7'),
	income: salary(61, 79, { incomeType: 'SELF_EMPLOYED', payCycle: 'IRREGULAR' }),
	employment: {
		employeeType: 'SELF_EMPLOYED',
		jobTitle: 'Illustratrice & muralist',
		startDate: '09/2014',
		minimumMonthsOfEmployment: 141,
		weeklyHours: 35,
		employer: { name: 'Atelier «Ça va?» D’Angelo' },
	},
	rentals: [rental(oNeil, 'September 2019', 2200, "The building's been sold")],
	scores: { service: [690, 780], credit: [678, 724] },
	rent: 2450,
	debt: { monthly: [520, 760], total: [9800, 15200], limit: 20000 },
	account: { spending: 0.83, balance: [2800, 6400], swing: 0.45 },
	payments: { months: 12, lateBy: 6, description: '=LOYER/RENT+FRAIS #31-2 "Gagnon & Fils"' },
	landlordReviews: [
		review(
			oNeil,
			[4, 4, 3, 5],
			'- Always "on time" (give or take a week) <3\n- Paints at home; smell of turpentine & co.\n- Wanted to "fix" the <balcony> herself',
		),
	],
	greenFlags: ['Rent was paid in 12 of 12 months', 'Tax assessments match the stated income'],
	redFlags: (months) => [
		{
			type: 'INCOME_IRREGULAR',
			detail: "Income swings by more than 40 % (it's seasonal)",
			months: months.slice(0, 3),
		},
	],
};

/** Earns well and owes more: heavy debts, red flags of other shapes, the worst reviews. */
const indebted: Persona = {
	dateOfBirth: '1976-02-29',
	currentAddress: address('1180 Cordova Street West', '#2204', 'Vancouver', 'BC', 'V6C 0B2'),
	income: salary(96, 124, { incomeType: 'SALARY', payCycle: 'MONTHLY' }),
	employment: {
		employeeType: 'CONTRACT',
		employmentStatus: 'NOTICE_GIVEN',
		jobTitle: 'Sales Director',
		startDate: '2023-06-01',
		minimumMonthsOfEmployment: 36,
		weeklyHours: 45,
		employer: { name: 'Harbourline Marine Ltd.' },
	},
	rentals: [rental(cordova, '2024-01-01', 2600, 'Rent increase')],
	scores: { service: [210, 340], credit: [492, 548] },
	rent: 2750,
	debt: { monthly: [3900, 4800], total: [118000, 164000], limit: 40000 },
	account: { spending: 1.19, balance: [400, 2600], isOverdrawn: true, swing: 0.14 },
	payments: { months: 4, lateBy: 20, description: 'PAD CORDOVA TOWERS LP' },
	landlordReviews: [
		review(
			cordova,
			[1, 1, 2, 1],
			'Owes two months of rent. Replaced the kitchen door at our cost.',
		),
		review({ landlordEmail: 'k.yamamoto@example.com' }, [2, 2, 3, 3]),
	],
	redFlags: (months) => [
		{ code: 'COLLECTIONS', amount: 7312.55, agency: 'Pacific Recovery Ltd.' },
		{ message: 'Debt exceeds the limit' },
		{ message: 'Two months of rent are missing', months: months.slice(-5, -3) },
		{ flag: { kind: 'CREDIT_UTILISATION', percent: 98 } },
	],
};

/** First flat: a part-time job, a short record, no review yet, one mild red flag. */
const student: Persona = {
	dateOfBirth: '2005-08-30',
	currentAddress: address('15 College Green, Room 212', '', 'Halifax', 'NS', 'B3H 4R2'),
	income: wage(16, 19, { hours: 18, netShare: 0.92, payCycle: 'WEEKLY' }),
	employment: {
		employeeType: 'PART_TIME',
		jobTitle: 'Barista',
		startDate: '2025-09-15',
		minimumMonthsOfEmployment: 9,
		weeklyHours: 18,
		employer: { name: 'The Daily Grind Café' },
	},
	scores: { service: [610, 700], credit: [640, 672] },
	rent: 950,
	debt: { monthly: 0, total: [4200, 9900], limit: 1500 },
	account: { months: 5, spending: 0.94, balance: [600, 1400], swing: 0.22 },
	payments: { months: 3, amount: 700, description: 'E-TRANSFER residence fee' },
	greenFlags: ['No missed credit payments'],
	redFlags: () => [{ title: 'Short credit history', description: 'The file is eight months old.' }],
};

/** Just arrived: no credit file, no bank connected, no landlord to ask. Nearly nothing is known. */
const newcomer = undefined;

/** Every kind of applicant; an email address always gets the same kind. */
export const personas = [steady, latePayer, newcomer, freelancer, indebted, student];
