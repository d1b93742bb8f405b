import { findColumn, type SheetRow } from '../request/columns';
import { newestFirst, NOT_COMPLETE, type Applicant, type Flag } from './applicant';
import { shownAs, visibleLine, type Column } from './cells';
import {
	EMPLOYMENT_COLUMNS,
	HEAD_COLUMNS,
	KEY_FIGURE_COLUMNS,
	MONTH_COLUMNS,
	RENTAL_FACT_COLUMNS,
	REVIEW_COLUMNS,
	TRANSACTION_COLUMNS,
} from './columns';
import { htmlOf, textOf, type Page, type Section, type Table } from './page';
import { redactSsn } from './ssn';
import { titleOf } from './values';

/** Mail programs cut a message off beyond about this many bytes. */
const MOST_BYTES = 100_000;

/** How many elements of each list a report shows: fewer where it would grow too large. */
const [MOST_ELEMENTS, FEWEST_ELEMENTS] = [15, 3];

const NOT_GIVEN = '–';
const REMARKS = [
	"Scores and ratings are the service's own; it states no scale. Amounts without a currency: none was given.",
	'This report repeats what the screening service reported. It is neither a decision nor a recommendation.',
	'It contains personal data of the applicant. Share it only with people who need it.',
];

/** A label and its value. */
export interface Fact {
	readonly label: string;
	readonly value: string;
}

/** Columns of the input that say what the applicant was screened for: names before IDs. */
const ABOUT: ReadonlyArray<readonly [label: string, column: string]> = [
	['Property', 'propertyName'],
	['Property', 'property'],
	['Flow', 'flowName'],
	['Flow', 'flow'],
	['Property ID', 'propertyId'],
	['Flow ID', 'flowId'],
];

/** The property or the flow, where a column of the input row names it. */
export function aboutIn(row: SheetRow): Fact[] {
	for (const [label, name] of ABOUT) {
		const column = findColumn(row, name);
		const value = column === undefined ? null : shownAs('text', row[column]);
		if (value !== null) return [{ label, value: redactSsn(value) }];
	}
	return [];
}

/**
 * A report that a landlord can read, store or mail: the figures of the screening, without a decision.
 * `about` says what the applicant was screened for, where that is known.
 */
export function buildReport(applicant: Applicant, about: readonly Fact[] = []) {
	const suffix = applicant.isComplete ? '' : ' (not complete)';
	return {
		subject: `Screening report: ${nameOf(applicant)}${suffix}`,
		...writtenOut(applicant, about, MOST_ELEMENTS),
		fileName: fileNameOf(applicant),
	};
}

/** The report as HTML and as text, with at most so many elements of each list. */
function writtenOut(
	applicant: Applicant,
	about: readonly Fact[],
	most: number,
): { html: string; text: string } {
	const page = pageOf(applicant, about, most);
	const written = { html: htmlOf(page), text: textOf(page) };
	const isTooLarge = Object.values(written).some((each) => Buffer.byteLength(each) >= MOST_BYTES);
	return isTooLarge && most > FEWEST_ELEMENTS ? writtenOut(applicant, about, most - 4) : written;
}

function pageOf(applicant: Applicant, about: readonly Fact[], most: number): Page {
	const { isComplete } = applicant;
	const sections = sectionsOf(applicant, about, most);
	const isEmpty = ({ tables }: Section) => tables.every(({ rows }) => rows.length === 0);
	const empty = sections.filter(isEmpty).map(({ title }) => title);
	const remark = `${isComplete ? 'Nothing reported' : 'Not available yet'}: ${empty.join(', ')}.`;
	return {
		title: `Rental screening report: ${nameOf(applicant)}`,
		status: isComplete ? 'Complete' : `${NOT_COMPLETE}. Get the results again later.`,
		sections: sections.filter((section) => !isEmpty(section)),
		remarks: empty.length > 0 ? [remark, ...REMARKS] : REMARKS,
	};
}

