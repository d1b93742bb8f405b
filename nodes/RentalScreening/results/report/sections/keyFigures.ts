import type { Applicant } from '../../applicant';
import { rentToIncomePercent } from '../../averages';
import { fact, factsBlock } from '../facts';
import { formatAmount, formatNumber, formatPercent } from '../format';
import type { Block } from '../model';

/** Scores, rent, income and debts. */
export function keyFigures({ screening }: Applicant): Block[] {
	const percent = rentToIncomePercent(screening.rent, screening.monthlyIncome);
	return factsBlock('figures', [
		...fact('Service score', formatNumber(screening.serviceScore)),
		...fact('Credit score', formatNumber(screening.creditScore)),
		...fact('Rent', formatAmount(screening.rent)),
		...fact('Monthly income', formatAmount(screening.monthlyIncome)),
		...fact('Rent to income', formatPercent(percent)),
		...fact('Monthly debt', formatAmount(screening.monthlyDebt)),
		...fact('Total debt', formatAmount(screening.totalDebt)),
		...fact('Debt limit', formatAmount(screening.debtLimit)),
	]);
}
