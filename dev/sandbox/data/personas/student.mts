import { address, monthlyData, rentPayments, userOf, wage, type Persona } from '../findings.mts';

/** First flat: a part-time job, a short record, no review yet, one mild red flag. */
export const student: Persona = (subject, random) => {
	const pay = wage(random, 16, 19, 18, 0.92);
	return {
		screening: {
			serviceScore: random.whole(610, 700) / 10,
			creditScore: random.whole(640, 672),
			rent: subject.rent ?? 950,
			monthlyIncome: pay.income,
			monthlyDebt: 0,
			totalDebt: random.money(4200, 9900),
			debtLimit: 1500,
			landlordReviews: [],
			monthlyData: monthlyData(random, subject, {
				income: pay.income,
				spending: 0.94,
				balance: random.whole(600, 1400),
				swing: 0.22,
			}).slice(-5),
			greenFlags: ['No missed credit payments'],
			redFlags: [{ title: 'Short credit history', description: 'The file is eight months old.' }],
			rentTransactions: rentPayments(random, subject, 3, {
				amount: 700,
				isoCurrencyCode: 'CAD',
				description: 'E-TRANSFER residence fee',
			}),
		},
		user: userOf(subject, random, {
			dateOfBirth: '2005-08-30',
			currentAddress: address('15 College Green, Room 212', '', 'Halifax', 'NS', 'B3H 4R2'),
			income: { ...pay, payCycle: 'WEEKLY' },
			employment: {
				employeeType: 'PART_TIME',
				jobTitle: 'Barista',
				startDate: '2025-09-15',
				minimumMonthsOfEmployment: 9,
				weeklyHours: 18,
				employer: { name: 'The Daily Grind Café' },
			},
		}),
	};
};
