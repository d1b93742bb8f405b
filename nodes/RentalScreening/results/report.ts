import { joinFilled, toOneLine, toTitle } from '../core/text';
import { NOT_COMPLETE, type Applicant } from './applicant';
import { formatForReport } from './cells';
import {
	FLAG_COLUMNS,
	MONTH_COLUMNS,
	PAYMENT_COLUMNS,
	RENTAL_COLUMNS,
	REVIEW_COLUMNS,
	ROW_COLUMNS,
	type ReportSection,
	type ResultColumn,
} from './columns';
import { renderHtml, renderText, type Section } from './page';

/** Of each list: mail programs cut off a message of more than 100 kB. 'Raw' has all. */
const MAX_ELEMENTS = 8;

const REMARKS = [
	'Scores and ratings are those of the screening service: your provider knows their scale.',
	'This report repeats what the service reported. It is neither a decision nor a recommendation.',
	'It contains personal data of the applicant. Share it only with people who need it.',
];

/** A report to read, store or mail: figures, no decision. `html` and `text` say the same; `fileName` is for the HTML. */
export function buildReport(applicant: Applicant) {
	const { isComplete, screening, user } = applicant;
	const names = joinFilled([user.firstName, user.lastName], ' ') || user.email;
	const name = toOneLine(names, 80) || 'Unnamed applicant';
	const page = {
		title: `Rental screening report: ${name}`,
		status: isComplete ? 'Complete' : `${NOT_COMPLETE}. Get the results again later.`,
		sections: buildSections(applicant).map((section) =>
			section.rows.length === 0 ? { ...section, rows: [['Nothing reported']] } : section,
		),
		remarks: REMARKS,
	};
	return {
		subject: `Screening report: ${name}${isComplete ? '' : ' (not complete)'}`,
		html: renderHtml(page),
		text: renderText(page),
		fileName: toFileName(`${name} ${formatForReport('date', screening.updatedAt)}`),
	};
}

/** What a landlord decides on comes first. */
function buildSections(applicant: Applicant): Section[] {
	const { redFlags, greenFlags, reviews, payments, months, rentals } = applicant;
	return [
		tabulate('Red flags', FLAG_COLUMNS, redFlags ?? []),
		tabulate('Green flags', FLAG_COLUMNS, greenFlags ?? []),
		listColumns('Key figures', applicant),
		listColumns('Applicant', applicant),
		listColumns('Employment', applicant),
		...describeEach('Landlord review', REVIEW_COLUMNS, reviews ?? []),
		tabulate('Rent payments', PAYMENT_COLUMNS, payments),
		tabulate('Income and spending', MONTH_COLUMNS, months),
		...describeEach('Rental', RENTAL_COLUMNS, rentals),
		listColumns('Reference', applicant),
	];
}

/** The columns of a section of which the service gave a value. */
function listColumns(title: ReportSection, applicant: Applicant): Section {
	const columns = ROW_COLUMNS.filter(({ section }) => section === title);
	return { title, rows: listValues(columns, applicant) };
}

/** A row for each element: `Red flags (3)`, or `Red flags (8 of 12)` if not all are shown. */
function tabulate<Element>(
	title: string,
	columns: ReadonlyArray<ResultColumn<Element>>,
	elements: readonly Element[],
): Section {
	const shown = elements.slice(0, MAX_ELEMENTS);
	const rows = shown.map((element) =>
		columns.map(({ format, read }) => formatForReport(format, read(element)) || '–'),
	);
	if (rows.length === 0) return { title, rows };
	const count =
		rows.length < elements.length ? `${rows.length} of ${elements.length}` : rows.length;
	const heads = columns.length === 1 ? undefined : columns.map(({ name }) => toTitle(name));
	return { title: `${title} (${count})`, heads, rows };
}

/** A section for each element: a phone has no room for a table of so many columns. */
function describeEach<Element>(
	title: string,
	columns: ReadonlyArray<ResultColumn<Element>>,
	elements: readonly Element[],
): Section[] {
	if (elements.length === 0) return [{ title: `${title}s`, rows: [] }];
	return elements.slice(0, MAX_ELEMENTS).map((element, index) => {
		const rows = listValues(columns, element);
		return { title: `${title} ${index + 1} of ${elements.length}`, rows };
	});
}

/** The values that the service gave, each behind its label. */
function listValues<Source>(
	columns: ReadonlyArray<ResultColumn<Source>>,
	source: Source,
): string[][] {
	return columns
		.map(({ name, format, read }) => [toTitle(name), formatForReport(format, read(source))])
		.filter(([, value]) => value !== '');
}

/** A name such as `screening-report-jane-doe-2026-03-01.html`. */
function toFileName(text: string): string {
	const words = text
		.trim()
		.toLowerCase()
		.split(/[^\p{L}\p{M}\p{N}]+/u);
	return `screening-report-${[...words.join('-')].slice(0, 50).join('')}.html`;
}
