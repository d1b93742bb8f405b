import { cents, monthlyData, rentPayments } from '../bank.mts';
import { address, review, userOf, type Persona } from '../persona.mts';
import { identifier } from '../seed.mts';

/** Works, but pays late: red flags with titles, reviews that disagree, a month without rent. */
export const latePayer: Persona = (subject, random) => {
	const rent = subject.rent ?? 1850;
	const hourlyIncome = random.money(24, 29);
	const monthlyIncome = cents((hourlyIncome * 40 * 52) / 12);
	const payments = rentPayments(random, 10, {
		owner: subject.userId,
		amount: 1600,
		currency: 'USD',
		description: 'ACH RENT - RIVERBEND PROPERTY MGMT',
		lateBy: 13,
	});
	return {
		screening: {
			serviceScore: random.whole(480, 590) / 10,
			creditScore: random.whole(588, 634),
			rent,
			monthlyIncome,
			monthlyDebt: random.money(690, 910),
			totalDebt: random.money(17000, 23000),
			debtLimit: 12500,
			landlordReviews: [
				review(
					'office@riverbend.example',
					'+16145550110',
					[2, 1, 4, 4],
					'Rent came late in 7 of 10 months & twice only after a notice. Flat was left clean.',
				),
				review(
					'd.kowalska@example.net',
					'+16145550163',
					[4, 3, 5, 5],
					'Good neighbour. Money was tight after he changed jobs.',
				),
			],
			monthlyData: monthlyData(random, {
				income: monthlyIncome,
				spending: monthlyIncome * 1.02,
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
			rentTransactions: [
				...payments.slice(0, 2),
				{
					id: identifier('transaction', subject.userId, 'returned'),
					type: 'CREDIT',
					amount: 1600,
					isoCurrencyCode: 'USD',
					description: 'RETURNED ITEM - NSF',
					date: '2026-04-17',
				},
				...payments.slice(2),
			],
			updatedAt: '2026-06-28T19:22:45Z',
		},
		user: userOf(subject, random, {
			name: ['Marcus', 'Bell'],
			dateOfBirth: '1994-11-02',
			currentAddress: address('2210 Riverbend Drive', 'Apt 14B', 'Columbus', 'OH', '43201', 'US'),
			income: {
				income: monthlyIncome,
				incomeType: 'HOURLY',
				annualIncome: Math.round(monthlyIncome * 12),
				hourlyIncome,
				netHourlyRate: cents(hourlyIncome * 0.81),
				payCycle: 'BIWEEKLY',
			},
			employment: {
				employeeType: 'REGULAR',
				employmentStatus: 'ACTIVE',
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
					landlordName: 'Riverbend Property Mgmt',
					landlordEmail: 'office@riverbend.example',
					landlordPhone: '+16145550110',
				},
			],
		}),
	};
};
