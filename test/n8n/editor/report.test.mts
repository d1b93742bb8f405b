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
const APPLICANTS = Array.from({ length: 12 }, (_, index) =>
	makeResults({
		...{ userId: `usr-${index}`, screeningId: `scr-${index}`, checkType: 'CHECK_TYPE_DEEP_CHECK' },
		...{ email: `applicant-${index}@example.com`, phone: '+14165550100', rent: 2100 },
		...{ firstName: 'Amara', lastName: 'Okonkwo', completedAt: new Date('2026-06-30T14:03:11Z') },
	}),
);
const flagged = APPLICANTS.find(({ screening }) => screening.redFlags!.length === 4)!;

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

test('the report says in its markup what is a heading, a table, a label', async () => {
	const look = { width: 760, height: 900, javaScriptEnabled: false };
	const page = await show(renderReport(flagged), look);
	await picture('report', page);
	const count = async (...by: Parameters<Page['getByRole']>) => await page.getByRole(...by).count();
	expect(await count('heading', { level: 1 })).toBe(1);
	expect(await count('heading', { level: 2 })).toBe(await count('table'));
	expect(await count('columnheader', { name: 'Amount' })).toBe(1);
	expect(await count('rowheader', { name: '2026-05', exact: true })).toBe(1);
	expect(await count('rowheader', { name: 'Credit Score' })).toBe(1);
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

test.each(['Letter', 'A4'])(
	'the report takes at most three pages of %s on paper',
	async (format) => {
		const page = await show('');
		for (const html of [...APPLICANTS, createFullAnswer()].map(renderReport)) {
			await page.setContent(html);
			// As browsers print unless they are told otherwise.
			const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
			const pdf = await page.pdf({ format, margin, printBackground: false });
			const [, pages] = /\/Type\s*\/Pages[^]*?\/Count (\d+)/.exec(pdf.toString('latin1'))!;
			expect(Number(pages)).toBeLessThanOrEqual(3);
		}
	},
);
