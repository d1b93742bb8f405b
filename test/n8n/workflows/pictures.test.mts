import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { readSheet, writeXlsx } from '../../../dev/demo/spreadsheets.mts';
import { failureOf } from '../../../dev/host/execution.mts';
import { EditorBrowser } from '../../support/editor-browser.mts';
import { EditorCanvas } from '../../support/editor-canvas.mts';
import { picture } from '../../support/editor-pictures.mts';
import { useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, withParameters, WORKFLOW_FILES } from '../../support/workflow-file.mts';

const NOTE = 'n8n-nodes-base.stickyNote';
/** The height of a name's letters that people still read, in pixels of the window. */
const READABLE_PX = 9;

describe("the workflows in n8n's editor", () => {
	const host = useN8n({ version: '2.41.1' }, { completeAfter: {} });
	let browser: EditorBrowser;

	beforeAll(async () => {
		browser = await EditorBrowser.launch();
	});

	afterAll(async () => {
		await browser?.close();
	});

	test.each(WORKFLOW_FILES)('%s can be read at fit-to-view in 1400 x 900', async (file) => {
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

	test('A living sheet shows its sheet before and after it ran', async () => {
		const { client, credential, n8n, sandbox } = host;
		const file = join(n8n.workingFolder, 'waiting-list.xlsx');
		const people = [
			['Amara', 'Okonkwo', '+14165550101'],
			['Leo', 'Martins', '+14165550102'],
			['Priya', 'Nair', '416 555 0103'],
			['Hannah', 'Berg', '+14165550104'],
		];
		const rows = people.map(([first = '', last = '', Phone = ''], index) => ({
			Unit: `${index + 2}B`,
			'First Name': first,
			'Last Name': last,
			Email: `${first.toLowerCase()}@example.com`,
			Phone,
		}));
		await writeXlsx(file, rows);
		const page = await browser.page({ width: 1180, height: 400 });
		await pictureOfSheet(page, 'living-sheet-before', rows);

		const workflow = withParameters(readWorkflowFile('a-living-sheet'), {
			'Read the sheet': { fileSelector: 'waiting-list.xlsx' },
			'Send screenings': { propertyId: sandbox.propertyId },
		});
		const { id } = await client.createWorkflow(workflow, [credential]);
		expect(failureOf(await client.runWorkflow(id))).toBeUndefined();
		for (const { email, userId } of sandbox.screenings) {
			if (!email.startsWith('hannah')) sandbox.complete(userId);
		}
		expect(failureOf(await client.runWorkflow(id))).toBeUndefined();

		const after = await readSheet(file);
		expect(after.map((row) => [row['screeningStatus'], row['resultStatus']])).toEqual([
			['sent', 'complete'],
			['sent', 'complete'],
			['not sent', ''],
			['sent', 'not complete'],
		]);
		const shown = [
			'Unit',
			'First Name',
			'Phone',
			'screeningStatus',
			'screeningNote',
			'resultStatus',
			'creditScore',
			'rentToIncomePercent',
			'redFlags',
		];
		await pictureOfSheet(
			page,
			'living-sheet-after',
			after.map((row) => Object.fromEntries(shown.map((name) => [name, row[name]]))),
		);
		await page.context().close();
	});
});

/** A picture of rows as a spreadsheet program shows them. */
async function pictureOfSheet(
	page: Page,
	name: string,
	rows: Array<Record<string, unknown>>,
): Promise<void> {
	const line = (cells: unknown[], tag: string) =>
		`<tr>${cells.map((cell) => `<${tag}>${String(cell ?? '')}</${tag}>`).join('')}</tr>`;
	const [first = {}] = rows;
	const body = rows.map((row) => line(Object.values(row), 'td')).join('');
	await page.setContent(`<style>
		table { border-collapse: collapse; font: 14px/1.4 sans-serif; }
		th, td { border: 1px solid #c8ccd0; padding: 6px 10px; text-align: left; vertical-align: top; max-width: 260px; }
		th { background: #eef1f4; }
	</style><table>${line(Object.keys(first), 'th')}${body}</table>`);
	await picture(name, page.locator('table'));
}
