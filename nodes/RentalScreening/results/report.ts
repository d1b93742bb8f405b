import { capitalize, joinFilled, toOneLine, toWords, truncate } from '../core/text';
import { NOT_COMPLETE, type Applicant } from './applicant';
import { formatForReport } from './cells';
import {
	KEY_FIGURES,
	MONTH_COLUMNS,
	PAYMENT_COLUMNS,
	RENTAL_COLUMNS,
	REPORT_SECTIONS,
	REVIEW_COLUMNS,
	ROW_COLUMNS,
	type Columns,
	type ResultColumn,
} from './columns';
import type { Flag } from './flags';
import { renderHtml, renderText, type Cell, type Section } from './page';

/** Of each list but the months: mail programs cut off a message of more than 100 kB. 'Raw' has all. */
const MAX_ELEMENTS = 8;
const MAX_MONTHS = 24;
/** The columns of months that have bars. */
const BARS = ['income', 'spending'];

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
	const updated = formatForReport('date', screening.updatedAt);
	const page = {
		title: name,
		status: isComplete ? 'Screening complete' : `${NOT_COMPLETE}. Get the results again later.`,
		updated: updated && `Last updated ${formatDay(updated)}`,
		figures: listFigures(applicant),
		sections: listSections(applicant),
		remarks: REMARKS,
	};
	return {
		subject: `Screening report: ${name}${isComplete ? '' : ' (not complete)'}`,
		html: renderHtml(page),
		text: renderText(page),
		fileName: toFileName(`${name} ${updated}`),
	};
}

/** What a landlord looks at first, with the rent beside its share of the income. */
function listFigures(applicant: Applicant): string[][] {
	const rent = formatForReport('amount', applicant.screening.rent);
	const columns = ROW_COLUMNS.filter(({ name }) => KEY_FIGURES.includes(name));
	const figures = columns.map((column) => {
		const note = column.format === 'percent' ? `rent ${rent}` : '';
		return [toLabel(column), formatValue(column, applicant), note];
	});
	return figures.filter(([, value]) => value !== '');
}

/** What a landlord decides on comes first. What the service did not give takes no line. */
function listSections(applicant: Applicant): Section[] {
	const { redFlags, greenFlags, reviews, payments, months, rentals } = applicant;
	return [
		...listFlags('red', redFlags),
		...listFlags('green', greenFlags),
		...tabulate('Income and spending by month', MONTH_COLUMNS, months, MAX_MONTHS),
		...tabulate('Rent payments', PAYMENT_COLUMNS, payments),
		...describeEach('Earlier rental', RENTAL_COLUMNS, rentals),
		...describeEach("Landlord's review", REVIEW_COLUMNS, reviews ?? []),
		...REPORT_SECTIONS.flatMap((title) => {
			const columns = ROW_COLUMNS.filter(({ section }) => section === title);
			return describeEach(title, columns, [applicant]);
		}),
	];
}

function listFlags(kind: 'red' | 'green', flags: readonly Flag[] | null): Section[] {
	if (flags === null) return [];
	if (flags.length === 0) return [{ kind, title: `No ${kind} flags reported`, flags }];
	const shown = flags.slice(0, MAX_ELEMENTS).map(({ name, details }) => {
		return { name: truncate(name, 120), details: truncate(details, 200) };
	});
	return [{ kind, title: formatCount(`${capitalize(kind)} flags`, shown, flags), flags: shown }];
}

/** A row for each element, in the columns in which one has a value, some of them with bars. */
function tabulate<Element>(
	title: string,
	columns: Columns<Element>,
	elements: readonly Element[],
	max = MAX_ELEMENTS,
): Section[] {
	const shown = elements.slice(0, max);
	const filled = columns.filter((one) => shown.some((element) => formatValue(one, element) !== ''));
	if (filled.length === 0) return [];
	const isBar = ({ name }: { readonly name: string }) => BARS.includes(name);
	const figures = filled.filter(isBar).flatMap(({ read }) => shown.map(read).map(toPositive));
	const highest = Math.max(...figures, Number.MIN_VALUE);
	const rows = shown.map((element) =>
		filled.map((column): Cell => {
			const text = formatValue(column, element);
			return isBar(column) ? { text, length: toPositive(column.read(element)) / highest } : text;
		}),
	);
	const heads = filled.map((one) => (isBar(one) ? { text: toLabel(one) } : toLabel(one)));
	return [{ kind: 'rows', title: formatCount(title, shown, elements), heads, rows }];
}

const toPositive = (value: unknown) => (Number.isFinite(value) ? Math.max(0, value as number) : 0);

/** A section for each element with its values behind their labels: a phone has no room for so many columns. */
function describeEach<Element>(
	title: string,
	columns: Columns<Element>,
	elements: readonly Element[],
): Section[] {
	const sections = elements.slice(0, MAX_ELEMENTS).map((element, index) => {
		const place = elements.length === 1 ? '' : ` ${index + 1} of ${elements.length}`;
		const rows = columns.map((column) => [toLabel(column), formatValue(column, element)]);
		const given = rows.filter(([, value]) => value !== '');
		return { kind: 'rows', title: title + place, rows: given } as const;
	});
	return sections.filter(({ rows }) => rows.length > 0);
}

function formatValue<Source>({ format, read }: ResultColumn<Source>, source: Source): string {
	return formatForReport(format, read(source));
}

/** `Credit score` for `creditScore`. */
function toLabel({ name }: { readonly name: string }): string {
	if (name === 'rentToIncomePercent') return 'Rent in % of income';
	return capitalize(toWords(name)).replace(/\bid$/, 'ID');
}

/** `Red flags (3)`, or `Red flags (8 of 12)` if not all are shown. */
function formatCount(title: string, shown: readonly unknown[], all: readonly unknown[]): string {
	return `${title} (${shown.length < all.length ? `${shown.length} of ` : ''}${all.length})`;
}

/** `2026-06-30` as `30 Jun 2026`; any other text as it is. */
function formatDay(date: string): string {
	const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
	return isDay ? new Date(date).toUTCString().slice(5, 16).replace(/^0/, '') : date;
}

/** A name such as `screening-report-jane-doe-2026-03-01.html`. */
function toFileName(text: string): string {
	const words = text
		.trim()
		.toLowerCase()
		.split(/[^\p{L}\p{M}\p{N}]+/u);
	return `screening-report-${[...words.join('-')].slice(0, 50).join('')}.html`;
}
