import type { Applicant } from '../../applicant';
import { average } from '../../averages';
import { looseObjects, numberOf, textOf, type Loose, type Schemas } from '../../loose';
import { fact, factsBlock } from '../facts';
import { formatAmount, formatMonth } from '../format';
import { andMore, MOST } from '../limits';
import type { Bar, Block, Month } from '../model';

type Datum = Loose<Schemas['MonthlyDatum']>;

/** Income and spending of each month, newest first, as bars of one scale, after the averages. */
export function incomeAndSpending({ screening }: Applicant): Block[] {
	const data = newestFirst(looseObjects<Schemas['MonthlyDatum']>(screening.monthlyData));
	const shown = data.slice(0, MOST.months);
	if (shown.length === 0) return [];
	const amounts = shown.flatMap(({ income, spending }) => [income, spending]);
	const largest = Math.max(...amounts.map((amount) => numberOf(amount) ?? 0));
	return [
		...averages(data),
		{ kind: 'months', months: shown.map((datum) => monthOf(datum, largest)) },
		...andMore(data, MOST.months),
	];
}

function averages(data: Datum[]): Block[] {
	if (data.length < 2) return [];
	const facts = [
		...fact('Income', formatAmount(average(data.map(({ income }) => income)))),
		...fact('Spending', formatAmount(average(data.map(({ spending }) => spending)))),
		...fact('Balance', formatAmount(average(data.map(({ averageBalance }) => averageBalance)))),
	];
	return factsBlock('figures', facts, `Average of ${data.length} months`);
}

// The format of a month is not shown: only ISO ones can be put in order, others stay as they came.
function newestFirst(data: Datum[]): Datum[] {
	const isIso = data.every(({ month }) => /^\d{4}-\d{2}/.test(textOf(month) ?? ''));
	return isIso
		? data.toSorted((one, other) => String(other.month).localeCompare(String(one.month)))
		: data;
}

function monthOf(datum: Datum, largest: number): Month {
	const balance = formatAmount(datum.averageBalance);
	return {
		label: formatMonth(datum.month) ?? 'Month not given',
		bars: [barOf('Income', datum.income, largest), barOf('Spending', datum.spending, largest)],
		note: balance === null ? null : `Average balance ${balance}`,
	};
}

function barOf(label: string, value: unknown, largest: number): Bar {
	const amount = numberOf(value) ?? 0;
	return {
		label,
		value: formatAmount(value) ?? 'Not given',
		// A small amount is to be seen as well.
		percent: amount > 0 ? Math.max(1, Math.round((amount / largest) * 100)) : 0,
	};
}