/** All sections in their order, also those that there is nothing on. */
function sectionsOf(applicant: Applicant, about: readonly Fact[], most: number): Section[] {
	const { greenFlags, redFlags, rentals, isComplete } = applicant;
	const reviews = applicant.reviews ?? [];
	const payments = newestFirst(applicant.transactions, ({ date }) => date);
	const months = newestFirst(applicant.months, ({ month }) => month);
	const section = (title: string, tables: Table[], count = 0): Section => {
		return { title, tables, more: count > most ? `… and ${count - most} more` : '' };
	};
	const facts = (title: string, columns: ReadonlyArray<Column<Applicant>>) =>
		section(title, [{ rows: factsOf(columns, applicant) }]);
	const flags = (title: string, found: readonly Flag[] | null) => {
		// That there is none means something only once the screening is complete.
		if (found === null || (found.length === 0 && !isComplete)) return section(title, []);
		const texts = found.slice(0, most).map(({ text }) => shownAs('prose', text) ?? NOT_GIVEN);
		const rows = (texts.length > 0 ? texts : ['None']).map((text) => [text]);
		return section(`${title} (${found.length})`, [{ rows }], found.length);
	};
	const listed = <Element>(columns: ReadonlyArray<Column<Element>>, elements: Element[]) =>
		elements.slice(0, most).map((element) => ({ rows: factsOf(columns, element) }));
	const aboutRows = about.map(({ label, value }) => [label, value]);
	return [
		section('Applicant', [{ rows: [...aboutRows, ...factsOf(HEAD_COLUMNS, applicant)] }]),
		flags('Red flags', redFlags),
		flags('Green flags', greenFlags),
		facts('Key figures', KEY_FIGURE_COLUMNS),
		section('Landlord reviews', listed(REVIEW_COLUMNS, reviews), reviews.length),
		section('Rent payments', [tableOf(TRANSACTION_COLUMNS, payments, most)], payments.length),
		facts('Employment', EMPLOYMENT_COLUMNS),
		section('Income and spending', [tableOf(MONTH_COLUMNS, months, most)], months.length),
		section('Rentals', listed(RENTAL_FACT_COLUMNS, rentals), rentals.length),
	];
}

/** What the service gave of these columns, with their labels. */
function factsOf<Source>(columns: ReadonlyArray<Column<Source>>, source: Source): string[][] {
	return columns.flatMap(({ name, format, read }) => {
		const value = shownAs(format, read(source));
		return value === null ? [] : [[titleOf(name), value]];
	});
}

/** A row for each of the first elements, without its ID. */
function tableOf<Element>(
	columns: ReadonlyArray<Column<Element>>,
	elements: readonly Element[],
	most: number,
): Table {
	const shown = columns.filter(({ format }) => format !== 'id');
	return {
		heads: shown.map(({ name }) => titleOf(name)),
		rows: elements
			.slice(0, most)
			.map((element) =>
				shown.map(({ format, read }) => shownAs(format, read(element)) ?? NOT_GIVEN),
			),
	};
}

/** The applicant's name, else the email address. */
function nameOf({ user }: Applicant): string {
	return fullName(user) || visibleLine(user.email, 90) || 'Unnamed applicant';
}

function fullName({ firstName, lastName }: Applicant['user']): string {
	const names = [firstName, lastName].map((name) => visibleLine(name, 50));
	return names.filter(Boolean).join(' ');
}

/** Such as `screening-report-jane-doe-2026-03-01.html`; the ID stands for a name without letters of a to z. */
function fileNameOf({ userId, user, screening }: Applicant): string {
	const name = slug(fullName(user)) || slug(userId) || 'applicant';
	const parts = ['screening-report', name, slug(screening.updatedAt).slice(0, 10)];
	return `${parts.filter(Boolean).join('-')}.html`;
}

function slug(value: unknown): string {
	const letters = (visibleLine(value, 60) ?? '').normalize('NFKD').replace(/\p{M}/gu, '');
	const words = letters.toLowerCase().replace(/[^a-z\d]+/g, ' ');
	return words.trim().replaceAll(' ', '-');
}
