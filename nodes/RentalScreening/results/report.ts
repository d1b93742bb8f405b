import { findColumnsNamed, toTitle, type SheetRow } from '../core/text';
import { sortNewestFirst, NOT_COMPLETE, type Applicant, type Flag } from './applicant';
import { formatForReport, toVisibleLine, type ResultColumn } from './cells';
import {
	EMPLOYMENT_COLUMNS,
	KEY_FIGURE_COLUMNS,
	MONTH_COLUMNS,
	PERSON_COLUMNS,
	REFERENCE_COLUMNS,
	RENTAL_COLUMNS,
	REVIEW_COLUMNS,
	TRANSACTION_COLUMNS,
} from './columns';
import { renderHtml, renderText, type Page, type Section, type Table } from './page';
import { redactSsn } from './ssn';

/** Mail programs cut off a message that is larger than about this. */
const MAX_BYTES = 100_000;

/** How many elements of each list a report shows; fewer if it would grow too large. */
const MAX_ELEMENTS = 15;

const NOT_GIVEN = '–';
const REMARKS = [
	"Scores and ratings are the service's own; it states no scale. Amounts without a currency: none was given.",
	'This report repeats what the screening service reported. It is neither a decision nor a recommendation.',
	'It contains personal data of the applicant. Share it only with people who need it.',
];

/** Columns of the input that name what the applicant was screened for, and those with its ID. */
const SUBJECT_NAMES = ['propertyName', 'property', 'flowName', 'flow'];
const SUBJECT_IDS = ['propertyId', 'flowId'];

/**
 * A report to read, store or mail: figures, no decision. `row`, the input, may name the property or the flow. `html` and
 * `text` say the same; `fileName` is for the HTML.
 */
export function buildReport(applicant: Applicant, row: SheetRow = {}) {
	const suffix = applicant.isComplete ? '' : ' (not complete)';
	const subject = `Screening report: ${toDisplayName(applicant)}${suffix}`;
	const fileName = toFileName(applicant);
	for (let max = MAX_ELEMENTS; ; max -= 2) {
		const page = buildPage(applicant, row, max);
		const [html, text] = [renderHtml(page), renderText(page)];
		const isSmall = [html, text].every((each) => Buffer.byteLength(each) < MAX_BYTES);
		if (isSmall || max <= 2) return { subject, html, text, fileName };
	}
}

function buildPage(applicant: Applicant, row: SheetRow, max: number): Page {
	const { isComplete } = applicant;
	const sections = buildSections(applicant, row, max);
	const isEmpty = ({ tables }: Section) => tables.every(({ rows }) => rows.length === 0);
	const empty = sections.filter(isEmpty).map(({ title }) => title);
	const remark = `${isComplete ? 'Nothing reported' : 'Not available yet'}: ${empty.join(', ')}.`;
	return {
		title: `Rental screening report: ${toDisplayName(applicant)}`,
		status: isComplete ? 'Complete' : `${NOT_COMPLETE}. Get the results again later.`,
		sections: sections.filter((section) => !isEmpty(section)),
		remarks: empty.length > 0 ? [remark, ...REMARKS] : REMARKS,
	};
}

/** All sections in their order, the empty ones included: what a landlord decides on comes before IDs. */
function buildSections(applicant: Applicant, row: SheetRow, max: number): Section[] {
	const { redFlags, greenFlags, reviews, rentals, isComplete } = applicant;
	const payments = sortNewestFirst(applicant.transactions, 'date');
	const months = sortNewestFirst(applicant.months, 'month');
	const person = [...subjectRow(row, SUBJECT_NAMES), ...labelledValues(PERSON_COLUMNS, applicant)];
	const references = [
		...subjectRow(row, SUBJECT_IDS),
		...labelledValues(REFERENCE_COLUMNS, applicant),
	];
	return [
		toSection('Applicant', [{ rows: person }]),
		toFlagSection('Red flags', redFlags, max, isComplete),
		toFlagSection('Green flags', greenFlags, max, isComplete),
		toSection('Key figures', listValues(KEY_FIGURE_COLUMNS)([applicant])),
		toListSection('Landlord reviews', reviews ?? [], max, listValues(REVIEW_COLUMNS)),
		toListSection('Rent payments', payments, max, tabulate(TRANSACTION_COLUMNS)),
		toSection('Employment', listValues(EMPLOYMENT_COLUMNS)([applicant])),
		toListSection('Income and spending', months, max, tabulate(MONTH_COLUMNS)),
		toListSection('Rentals', rentals, max, listValues(RENTAL_COLUMNS)),
		toSection('Reference', [{ rows: references }]),
	];
}

