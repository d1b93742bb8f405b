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

/** What holds for all pages of a context; the rest each page has of its own. */
type ContextLook = Omit<PageLook, 'width' | 'height' | 'colorScheme'>;

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
	/** By n8n, and by what of a look only a context can have. */
	readonly #shared = new Map<string, BrowserContext>();

	private constructor(browser: Browser) {
		this.#browser = browser;
	}

	static async launch(): Promise<EditorBrowser> {
		selectors.setTestIdAttribute('data-test-id');
		const executablePath = process.env['RENTAL_SCREENING_CHROMIUM'] ?? '/usr/bin/chromium';
		const options = { executablePath, args: ARGS, timeout: PATIENCE_MS };
		return new EditorBrowser(await chromium.launch(options));
	}

	/**
	 * A page; logged in to n8n when its client is given. Such pages share the browser's cache, since n8n's editor
	 * takes seconds to load for the first time, but not what the editor remembers, such as an open chat.
	 */
	async page(look: PageLook = {}, client?: N8nClient): Promise<Page> {
		const { width = 1400, height = 800, colorScheme = 'light', ...own } = look;
		const context = client ? await this.#loggedIn(own, client) : await this.#context(own);
		const page = await context.newPage();
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme });
		page.setDefaultTimeout(PATIENCE_MS);
		page.setDefaultNavigationTimeout(PATIENCE_MS);
		if (client) {
			await page.goto(`${client.baseUrl}/healthz`);
			await page.evaluate('localStorage.clear()');
		}
		return page;
	}

	async close(): Promise<void> {
		await this.#browser.close();
	}

	async #loggedIn(look: ContextLook, { baseUrl, cookie }: N8nClient): Promise<BrowserContext> {
		const key = JSON.stringify([look, baseUrl]);
		const context = this.#shared.get(key) ?? (await this.#context(look));
		this.#shared.set(key, context);
		await context.addCookies([{ ...cookie, url: baseUrl }]);
		return context;
	}

	async #context(look: ContextLook): Promise<BrowserContext> {
		return await this.#browser.newContext({
			deviceScaleFactor: look.scale ?? 1,
			javaScriptEnabled: look.javaScriptEnabled ?? true,
			...(look.userAgent === undefined ? {} : { userAgent: look.userAgent }),
			locale: 'en-CA',
			timezoneId: 'America/Toronto',
			reducedMotion: 'reduce',
		});
	}
}
