import { cents, monthlyData, rentPayments } from '../bank.mts';
import { identityOf, nameOf } from '../identity.mts';
import type { Persona } from '../persona.mts';
import { identifier } from '../seed.mts';

/** Earns well and owes more: heavy debts, red flags of other shapes, the worst reviews. */
export const indebted: Persona = (subject, random) => {
	const rent = subject.rent ?? 2750;
	const annualIncome = random.whole(96, 124) * 1000;
	const monthlyIncome = cents(annualIncome / 12);
	const person = {
		...nameOf(subject, { firstName: 'Jürgen', lastName: 'Groß' }),
		dateOfBirth: '1976-02-29',
		address: {
			line1: '1180 Cordova Street West',
			line2: '#2204',
			city: 'Vancouver',
			state: 'BC',
			postalCode: 'V6C 0B2',
			country: 'CA',
		},
	};
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
				{
					email: 'rentals@cordova-towers.example',
					phone: '+16045550101',
					wouldRentToThemAgain: 1,
					paysRentOnTime: 1,
					cleanliness: 2,
					didNotDamageProperty: 1,
					additionalDetails: 'Owes two months of rent. Replaced the kitchen door at our cost.',
				},
				{
					email: 'k.yamamoto@example.com',
					wouldRentToThemAgain: 2,
					paysRentOnTime: 2,
					cleanliness: 3,
					didNotDamageProperty: 3,
				},
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
		user: {
			firstName: person.firstName,
			lastName: person.lastName,
			dateOfBirth: person.dateOfBirth,
			currentAddress: person.address,
			employmentDetails: {
				identity: identityOf(subject, person, random),
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
			},
			rentals: [
				{
					address: person.address,
					start: '2024-01-01',
					reasonForMoving: 'Rent increase',
					rentAmount: 2600,
					landlordName: 'Cordova Towers LP',
					landlordEmail: 'rentals@cordova-towers.example',
					landlordPhone: '+16045550101',
					id: identifier('rental', subject.userId, 1),
				},
			],
		},
	};
};
