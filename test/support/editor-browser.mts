import { chromium, selectors, type Browser, type BrowserContext, type Page } from 'playwright-core';

import type { N8nClient } from '../../dev/host/client.mts';

/** How a page looks and what it may do. */
export interface PageLook {
	width?: number;
	height?: number;
	colorScheme?: 'light' | 'dark';
	javaScriptEnabled?: boolean;
	userAgent?: string;
	/** Device pixels per CSS pixel; default 1. */
	scale?: number;
}

/** Opens a page; logged in to n8n when its client is given. */
type OpenPage = (look?: PageLook, client?: N8nClient) => Promise<Page>;

const ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** The smallest screen on which a page is read without moving it sideways. */
export const PHONE_SCREEN = { width: 390, height: 844 };

/** What a person's browser calls itself. n8n's forms and approvals take Chromium without a window for a bot. */
export const PERSONS_BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Nothing of the page reaches beyond its sides. */
export async function expectToFit(page: Page): Promise<void> {
	const [wanted, given] = await page.evaluate<[number, number]>(
		'[document.documentElement.scrollWidth, window.innerWidth]',
	);
	expect(wanted).toBeLessThanOrEqual(given);
}

/** Long enough for a machine that is busy with other things. */
const PATIENCE_MS = 60_000;

/**
 * Debian's Chromium, without a window, for the tests of the surrounding `describe`; other places are named by
 * RENTAL_SCREENING_CHROMIUM. Pages are closed after each test. Those of one n8n and look share the browser's cache,
 * since n8n's editor takes seconds to load for the first time, but not what the editor remembers.
 */
export function useBrowser(): OpenPage {
	let browser: Browser;
	const loggedIn = new Map<string, BrowserContext>();
	const pages: Page[] = [];

	beforeAll(async () => {
		selectors.setTestIdAttribute('data-test-id');
		const executablePath = process.env['RENTAL_SCREENING_CHROMIUM'] ?? '/usr/bin/chromium';
		browser = await chromium.launch({ executablePath, args: ARGS, timeout: PATIENCE_MS });
	});

	afterEach(async () => {
		for (const page of pages.splice(0)) await page.close();
	});

	afterAll(async () => {
		await browser?.close();
	});

	return async (look = {}, client) => {
		const { width = 1400, height = 800, colorScheme = 'light', scale = 1, ...own } = look;
		const key = client && JSON.stringify([scale, own, client.baseUrl]);
		const context =
			loggedIn.get(key ?? '') ??
			(await browser.newContext({
				...own,
				deviceScaleFactor: scale,
				locale: 'en-CA',
				timezoneId: 'America/Toronto',
				reducedMotion: 'reduce',
			}));
		if (client) {
			loggedIn.set(key!, context);
			await context.addCookies([{ ...client.cookie, url: client.baseUrl }]);
		}
		const page = await context.newPage();
		pages.push(page);
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme });
		page.setDefaultTimeout(PATIENCE_MS);
		page.setDefaultNavigationTimeout(PATIENCE_MS);
		if (client) {
			await page.goto(`${client.baseUrl}/healthz`);
			await page.evaluate('localStorage.clear()');
		}
		return page;
	};
}
