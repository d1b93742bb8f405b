import { address, monthlyData, rentPayments, review, salary, userOf } from '../findings.mts';
import type { Persona } from '../findings.mts';

const okafor = {
	landlordName: 'Michael Okafor',
	landlordEmail: 'm.okafor@example.com',
	landlordPhone: '+14165550142',
};
const oConnor = {
	landlordName: "Siobhán O'Connor",
	landlordEmail: 'siobhan.oconnor@example.org',
	landlordPhone: '+14165550187',
};

/** Steady salary, long rental history, glowing reviews, no red flag. */
export const steady: Persona = (subject, random) => {
	const pay = salary(random, 84, 118);
	return {
		screening: {
			serviceScore: random.whole(860, 970) / 10,
			creditScore: random.whole(755, 830),
			rent: subject.rent ?? 2100,
			monthlyIncome: pay.income,
			monthlyDebt: random.money(180, 420),
			totalDebt: random.money(2500, 7800),
			debtLimit: 32000,
			landlordReviews: [
				review(
					okafor,
					[5, 5, 5, 5],
					'Paid on the first for four years. I was sorry to see them go.',
				),
				review(oConnor, [5, 4, 5, 5], 'Quiet, tidy, tells you early when something needs fixing.'),
			],
			monthlyData: monthlyData(random, subject, {
				income: pay.income,
				spending: 0.72,
				balance: random.whole(9000, 16000),
				swing: 0.06,
			}),
			greenFlags: [
				'Income is stable over 12 months',
				'Rent was never late in 12 months',
				'No missed credit payments',
				'Savings cover more than three months of rent',
			],
			redFlags: [],
			rentTransactions: rentPayments(random, subject, 12, {
				amount: 1950,
				isoCurrencyCode: 'CAD',
				description: 'INTERAC e-Transfer RENT Unit 3',
			}),
		},
		user: userOf(subject, random, {
			dateOfBirth: '1988-04-17',
			currentAddress: address('48 Palmerston Avenue', 'Unit 3', 'Toronto', 'ON', 'M6J 2J1'),
			income: { ...pay, incomeType: 'SALARY', payCycle: 'SEMI_MONTHLY' },
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
				{
					start: '2022-05-01',
					reasonForMoving: 'Looking for a second bedroom',
					rentAmount: 1950,
					...okafor,
				},
				{
					address: address('7 Spruce Court', '', 'Hamilton', 'ON', 'L8P 4X4'),
					start: '2018-03-01',
					reasonForMoving: 'New job in Toronto',
					rentAmount: 1375,
					...oConnor,
				},
			],
		}),
	};
};
