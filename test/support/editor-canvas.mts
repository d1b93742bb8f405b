import type { Locator, Page } from 'playwright-core';

import { EditorPanel } from './editor-panel.mts';

/** n8n's canvas with a workflow on it. */
export class EditorCanvas {
	readonly page: Page;
	readonly #baseUrl: string;

	constructor(page: Page, baseUrl: string) {
		this.page = page;
		this.#baseUrl = baseUrl;
	}

	/** Opens a saved workflow and waits for its nodes. */
	async open(workflowId: string): Promise<void> {
		await this.page.goto(`${this.#baseUrl}/workflow/${workflowId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Opens a workflow without nodes. */
	async openNew(): Promise<void> {
		await this.page.goto(`${this.#baseUrl}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').first().waitFor();
	}

	/** Searches n8n's list of nodes; returns the entries found. */
	async searchNodes(words: string): Promise<Locator> {
		const search = this.page.getByTestId('node-creator-search-bar');
		if (!(await search.isVisible())) {
			await this.page.getByTestId('node-creator-plus-button').click();
		}
		await search.fill(words);
		return this.entries;
	}

	/** The entries of n8n's list of nodes or, one level down, of a node's actions. */
	get entries(): Locator {
		return this.page.getByTestId('node-creator-item-name');
	}

	#node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The address of a node's icon. */
	async iconOf(name: string): Promise<string> {
		return (await this.#node(name).locator('img').first().getAttribute('src')) ?? '';
	}

	async openNode(name: string): Promise<EditorPanel> {
		await this.#node(name).dblclick();
		const panel = new EditorPanel(this.page);
		await panel.all.waitFor();
		return panel;
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
	}

	/** Waits until the node has run with success. */
	async succeeded(name: string): Promise<void> {
		await this.#node(name).getByTestId('canvas-node-status-success').waitFor();
	}

	/** Waits until no execution is running. */
	async ended(): Promise<void> {
		await this.page.getByTestId('stop-execution-button').first().waitFor({ state: 'hidden' });
	}

	/** Shows the whole workflow. */
	async fit(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		await this.#standsStill();
	}

	/** Waits until the canvas has stopped moving, after a change of its zoom. */
	async #standsStill(): Promise<void> {
		const view = this.page.locator('.vue-flow__transformationpane').first();
		let still = 0;
		for (let before = ''; still < 3;) {
			const now = (await view.getAttribute('style')) ?? '';
			still = now.includes('transform') && now === before ? still + 1 : 0;
			before = now;
			await this.page.waitForTimeout(200);
		}
	}

	/** Whether the text of the sticky note with that heading is longer than the note. */
	async overflows(heading: string): Promise<boolean> {
		return await this.note(heading).evaluate((note) => {
			const { getComputedStyle } = globalThis as unknown as StyledWindow;
			const parts = [...(note as unknown as Part).querySelectorAll('*')];
			return parts.some(
				(part) =>
					part.scrollHeight > part.clientHeight + 4 &&
					['auto', 'scroll', 'hidden'].includes(getComputedStyle(part).overflowY),
			);
		});
	}

	/** The sticky note with that heading. */
	note(heading: string): Locator {
		const title = this.page.getByRole('heading', { name: heading, exact: true });
		return this.page.getByTestId('sticky').filter({ has: title });
	}
}

/** What the functions above use of the page that they run in. */
interface Part {
	scrollHeight: number;
	clientHeight: number;
	querySelectorAll(selector: string): Iterable<Part>;
}

interface StyledWindow {
	getComputedStyle(part: unknown): { overflowY: string };
}
