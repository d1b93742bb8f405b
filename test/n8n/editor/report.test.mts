import axe from 'axe-core';
import type { Page } from 'playwright-core';

import { makeResults } from '../../../dev/sandbox/data/results.mts';
import { readApplicant } from '../../../nodes/RentalScreening/results/applicant.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report.ts';
import { createBareAnswer, createFullAnswer } from '../../pure/results/answers.mts';
import { HOSTILE, withEveryText } from '../../pure/results/wild.mts';
import {
	expectToFit,
	PHONE_SCREEN,
	useBrowser,
	type PageLook,
} from '../../support/editor-browser.mts';
import { picture } from '../../support/editor-pictures.mts';

// The report as Chromium shows and prints it, without n8n.

const renderReport = (answer: unknown) => buildReport(readApplicant(answer)).html;

/** Applicants of every kind that the sandbox has. */
const APPLICANTS = Array.from({ length: 24 }, (_, index) =>
	makeResults({
		...{ userId: `usr-${index}`, screeningId: `scr-${index}`, checkType: 'CHECK_TYPE_DEEP_CHECK' },
		...{ email: `applicant-${index}@example.com`, phone: '+14165550100', rent: 2450 },
		...{ firstName: 'Amara', lastName: 'Okonkwo', completedAt: new Date('2026-06-30T14:03:11Z') },
	}),
);
const flagged = APPLICANTS.find(({ screening }) => screening.redFlags!.length === 4)!;

/** As many months and payments as a report shows, and more. */
const long = structuredClone(flagged);
long.screening.monthlyData = Array.from({ length: 24 }, (_, index) => ({
	...long.screening.monthlyData![index % 12]!,
	month: new Date(Date.UTC(2024, 6 + index)).toISOString().slice(0, 7),
}));

/** The page as a mail program leaves it that drops style sheets. */
const withoutStyleSheet = (html: string) => html.replace(/<style>[^]*<\/style>/, '');

const openPage = useBrowser();
const requested: string[] = [];
afterEach(() => {
	expect(requested).toEqual([]);
});

async function show(html: string, look: PageLook = {}): Promise<Page> {
	const page = await openPage({ width: 1200, height: 844, ...look });
	page.on('request', (request) => requested.push(request.url()));
	await page.setContent(html);
	return page;
}

test('the report fits a phone, also with hostile texts and without its style sheet', async () => {
	const texts = ['W'.repeat(400), ...HOSTILE];
	const hostile = texts.map((text) => withEveryText(createFullAnswer(), text));
	const page = await show('', PHONE_SCREEN);
	for (const html of [flagged, createBareAnswer(), ...hostile].map(renderReport)) {
		for (const shown of [html, withoutStyleSheet(html)]) {
			await page.setContent(shown);
			await expectToFit(page);
		}
	}
});

test('the first screen of a phone shows who it is, the state, four figures and all flags', async () => {
	const page = await show(renderReport(flagged), { ...PHONE_SCREEN, javaScriptEnabled: false });
	await picture('report', page);
	const seen = [
		...['Amara Okonkwo', 'Screening complete', 'Last updated 30 Jun 2026'],
		...['Service score', '53.5', 'Credit score', '641', 'Monthly income', '5,800.50'],
		...['Rent in % of income', '42.2 %', 'rent 2,450.00', 'Red flags (4)'],
		...[
			'Income irregular',
			"Income swings by more than 40 % (it's seasonal)",
			'Rent was paid late',
		],
		...['Collections', 'Credit utilisation', 'Green flags (1)'],
		'Tax assessments match the stated income',
	];
	for (const text of seen) {
		const box = await page.getByText(text).first().boundingBox();
		expect([text, box!.y + box!.height < PHONE_SCREEN.height]).toEqual([text, true]);
	}
});

test('the report of every applicant is at most 20 kB', () => {
	for (const html of APPLICANTS.map(renderReport)) {
		expect(Buffer.byteLength(html, 'utf8')).toBeLessThan(20_000);
	}
});

test('the report says in its markup what is a heading, a table, a label', async () => {
	const page = await show(renderReport(flagged), { ...PHONE_SCREEN, javaScriptEnabled: false });
	const count = async (...by: Parameters<Page['getByRole']>) => await page.getByRole(...by).count();
	expect(await count('heading', { level: 1 })).toBe(1);
	expect(await count('heading', { level: 2 })).toBe(10);
	expect(await count('columnheader', { name: 'Amount' })).toBe(1);
	expect(await count('rowheader', { name: '2026-05', exact: true })).toBe(1);
	expect(await count('rowheader', { name: 'Employer', exact: true })).toBe(1);
});

test('bars are as long as their figures, also without the style sheet', async () => {
	const html = renderReport(flagged);
	for (const shown of [html, withoutStyleSheet(html)]) {
		const page = await show(shown, PHONE_SCREEN);
		const boxes = await page
			.locator('td[bgcolor]:empty')
			.evaluateAll((cells) =>
				cells.map(
					(cell) => cell.getBoundingClientRect().toJSON() as { width: number; height: number },
				),
			);
		expect(boxes).toHaveLength(2 * 12);
		// Of June: 8,200 and 5,075.
		expect(boxes[1]!.width / boxes[0]!.width).toBeCloseTo(5075 / 8200, 1);
		for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(8);
	}
});

test.each([
	['as it is', renderReport(flagged)],
	['without its style sheet', withoutStyleSheet(renderReport(flagged))],
])('the report meets WCAG 2 AA %s, in a dark window too', async (_, html) => {
	const page = await show(html, { colorScheme: 'dark' });
	await page.evaluate(axe.source);
	const { passes, incomplete, violations } = await page.evaluate<axe.AxeResults>(
		"axe.run({ runOnly: ['wcag2a', 'wcag2aa'] })",
	);
	expect([...violations, ...incomplete]).toEqual([]);
	const contrast = passes.find(({ id }) => id === 'color-contrast');
	expect(contrast!.nodes.length).toBeGreaterThan(100);
});

test.each(['Letter', 'A4'])('the report takes at most two pages of %s on paper', async (format) => {
	const page = await show('');
	for (const html of [...APPLICANTS, createFullAnswer()].map(renderReport)) {
		await page.setContent(html);
		expect(countPages(await print(page, format))).toBeLessThanOrEqual(2);
	}
});

test('on paper the heads of a table are repeated on each page, and no row is torn', async () => {
	const page = await show(renderReport(long));
	await page.emulateMedia({ media: 'print' });
	const getStyles = async (selector: string, property: string) =>
		await page.evaluate<string[]>(
			`[...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).${property})`,
		);
	// Browsers repeat a thead of this kind.
	expect(new Set(await getStyles('.rows > thead', 'display'))).toEqual(
		new Set(['table-header-group']),
	);
	expect(await page.locator('.rows > thead > tr > th').count()).toBe(6);
	const rows = await getStyles('.rows > tbody > tr', 'breakInside');
	expect(rows).toEqual(Array.from({ length: 24 + 8 }, () => 'avoid'));
	expect(countPages(await print(page, 'A4'))).toBeLessThanOrEqual(3);
});

/** As browsers print unless they are told otherwise. */
async function print(page: Page, format: string): Promise<Buffer> {
	const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
	return await page.pdf({ format, margin, printBackground: false });
}

function countPages(pdf: Buffer): number {
	const [, pages] = /\/Type\s*\/Pages[^]*?\/Count (\d+)/.exec(pdf.toString('latin1'))!;
	return Number(pages);
}
