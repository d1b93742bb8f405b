import type { Schemas } from '../types.mts';

/** What all applicants of one kind have in common. */
export interface Persona {
	dateOfBirth: string;
	currentAddress: Schemas['StructuredAddress'];
	monthlyIncome: number;
	monthlySpending: number;
	averageBalance: number;
	incomeType: string;
	payCycle: string;
	employment: Schemas['Employment'];
	/** The newest first. */
	rentals: Schemas['Rental'][];
	/** `rent` is for an applicant whose property does not say it. */
	screening: Pick<Schemas['Screening'], 'landlordReviews' | 'greenFlags' | 'redFlags'> &
		Record<
			'serviceScore' | 'creditScore' | 'rent' | 'monthlyDebt' | 'totalDebt' | 'debtLimit',
			number
		>;
	/** The rent of each month, paid on the first or at most so many days later. */
	payments: Pick<Schemas['RentTransaction'], 'description' | 'isoCurrencyCode'> & {
		amount: number;
		lateBy: number;
		isReturned?: true;
	};
}

/** Steady salary, long rental history, glowing reviews, no red flag. */
const steady: Persona = {
	dateOfBirth: '1988-04-17',
	currentAddress: {
		line1: '48 Palmerston Avenue',
		city: 'Toronto',
		state: 'ON',
		postalCode: 'M6J 2J1',
		country: 'CA',
	},
	monthlyIncome: 8400,
	monthlySpending: 6050,
	averageBalance: 12500,
	incomeType: 'SALARY',
	payCycle: 'SEMI_MONTHLY',
	employment: {
		employeeType: 'REGULAR',
		employmentStatus: 'ACTIVE',
		jobTitle: 'Registered Nurse',
		startDate: '2017-09-05',
		minimumMonthsOfEmployment: 105,
		weeklyHours: 38,
		employer: { name: "St. Brigid's Community Hospital" },
	},
	rentals: [
		{
			landlordName: 'Michael Okafor',
			landlordEmail: 'm.okafor@example.com',
			landlordPhone: '+14165550142',
			start: '2022-05-01',
			rentAmount: 1950,
			reasonForMoving: 'Looking for a second bedroom',
		},
		{
			address: { line1: '7 Spruce Court', city: 'Hamilton', state: 'ON', country: 'CA' },
			landlordName: "Siobhán O'Connor",
			start: '2018-03-01',
			rentAmount: 1375,
			reasonForMoving: 'New job in Toronto',
		},
	],
	screening: {
		serviceScore: 92,
		creditScore: 792,
		rent: 2100,
		monthlyDebt: 300,
		totalDebt: 5200,
		debtLimit: 32000,
		landlordReviews: [
			{
				email: 'm.okafor@example.com',
				wouldRentToThemAgain: 5,
				paysRentOnTime: 5,
				cleanliness: 5,
				didNotDamageProperty: 5,
				additionalDetails: 'Paid on the first for four years. I was sorry to see them go.',
			},
		],
		greenFlags: ['Income is stable over 12 months', 'Rent was never late in 12 months'],
		redFlags: [],
	},
	payments: {
		description: 'INTERAC e-Transfer RENT Unit 3',
		isoCurrencyCode: 'CAD',
		amount: 1950,
		lateBy: 1,
	},
};

/**
 * Self-employed and late with the rent, with red flags of several shapes, and the texts that break careless
 * software: accents, quotes, angle brackets, line breaks, and words that a spreadsheet takes for a formula.
 */
const freelancer: Persona = {
	dateOfBirth: '17 April 1985',
	currentAddress: {
		line1: "31 Rue de l'Église",
		line2: '2ᵉ étage',
		city: 'Montréal',
		state: 'QC',
		postalCode: 'H2Y 1K7',
		country: 'CA',
	},
	monthlyIncome: 5800,
	monthlySpending: 4800,
	averageBalance: 4600,
	incomeType: 'SELF_EMPLOYED',
	payCycle: 'IRREGULAR',
	employment: {
		employeeType: 'SELF_EMPLOYED',
		employmentStatus: 'ACTIVE',
		jobTitle: 'Illustratrice & muralist',
		startDate: '09/2014',
		minimumMonthsOfEmployment: 141,
		weeklyHours: 35,
		employer: { name: 'Atelier «Ça va?» D’Angelo' },
	},
	rentals: [
		{
			landlordName: "Renée O'Neil",
			landlordEmail: "renee.o'neil@example.org",
			landlordPhone: '+15145550129',
			start: 'September 2019',
			rentAmount: 2200,
			reasonForMoving: "The building's been sold",
		},
	],
	screening: {
		serviceScore: 53.5,
		creditScore: 641,
		rent: 2450,
		monthlyDebt: 640,
		totalDebt: 12500,
		debtLimit: 20000,
		landlordReviews: [
			{
				email: "renee.o'neil@example.org",
				wouldRentToThemAgain: 4,
				paysRentOnTime: 4,
				cleanliness: 3,
				didNotDamageProperty: 5,
				additionalDetails:
					'- Always "on time" (give or take a week) <3\n- Paints at home; smell of turpentine & co.\n- Wanted to "fix" the <balcony> herself',
			},
		],
		greenFlags: ['Tax assessments match the stated income'],
		redFlags: [
			{ type: 'INCOME_IRREGULAR', detail: "Income swings by more than 40 % (it's seasonal)" },
			{
				title: 'Rent was paid late',
				description: 'Seven of the last ten rent payments came after the 5th.',
				severity: 'MEDIUM',
			},
			{ code: 'COLLECTIONS', amount: 312.55, agency: 'Pacific Recovery Ltd.' },
			{ flag: { kind: 'CREDIT_UTILISATION', percent: 98 } },
		],
	},
	payments: {
		description: '=LOYER/RENT+FRAIS #31-2 "Gagnon & Fils"',
		isoCurrencyCode: 'CAD',
		amount: 2200,
		lateBy: 14,
		isReturned: true,
	},
};

/** Just arrived: no credit file, no bank connected, no landlord to ask. Nearly nothing is known. */
const newcomer = undefined;

/** The kinds of applicants, each as often as it occurs. An email address always gets the same kind. */
export const personas = [newcomer, freelancer, steady, freelancer, steady, steady];
