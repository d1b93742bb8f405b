import type { Locator, Page } from 'playwright-core';
import { EditorBrowser } from '../../support/editor-browser.mts';
import { EditorCanvas } from '../../support/editor-canvas.mts';
import { picture } from '../../support/editor-pictures.mts';
import { useGoogle } from '../../support/network/google/host.mts';
import {
	livingSheet,
	redEnd,
	type LivingSheet,
} from '../../support/network/google/living-sheet.mts';
import { columnName } from '../../support/network/google/sheet.mts';
import { readWorkflowFile, WORKFLOW_FILES } from '../../support/workflow-file.mts';

const NOTE = 'n8n-nodes-base.stickyNote';
/** The height of a name's letters that people still read, in pixels of the window. */
const READABLE_PX = 9;

describe("the workflows in n8n's editor", () => {
	const rig = useGoogle({ completeAfter: {} });
	const { host } = rig;
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

	test('A living Google sheet shows its sheet before and after it ran', async () => {
		const { sandbox } = host;
		const columns = ['Unit', 'First Name', 'Last Name', 'Email', 'Phone'];
		const people = [
			['Amara', 'Okonkwo', '+14165550101'],
			['Leo', 'Martins', '+14165550102'],
			['Priya', 'Nair', '416 555 0103'],
			['Hannah', 'Berg', '+14165550104'],
		];
		const rows = people.map(([first = '', last = '', phone = ''], index) => [
			...[`${index + 2}B`, first, last, `${first.toLowerCase()}@example.com`, phone],
		]);
		const living = await livingSheet(rig, { columns, rows, plainText: ['E'] });
		const page = await browser.page({ width: 1400, height: 400 });
		const shown = [...columns, 'screeningStatus', 'screeningNote', 'resultStatus'];
		const figures = ['creditScore', 'rentToIncomePercent', 'redFlags'];
		await pictureOfSheet(page, 'living-sheet-before', living, [...shown, ...figures]);

		expect(redEnd(await living.run())).toMatch(/^1 of 4 rows/);
		for (const { email, userId } of sandbox.screenings) {
			if (!email.startsWith('hannah')) sandbox.complete(userId);
		}
		expect(redEnd(await living.run())).toMatch(/^1 of 1 rows/);

		expect(
			(await living.rows()).map((row) => [row['screeningStatus'], row['resultStatus']]),
		).toEqual([
			['sent', 'complete'],
			['sent', 'complete'],
			['not sent', ''],
			['sent', 'not complete'],
		]);
		await pictureOfSheet(page, 'living-sheet-after', living, [...shown, ...figures]);
		await page.context().close();
	});
});

/** A picture of some columns of a sheet, as Google shows them. */
async function pictureOfSheet(
	page: Page,
	name: string,
	{ rows, sheet }: LivingSheet,
	columns: readonly string[],
): Promise<void> {
	const [headers = []] = (await sheet.read('1:1', 'FORMATTED_VALUE', 'FORMATTED_STRING')) ?? [];
	const line = (tag: string, first: unknown, cells: readonly unknown[]) => {
		const filled = cells.map((cell) => `<${tag}>${String(cell ?? '')}</${tag}>`).join('');
		return `<tr><th>${String(first)}</th>${filled}</tr>`;
	};
	const letters = columns.map((column) => columnName(headers.indexOf(column)));
	const body = (await rows()).map((row, index) =>
		line(
			'td',
			index + 2,
			columns.map((column) => row[column]),
		),
	);
	await page.setContent(`<style>
		table { border-collapse: collapse; font: 13px/1.4 Arial, sans-serif; background: #fff; }
		th, td { border: 1px solid #e1e3e6; padding: 4px 8px; vertical-align: top; }
		th { background: #f8f9fa; color: #5f6368; font-weight: normal; text-align: center; }
		td { max-width: 200px; min-width: 40px; height: 18px; }
		tr:nth-child(2) td { font-weight: bold; }
	</style><table>${line('th', '', letters)}${line('td', 1, columns)}${body.join('')}</table>`);
	await picture(name, page.locator('table'));
}
