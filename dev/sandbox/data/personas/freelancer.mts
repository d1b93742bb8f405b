import { address, monthlyData, monthsBefore, rentPayments } from '../findings.mts';
import { review, salary, userOf, type Persona } from '../findings.mts';

const oNeil = {
	landlordName: "Renée O'Neil",
	landlordEmail: "renee.o'neil@example.org",
	landlordPhone: '+15145550129',
};

/**
 * Self-employed with good and bad months, and the texts that break careless software: accents,
 * quotes, angle brackets, line breaks, and words that a spreadsheet would take for a formula.
 */
export const freelancer: Persona = (subject, random) => {
	const pay = salary(random, 61, 79);
	return {
		screening: {
			serviceScore: random.whole(690, 780) / 10,
			creditScore: random.whole(678, 724),
			rent: subject.rent ?? 2450,
			monthlyIncome: pay.income,
			monthlyDebt: random.money(520, 760),
			totalDebt: random.money(9800, 15200),
			debtLimit: 20000,
			landlordReviews: [
				review(
					oNeil,
					[4, 4, 3, 5],
					'- Always "on time" (give or take a week) <3\n- Paints at home; smell of turpentine & co.\n- Wanted to "fix" the <balcony> herself',
				),
			],
			monthlyData: monthlyData(random, subject, {
				income: pay.income,
				spending: 0.83,
				balance: random.whole(2800, 6400),
				swing: 0.45,
			}),
			greenFlags: ['Rent was paid in 12 of 12 months', 'Tax assessments match the stated income'],
			redFlags: [
				{
					type: 'INCOME_IRREGULAR',
					detail: "Income swings by more than 40 % (it's seasonal)",
					months: monthsBefore(subject).slice(0, 3),
				},
			],
			rentTransactions: rentPayments(random, subject, 12, {
				amount: 2200,
				isoCurrencyCode: 'CAD',
				description: '=LOYER/RENT+FRAIS #31-2 "Gagnon & Fils"',
				lateBy: 6,
			}),
		},
		user: userOf(subject, random, {
			dateOfBirth: '17 April 1985',
			currentAddress: address("31 Rue de l'Église", '2ᵉ étage', 'Montréal', 'QC', 'H2Y 1K7'),
			income: { ...pay, incomeType: 'SELF_EMPLOYED', payCycle: 'IRREGULAR' },
			employment: {
				employeeType: 'SELF_EMPLOYED',
				jobTitle: 'Illustratrice & muralist',
				startDate: '09/2014',
				minimumMonthsOfEmployment: 141,
				weeklyHours: 35,
				employer: { name: 'Atelier «Ça va?» D’Angelo' },
			},
			rentals: [
				{
					start: 'September 2019',
					reasonForMoving: "The building's been sold",
					rentAmount: 2200,
					...oNeil,
				},
			],
		}),
	};
};
