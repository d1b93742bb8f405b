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

const ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Long enough for a machine that is busy with other things. */
const PATIENCE_MS = 60_000;

/** Debian's Chromium, without a window. Other places are named by RENTAL_SCREENING_CHROMIUM. */
export class EditorBrowser {
	readonly #browser: Browser;

	private constructor(browser: Browser) {
		this.#browser = browser;
	}

	static async launch(): Promise<EditorBrowser> {
		selectors.setTestIdAttribute('data-test-id');
		const executablePath = process.env['RENTAL_SCREENING_CHROMIUM'] ?? '/usr/bin/chromium';
		const options = { executablePath, args: ARGS, timeout: PATIENCE_MS };
		return new EditorBrowser(await chromium.launch(options));
	}

	/** A page of its own; logged in to n8n when its client is given. Closed with its context. */
	async page(look: PageLook = {}, client?: N8nClient): Promise<Page> {
		const context = await this.#context(look);
		if (client) await context.addCookies([{ ...client.cookie, url: client.baseUrl }]);
		const page = await context.newPage();
		page.setDefaultTimeout(PATIENCE_MS);
		page.setDefaultNavigationTimeout(PATIENCE_MS);
		return page;
	}

	async close(): Promise<void> {
		await this.#browser.close();
	}

	async #context(look: PageLook): Promise<BrowserContext> {
		const { width = 1400, height = 800, colorScheme = 'light', scale = 1 } = look;
		return await this.#browser.newContext({
			viewport: { width, height },
			deviceScaleFactor: scale,
			colorScheme,
			javaScriptEnabled: look.javaScriptEnabled ?? true,
			...(look.userAgent === undefined ? {} : { userAgent: look.userAgent }),
			locale: 'en-CA',
			timezoneId: 'America/Toronto',
			reducedMotion: 'reduce',
		});
	}
}
