import { address, monthlyData, monthsBefore, rentPayments } from '../findings.mts';
import { review, salary, userOf, type Persona } from '../findings.mts';

const cordova = {
	landlordName: 'Cordova Towers LP',
	landlordEmail: 'rentals@cordova-towers.example',
	landlordPhone: '+16045550101',
};

/** Earns well and owes more: heavy debts, red flags of other shapes, the worst reviews. */
export const indebted: Persona = (subject, random) => {
	const pay = salary(random, 96, 124);
	return {
		screening: {
			serviceScore: random.whole(210, 340) / 10,
			creditScore: random.whole(492, 548),
			rent: subject.rent ?? 2750,
			monthlyIncome: pay.income,
			monthlyDebt: random.money(3900, 4800),
			totalDebt: random.money(118000, 164000),
			debtLimit: 40000,
			landlordReviews: [
				review(
					cordova,
					[1, 1, 2, 1],
					'Owes two months of rent. Replaced the kitchen door at our cost.',
				),
				review({ landlordEmail: 'k.yamamoto@example.com' }, [2, 2, 3, 3]),
			],
			monthlyData: monthlyData(random, subject, {
				income: pay.income,
				spending: 1.19,
				balance: -random.whole(400, 2600),
				swing: 0.14,
			}),
			greenFlags: [],
			redFlags: [
				{ code: 'COLLECTIONS', amount: 7312.55, agency: 'Pacific Recovery Ltd.' },
				{ message: 'Debt exceeds the limit' },
				{ message: 'Two months of rent are missing', months: monthsBefore(subject).slice(-5, -3) },
				{ flag: { kind: 'CREDIT_UTILISATION', percent: 98 } },
			],
			rentTransactions: rentPayments(random, subject, 4, {
				amount: 2600,
				isoCurrencyCode: 'CAD',
				description: 'PAD CORDOVA TOWERS LP',
				lateBy: 20,
			}),
		},
		user: userOf(subject, random, {
			dateOfBirth: '1976-02-29',
			currentAddress: address('1180 Cordova Street West', '#2204', 'Vancouver', 'BC', 'V6C 0B2'),
			income: { ...pay, incomeType: 'SALARY', payCycle: 'MONTHLY' },
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
				{ start: '2024-01-01', reasonForMoving: 'Rent increase', rentAmount: 2600, ...cordova },
			],
		}),
	};
};
