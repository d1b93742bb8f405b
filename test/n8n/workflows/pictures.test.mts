import type { Page } from 'playwright-core';
import type { WorkflowJson } from '../../../dev/host/client.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { createGoogleSheet, createSheetWorkflow } from '../../support/applicant-places.mts';
import { useBrowser } from '../../support/editor-browser.mts';
import { editorCanvas } from '../../support/editor-canvas.mts';
import { MovingPicture, picture } from '../../support/editor-pictures.mts';
import { testLong } from '../../support/n8n-host.mts';
import { toColumnName, type Sheet } from '../../support/network/sheet.mts';
import { useSpreadsheets } from '../../support/network/spreadsheets.mts';
import { findNode, readWorkflowFile, WORKFLOW_FILES } from '../../support/workflow-file.mts';

const PICTURED = 'screen-applicants-in-a-google-sheet';

// Only the test completes screenings.
const rig = useSpreadsheets({ completeAfter: {} });
const { host } = rig;
const openPage = useBrowser();

/** Opens a saved workflow in n8n's editor. */
async function openCanvas(workflow: WorkflowJson, height: number) {
	const accounts = [host.credential, ...(await rig.accounts(host.client))];
	const { id } = await host.client.createWorkflow(workflow, accounts);
	const page = await openPage({ width: 1400, height }, host.client);
	const canvas = editorCanvas(page, host.client.baseUrl);
	await canvas.open(id);
	await canvas.fit();
	return canvas;
}

testLong.each(WORKFLOW_FILES)('%s shows its note in full, above all nodes', async (file) => {
	const workflow = readWorkflowFile(file);
	const canvas = await openCanvas(workflow, 900);
	expect(await canvas.overflows()).toBe(false);
	const { position, parameters } = findNode(workflow, 'About');
	const end = position[1] + Number(parameters['height']);
	for (const {
		name,
		position: [, top],
	} of workflow.nodes)
		if (name !== 'About') expect(top).toBeGreaterThanOrEqual(end);
	if (file === PICTURED) await picture(`workflow-${file}`, canvas.page.getByTestId('canvas'));
});

testLong('a Google sheet is filled, as the README shows it', async () => {
	const { sandbox } = host;
	const names = ['Amara', 'Leo', 'Priya', 'Hannah'];
	const { place, sheets } = createGoogleSheet(rig, names);
	const [sheet] = sheets;
	const canvas = await openCanvas(createSheetWorkflow(sheet!, sandbox.propertyId), 700);
	const sheetPage = await openPage({ width: 1400, height: 700 });
	const moving = new MovingPicture();
	const addSheet = async (words: string, seconds: number) => {
		await showSheet(sheetPage, sheet!, words);
		await moving.add(sheetPage, seconds);
	};

	await addSheet('Your sheet: applicants in rows', 3);
	await canvas.execute();
	await canvas.succeeded('Send screenings');
	await canvas.ended();
	await moving.add(canvas.page, 3);
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
	const rows = sheet.rows().map((row) => columns.map((column) => row[column]));
	const lines = [columns, ...rows].map((cells, index) => {
		const filled = cells.map((cell) => `<td>${String(cell ?? '')}</td>`).join('');
		return `<tr><th>${index + 1}</th>${filled}</tr>`;
	});
	const letters = columns.map((column) => toColumnName(sheet.header().indexOf(column)));
	await page.setContent(`<!doctype html><style>
		body { margin: 24px 20px; font: 14px/1.4 Arial, sans-serif; }
		h1 { font-size: 24px; font-weight: normal; }
		table { border-collapse: collapse; width: 100%; }
		th, td { border: 1px solid #e1e3e6; padding: 6px 7px; vertical-align: top; height: 22px; white-space: nowrap; }
		td:last-child { width: 100%; white-space: normal; }
		th { background: #f8f9fa; color: #5f6368; font-weight: normal; }
		tr:nth-child(2) td { font-weight: bold; }
	</style><h1>${words}</h1>
	<table><tr><th></th><th>${letters.join('</th><th>')}</th></tr>${lines.join('')}</table>`);
}
