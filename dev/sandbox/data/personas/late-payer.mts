import { cents, monthlyData, rentPayments } from '../bank.mts';
import { identityOf, nameOf } from '../identity.mts';
import type { Persona } from '../persona.mts';
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
	const person = {
		...nameOf(subject, { firstName: 'Marcus', lastName: 'Bell' }),
		dateOfBirth: '1994-11-02',
		address: {
			line1: '2210 Riverbend Drive',
			line2: 'Apt 14B',
			city: 'Columbus',
			state: 'OH',
			postalCode: '43201',
			country: 'US',
		},
	};
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
				{
					email: 'office@riverbend.example',
					phone: '+16145550110',
					wouldRentToThemAgain: 2,
					paysRentOnTime: 1,
					cleanliness: 4,
					didNotDamageProperty: 4,
					additionalDetails:
						'Rent came late in 7 of 10 months & twice only after a notice. Flat was left clean.',
				},
				{
					email: 'd.kowalska@example.net',
					phone: '+16145550163',
					wouldRentToThemAgain: 4,
					paysRentOnTime: 3,
					cleanliness: 5,
					didNotDamageProperty: 5,
					additionalDetails: 'Good neighbour. Money was tight after he changed jobs.',
				},
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
		user: {
			firstName: person.firstName,
			lastName: person.lastName,
			dateOfBirth: person.dateOfBirth,
			currentAddress: person.address,
			employmentDetails: {
				identity: identityOf(subject, person, random),
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
						address: {
							line1: '9001 Alum Creek Drive',
							city: 'Columbus',
							state: 'OH',
							postalCode: '43217',
							country: 'US',
						},
					},
				},
			},
			rentals: [
				{
					address: person.address,
					start: '2025-02-01',
					reasonForMoving: 'Lease is not renewed',
					rentAmount: 1600,
					landlordName: 'Riverbend Property Mgmt',
					landlordEmail: 'office@riverbend.example',
					landlordPhone: '+16145550110',
					id: identifier('rental', subject.userId, 1),
				},
			],
		},
	};
};
