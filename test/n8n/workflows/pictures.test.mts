import type { Page } from 'playwright-core';
import { findFailure } from '../../../dev/host/execution.mts';
import { createGoogleSheet, createSheetWorkflow } from '../../support/applicant-places.mts';
import { useBrowser } from '../../support/editor-browser.mts';
import { editorCanvas } from '../../support/editor-canvas.mts';
import { MovingPicture, picture } from '../../support/editor-pictures.mts';
import { testLong } from '../../support/n8n-host.mts';
import { toColumnName, type Sheet } from '../../support/network/sheet.mts';
import { useSpreadsheets } from '../../support/network/spreadsheets.mts';
import { readWorkflowFile, WORKFLOW_FILES } from '../../support/workflow-file.mts';

const PICTURED = 'screen-applicants-in-a-google-sheet';

// Only the test completes screenings.
const rig = useSpreadsheets({ completeAfter: {} });
const { host } = rig;
const openPage = useBrowser();

testLong.each(WORKFLOW_FILES)(
	'%s shows its note in full, with no node or arrow on it',
	async (file) => {
		const workflow = readWorkflowFile(file);
		const { id } = await host.client.createWorkflow(workflow, [host.credential]);
		const page = await openPage({ width: 1400, height: 900 }, host.client);
		const canvas = editorCanvas(page, host.client.baseUrl);
		await canvas.open(id);
		await canvas.fit();
		expect(await canvas.overflows(workflow.name)).toBe(false);
		expect(await canvas.findCoveredText()).toEqual([]);
		if (file === PICTURED) await picture(`workflow-${file}`, page.getByTestId('canvas'));
	},
);

testLong('a Google sheet is filled, as the README shows it', async () => {
	const { sandbox } = host;
	const names = ['Amara', 'Leo', 'Priya', 'Hannah'];
	const { place, sheet } = createGoogleSheet(rig, names);
	const page = await openPage({ width: 1400, height: 700 }, host.client);
	const canvas = editorCanvas(page, host.client.baseUrl);
	const workflow = createSheetWorkflow(sheet, sandbox.propertyId);
	const accounts = [host.credential, ...(await rig.accounts(host.client))];
	const { id } = await host.client.createWorkflow(workflow, accounts);
	await canvas.open(id);
	await canvas.fit();
	const sheetPage = await openPage({ width: 1400, height: 700 });
	const moving = new MovingPicture();
	const addSheet = async (words: string, seconds: number) => {
		await showSheet(sheetPage, sheet, words);
		await moving.add(sheetPage, seconds);
	};

	await addSheet('Your sheet: applicants in rows', 3);
	await canvas.execute();
	await canvas.succeeded('Send screenings');
	await canvas.ended();
	await moving.add(page, 3);
	await addSheet('After the first run: each applicant has a link', 3);
	for (const { email, userId } of sandbox.screenings) {
		if (!email.startsWith('hannah')) sandbox.complete(userId);
	}
	expect(findFailure(await (await place.publish()).run())).toBeUndefined();
	await addSheet('Screening completed: the results are in the same row', 6);
	await moving.save('living-sheet');

	const rows = await place.rows();
	expect(rows.map(({ status }) => status)).toEqual(names.map(() => 'sent'));
	expect(rows.map(({ result }) => result)).toEqual([
		...['complete', 'complete', 'complete', 'not complete'],
	]);
});

/** Fills a page with some columns of a sheet, as Google shows them, below some words. */
async function showSheet(page: Page, sheet: Sheet, words: string): Promise<void> {
	const written = ['screeningStatus', 'resultStatus', 'creditScore', 'redFlags'];
	const columns = ['First Name', 'Email', ...written];
	const headers = sheet.cells('1:1')[0]!.map(({ value }) => value);
	const line = (tag: string, first: unknown, cells: readonly unknown[]) => {
		const filled = cells.map((cell) => `<${tag}>${String(cell ?? '')}</${tag}>`).join('');
		return `<tr><th>${String(first)}</th>${filled}</tr>`;
	};
	const letters = columns.map((column) => toColumnName(headers.indexOf(column)));
	const body = sheet.rows().map((row, index) => {
		const cells = columns.map((column) => row[column]);
		return line('td', index + 2, cells);
	});
	await page.setContent(`<!doctype html><style>
		body { margin: 24px 20px; font: 14px/1.4 Arial, sans-serif; background: #fff; }
		h1 { font-size: 24px; font-weight: normal; margin: 0 0 20px; }
		table { border-collapse: collapse; width: 100%; }
		th, td { border: 1px solid #e1e3e6; padding: 6px 7px; vertical-align: top; text-align: left; white-space: nowrap; }
		td:last-child { white-space: normal; }
		th { background: #f8f9fa; color: #5f6368; font-weight: normal; text-align: center; }
		td { height: 22px; }
		td:last-child { width: 100%; white-space: normal; }
		tr:nth-child(2) td { font-weight: bold; }
	</style><h1>${words}</h1>
	<table>${line('th', '', letters)}${line('td', 1, columns)}${body.join('')}</table>`);
}
