import type { Locator } from 'playwright-core';
import { EditorBrowser } from '../../support/editor-browser.mts';
import { EditorCanvas } from '../../support/editor-canvas.mts';
import { picture } from '../../support/editor-pictures.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, WORKFLOW_FILES } from '../../support/workflow-file.mts';

const NOTE = 'n8n-nodes-base.stickyNote';
/** The height of a name's letters that people still read, in pixels of the window. */
const READABLE_PX = 9;

describe("the workflows in n8n's editor", () => {
	const host = useN8n({ version: '2.41.1' });
	let browser: EditorBrowser;

	beforeAll(async () => {
		browser = await EditorBrowser.launch();
	});

	afterAll(async () => {
		await browser?.close();
	});

	it.each(WORKFLOW_FILES)('%s can be read at fit-to-view in 1400 x 900', async (file) => {
		const workflow = readWorkflowFile(file);
		const { id } = await host.client.createWorkflow(workflow, [host.credential]);
		const page = await browser.page({ width: 1400, height: 900 }, host.client);
		const canvas = new EditorCanvas(page, host.client.baseUrl);
		await canvas.open(id);
		await page.getByTestId('zoom-to-fit').click();
		await canvas.standsStill();

		const view = (await page.getByTestId('canvas').boundingBox())!;
		const expectInView = async (name: string, part: Locator) => {
			const { x, y, width, height } = (await part.boundingBox())!;
			const inside =
				x >= view.x &&
				y >= view.y &&
				x + width <= view.x + view.width &&
				y + height <= view.y + view.height;
			expect([name, inside]).toEqual([name, true]);
		};
		for (const { name, type, parameters } of workflow.nodes) {
			if (type === NOTE) {
				const heading = /^## (.+)/.exec(String(parameters['content']))![1]!;
				await expectInView(name, canvas.note(heading));
				expect([name, await canvas.overflows(heading)]).toEqual([name, false]);
			} else {
				await expectInView(name, canvas.nameOf(name));
				expect([name, await canvas.isCut(name)]).toEqual([name, false]);
				expect(await canvas.letterHeight(name)).toBeGreaterThanOrEqual(READABLE_PX);
			}
		}
		await picture(`workflow-${file}`, page.getByTestId('canvas'));
		await page.context().close();
	});
});
