import { columnsNamed, titleOf, type SheetRow } from '../request/text';
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

/** Columns of the input that say what the applicant was screened for: names before IDs. */
const ABOUT = ['propertyName', 'property', 'flowName', 'flow', 'propertyId', 'flowId'];

/** The property or the flow, where a column of the input row names it: a row of label and value, or none. */
export function aboutIn(row: SheetRow): string[][] {
	const rows = ABOUT.flatMap((name) =>
		columnsNamed(row, name).map((column) => {
			return [titleOf(name), redactSsn(shownAs('text', row[column]) ?? '')];
		}),
	);
	return rows.filter(([, value]) => value !== '').slice(0, 1);
}

/**
 * A report that a landlord can read, store or mail: the figures of the screening, without a decision.
 * `about` says what the applicant was screened for, where that is known.
 */
export function buildReport(applicant: Applicant, about: readonly string[][] = []) {
	const suffix = applicant.isComplete ? '' : ' (not complete)';
	const subject = `Screening report: ${nameOf(applicant)}${suffix}`;
	const fileName = fileNameOf(applicant);
	for (let most = MOST_ELEMENTS; ; most -= 4) {
		const page = pageOf(applicant, about, most);
		const [html, text] = [htmlOf(page), textOf(page)];
		const isSmall = [html, text].every((each) => Buffer.byteLength(each) < MOST_BYTES);
		if (isSmall || most <= FEWEST_ELEMENTS) return { subject, html, text, fileName };
	}
}

function pageOf(applicant: Applicant, about: readonly string[][], most: number): Page {
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
function sectionsOf(applicant: Applicant, about: readonly string[][], most: number): Section[] {
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
	return [
		section('Applicant', [{ rows: [...about, ...factsOf(HEAD_COLUMNS, applicant)] }]),
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
function nameOf({ user: { firstName, lastName, email } }: Applicant): string {
	const names = [firstName, lastName].map((name) => visibleLine(name, 50));
	return names.filter(Boolean).join(' ') || visibleLine(email, 90) || 'Unnamed applicant';
}

/** Such as `screening-report-jane-doe-2026-03-01.html`. */
function fileNameOf(applicant: Applicant): string {
	const words = `${nameOf(applicant)} ${shownAs('date', applicant.screening.updatedAt) ?? ''}`;
	const name = words.trim().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
	return `screening-report-${name.toLowerCase().slice(0, 60)}.html`;
}
