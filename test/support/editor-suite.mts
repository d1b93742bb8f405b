import { setTimeout as delay } from 'node:timers/promises';

import type { Page } from 'playwright-core';

import type { N8nClient } from '../../dev/host/client.mts';
import type { SandboxOptions } from '../../dev/sandbox/index.mts';
import { EditorBrowser, type PageLook } from './editor-browser.mts';
import { EditorCanvas } from './editor-canvas.mts';
import { picturesWanted } from './editor-pictures.mts';
import { useN8n, type N8nHost } from './n8n-host.mts';

/** A real n8n, a browser for all tests of a suite, and a service for each of them. */
export interface EditorSuite extends Pick<N8nHost, 'client' | 'sandbox' | 'credential'> {
	readonly host: N8nHost;
	/** A canvas in a page of its own, logged in. */
	canvas(look?: PageLook): Promise<EditorCanvas>;
	/** A page that n8n knows nothing of. */
	page(look?: PageLook): Promise<Page>;
}

/** Pictures stay sharp on screens with more pixels than the README's column is wide. */
const SCALE = picturesWanted ? 1.5 : 1;

/** Starts n8n and the browser before the tests of the surrounding `describe`, and ends both after them. */
export function useEditor(sandboxOptions: SandboxOptions = {}): EditorSuite {
	const host = useN8n(sandboxOptions);
	const pages: Page[] = [];
	let browser: EditorBrowser;

	beforeAll(async () => {
		browser = await EditorBrowser.launch();
	});

	afterEach(async () => {
		for (const page of pages.splice(0)) await page.close();
	});

	afterAll(async () => {
		await browser?.close();
	});

	const open = async (look: PageLook = {}, client?: N8nClient) => {
		const page = await browser.page({ scale: SCALE, ...look }, client);
		pages.push(page);
		return page;
	};

	return {
		host,
		get client() {
			return host.client;
		},
		get sandbox() {
			return host.sandbox;
		},
		get credential() {
			return host.credential;
		},
		canvas: async (look) => new EditorCanvas(await open(look, host.client), host.client.baseUrl),
		page: async (look) => await open(look),
	};
}

/** Waits for something that happens outside the page. Throws when it has not after a minute. */
export async function until(what: string, happened: () => boolean): Promise<void> {
	for (let tries = 0; !happened(); tries += 1) {
		if (tries === 600) throw new Error(`Still waiting for ${what}.`);
		await delay(100);
	}
}
