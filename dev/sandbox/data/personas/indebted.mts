import { cents, monthlyData, rentPayments } from '../bank.mts';
import { address, review, userOf, type Persona } from '../persona.mts';

/** Earns well and owes more: heavy debts, red flags of other shapes, the worst reviews. */
export const indebted: Persona = (subject, random) => {
	const rent = subject.rent ?? 2750;
	const annualIncome = random.whole(96, 124) * 1000;
	const monthlyIncome = cents(annualIncome / 12);
	return {
		screening: {
			serviceScore: random.whole(210, 340) / 10,
			creditScore: random.whole(492, 548),
			rent,
			monthlyIncome,
			monthlyDebt: random.money(3900, 4800),
			totalDebt: random.money(118000, 164000),
			debtLimit: 40000,
			landlordReviews: [
				review(
					'rentals@cordova-towers.example',
					'+16045550101',
					[1, 1, 2, 1],
					'Owes two months of rent. Replaced the kitchen door at our cost.',
				),
				review('k.yamamoto@example.com', '', [2, 2, 3, 3]),
			],
			monthlyData: monthlyData(random, {
				income: monthlyIncome,
				spending: monthlyIncome * 1.19,
				balance: -random.whole(400, 2600),
				swing: 0.14,
			}),
			greenFlags: [],
			redFlags: [
				{ code: 'COLLECTIONS', amount: 7312.55, agency: 'Pacific Recovery Ltd.' },
				{ message: 'Debt exceeds the limit' },
				{ message: 'Two months of rent are missing', months: ['2026-02', '2026-03'] },
				{ flag: { kind: 'CREDIT_UTILISATION', percent: 98 } },
			],
			rentTransactions: rentPayments(random, 4, {
				owner: subject.userId,
				amount: 2600,
				currency: 'CAD',
				description: 'PAD CORDOVA TOWERS LP',
				lateBy: 20,
			}),
			updatedAt: '2026-06-30T06:15:00Z',
		},
		user: userOf(subject, random, {
			name: ['Jürgen', 'Groß'],
			dateOfBirth: '1976-02-29',
			currentAddress: address('1180 Cordova Street West', '#2204', 'Vancouver', 'BC', 'V6C 0B2'),
			income: {
				income: monthlyIncome,
				incomeType: 'SALARY',
				annualIncome,
				payCycle: 'MONTHLY',
			},
			employment: {
				employeeType: 'CONTRACT',
				employmentStatus: 'NOTICE_GIVEN',
				jobTitle: 'Sales Director',
				startDate: '2023-06-01',
				minimumMonthsOfEmployment: 36,
				weeklyHours: 45,
				employer: { name: 'Harbourline Marine Ltd.' },
			},
			rentals: [
				{
					start: '2024-01-01',
					reasonForMoving: 'Rent increase',
					rentAmount: 2600,
					landlordName: 'Cordova Towers LP',
					landlordEmail: 'rentals@cordova-towers.example',
					landlordPhone: '+16045550101',
				},
			],
		}),
	};
};
