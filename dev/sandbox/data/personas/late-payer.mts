import { address, monthlyData, monthsBefore, rentPayments } from '../findings.mts';
import { review, userOf, wage, type Persona } from '../findings.mts';
import { identifier } from '../seed.mts';

const riverbend = {
	landlordName: 'Riverbend Property Mgmt',
	landlordEmail: 'office@riverbend.example',
	landlordPhone: '+16145550110',
};
const kowalska = { landlordEmail: 'd.kowalska@example.net', landlordPhone: '+16145550163' };
const rent = { amount: 1600, isoCurrencyCode: 'USD' };

/** Works, but pays late: red flags with titles, reviews that disagree, a month without rent. */
export const latePayer: Persona = (subject, random) => {
	const pay = wage(random, 24, 29, 40, 0.81);
	const description = 'ACH RENT - RIVERBEND PROPERTY MGMT';
	const payments = rentPayments(random, subject, 10, { ...rent, description, lateBy: 13 });
	const returned = {
		id: identifier('transaction', subject.userId, 'returned'),
		type: 'CREDIT' as const,
		...rent,
		description: 'RETURNED ITEM - NSF',
		date: `${monthsBefore(subject).at(-3)}-17`,
	};
	return {
		screening: {
			serviceScore: random.whole(480, 590) / 10,
			creditScore: random.whole(588, 634),
			rent: subject.rent ?? 1850,
			monthlyIncome: pay.income,
			monthlyDebt: random.money(690, 910),
			totalDebt: random.money(17000, 23000),
			debtLimit: 12500,
			landlordReviews: [
				review(
					riverbend,
					[2, 1, 4, 4],
					'Rent came late in 7 of 10 months & twice only after a notice. Flat was left clean.',
				),
				review(kowalska, [4, 3, 5, 5], 'Good neighbour. Money was tight after he changed jobs.'),
			],
			monthlyData: monthlyData(random, subject, {
				income: pay.income,
				spending: 1.02,
				balance: random.whole(250, 900),
				swing: 0.11,
			}),
			greenFlags: ['Employment was confirmed by the employer'],
			redFlags: [
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
			rentTransactions: [...payments.slice(0, 2), returned, ...payments.slice(2)],
		},
		user: userOf(subject, random, {
			dateOfBirth: '1994-11-02',
			currentAddress: address('2210 Riverbend Drive', 'Apt 14B', 'Columbus', 'OH', '43201', 'US'),
			income: { ...pay, payCycle: 'BIWEEKLY' },
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
			rentals: [
				{
					start: '2025-02-01',
					reasonForMoving: 'Lease is not renewed',
					rentAmount: 1600,
					...riverbend,
				},
			],
		}),
	};
};
