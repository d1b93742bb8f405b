import { findColumnsNamed, type SheetRow } from '../core/sheetRow';
import { toTitle } from '../core/text';
import { sortNewestFirst, NOT_COMPLETE, type Applicant, type Flag } from './applicant';
import { formatForReport, toVisibleLine, type ResultColumn } from './cells';
import {
	EMPLOYMENT_COLUMNS,
	KEY_FIGURE_COLUMNS,
	MONTH_COLUMNS,
	REFERENCE_COLUMNS,
	RENTAL_COLUMNS,
	REPORT_HEAD_COLUMNS,
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

/** Columns of the input that name the property or the flow, and those with its ID. */
const PROPERTY_OR_FLOW_NAMES = ['propertyName', 'property', 'flowName', 'flow'];
const PROPERTY_OR_FLOW_IDS = ['propertyId', 'flowId'];

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
		const html = renderHtml(page);
		const text = renderText(page);
		if ((isSmall(html) && isSmall(text)) || max <= 2) return { subject, html, text, fileName };
	}
}

function isSmall(text: string): boolean {
	return Buffer.byteLength(text) < MAX_BYTES;
}

/** The report with at most `max` elements of each list. */
function buildPage(applicant: Applicant, row: SheetRow, max: number): Page {
	const { isComplete } = applicant;
	const sections = buildSections(applicant, row, max);
	const emptyTitles = sections.filter(isEmpty).map(({ title }) => title);
	const explanation = isComplete ? 'Nothing reported' : 'Not available yet';
	const remarks = emptyTitles.length === 0 ? [] : [`${explanation}: ${emptyTitles.join(', ')}.`];
	return {
		title: `Rental screening report: ${toDisplayName(applicant)}`,
		status: isComplete ? 'Complete' : `${NOT_COMPLETE}. Get the results again later.`,
		sections: sections.filter((section) => !isEmpty(section)),
		remarks: [...remarks, ...REMARKS],
	};
}

function isEmpty({ tables }: Section): boolean {
	return tables.every(({ rows }) => rows.length === 0);
}

/** All sections in their order, the empty ones included: what a landlord decides on comes before IDs. */
function buildSections(applicant: Applicant, row: SheetRow, max: number): Section[] {
	const { redFlags, greenFlags, reviews, rentals, isComplete } = applicant;
	const payments = sortNewestFirst(applicant.transactions, 'date');
	const months = sortNewestFirst(applicant.months, 'month');
	const head = [
		...findLabelledCell(row, PROPERTY_OR_FLOW_NAMES),
		...listLabelledValues(REPORT_HEAD_COLUMNS, applicant),
	];
	const references = [
		...findLabelledCell(row, PROPERTY_OR_FLOW_IDS),
		...listLabelledValues(REFERENCE_COLUMNS, applicant),
	];
	return [
		toSection('Applicant', [{ rows: head }]),
		toFlagSection('Red flags', redFlags, max, isComplete),
		toFlagSection('Green flags', greenFlags, max, isComplete),
		toSection('Key figures', [toValueTable(KEY_FIGURE_COLUMNS, applicant)]),
		toListSection('Landlord reviews', reviews ?? [], max, (shown) =>
			shown.map((review) => toValueTable(REVIEW_COLUMNS, review)),
		),
		toListSection('Rent payments', payments, max, (shown) => [
			tabulate(TRANSACTION_COLUMNS, shown),
		]),
		toSection('Employment', [toValueTable(EMPLOYMENT_COLUMNS, applicant)]),
		toListSection('Income and spending', months, max, (shown) => [tabulate(MONTH_COLUMNS, shown)]),
		toListSection('Rentals', rentals, max, (shown) =>
			shown.map((rental) => toValueTable(RENTAL_COLUMNS, rental)),
		),
		toSection('Reference', [{ rows: references }]),
	];
}

function toSection(title: string, tables: readonly Table[]): Section {
	return { title, tables, omitted: '' };
}

/** A section with the first `max` elements of a list, without those of which there is nothing to show. */
function toListSection<Element>(
	title: string,
	elements: readonly Element[],
	max: number,
	toTables: (shown: readonly Element[]) => Table[],
): Section {
	const omitted = elements.length > max ? `… and ${elements.length - max} more` : '';
	const tables = toTables(elements.slice(0, max)).filter(({ rows }) => rows.length > 0);
	return { title, tables, omitted };
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

/** The first of these columns that the input row fills, as a row of label and value; no row where it fills none. */
function findLabelledCell(row: SheetRow, names: readonly string[]): string[][] {
	for (const name of names) {
		for (const column of findColumnsNamed(row, name)) {
			const value = redactSsn(formatForReport('text', row[column]) ?? '');
			if (value !== '') return [[toTitle(name), value]];
		}
	}
	return [];
}

/** The values of these columns that the service gave, each as a row of label and value. */
function listLabelledValues<Source>(
	columns: ReadonlyArray<ResultColumn<Source>>,
	source: Source,
): string[][] {
	return columns.flatMap(({ name, format, read }) => {
		const value = formatForReport(format, read(source));
		return value === null ? [] : [[toTitle(name), value]];
	});
}

/** A table of labelled values, without IDs. */
function toValueTable<Source>(columns: ReadonlyArray<ResultColumn<Source>>, source: Source): Table {
	const shown = columns.filter(({ format }) => format !== 'id');
	return { rows: listLabelledValues(shown, source) };
}

/** A table with a row for each element, without IDs. The currency stands behind the amount. */
function tabulate<Element>(
	columns: ReadonlyArray<ResultColumn<Element>>,
	elements: readonly Element[],
): Table {
	const shown = columns.filter(({ format }) => format !== 'id' && format !== 'currency');
	const currencyColumn = columns.find(({ format }) => format === 'currency');
	const rows = elements.map((element) => {
		const currency = toVisibleLine(currencyColumn?.read(element), 30);
		return shown.map(({ format, read }) => {
			const value = formatForReport(format, read(element)) ?? NOT_GIVEN;
			return format === 'amount' && currency !== null ? `${value} ${currency}` : value;
		});
	});
	return { heads: shown.map(({ name }) => toTitle(name)), rows };
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
