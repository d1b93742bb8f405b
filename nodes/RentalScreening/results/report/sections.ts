import { addressLine, newestFirst, type Applicant } from '../applicant';
import {
	average,
	EMPLOYMENT_COLUMNS,
	KEY_FIGURE_COLUMNS,
	labelOf,
	MONTHLY_DATA_COLUMNS,
	RENT_TRANSACTION_COLUMNS,
	RENTAL_FACT_COLUMNS,
	REVIEW_COLUMNS,
	REVIEWER_COLUMNS,
} from '../columns';
import { isFigure, type Columns } from '../cells';
import type { Flag } from '../flags';
import { numberOf, textOf, type Loose, type Schemas } from '../values';
import { shownAs } from './format';
import { box, bulletList, dataTable, factList, note, type Fact, type Part } from './parts';

/** A section of a report; one without parts is only named. */
export type Section = readonly [title: string, parts: Part[]];

const ABOUT_FIGURES =
	"Scores and ratings are the service's own; it states no scale. Amounts without a currency: none was given.";
const NOT_GIVEN = '–';

/** All sections of a report, in their order, with at most so many elements of each list. */
export function sectionsOf(applicant: Applicant, most: number): Section[] {
	const { isComplete, redFlags, greenFlags, reviews, months, rentals } = applicant;
	const payments = newestFirst(applicant.transactions);
	const figures: Section[] = [
		['Key figures', factList(factsOf(KEY_FIGURE_COLUMNS, applicant), 'tile')],
		['Landlord reviews', reviewParts(reviews ?? [], most)],
		[
			'Rent payments',
			listed(payments, most, (shown) => [tableOf(RENT_TRANSACTION_COLUMNS, shown)]),
		],
		['Employment', factList(factsOf(EMPLOYMENT_COLUMNS, applicant))],
		['Income and spending', monthParts(months, most)],
		['Rentals', listed(rentals, most, (shown) => shown.map(rentalBox))],
	];
	// Once, where the first of them are.
	figures.find(([, parts]) => parts.length > 0)?.[1].push(note(ABOUT_FIGURES));
	return [
		flagSection('Red flags', redFlags, isComplete, most),
		flagSection('Green flags', greenFlags, isComplete, most),
		...figures,
	];
}

/** What the service gave of these columns, with their labels. */
export function factsOf<Source>(columns: Columns<Source>, source: Source): Fact[] {
	return columns.flatMap((column) => {
		const value = shownAs(column.format, column.read(source));
		return value === null ? [] : [{ label: labelOf(column), value }];
	});
}

/** The parts of the first elements, and how many more there are. */
function listed<Element>(
	elements: readonly Element[],
	most: number,
	partsOf: (shown: readonly Element[]) => Part[],
): Part[] {
	if (elements.length === 0) return [];
	const more = elements.length - most;
	return [...partsOf(elements.slice(0, most)), ...(more > 0 ? [note(`… and ${more} more`)] : [])];
}

/** Flags in the service's words. An empty list means something only once the screening is complete. */
function flagSection(
	title: string,
	flags: Flag[] | null,
	isComplete: boolean,
	most: number,
): Section {
	if (flags === null || (flags.length === 0 && !isComplete)) return [title, []];
	const wordsOf = ({ text }: Flag) => shownAs('prose', text) ?? NOT_GIVEN;
	const parts = listed(flags, most, (shown) => [bulletList(shown.map(wordsOf))]);
	return [`${title} (${flags.length})`, parts.length > 0 ? parts : [note('None')]];
}

/** What landlords said, after the averages of their ratings where there are several. */
function reviewParts(reviews: Array<Loose<Schemas['LandlordReview']>>, most: number): Part[] {
	const boxOf = (review: Loose<Schemas['LandlordReview']>, index: number) => {
		const reviewer = factsOf(REVIEWER_COLUMNS, review).map(({ value }) => value);
		return entryBox(reviewer.join(' · ') || `Review ${index + 1}`, REVIEW_COLUMNS, review);
	};
	return [
		...averageBox(REVIEW_COLUMNS, reviews, 'reviews'),
		...listed(reviews, most, (shown) => shown.map(boxOf)),
	];
}

/** The averages of the months, then each month, newest first. */
function monthParts(months: Array<Loose<Schemas['MonthlyDatum']>>, most: number): Part[] {
	// The service document does not show the format of a month: only ISO months can be sorted.
	const isIso = months.every(({ month }) => /^\d{4}-\d{2}/.test(textOf(month) ?? ''));
	const newest = months.toSorted((one, other) =>
		isIso ? String(other.month).localeCompare(String(one.month)) : 0,
	);
	return [
		...averageBox(MONTHLY_DATA_COLUMNS, months, 'months'),
		...listed(newest, most, (shown) => [tableOf(MONTHLY_DATA_COLUMNS, shown)]),
	];
}

/** The averages of the figures of a list, the same as in the row; none of a single element. */
function averageBox<Element>(columns: Columns<Element>, elements: Element[], noun: string): Part[] {
	if (elements.length < 2) return [];
	const averages = columns.filter(isFigure).map((column) => ({
		...column,
		read: () => average(elements.map(column.read)),
	}));
	return [box(`Average of ${elements.length} ${noun}`, factsOf(averages, null))];
}

function rentalBox(rental: Loose<Schemas['Rental']>): Part {
	const address = shownAs('text', addressLine(rental.address));
	return entryBox(address ?? 'Address not given', RENTAL_FACT_COLUMNS, rental);
}

/** An element of a list under its title, a person's own words below the other values. */
function entryBox<Source>(title: string, columns: Columns<Source>, source: Source): Part {
	const words = columns.filter(({ format }) => format === 'prose');
	const others = columns.filter(({ format }) => format !== 'prose');
	const quotes = factsOf(words, source).map(({ value }) => value);
	return box(title, factsOf(others, source), quotes);
}

/** A table of the elements: currencies behind the amounts, bars of one scale. */
function tableOf<Element>(columns: Columns<Element>, elements: readonly Element[]): Part {
	const shown = columns.filter(({ format }) => format !== 'identifier' && format !== 'currency');
	const currency = columns.find(({ format }) => format === 'currency');
	const drawn = columns.filter(({ format }) => format === 'bar');
	const amounts = drawn.flatMap(({ read }) => elements.map((each) => numberOf(read(each)) ?? 0));
	const largest = Math.max(0, ...amounts);
	const cell = ({ format, read }: Columns<Element>[number], element: Element) => {
		const value = shownAs(format, read(element)) ?? NOT_GIVEN;
		const unit = format === 'amount' ? shownAs('currency', currency?.read(element)) : null;
		const share = (numberOf(read(element)) ?? 0) / largest;
		// At least 1, so that a small amount shows.
		const bar = format === 'bar' && share > 0 ? Math.max(1, Math.round(share * 100)) : 0;
		return { text: unit === null ? value : `${value} ${unit}`, bar };
	};
	return dataTable(
		shown.map((column) => ({
			label: labelOf(column),
			look: column.format === 'bar' ? 'bar' : isFigure(column) ? 'figure' : 'words',
		})),
		elements.map((element) => shown.map((column) => cell(column, element))),
	);
}
