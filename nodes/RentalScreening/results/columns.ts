import type { Loose, Schemas } from '../core/json';
import { capitalize, joinFilled } from '../core/text';
import { formatAddress, type Applicant } from './applicant';
import { formatForReport, isFigure, type Format } from './cells';
import { formatFlag } from './flags';

// The only place that names the columns of results: rows, report and docs derive from these tables.

/** A column: its name, the format of its values, and where they come from. */
export interface ResultColumn<Source = Applicant> {
	readonly name: string;
	readonly format: Format;
	readonly read: (source: Source) => unknown;
	/** The section of a report that shows it; absent where another part of the report says the same. */
	readonly section?: (typeof REPORT_SECTIONS)[number];
}

export type Columns<Source = Applicant> = ReadonlyArray<ResultColumn<Source>>;

/** The figures that are seen first. */
export const KEY_FIGURES = ['serviceScore', 'creditScore', 'monthlyIncome', 'rentToIncomePercent'];

/** The sections of a report that columns are in, in their order. */
export const REPORT_SECTIONS = ['Work', 'Rent and debts', 'Applicant', 'Reference'] as const;

function defineColumn<Source = Applicant>(
	name: string,
	format: Format,
	read: (source: Source) => unknown,
): ResultColumn<Source> {
	return { name, format, read };
}

/** Columns for members of an object, under their names. */
function defineMembers<Source>(formats: {
	readonly [Member in keyof Source & string]?: Format;
}): Array<ResultColumn<Source>> {
	return Object.entries(formats).map(([name, format]) =>
		defineColumn(name, format as Format, (source) => source[name as keyof Source]),
	);
}

/** Columns for members of a part of an applicant, under their names. */
function definePart<Part extends 'user' | 'screening' | 'employment' | 'income'>(
	part: Part,
	formats: Parameters<typeof defineMembers<Applicant[Part]>>[0],
): ResultColumn[] {
	return defineMembers(formats).map(({ name, format, read }) =>
		defineColumn(name, format, (applicant) => read(applicant[part])),
	);
}

function placeIn(section: NonNullable<ResultColumn['section']>, columns: Columns): ResultColumn[] {
	return columns.map((one) => ({ ...one, section }));
}

export const REVIEW_COLUMNS = defineMembers<Loose<Schemas['LandlordReview']>>({
	email: 'text',
	phone: 'text',
	wouldRentToThemAgain: 'number',
	paysRentOnTime: 'number',
	cleanliness: 'number',
	didNotDamageProperty: 'number',
	additionalDetails: 'longText',
});

export const MONTH_COLUMNS = defineMembers<Loose<Schemas['MonthlyDatum']>>({
	month: 'date',
	income: 'amount',
	spending: 'amount',
	averageBalance: 'amount',
});

export const PAYMENT_COLUMNS = [
	...defineMembers<Loose<Schemas['RentTransaction']>>({ date: 'date', description: 'text' }),
	defineColumn('amount', 'text', formatPayment),
];

function formatPayment({ amount, isoCurrencyCode, type }: Loose<Schemas['RentTransaction']>) {
	const words = formatForReport('term', type).toLowerCase();
	return joinFilled([formatForReport('amount', amount), isoCurrencyCode, words], ' ');
}

export const RENTAL_COLUMNS = [
	defineColumn('address', 'text', ({ address }: Loose<Schemas['Rental']>) =>
		formatAddress(address),
	),
	...defineMembers<Loose<Schemas['Rental']>>({
		start: 'date',
		rentAmount: 'amount',
		reasonForMoving: 'text',
		landlordName: 'text',
		landlordEmail: 'text',
		landlordPhone: 'text',
	}),
];

