import { numberOf } from './loose';

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

function rounded(number: number, decimals: number): number | null {
	const factor = 10 ** decimals;
	return numberOf(Math.round(number * factor) / factor);
}
