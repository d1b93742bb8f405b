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
		for (const { name, type } of workflow.nodes) {
			const node =
				type === NOTE
					? canvas.node(name)
					: canvas.node(name).getByText(name, { exact: true }).first();
			const box = (await node.boundingBox())!;
			expect([name, box.x >= view.x && box.x + box.width <= view.x + view.width]).toEqual([
				name,
				true,
			]);
			expect([name, box.y >= view.y && box.y + box.height <= view.y + view.height]).toEqual([
				name,
				true,
			]);
			if (type === NOTE) continue;
			expect([name, await canvas.isCut(name)]).toEqual([name, false]);
			expect(await canvas.letterHeight(name)).toBeGreaterThanOrEqual(READABLE_PX);
		}
		for (const { name, type } of workflow.nodes) {
			if (type === NOTE) expect([name, await canvas.overflows(name)]).toEqual([name, false]);
		}
		await picture(`workflow-${file}`, page.getByTestId('canvas'));
		await page.context().close();
	});
});