function toSection(title: string, tables: readonly Table[]): Section {
	return { title, tables, more: '' };
}

/** A section with the first `max` elements of a list. */
function toListSection<Element>(
	title: string,
	elements: readonly Element[],
	max: number,
	toTables: (shown: readonly Element[]) => Table[],
): Section {
	const more = elements.length > max ? `… and ${elements.length - max} more` : '';
	return { title, tables: toTables(elements.slice(0, max)), more };
}

function toFlagSection(
	title: string,
	flags: readonly Flag[] | null,
	max: number,
	isComplete: boolean,
): Section {
	// An empty list means that there are no flags only once the screening is complete.
	if (flags === null || (flags.length === 0 && !isComplete)) return toSection(title, []);
	return toListSection(`${title} (${flags.length})`, flags, max, (shown) => {
		const rows = shown.map(({ text }) => [formatForReport('term', text) ?? NOT_GIVEN]);
		return [{ rows: rows.length > 0 ? rows : [['None']] }];
	});
}

/** A row of label and value for the first of these columns that the input row fills; none if it fills none. */
function subjectRow(row: SheetRow, names: readonly string[]): string[][] {
	const rows = names.flatMap((name) =>
		findColumnsNamed(row, name).map((column) => {
			return [toTitle(name), redactSsn(formatForReport('text', row[column]) ?? '')];
		}),
	);
	return rows.filter(([, value]) => value !== '').slice(0, 1);
}

/** The values of these columns that the service gave, each with its label. */
function labelledValues<Source>(
	columns: ReadonlyArray<ResultColumn<Source>>,
	source: Source,
): string[][] {
	return columns.flatMap(({ name, format, read }) => {
		const value = formatForReport(format, read(source));
		return value === null ? [] : [[toTitle(name), value]];
	});
}

/** Makes a table of labelled values for each element, without its ID. */
function listValues<Element>(columns: ReadonlyArray<ResultColumn<Element>>) {
	const shown = columns.filter(({ format }) => format !== 'id');
	return (elements: readonly Element[]): Table[] =>
		elements.map((element) => ({ rows: labelledValues(shown, element) }));
}

/** Makes a table with a row for each element, without its ID. The currency stands behind the amount. */
function tabulate<Element>(columns: ReadonlyArray<ResultColumn<Element>>) {
	const shown = columns.filter(({ format }) => format !== 'id' && format !== 'currency');
	const heads = shown.map(({ name }) => toTitle(name));
	const currency = columns.find(({ format }) => format === 'currency');
	const toRow = (element: Element) =>
		shown.map(({ format, read }) => {
			const value = formatForReport(format, read(element)) ?? NOT_GIVEN;
			const unit = format === 'amount' && toVisibleLine(currency?.read(element), 30);
			return unit ? `${value} ${unit}` : value;
		});
	return (elements: readonly Element[]): Table[] => [{ heads, rows: elements.map(toRow) }];
}

/** The applicant's name, or else the email address. */
function toDisplayName({ user: { firstName, lastName, email } }: Applicant): string {
	const names = [firstName, lastName].map((name) => toVisibleLine(name, 50));
	return names.filter(Boolean).join(' ') || toVisibleLine(email, 90) || 'Unnamed applicant';
}

/** A name such as `screening-report-jane-doe-2026-03-01.html`. */
function toFileName(applicant: Applicant): string {
	const date = formatForReport('date', applicant.screening.updatedAt) ?? '';
	const words = `${toDisplayName(applicant)} ${date}`.trim().toLowerCase();
	const name = words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
	return `screening-report-${[...name].slice(0, 50).join('')}.html`;
}
