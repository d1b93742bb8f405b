import { addressLine, type Applicant } from '../applicant';
import { average, newestFirst, rentToIncomePercent } from '../figures';
import type { Flag } from '../flags';
import type { Rating } from '../row';
import { looseObjects, numberOf, textOf, type Loose, type Schemas } from '../values';
import {
	clippedLine,
	formatAmount,
	formatDate,
	formatMonth,
	formatNumber,
	formatPercent,
	formatTerm,
} from './format';
import type { Bar, Block, Entry, Fact, Month } from './model';

/** How many elements of each list a report shows, and how many characters of each kind of text. */
export interface Sizes {
	readonly most: Record<'flags' | 'months' | 'reviews' | 'payments' | 'rentals', number>;
	readonly length: Record<'word' | 'line' | 'flag' | 'details', number>;
}

const FULL_SIZES: Sizes = {
	most: { flags: 10, months: 12, reviews: 5, payments: 18, rentals: 5 },
	length: { word: 50, line: 90, flag: 140, details: 320 },
};

/** The sizes of a report that shows a share of what it usually does. */
export function sizesAt(share: number): Sizes {
	return { most: scaled(FULL_SIZES.most, share), length: scaled(FULL_SIZES.length, share) };
}

function scaled<Name extends string>(sizes: Record<Name, number>, share: number) {
	const entries = Object.entries<number>(sizes);
	return Object.fromEntries(
		entries.map(([name, size]) => [name, Math.ceil(size * share)]),
	) as Record<Name, number>;
}

/** The sections of a report, in their order. One without blocks is not shown. */
export const SECTIONS: ReadonlyArray<{
	readonly title: string;
	readonly blocksOf: (applicant: Applicant, sizes: Sizes) => Block[];
}> = [
	{ title: 'Key figures', blocksOf: keyFigures },
	{ title: 'Income and spending', blocksOf: incomeAndSpending },
	{ title: 'Flags', blocksOf: flags },
	{ title: 'Landlord reviews', blocksOf: landlordReviews },
	{ title: 'Rent payments', blocksOf: rentPayments },
	{ title: 'Employment', blocksOf: employment },
	{ title: 'Rental history', blocksOf: rentalHistory },
];

/** The applicant's name; null where the service gave none. */
export function fullName({ user }: Applicant, sizes: Sizes): string | null {
	const names = [user.firstName, user.lastName].map((name) => word(name, sizes));
	return names.filter(Boolean).join(' ') || null;
}

/** How to reach the applicant, and who it is. */
export function contact({ user }: Applicant, sizes: Sizes): Fact[] {
	return [
		...fact('Email', line(user.email, sizes)),
		...fact('Phone', word(user.phoneNumber, sizes)),
		...fact('Date of birth', formatDate(user.dateOfBirth)),
		...fact('Current address', line(addressLine(user.currentAddress), sizes)),
	];
}

/** A fact to show; none where the service gave no value. */
export function fact(label: string, value: string | null): Fact[] {
	return value === null ? [] : [{ label, value }];
}

/** A name, or another text of about a word's length. */
export function word(value: unknown, { length }: Sizes): string | null {
	return clippedLine(value, length.word);
}

/** A text that fills a line, such as an address. */
export function line(value: unknown, { length }: Sizes): string | null {
	return clippedLine(value, length.line);
}

function factsBlock(
	kind: 'facts' | 'figures',
	facts: readonly Fact[],
	title: string | null = null,
): Block[] {
	return facts.length > 0 ? [{ kind, title, facts }] : [];
}

/** Says how many elements of a list are not shown. */
function andMore(elements: readonly unknown[], most: number): Block[] {
	const more = elements.length - most;
	return more > 0 ? [{ kind: 'note', text: `… and ${more} more` }] : [];
}

function keyFigures({ screening }: Applicant): Block[] {
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

type Datum = Loose<Schemas['MonthlyDatum']>;

/** Income and spending of each month, newest first, as bars of one scale, after the averages. */
function incomeAndSpending({ months }: Applicant, { most }: Sizes): Block[] {
	const data = newestMonthFirst(months);
	const shown = data.slice(0, most.months);
	if (shown.length === 0) return [];
	const amounts = shown.flatMap(({ income, spending }) => [income, spending]);
	const largest = Math.max(...amounts.map((amount) => numberOf(amount) ?? 0));
	return [
		...averageMonth(data),
		{ kind: 'months', months: shown.map((datum) => monthOf(datum, largest)) },
		...andMore(data, most.months),
	];
}

function averageMonth(data: Datum[]): Block[] {
	if (data.length < 2) return [];
	const facts = [
		...fact('Income', formatAmount(average(data.map(({ income }) => income)))),
		...fact('Spending', formatAmount(average(data.map(({ spending }) => spending)))),
		...fact('Balance', formatAmount(average(data.map(({ averageBalance }) => averageBalance)))),
	];
	return factsBlock('figures', facts, `Average of ${data.length} months`);
}

// The service document does not show the format of a month: only ISO months can be sorted.
function newestMonthFirst(data: Datum[]): Datum[] {
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
		// At least 1, so that a small amount shows.
		percent: amount > 0 ? Math.max(1, Math.round((amount / largest) * 100)) : 0,
	};
}

