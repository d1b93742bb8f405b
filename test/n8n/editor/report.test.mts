import type { Page } from 'playwright-core';

import { finishedResults } from '../../../dev/sandbox/data/results.mts';
import { applicantOf } from '../../../nodes/RentalScreening/results/applicant.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report/report.ts';
import type { ScreeningData } from '../../../nodes/RentalScreening/results/values.ts';
import { bareAnswer, fullAnswer } from '../../pure/results/answers.mts';
import { HOSTILE, withEveryText } from '../../pure/results/wild.mts';
import { CONTRASTS } from '../../support/contrast.mts';
import { EditorBrowser, type PageLook } from '../../support/editor-browser.mts';
import { picture } from '../../support/editor-pictures.mts';

// The report as a browser shows and prints it, without n8n.

const htmlOf = (answer: ScreeningData) => buildReport(applicantOf(answer)).html;

/** Applicants of every kind that the sandbox has. */
const APPLICANTS = Array.from({ length: 12 }, (_, index) =>
	finishedResults({
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

describe('the report in Chromium', () => {
	let browser: EditorBrowser;
	let page: Page;
	const requested: string[] = [];

	beforeAll(async () => {
		browser = await EditorBrowser.launch();
	});

	afterEach(async () => {
		await page.close();
		expect(requested).toEqual([]);
	});

	afterAll(async () => {
		await browser.close();
	});

	async function show(html: string, look: PageLook = {}): Promise<void> {
		page = await browser.page({ width: 760, height: 844, ...look });
		page.on('request', (request) => requested.push(request.url()));
		await page.setContent(html);
	}

	test('says in its markup what is a heading and a table', async () => {
		await show(htmlOf(flagged), { javaScriptEnabled: false });
		await picture('report', page);
		expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
		expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(3);
		expect(await page.getByRole('table').count()).toBeGreaterThan(0);
		await page.getByText('Credit utilisation: 98 %').waitFor();
	});

	test('fits a phone, also with hostile texts', async () => {
		const answers = [flagged, bareAnswer(), withEveryText(fullAnswer(), () => 'W'.repeat(400))];
		for (const hostile of HOSTILE) answers.push(withEveryText(fullAnswer(), () => hostile));
		await show('', { width: 390 });
		for (const html of answers.map(htmlOf)) {
			await page.setContent(html);
			expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
		}
	});

	test('has a contrast of at least 4.5 to 1', async () => {
		await show(htmlOf(flagged));
		const texts = await page.evaluate<Array<{ text: string; contrast: number }>>(CONTRASTS);
		expect(texts.length).toBeGreaterThan(50);
		expect(texts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
	});

	test.each(['Letter', 'A4'])('takes at most three pages of %s', async (format) => {
		await show('');
		const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
		for (const html of APPLICANTS.map(htmlOf)) {
			await page.setContent(html);
			// As browsers print unless they are told otherwise.
			const pdf = await page.pdf({ format, margin, printBackground: false });
			const [, pages] = /\/Type\s*\/Pages[^]*?\/Count (\d+)/.exec(pdf.toString('latin1'))!;
			expect(Number(pages)).toBeLessThanOrEqual(3);
		}
	});
});
