import { looseObjects, textOf, type Loose, type Schemas } from './loose';

type RentTransaction = Loose<Schemas['RentTransaction']>;

/** Rent transactions, newest first; those without a readable date come last, in their own order. */
export function newestFirst(rentTransactions: unknown): RentTransaction[] {
	return looseObjects<Schemas['RentTransaction']>(rentTransactions)
		.map((transaction) => ({ transaction, time: timeOf(transaction.date) }))
		.sort((one, other) => compareNewestFirst(one.time, other.time))
		.map(({ transaction }) => transaction);
}

/** The newest rent transaction that is not a credit: money that came back is no payment. */
export function lastRentPayment(rentTransactions: unknown): RentTransaction {
	return newestFirst(rentTransactions).find(({ type }) => type !== 'CREDIT') ?? {};
}

function timeOf(date: unknown): number {
	return Date.parse(textOf(date) ?? '');
}

function compareNewestFirst(one: number, other: number): number {
	if (Number.isNaN(one) || Number.isNaN(other)) {
		return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
	}
	return other - one;
}