/** The green and the red flags, in the service's words. */
function flags({ isComplete, greenFlags, redFlags }: Applicant, sizes: Sizes): Block[] {
	// Empty lists mean something only once the screening is complete.
	if (!isComplete && !greenFlags?.length && !redFlags?.length) return [];
	return [
		...(greenFlags ? flagList('Green flags', greenFlags, sizes) : []),
		...(redFlags ? flagList('Red flags', redFlags, sizes) : []),
	];
}

function flagList(title: string, list: Flag[], { most, length }: Sizes): Block[] {
	const shown = list.slice(0, most.flags);
	const items = shown.map(({ text }) => clippedLine(text, length.flag) ?? '');
	return [
		{ kind: 'list', title: `${title} (${list.length})`, items },
		...andMore(list, most.flags),
	];
}

type Review = Loose<Schemas['LandlordReview']>;

const RATINGS: ReadonlyArray<readonly [label: string, rating: Rating]> = [
	['Would rent to them again', 'wouldRentToThemAgain'],
	['Pays rent on time', 'paysRentOnTime'],
	['Cleanliness', 'cleanliness'],
	['Did not damage property', 'didNotDamageProperty'],
];

/** What landlords said, after the averages of their ratings where there are several. */
function landlordReviews({ reviews }: Applicant, sizes: Sizes): Block[] {
	const list = reviews ?? [];
	const shown = list.slice(0, sizes.most.reviews);
	return [
		...averageReview(list),
		...shown.map((review, index) => reviewEntry(review, index, sizes)),
		...andMore(list, sizes.most.reviews),
	];
}

function averageReview(reviews: Review[]): Block[] {
	if (reviews.length < 2) return [];
	const facts = RATINGS.flatMap(([label, rating]) =>
		fact(label, formatNumber(average(reviews.map((review) => review[rating])))),
	);
	return factsBlock('figures', facts, `Average of ${reviews.length} reviews`);
}

function reviewEntry(review: Review, index: number, sizes: Sizes): Entry {
	const landlord = [review.email, review.phone].map((text) => word(text, sizes));
	return {
		kind: 'entry',
		title: landlord.filter(Boolean).join(' · ') || `Review ${index + 1}`,
		facts: RATINGS.flatMap(([label, rating]) => fact(label, formatNumber(review[rating]))),
		quote: clippedLine(review.additionalDetails, sizes.length.details),
	};
}

/** The rent transactions of the applicant's bank account, newest first. */
function rentPayments({ screening }: Applicant, sizes: Sizes): Block[] {
	const transactions = newestFirst(screening.rentTransactions);
	if (transactions.length === 0) return [];
	const shown = transactions.slice(0, sizes.most.payments);
	return [
		{
			kind: 'table',
			columns: ['Date', 'Description', 'Type', 'Amount'],
			rows: shown.map((transaction) => paymentCells(transaction, sizes)),
		},
		...andMore(transactions, sizes.most.payments),
	];
}

function paymentCells(payment: Loose<Schemas['RentTransaction']>, sizes: Sizes): string[] {
	const { date, description, type, amount, isoCurrencyCode } = payment;
	const cells = [
		formatDate(date),
		word(description, sizes),
		formatTerm(type),
		formatAmount(amount, isoCurrencyCode),
	];
	return cells.map((cell) => cell ?? '–');
}

/** Whom the applicant works for, since when, and for how much. */
function employment({ employer, employment: job, income: pay }: Applicant, sizes: Sizes): Block[] {
	return factsBlock('facts', [
		...fact('Employer', line(employer.name, sizes)),
		...fact('Employer address', line(addressLine(employer.address), sizes)),
		...fact('Job title', line(job.jobTitle, sizes)),
		...fact('Employment status', formatTerm(job.employmentStatus)),
		...fact('Employee type', formatTerm(job.employeeType)),
		...fact('Start date', formatDate(job.startDate)),
		...fact('Minimum months of employment', formatNumber(job.minimumMonthsOfEmployment)),
		...fact('Weekly hours', formatNumber(job.weeklyHours)),
		...fact('Income', formatAmount(pay.income)),
		...fact('Income type', formatTerm(pay.incomeType)),
		...fact('Annual income', formatAmount(pay.annualIncome)),
		...fact('Hourly income', formatAmount(pay.hourlyIncome)),
		...fact('Net hourly rate', formatAmount(pay.netHourlyRate)),
		...fact('Pay cycle', formatTerm(pay.payCycle)),
	]);
}

/** Where the applicant has rented, in the service's order. */
function rentalHistory({ user }: Applicant, sizes: Sizes): Block[] {
	const rentals = looseObjects<Schemas['Rental']>(user.rentals);
	const shown = rentals.slice(0, sizes.most.rentals);
	return [
		...shown.map((rental) => rentalEntry(rental, sizes)),
		...andMore(rentals, sizes.most.rentals),
	];
}

function rentalEntry(rental: Loose<Schemas['Rental']>, sizes: Sizes): Entry {
	return {
		kind: 'entry',
		title: line(addressLine(rental.address), sizes) ?? 'Address not given',
		facts: [
			...fact('Start', formatDate(rental.start)),
			...fact('Rent', formatAmount(rental.rentAmount)),
			...fact('Reason for moving', line(rental.reasonForMoving, sizes)),
			...fact('Landlord', word(rental.landlordName, sizes)),
			...fact('Landlord email', word(rental.landlordEmail, sizes)),
			...fact('Landlord phone', word(rental.landlordPhone, sizes)),
		],
		quote: null,
	};
}