/** The columns of a spreadsheet row, in their order. */
export const ROW_COLUMNS: Columns = [
	...placeIn('Reference', [defineColumn('userId', 'id', ({ userId }) => userId)]),
	...definePart('user', { firstName: 'text', lastName: 'text' }),
	...placeIn('Applicant', [
		...definePart('user', { email: 'text', phoneNumber: 'text', dateOfBirth: 'date' }),
		defineColumn('currentAddress', 'text', ({ user }) => formatAddress(user.currentAddress)),
	]),
	...definePart('screening', { updatedAt: 'date' }),
	defineColumn('checkComplete', 'boolean', ({ isComplete }) => isComplete),
	...definePart('screening', { serviceScore: 'number', creditScore: 'number' }),
	...placeIn('Rent and debts', definePart('screening', { rent: 'amount' })),
	...definePart('screening', { monthlyIncome: 'amount' }),
	defineColumn('rentToIncomePercent', 'percent', computeRentToIncome),
	...placeIn('Rent and debts', [
		...definePart('screening', { monthlyDebt: 'amount', totalDebt: 'amount', debtLimit: 'amount' }),
	]),
	...placeIn('Work', [
		defineColumn('employer', 'text', ({ employer }) => employer.name),
		defineColumn('employerAddress', 'text', ({ employer }) => formatAddress(employer.address)),
		...definePart('employment', { jobTitle: 'text', employmentStatus: 'term' }),
		...definePart('employment', { employeeType: 'term', startDate: 'date' }),
		...definePart('employment', { minimumMonthsOfEmployment: 'number', weeklyHours: 'number' }),
		...definePart('income', { income: 'amount', incomeType: 'term', annualIncome: 'amount' }),
		...definePart('income', { hourlyIncome: 'amount', netHourlyRate: 'amount', payCycle: 'term' }),
	]),
	defineColumn('greenFlagCount', 'number', ({ greenFlags }) => greenFlags?.length),
	defineColumn('greenFlags', 'text', ({ greenFlags }) => greenFlags?.map(formatFlag).join('; ')),
	defineColumn('redFlagCount', 'number', ({ redFlags }) => redFlags?.length),
	defineColumn('redFlags', 'text', ({ redFlags }) => redFlags?.map(formatFlag).join('; ')),
	defineColumn('landlordReviewCount', 'number', ({ reviews }) => reviews?.length),
	...defineAverages(REVIEW_COLUMNS, 'average', ({ reviews }) => reviews ?? []),
	defineColumn('lastRentPaymentDate', 'date', ({ lastPayment }) => lastPayment.date),
	defineColumn('lastRentPaymentAmount', 'amount', ({ lastPayment }) => lastPayment.amount),
	defineColumn('lastRentPaymentCurrency', 'text', ({ lastPayment }) => lastPayment.isoCurrencyCode),
	defineColumn('lastRentPaymentDescription', 'text', ({ lastPayment }) => lastPayment.description),
	...defineAverages(MONTH_COLUMNS, 'averageMonthly', ({ months }) => months),
	...placeIn('Reference', [
		defineColumn('screeningId', 'id', ({ screening }) => screening.id),
		...definePart('screening', { checkType: 'term' }),
	]),
];

/** The average of each figure of a list: `averageMonthlyIncome`, and `averageMonthlyBalance` of `averageBalance`. */
function defineAverages<Element>(
	columns: Columns<Element>,
	prefix: string,
	getElements: (applicant: Applicant) => readonly Element[],
): ResultColumn[] {
	const figures = columns.filter(({ format }) => isFigure(format));
	return figures.map(({ name, format, read }) => {
		const averageName = prefix + capitalize(name.replace(/^average/, ''));
		return defineColumn(averageName, format, (applicant) => {
			const values = getElements(applicant).map(read);
			const numbers = values.filter((value) => typeof value === 'number');
			return roundTo(2, numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
		});
	});
}

function computeRentToIncome({ screening }: Applicant): number | undefined {
	const { rent, monthlyIncome } = screening;
	if (typeof rent !== 'number' || typeof monthlyIncome !== 'number') return undefined;
	return monthlyIncome > 0 ? roundTo(1, (rent / monthlyIncome) * 100) : undefined;
}

function roundTo(decimals: number, number: number): number {
	return Math.round(number * 10 ** decimals) / 10 ** decimals;
}
