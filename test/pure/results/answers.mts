import type { Schemas } from '../../../nodes/RentalScreening/core/json.ts';

export const SSN = '123-45-6789';

const MONTHS = ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'];
const HARBOUR_STREET = {
	...{ line1: '88 Harbour Street', line2: 'Unit 1204', city: 'Toronto', state: 'ON' },
};
const PAYMENT = { type: 'DEBIT', amount: 1950, isoCurrencyCode: 'CAD' } as const;

/** An applicant with all data. */
export function createFullAnswer(): Schemas['ScreeningData'] {
	return {
		screening: {
			id: 'scr-7d41',
			checkType: 'CHECK_TYPE_DEEP_CHECK',
			...{ serviceScore: 81.5, creditScore: 712, rent: 2100, monthlyIncome: 6250 },
			...{ monthlyDebt: 480.25, totalDebt: 11200, debtLimit: 18000 },
			landlordReviews: [
				{
					...{ email: 'm.okafor@example.com', phone: '+14165550142', wouldRentToThemAgain: 5 },
					...{ paysRentOnTime: 5, cleanliness: 4, didNotDamageProperty: 5 },
					additionalDetails:
						'Jane paid on the first of every month for three years. She told us about small ' +
						'repairs early and left the flat cleaner than she found it.',
				},
				{
					...{ email: 'leasing@harbourview.example.com', wouldRentToThemAgain: 4 },
					...{ paysRentOnTime: 4, cleanliness: 5, didNotDamageProperty: 5 },
				},
			],
			monthlyData: MONTHS.map((month, index) => ({
				month,
				income: 6100 + index * 50,
				spending: 5400.5 - index * 210.25,
				averageBalance: 3200.4 + index * 180,
			})),
			greenFlags: ['Income is stable', 'Rent has been paid every month', 'No collections'],
			redFlags: [
				{ type: 'LATE_PAYMENT', description: 'One rent payment was 6 days late', count: 1 },
				{ code: 'NSF', bank: { name: 'First Example Bank', fee: 48 } },
			],
			rentTransactions: [
				...MONTHS.map((month, index) => ({
					...{ id: `txn-${index}`, ...PAYMENT },
					...{ description: 'E-TRANSFER RENT 88 HARBOUR ST', date: `${month}-01` },
				})),
				{
					...{ id: 'txn-refund', ...PAYMENT, type: 'CREDIT', amount: 120.5 },
					...{ description: 'RENT ADJUSTMENT HYDRO', date: '2026-02-20' },
				},
			],
			updatedAt: '2026-03-01T14:22:05.000Z',
		},
		user: {
			id: 'usr-0b6d2c1e',
			...{ phoneNumber: '+14165550100', email: 'jane.doe@example.com', checkComplete: true },
			...{ firstName: 'Jane', lastName: 'Doe', dateOfBirth: '1991-07-14' },
			currentAddress: { ...HARBOUR_STREET, postalCode: 'M5J 0B7', country: 'CA' },
			employmentDetails: {
				identity: { firstName: 'Jane', lastName: 'Doe', ssn: SSN, dateOfBirth: '1991-07-14' },
				income: {
					...{ income: 6250, incomeType: 'SALARY', annualIncome: 75000, hourlyIncome: 38.46 },
					...{ netHourlyRate: 29.1, payCycle: 'BI_WEEKLY' },
				},
				employment: {
					...{ employeeType: 'PERMANENT', employmentStatus: 'FULL_TIME', weeklyHours: 37 },
					...{ jobTitle: 'Structural engineer', startDate: '2021-04-12' },
					minimumMonthsOfEmployment: 58,
					employer: {
						name: 'Example Bridges Inc.',
						address: { line1: '1 King Street West', city: 'Toronto', state: 'ON', country: 'CA' },
					},
				},
			},
			rentals: [
				{
					...{ id: 'rental-1', address: HARBOUR_STREET, start: '2023-02-01', rentAmount: 1950 },
					...{ reasonForMoving: 'Closer to work', landlordName: 'Harbour View Leasing' },
					...{ landlordPhone: '+14165550177', landlordEmail: 'leasing@harbourview.example.com' },
				},
				{
					...{ id: 'rental-2', start: '2020-01-01', rentAmount: 1400, reasonForMoving: 'New job' },
					address: {
						line1: '12 Maple Street',
						city: 'Hamilton',
						state: 'ON',
						postalCode: 'L8P 1A1',
					},
					...{ landlordName: 'M. Okafor', landlordPhone: '+14165550142' },
				},
			],
		},
	};
}

/** An applicant who was sent the link and has not opened it. */
export function createBareAnswer(): Schemas['ScreeningData'] {
	return {
		screening: { id: 'scr-9', rent: 2100 },
		user: { id: 'usr-9', email: 'sam@example.com', firstName: 'Sam', checkComplete: false },
	};
}
