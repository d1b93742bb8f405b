import type { Page } from 'playwright-core';

import { editorPanel, type EditorPanel } from './editor-panel.mts';

/** n8n's canvas with a workflow on it. */
export function editorCanvas(page: Page, baseUrl: string) {
	const node = (name: string) =>
		page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

	/** The entries of n8n's list of nodes or, one level down, of a node's actions. */
	const entries = page.getByTestId('node-creator-item-name');

	return {
		page,
		entries,

		/** Opens a saved workflow and waits for its nodes. */
		async open(workflowId: string): Promise<void> {
			await page.goto(`${baseUrl}/workflow/${workflowId}`);
			await page.getByTestId('canvas-node').first().waitFor();
		},

		/** Opens a workflow without nodes, and n8n's list of nodes. */
		async openNew(): Promise<void> {
			await page.goto(`${baseUrl}/workflow/new`);
			await page.getByTestId('canvas-add-button').first().waitFor();
			await page.getByTestId('node-creator-plus-button').click();
		},

		/** Imports a workflow's file into a new workflow, and returns the ID under which n8n saves it. */
		async importFile(file: string): Promise<string> {
			await page.goto(`${baseUrl}/workflow/new`);
			await page.getByTestId('canvas-add-button').first().waitFor();
			await page.getByTestId('workflow-menu').click();
			await page.getByTestId('workflow-menu-item-import').hover();
			const chooser = page.waitForEvent('filechooser');
			await page.getByText('From file').first().click();
			await (await chooser).setFiles(file);
			await page.getByTestId('canvas-node').first().waitFor();
			await page.keyboard.press('Control+s');
			await page.waitForURL(/\/workflow\/(?!new)/);
			return new URL(page.url()).pathname.replace('/workflow/', '');
		},

		async searchNodes(words: string): Promise<void> {
			await page.getByTestId('node-creator-search-bar').fill(words);
		},

		async openNode(name: string): Promise<EditorPanel> {
			await node(name).dblclick();
			const panel = editorPanel(page);
			await panel.all.waitFor();
			return panel;
		},

		/** Shows the whole workflow, and waits until it has stopped moving. */
		async fit(): Promise<void> {
			await page.getByTestId('zoom-to-fit').click();
			const view = page.locator('.vue-flow__transformationpane').first();
			let still = 0;
			for (let before = ''; still < 3;) {
				const now = (await view.getAttribute('style')) ?? '';
				still = now.includes('transform') && now === before ? still + 1 : 0;
				before = now;
				await page.waitForTimeout(200);
			}
		},

		/** Whether the text of the sticky note is longer than the note. */
		async overflows(): Promise<boolean> {
			await page.getByTestId('sticky').getByRole('heading').first().waitFor();
			return await page.evaluate<boolean>(
				`[...document.querySelectorAll('[data-test-id="sticky"] *')].some((part) =>
					part.scrollHeight > part.clientHeight + 4 && getComputedStyle(part).overflowY !== 'visible')`,
			);
		},
	};
}
