import type { Page } from 'playwright-core';

import { editorPanel, type EditorPanel } from './editor-panel.mts';

/** What the page has and Node has not. */
interface StyledWindow {
	getComputedStyle(part: Part): { overflowY: string };
}

interface Part {
	readonly scrollHeight: number;
	readonly clientHeight: number;
	querySelectorAll(selector: string): Iterable<Part>;
}

/** What lies on the text of a sticky note: nodes and their names, and arrows. Run by the page. */
const FIND_COVERED_TEXT = `(() => {
	const all = (selector, within = document) => [...within.querySelectorAll(selector)];
	const textBoxes = (element) => {
		const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
		const boxes = [];
		while (walker.nextNode()) {
			const { data, parentElement } = walker.currentNode;
			if (data.trim() === '' || !parentElement.checkVisibility({ opacityProperty: true })) continue;
			const range = document.createRange();
			range.selectNodeContents(walker.currentNode);
			boxes.push(...range.getClientRects());
		}
		return boxes;
	};
	const overlap = (one, other) =>
		one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
	const notes = all('[data-test-id="sticky"]').map((note) => ({
		name: note.innerText.split('\\n')[0],
		boxes: textBoxes(note),
	}));
	const nodes = all('[data-test-id="canvas-node"]')
		.filter((node) => all('[data-test-id="sticky"]', node).length === 0)
		.map((node) => ({ name: node.dataset.nodeName, boxes: [node.getBoundingClientRect(), ...textBoxes(node)] }));
	const arrows = all('path.vue-flow__edge-path').map((path) => {
		const matrix = path.getScreenCTM();
		const length = path.getTotalLength();
		const boxes = Array.from({ length: 201 }, (_, index) => {
			const { x, y } = path.getPointAtLength((length * index) / 200).matrixTransform(matrix);
			return { left: x, right: x, top: y, bottom: y };
		});
		return { name: 'arrow ' + path.closest('[data-id]')?.dataset.id, boxes };
	});
	return notes.flatMap((note) =>
		[...nodes, ...arrows]
			.filter(({ boxes }) => boxes.some((box) => note.boxes.some((text) => overlap(box, text))))
			.map(({ name }) => note.name + ' / ' + name),
	);
})()`;

/** n8n's canvas with a workflow on it. */
export function editorCanvas(page: Page, baseUrl: string) {
	const node = (name: string) =>
		page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

	/** The sticky note with that heading. */
	const note = (heading: string) => {
		const title = page.getByRole('heading', { name: heading, exact: true });
		return page.getByTestId('sticky').filter({ has: title });
	};

	/** The entries of n8n's list of nodes or, one level down, of a node's actions. */
	const entries = page.getByTestId('node-creator-item-name');

	return {
		page,
		note,
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

		async searchNodes(words: string): Promise<void> {
			await page.getByTestId('node-creator-search-bar').fill(words);
		},

		/** The address of a node's icon. */
		async findIcon(name: string): Promise<string> {
			return (await node(name).locator('img').first().getAttribute('src')) ?? '';
		},

		async openNode(name: string): Promise<EditorPanel> {
			await node(name).dblclick();
			const panel = editorPanel(page);
			await panel.all.waitFor();
			return panel;
		},

		async execute(): Promise<void> {
			await page.getByTestId('execute-workflow-button').first().click();
		},

		/** Waits until the node has run with success. */
		async succeeded(name: string): Promise<void> {
			await node(name).getByTestId('canvas-node-status-success').waitFor();
		},

		/** Waits until no execution is running. */
		async ended(): Promise<void> {
			await page.getByTestId('stop-execution-button').first().waitFor({ state: 'hidden' });
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

		/** The notes whose text a node or an arrow covers, each with what covers it. */
		async findCoveredText(): Promise<string[]> {
			return await page.evaluate<string[]>(FIND_COVERED_TEXT);
		},

		/** Whether the text of the sticky note with that heading is longer than the note. */
		async overflows(heading: string): Promise<boolean> {
			return await note(heading).evaluate((element) => {
				const { getComputedStyle } = globalThis as unknown as StyledWindow;
				return [...(element as unknown as Part).querySelectorAll('*')].some(
					(part) =>
						part.scrollHeight > part.clientHeight + 4 &&
						getComputedStyle(part).overflowY !== 'visible',
				);
			});
		},
	};
}
