import axe from 'axe-core';
import type { Page } from 'playwright-core';

import { makeResults } from '../../../dev/sandbox/data/results.mts';
import { readApplicant } from '../../../nodes/RentalScreening/results/applicant.ts';
import type { Schemas } from '../../../nodes/RentalScreening/results/cells.ts';
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

const renderReport = (answer: Schemas['ScreeningData']) => buildReport(readApplicant(answer)).html;

/** Applicants of every kind that the sandbox has. */
const APPLICANTS = Array.from({ length: 12 }, (_, index) =>
	makeResults({
		userId: `usr-${index}`,
		screeningId: `scr-${index}`,
		checkType: 'CHECK_TYPE_DEEP_CHECK',
		email: `applicant-${index}@example.com`,
		phone: '+14165550100',
		firstName: 'Amara',
		lastName: 'Okonkwo',
		rent: 2100,
		completedAt: new Date('2026-06-30T14:03:11Z'),
	}),
);
const flagged = APPLICANTS.find(({ screening }) => screening.redFlags!.length === 4)!;

/** The page as a mail program leaves it that drops style sheets. */
const withoutStyleSheets = (html: string) => html.replace(/<style>[^]*<\/style>/, '');

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

test.each([1200, 390])(
	'the report shows the flags on the first screen, %d pixels wide',
	async (width) => {
		const page = await show(renderReport(flagged), { width });
		const texts = ['Amara Okonkwo', 'Red flags (4)', 'INCOME_IRREGULAR', 'Key figures'];
		for (const text of texts) {
			const { y, height } = (await page.getByText(text).boundingBox())!;
			expect(y + height).toBeLessThan(844);
		}
	},
);

test('the report fits a phone, also with hostile texts and without its style sheet', async () => {
	const answers = [flagged, createBareAnswer(), withEveryText(createFullAnswer(), 'W'.repeat(400))];
	for (const hostile of HOSTILE) answers.push(withEveryText(createFullAnswer(), hostile));
	const page = await show('', PHONE_SCREEN);
	for (const html of answers.map(renderReport)) {
		for (const shown of [html, withoutStyleSheets(html)]) {
			await page.setContent(shown);
			await expectToFit(page);
		}
	}
});

test('the report says in its markup what is a heading, a table, a label', async () => {
	const page = await show(renderReport(flagged), {
		width: 760,
		height: 900,
		javaScriptEnabled: false,
	});
	await picture('report', page);
	const count = async (...by: Parameters<Page['getByRole']>) => await page.getByRole(...by).count();
	expect(await count('heading', { level: 1 })).toBe(1);
	expect(await count('heading', { level: 2 })).toBe(10);
	expect(await count('table')).toBe(10);
	expect(await count('columnheader', { name: 'Amount' })).toBe(1);
	expect(await count('rowheader', { name: '2026-05', exact: true })).toBe(1);
	expect(await count('rowheader', { name: 'Credit Score' })).toBe(1);
});

test.each([
	['as it is', renderReport(flagged)],
	['without its style sheet', withoutStyleSheets(renderReport(flagged))],
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

const MARGIN = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };

/** How many pages a report takes, without its last `hidden` pixels. */
async function countPages(page: Page, format: string, hidden = 0): Promise<number> {
	await page.evaluate(`document.body.style.marginTop = '-${hidden}px'`);
	// As browsers print unless they are told otherwise.
	const pdf = await page.pdf({ format, margin: MARGIN, printBackground: false });
	return Number(/\/Type\s*\/Pages[^]*?\/Count (\d+)/.exec(pdf.toString('latin1'))![1]);
}

test.each(['Letter', 'A4'])(
	'the report takes at most three pages of %s on paper, none nearly empty',
	async (format) => {
		const page = await show('');
		for (const html of [...APPLICANTS, createFullAnswer()].map(renderReport)) {
			await page.setContent(html);
			const pages = await countPages(page, format);
			expect(pages).toBeLessThanOrEqual(3);
			// The last page has more on it than a few lines.
			expect(await countPages(page, format, 100)).toBe(pages);
		}
	},
);

test('the report breaks no row on paper, and no heading from what it heads', async () => {
	const page = await show(renderReport(flagged));
	await page.emulateMedia({ media: 'print' });
	const styles = async (selector: string, property: string) =>
		new Set(
			await page.evaluate<string[]>(
				`[...document.querySelectorAll('${selector}')].map((element) => getComputedStyle(element)['${property}'])`,
			),
		);
	expect(await styles('tr', 'break-inside')).toEqual(new Set(['avoid']));
	expect(await styles('h2', 'break-after')).toEqual(new Set(['avoid']));
});
