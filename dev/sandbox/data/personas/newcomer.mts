import type { Persona } from '../findings.mts';

/** Just arrived: no credit file, no bank connected, no landlord to ask. Nearly nothing is known. */
export const newcomer: Persona = (subject) => ({
	screening: {
		...(subject.rent === undefined ? {} : { rent: subject.rent }),
		landlordReviews: [],
		monthlyData: [],
		greenFlags: [],
		redFlags: [],
		rentTransactions: [],
	},
	user: { rentals: [] },
});
