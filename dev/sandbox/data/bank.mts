import type { Schemas } from '../types.mts';
import { identifier, type Random } from './seed.mts';

/** The months that the bank data covers, oldest first. Fixed, so that the data never changes. */
export const months = [
	'2025-07',
	'2025-08',
	'2025-09',
	'2025-10',
	'2025-11',
	'2025-12',
	'2026-01',
	'2026-02',
	'2026-03',
	'2026-04',
	'2026-05',
	'2026-06',
] as const;

/** An amount in full cents. */
export function cents(amount: number): number {
	return Math.round(amount * 100) / 100;
}

/** One datum a month; `swing` is how far income and spending stray, as a part of themselves. */
export function monthlyData(
	random: Random,
	usual: { income: number; spending: number; balance: number; swing: number },
): Schemas['MonthlyDatum'][] {
	const stray = (amount: number) => {
		const by = Math.round(usual.swing * 1000);
		return cents(amount * (1 + random.whole(-by, by) / 1000));
	};
	return months.map((month) => ({
		averageBalance: stray(usual.balance),
		income: stray(usual.income),
		month,
		spending: stray(usual.spending),
	}));
}

/** A rent payment on about the first of each of the last `count` months, newest first. */
export function rentPayments(
	random: Random,
	count: number,
	payment: {
		owner: string;
		amount: number;
		currency: string;
		description: string;
		lateBy?: number;
	},
): Schemas['RentTransaction'][] {
	return months
		.slice(-count)
		.reverse()
		.map((month) => {
			const day = 1 + random.whole(0, payment.lateBy ?? 1);
			return {
				id: identifier('transaction', payment.owner, month),
				type: 'DEBIT',
				amount: payment.amount,
				isoCurrencyCode: payment.currency,
				description: payment.description,
				date: `${month}-${String(day).padStart(2, '0')}`,
			};
		});
}
