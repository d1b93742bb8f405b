import { columnsNamed, toTitle, type SheetRow } from '../core/text';
import { sortNewestFirst, NOT_COMPLETE, type Applicant, type Flag } from './applicant';
import { formatForReport, toVisibleLine, type Column, type Format } from './cells';
import {
	EMPLOYMENT_COLUMNS,
	HEAD_COLUMNS,
	KEY_FIGURE_COLUMNS,
	MONTH_COLUMNS,
	RENTAL_COLUMNS,
	REVIEW_COLUMNS,
	TRANSACTION_COLUMNS,
} from './columns';
import { renderHtml, renderText, type Page, type Section, type Table } from './page';
import { redactSsn } from './ssn';

/** Mail programs cut a message off beyond about this many bytes. */
const MAX_BYTES = 100_000;

/** How many elements of each list a report shows; fewer where it would grow too large. */
const MAX_ELEMENTS = 15;

const NOT_GIVEN = '–';
const REMARKS = [
	"Scores and ratings are the service's own; it states no scale. Amounts without a currency: none was given.",
	'This report repeats what the screening service reported. It is neither a decision nor a recommendation.',
	'It contains personal data of the applicant. Share it only with people who need it.',
];

/** Columns of the input that say what the applicant was screened for: names before IDs. */
const SUBJECT_COLUMNS = ['propertyName', 'property', 'flowName', 'flow', 'propertyId', 'flowId'];

/** The property or the flow, where a column of the input row names it: a row of label and value, or none. */
function subjectRow(row: SheetRow): string[][] {
	const rows = SUBJECT_COLUMNS.flatMap((name) =>
		columnsNamed(row, name).map((column) => {
			return [toTitle(name), redactSsn(formatForReport('text', row[column]) ?? '')];
		}),
	);
	return rows.filter(([, value]) => value !== '').slice(0, 1);
}

/** A report to read, store or mail: the figures, without a decision. The input `row` may say what they are about. */
export function buildReport(applicant: Applicant, row: SheetRow = {}) {
	const about = subjectRow(row);
	const suffix = applicant.isComplete ? '' : ' (not complete)';
	const subject = `Screening report: ${toDisplayName(applicant)}${suffix}`;
	const fileName = toFileName(applicant);
	for (let most = MAX_ELEMENTS; ; most -= 2) {
		const page = buildPage(applicant, about, most);
		const [html, text] = [renderHtml(page), renderText(page)];
		const isSmall = [html, text].every((each) => Buffer.byteLength(each) < MAX_BYTES);
		if (isSmall || most === 1) return { subject, html, text, fileName };
	}
}

function buildPage(applicant: Applicant, about: readonly string[][], most: number): Page {
	const { isComplete } = applicant;
	const sections = buildSections(applicant, about, most);
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

/** All sections in their order, also those that there is nothing on. */
function buildSections(applicant: Applicant, about: readonly string[][], most: number): Section[] {
	const { redFlags, greenFlags, reviews, rentals, isComplete } = applicant;
	const payments = sortNewestFirst(applicant.transactions, 'date');
	const months = sortNewestFirst(applicant.months, 'month');
	const section = <Element>(
		title: string,
		elements: readonly Element[],
		tablesOf: (shown: readonly Element[]) => Table[],
	): Section => {
		const more = elements.length > most ? `… and ${elements.length - most} more` : '';
		return { title, tables: tablesOf(elements.slice(0, most)), more };
	};
	const flags = (title: string, found: readonly Flag[] | null): Section => {
		// That there is none means something only once the screening is complete.
		if (found === null || (found.length === 0 && !isComplete)) return section(title, [], () => []);
		return section(`${title} (${found.length})`, found, (shown) => {
			const rows = shown.map(({ text }) => [formatForReport('text', text) ?? NOT_GIVEN]);
			return [{ rows: rows.length > 0 ? rows : [['None']] }];
		});
	};
	const head = { rows: [...about, ...labelledValues(HEAD_COLUMNS, applicant)] };
	return [
		section('Applicant', [applicant], () => [head]),
		flags('Red flags', redFlags),
		flags('Green flags', greenFlags),
		section('Key figures', [applicant], listElements(KEY_FIGURE_COLUMNS)),
		section('Landlord reviews', reviews ?? [], listElements(REVIEW_COLUMNS)),
		section('Rent payments', payments, tabulate(TRANSACTION_COLUMNS)),
		section('Employment', [applicant], listElements(EMPLOYMENT_COLUMNS)),
		section('Income and spending', months, tabulate(MONTH_COLUMNS)),
		section('Rentals', rentals, listElements(RENTAL_COLUMNS)),
	];
}

/** What the service gave of these columns, with their labels. */
function labelledValues<Source>(
	columns: ReadonlyArray<Column<Source>>,
	source: Source,
): string[][] {
	return columns.flatMap(({ name, format, read }) => {
		const value = formatForReport(format, read(source));
		return value === null ? [] : [[toTitle(name), value]];
	});
}

/** The facts on each element, without its ID. */
function listElements<Element>(columns: ReadonlyArray<Column<Element>>) {
	const shown = columns.filter(isForPeople);
	return (elements: readonly Element[]): Table[] =>
		elements.map((element) => ({ rows: labelledValues(shown, element) }));
}

/** A row for each element, without its ID. */
function tabulate<Element>(columns: ReadonlyArray<Column<Element>>) {
	const shown = columns.filter(isForPeople);
	const heads = shown.map(({ name }) => toTitle(name));
	const rowOf = (element: Element) =>
		shown.map(({ format, read }) => formatForReport(format, read(element)) ?? NOT_GIVEN);
	return (elements: readonly Element[]): Table[] => [{ heads, rows: elements.map(rowOf) }];
}

const isForPeople = ({ format }: { readonly format: Format }) => format !== 'id';

/** The applicant's name, else the email address. */
function toDisplayName({ user: { firstName, lastName, email } }: Applicant): string {
	const names = [firstName, lastName].map((name) => toVisibleLine(name, 50));
	return names.filter(Boolean).join(' ') || toVisibleLine(email, 90) || 'Unnamed applicant';
}

/** Such as `screening-report-jane-doe-2026-03-01.html`. */
function toFileName(applicant: Applicant): string {
	const words = `${toDisplayName(applicant)} ${formatForReport('date', applicant.screening.updatedAt) ?? ''}`;
	const name = words.trim().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
	return `screening-report-${[...name.toLowerCase()].slice(0, 50).join('')}.html`;
}
