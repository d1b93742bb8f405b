import fc from 'fast-check';

import { readApplicant } from '../../../nodes/RentalScreening/results/applicant.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report.ts';
import { createBareAnswer, createFullAnswer } from './answers.mts';
import {
	anyAnswer,
	createLongAnswer,
	HOSTILE_TEXTS,
	withEveryLeaf,
	withEveryText,
} from './wild.mts';

const TAG = /<(\/?[a-z][a-z0-9]*)((?:\s+[a-z]+(?:="[^"<>]*")?)*)\s*\/?>/g;
/** Attributes that Outlook keeps, and those of the page itself. */
const ATTRIBUTE =
	/^(v?align|bgcolor|cell(padd|spac)ing|charset|class|content|lang|name|role|scope|style|width)$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const reportOn = (answer: unknown) => buildReport(readApplicant(answer, 'usr-1'));
const reportFull = () => reportOn(createFullAnswer());

/** The page without its style sheet. */
const readBody = (page: string) =>
	page.replace('<!DOCTYPE html>', '').replace(/<style>[^]*?<\/style>/g, '');

const listTags = (page: string) => [...readBody(page).matchAll(TAG)].map(([, name]) => name!);

/** What a reader sees of the page. */
const readVisible = (page: string) =>
	readBody(page)
		.replace(/<title>[^<]*<\/title>/, '')
		.replace(TAG, ' ')
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replace(/\s+/g, ' ');

test('a report begins with name, state, figures and flags, and IDs come last', () => {
	const { text } = reportFull();
	expect(text).toMatch(
		/^Jane Doe\nScreening complete\nLast updated 1 Mar 2026\n\nService score: 81.5\n/,
	);
	expect(text).toContain(
		'\nCredit score: 712\nMonthly income: 6,250.00\nRent in % of income: 33.6 % (rent 2,100.00)\n\n' +
			'RED FLAGS (2)\nLate payment: One rent payment was 6 days late, count 1\nNSF: bank (First Example Bank, fee 48)\n\n' +
			'GREEN FLAGS (3)\nIncome is stable\n',
	);
	const [before, references] = text.split('REFERENCE\n');
	expect(references).toMatch(/^User ID: usr-1\nScreening ID: scr-7d41\nCheck type: Deep check\n\n/);
	expect(before).not.toContain(' ID: ');
	expect(references).toContain('your provider knows their scale');
});

test('a report has its sections in the order in which a landlord asks', () => {
	const titles = reportFull().text.match(/^[A-Z' \d]{4,}(?: \(\d\))?$/gm);
	expect(titles).toEqual([
		...[
			'RED FLAGS (2)',
			'GREEN FLAGS (3)',
			'INCOME AND SPENDING BY MONTH (6)',
			'RENT PAYMENTS (7)',
		],
		...['EARLIER RENTAL 1 OF 2', 'EARLIER RENTAL 2 OF 2'],
		...["LANDLORD'S REVIEW 1 OF 2", "LANDLORD'S REVIEW 2 OF 2"],
		...['WORK', 'RENT AND DEBTS', 'APPLICANT', 'REFERENCE'],
	]);
});

test('a report lists reviews, payments, months and rentals, the newest first', () => {
	for (const lines of [
		"LANDLORD'S REVIEW 2 OF 2\nEmail: leasing@harbourview.example.com\nWould rent to them again: 4\n",
		'RENT PAYMENTS (7)\nDate | Description | Amount\n2026-02-20 | RENT ADJUSTMENT HYDRO | 120.50 CAD credit\n',
		'BY MONTH (6)\nMonth | Income | Spending | Average balance\n2026-02 | 6,350.00 | 4,349.25 | 4,100.40\n',
		'EARLIER RENTAL 1 OF 2\nAddress: 88 Harbour Street, Unit 1204, Toronto, ON\nStart: 2023-02-01\n',
	])
		expect(reportFull().text).toContain(lines);
});

test('what the service did not give takes no line, and a column without any value no place', () => {
	const monthlyData = [{ month: '2026-02', spending: 10 }, { month: '2026-01' }];
	const user = { checkComplete: true, firstName: 'Sam' };
	const { text, html } = reportOn({ screening: { monthlyData, redFlags: [] }, user });
	expect(text).toMatch(
		/^Sam\nScreening complete\n\nNO RED FLAGS REPORTED\n\nINCOME AND SPENDING BY MONTH \(2\)\nMonth \| Spending\n2026-02 \| 10.00\n2026-01 \| –\n\nREFERENCE\nUser ID: usr-1\n\nScores/,
	);
	expect(html).not.toMatch(/Income(?! and)|Debt|GREEN/i);
	const { text: few } = reportOn({ screening: { creditScore: 700, rent: 900 }, user });
	expect(few).toMatch(/complete\n\nCredit score: 700\n\nRENT AND DEBTS\nRent: 900.00\n/);
});

test('the bars of a report are as long as their figures, the highest one the longest', () => {
	const monthlyData = [
		{ month: '2026-03', income: 1000, spending: 500 },
		{ month: '2026-02', income: 0, spending: -250 },
		{ month: '2026-01', spending: 'much', income: 250 },
	];
	const { html } = reportOn({ screening: { monthlyData } });
	const widths = [...html.matchAll(/<td width="(\d+)%" bgcolor="(#\w+)"/g)].map(([, width]) =>
		Number(width),
	);
	expect(widths).toEqual([64, 32, 16]);
	expect(html).toContain('-250.00');
	const lowest = reportOn({ screening: { monthlyData: [{ month: '2026-01', income: 0 }] } }).html;
	expect(lowest).not.toContain('NaN');
});

test('a report shows all months of two years, and colours nothing but the flags of the service', () => {
	const monthlyData = Array.from({ length: 30 }, (_, index) => ({
		month: new Date(Date.UTC(2024, index)).toISOString().slice(0, 7),
		income: 100,
	}));
	const { text, html } = reportOn({ screening: { monthlyData, monthlyIncome: 1, rent: 900 } });
	expect(text).toContain('BY MONTH (24 OF 30)\nMonth | Income\n2026-06 | 100.00\n');
	expect(text).toContain('\n2024-07 | ');
	expect(text).not.toContain('2024-06');
	const RED_OR_GREEN = /#b3261e|#1e6b3a/g;
	expect(html).not.toMatch(RED_OR_GREEN);
	// An edge and a name for each flag.
	expect(reportFull().html.match(RED_OR_GREEN)).toHaveLength(2 * 5);
});

test('the heads of a table are in its thead, so that they are repeated on the next page', () => {
	const { html } = reportFull();
	const heads = [...html.matchAll(/<thead>([^]*?)<\/thead>/g)].map(([, head]) =>
		readVisible(head!).trim(),
	);
	expect(heads.filter((head) => head !== '')).toEqual([
		'Month ■ Income ■ Spending Average balance',
		'Date Description Amount',
	]);
});

test('a report of a usual applicant is at most 20 kB', () => {
	expect(Buffer.byteLength(reportFull().html, 'utf8')).toBeLessThan(20_000);
});

test('a report says the same in HTML as in text, word for word', () => {
	const words = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort();
	const { html, text } = reportFull();
	expect(words(readVisible(html))).toEqual(words(text));
});

test('a report on an incomplete screening says so first, and shows what there is', () => {
	const { subject, html, text } = reportOn(createBareAnswer());
	expect(subject).toBe('Screening report: Sam (not complete)');
	expect(text).not.toContain('FLAGS');
	expect(text).toContain('RENT AND DEBTS\nRent: 2,100.00\n\n');
	expect(readVisible(html)).toContain(
		' Sam The applicant has not completed the screening yet. Get the results again later. Rent and',
	);
	const empty = reportOn(null);
	expect(empty.subject).toBe('Screening report: Unnamed applicant (not complete)');
	expect(empty.fileName).toBe('screening-report-unnamed-applicant.html');
	expect(readVisible(empty.html)).not.toMatch(/null|undefined|NaN/);
});

test('a report loads nothing from elsewhere, runs nothing, and has lines that mail servers take', () => {
	const { html } = reportFull();
	expect(html).not.toMatch(/<(script|link|img|a|iframe)\b|src=|href=|url\(|@import|http/i);
	expect(html).not.toMatch(/.{998}/);
});

test('a report is a page of known tags and attributes, each tag closed', () => {
	const { html } = reportFull();
	expect(readBody(html).replace(TAG, '')).not.toMatch(/[<>]/);
	const open: string[] = [];
	for (const [, name = '', attributes = ''] of readBody(html).matchAll(TAG)) {
		const names = attributes.replace(/="[^"]*"/g, '').match(/[a-z]+/g) ?? [];
		expect(names.filter((each) => !ATTRIBUTE.test(each))).toEqual([]);
		if (name.startsWith('/')) expect(open.pop()).toBe(name.slice(1));
		else if (!['meta', 'col', 'br'].includes(name)) open.push(name);
	}
	expect(open).toEqual([]);
});

const bytes = (text: string) => Buffer.byteLength(text, 'utf8');

test.each(['W', '漢', '😀', '<'])(
	'a report of 500 elements in each list is below 100 kB, where every text is long and made of %s',
	(filler) => {
		const answer = withEveryLeaf(createLongAnswer(500), (leaf) =>
			typeof leaf === 'number' ? 999_999_999_999_999.9 : filler.repeat(400),
		);
		const { html, text, fileName, subject } = reportOn(answer);
		for (const part of [html, text]) expect(bytes(part)).toBeLessThan(100_000);
		expect(text).toContain('RED FLAGS (8 OF 500)');
		expect(text).toContain("LANDLORD'S REVIEW 8 OF 500");
		expect(text).toContain('BY MONTH (24 OF 500)');
		expect(bytes(fileName)).toBeLessThan(255);
		expect(subject.length).toBeLessThan(200);
	},
);

test('a report is below 100 kB for an answer of any shape, and a page of known tags', () => {
	fc.assert(
		fc.property(anyAnswer(), (answer) => {
			const { html, subject, fileName } = reportOn(answer);
			expect(bytes(html)).toBeLessThan(100_000);
			expect(readBody(html).replace(TAG, '')).not.toMatch(/[<>]/);
			expect(subject).not.toMatch(INVISIBLE);
			expect(fileName).toMatch(/^screening-report-[\p{L}\p{M}\p{N}-]{1,60}\.html$/u);
		}),
	);
});

test.each(Object.entries(HOSTILE_TEXTS))(
	'a report with %s differs in its words only',
	(_, hostile) => {
		const { html, subject } = reportOn(withEveryText(createFullAnswer(), `x${hostile}`));
		const tame = reportOn(withEveryText(createFullAnswer(), 'xa'));
		expect(listTags(html)).toEqual(listTags(tame.html));
		expect(readBody(html).replace(TAG, '')).not.toMatch(/[<>]/);
		expect(html.replaceAll('\n', '')).not.toMatch(INVISIBLE);
		expect(readBody(html)).not.toMatch(/&(?!#\d+;)/);
		expect(subject).not.toMatch(INVISIBLE);
	},
);

test.each([
	['José Núñez-Ortiz', 'josé-núñez-ortiz', { firstName: 'José', lastName: 'Núñez-Ortiz' }],
	['../../etc pass', '-etc-pass', { firstName: '../../etc', lastName: 'pass\u0000' }],
	['Ja ne D oe', 'ja-ne-d-oe', { firstName: 'Ja\u200Bne\r\n', lastName: 'D\u202Eoe' }],
	['a@b.co', 'a-b-co', { email: 'a@b.co', firstName: ' ' }],
])("a report on '%s' is called so in its subject, and '%s' in its file", (name, file, user) => {
	const screening = { updatedAt: '2026-03-01T00:00:00Z' };
	const { subject, fileName } = reportOn({ screening, user: { ...user, checkComplete: true } });
	expect(subject).toBe(`Screening report: ${name}`);
	expect(fileName).toBe(`screening-report-${file}-2026-03-01.html`);
});
