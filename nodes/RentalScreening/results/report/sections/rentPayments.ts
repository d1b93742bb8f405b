import type { Applicant } from '../../applicant';
import type { Loose, Schemas } from '../../loose';
import { newestFirst } from '../../rentPayments';
import { clippedLine, formatAmount, formatDate, formatTerm } from '../format';
import { andMore, LENGTH, MOST } from '../limits';
import type { Block } from '../model';

/** The rent transactions of the applicant's bank account, newest first. */
export function rentPayments({ screening }: Applicant): Block[] {
	const transactions = newestFirst(screening.rentTransactions);
	if (transactions.length === 0) return [];
	return [
		{
			kind: 'table',
			columns: ['Date', 'Description', 'Type', 'Amount'],
			rows: transactions.slice(0, MOST.payments).map(rowOf),
		},
		...andMore(transactions, MOST.payments),
	];
}

function rowOf(transaction: Loose<Schemas['RentTransaction']>): string[] {
	const { date, description, type, amount, isoCurrencyCode } = transaction;
	const cells = [
		formatDate(date),
		clippedLine(description, LENGTH.word),
		formatTerm(type),
		formatAmount(amount, isoCurrencyCode),
	];
	return cells.map((cell) => cell ?? '–');
}
