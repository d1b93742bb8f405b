import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

import type { Page } from 'playwright-core';

import { finishedResults } from '../../../dev/sandbox/data/results.mts';
import { applicantOf } from '../../../nodes/RentalScreening/results/applicant.ts';
import { buildReport } from '../../../nodes/RentalScreening/results/report/report.ts';
import type { ScreeningData } from '../../../nodes/RentalScreening/results/values.ts';
import { bareAnswer, fullAnswer } from '../../pure/results/answers.mts';
import { HOSTILE, withEveryText } from '../../pure/results/wild.mts';
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

const CONTRAST = readFileSync(new URL('../../support/contrast.js', import.meta.url), 'utf8');
interface Contrasts {
	texts: Array<{ what: string; contrast: number }>;
	bars: Array<{ contrast: number; height: number; width: number }>;
}

/** The page as a mail program leaves it that drops style sheets and classes. */
const withoutStyleSheets = (html: string) =>
	html.replace(/<head>[^]*<\/head>/, '').replace(/ class="[^"]*"/g, '');

describe('the report in Chromium', () => {
	let browser: EditorBrowser;
	beforeAll(async () => {
		browser = await EditorBrowser.launch();
	});
	afterAll(async () => {
		await browser.close();
	});

	const requested: string[] = [];
	afterEach(() => {
		expect(requested).toEqual([]);
	});

	async function show(html: string, look: PageLook = {}): Promise<Page> {
		const page = await browser.page({ width: 1200, height: 844, ...look });
		page.on('request', (request) => requested.push(request.url()));
		await page.setContent(html);
		return page;
	}

	const overflowOf = async (page: Page) =>
		await page.evaluate('document.documentElement.scrollWidth - innerWidth');

	test.each([1200, 390])(
		'shows the applicant and the flags on the first screen, %d pixels wide',
		async (width) => {
			const page = await show(htmlOf(flagged), { width });
			for (const text of ['Red flags (4)', 'Credit utilisation: 98 %', 'Green flags (0)']) {
				const { y, height } = (await page.getByText(text).boundingBox())!;
				expect(y + height).toBeLessThan(844);
			}
			await page.close();
		},
	);

	test('fits a phone, also with hostile texts and without its style sheet', async () => {
		const answers = [flagged, bareAnswer(), withEveryText(fullAnswer(), () => 'W'.repeat(400))];
		for (const hostile of HOSTILE) answers.push(withEveryText(fullAnswer(), () => hostile));
		const page = await show('', { width: 390 });
		for (const html of answers.map(htmlOf)) {
			for (const shown of [html, withoutStyleSheets(html)]) {
				await page.setContent(shown);
				expect(await overflowOf(page)).toBe(0);
			}
		}
		await page.close();
	});

	test('says in its markup what is a heading, a list, a table, a label', async () => {
		const page = await show(htmlOf(flagged), { width: 760, height: 900, javaScriptEnabled: false });
		await picture('report', page);
		const count = async (...by: Parameters<Page['getByRole']>) =>
			await page.getByRole(...by).count();
		expect(await count('heading', { level: 1 })).toBe(1);
		expect(await count('heading', { level: 2 })).toBe(8);
		expect(await count('listitem')).toBe(4);
		expect(await count('table')).toBe(2);
		expect(await count('columnheader', { name: 'Amount' })).toBe(1);
		expect(await count('rowheader', { name: 'May 2026' })).toBe(1);
		expect(await page.locator('dt', { hasText: /^Credit score$/ }).count()).toBe(1);
		expect(await page.locator('dt + dd').count()).toBe(await page.locator('dt').count());
		await page.close();
	});

	test.each([
		['in light', { colorScheme: 'light' }, htmlOf(flagged)],
		['in the dark', { colorScheme: 'dark' }, htmlOf(flagged)],
		['without its style sheet', {}, withoutStyleSheets(htmlOf(flagged))],
		['in print, in the dark', { colorScheme: 'dark', media: 'print' }, htmlOf(flagged)],
	] as const)('has a contrast of at least 4.5 to 1, bars included, %s', async (_, look, html) => {
		const page = await show(html, look);
		if ('media' in look) await page.emulateMedia({ media: look.media });
		const { texts, bars } = await page.evaluate<Contrasts>(CONTRAST);
		expect(texts.length).toBeGreaterThan(100);
		expect(bars).toHaveLength(24);
		expect(texts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
		expect(bars.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
		expect(bars.filter(({ height, width }) => height < 4 || width < 20)).toEqual([]);
		await page.close();
	});

	describe('on paper', () => {
		/** The pages of a PDF, and the colours that it draws with. */
		function read(pdf: Buffer): { pages: number; colours: Set<string> } {
			const source = pdf.toString('latin1');
			const streams = [...source.matchAll(/FlateDecode[^]*?stream\r?\n([^]*?)\r?\nendstream/g)];
			const drawn = streams.map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')));
			const hex = (part: string) =>
				Math.round(Number(part) * 255)
					.toString(16)
					.padStart(2, '0');
			const colours = drawn.flatMap((stream) =>
				[...stream.toString('latin1').matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg/gi)].map(
					([, ...parts]) => `#${parts.map(hex).join('')}`,
				),
			);
			return {
				pages: Number(/\/Type\s*\/Pages[^]*?\/Count (\d+)/.exec(source)![1]),
				colours: new Set(colours),
			};
		}

		test.each([
			['Letter', APPLICANTS],
			['A4', APPLICANTS.slice(0, 3)],
		])('takes at most three pages of %s, bars included', async (format, applicants) => {
			const page = await show('');
			const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
			for (const html of applicants.map(htmlOf)) {
				await page.setContent(html);
				// As browsers print unless they are told otherwise.
				const { pages, colours } = read(await page.pdf({ format, margin, printBackground: false }));
				expect(pages).toBeLessThanOrEqual(3);
				if (html.includes('class="bar0"')) {
					expect([...colours]).toEqual(expect.arrayContaining(['#2a6f97', '#66727d']));
				}
			}
			await page.close();
		});

		test('breaks no tile, box or row, and no heading from what it heads', async () => {
			const page = await show(htmlOf(flagged));
			await page.emulateMedia({ media: 'print' });
			const styles = async (selector: string, property: string) =>
				new Set(
					await page
						.locator(selector)
						.evaluateAll(
							(elements, name) =>
								elements.map((element) =>
									element.ownerDocument
										.defaultView!.getComputedStyle(element)
										.getPropertyValue(name),
								),
							property,
						),
				);
			expect(await styles('.tile, .box, .plain, li, tbody tr.keep', 'break-inside')).toEqual(
				new Set(['avoid']),
			);
			expect(await styles('h1, h2, h3', 'break-after')).toEqual(new Set(['avoid']));
			await page.close();
		});
	});
});
