import { looseObjects, numberOf, textOf, type Loose, type Schemas } from './values';

type RentTransaction = Loose<Schemas['RentTransaction']>;

/** The mean of the numbers among the values, to two decimals; null where there is none. */
export function average(values: unknown[]): number | null {
	const numbers = values.map(numberOf).filter((number) => number !== null);
	if (numbers.length === 0) return null;
	return rounded(numbers.reduce((sum, number) => sum + number, 0) / numbers.length, 2);
}

/** Rent as a percentage of monthly income, to one decimal; null without either or without income. */
export function rentToIncomePercent(rent: unknown, monthlyIncome: unknown): number | null {
	const part = numberOf(rent);
	const whole = numberOf(monthlyIncome);
	if (part === null || whole === null || whole <= 0) return null;
	return rounded((part / whole) * 100, 1);
}

/** Rent transactions, newest first; those without a readable date come last, in their own order. */
export function newestFirst(rentTransactions: unknown): RentTransaction[] {
	return looseObjects<Schemas['RentTransaction']>(rentTransactions)
		.map((transaction) => ({ transaction, time: Date.parse(textOf(transaction.date) ?? '') }))
		.sort((one, other) => compareNewestFirst(one.time, other.time))
		.map(({ transaction }) => transaction);
}

/** The newest rent transaction that is not a credit: money that came back is no payment. */
export function lastRentPayment(rentTransactions: unknown): RentTransaction {
	return newestFirst(rentTransactions).find(({ type }) => type !== 'CREDIT') ?? {};
}

function compareNewestFirst(one: number, other: number): number {
	if (Number.isNaN(one) || Number.isNaN(other)) {
		return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
	}
	return other - one;
}

function rounded(number: number, decimals: number): number | null {
	const factor = 10 ** decimals;
	return numberOf(Math.round(number * factor) / factor);
}
