import type { Page } from 'playwright-core';
import { findFailure } from '../../../dev/host/execution.mts';
import { useBrowser } from '../../support/editor-browser.mts';
import { editorCanvas } from '../../support/editor-canvas.mts';
import { testLong } from '../../support/n8n-host.mts';
import { areaAround, MovingPicture, picture } from '../../support/editor-pictures.mts';
import {
	createApplicantSheet,
	createSheetWorkflow,
} from '../../support/network/applicant-sheet.mts';
import { google } from '../../support/network/google.mts';
import { toColumnName, type Sheet } from '../../support/network/sheet.mts';
import {
	isMark,
	isSave,
	useSpreadsheets,
	type SheetRequest,
} from '../../support/network/spreadsheets.mts';
import { readWorkflowFile, WORKFLOW_FILES } from '../../support/workflow-file.mts';

const NOTE = 'n8n-nodes-base.stickyNote';

const rig = useSpreadsheets(google(), { completeAfter: {} });
const { host } = rig;
const openPage = useBrowser();

/** Holds a request to Google until its release, so that n8n can be pictured while it runs. */
function holdRequest(held: (request: SheetRequest) => boolean) {
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	rig.meanwhile = async (request) => {
		if (held(request)) await released;
		return undefined;
	};
	return { release };
}

testLong.each(WORKFLOW_FILES)(
	'%s shows its notes in full, with no node or arrow on their text',
	async (file) => {
		const workflow = readWorkflowFile(file);
		const { id } = await host.client.createWorkflow(workflow, [host.credential]);
		const page = await openPage({ width: 1400, height: 900 }, host.client);
		const canvas = editorCanvas(page, host.client.baseUrl);
		await canvas.open(id);
		await canvas.fit();
		for (const { type, parameters } of workflow.nodes) {
			if (type !== NOTE) continue;
			const heading = /^## (.+)/.exec(String(parameters['content']))![1]!;
			expect([heading, await canvas.overflows(heading)]).toEqual([heading, false]);
		}
		expect(await canvas.findCoveredText()).toEqual([]);
		await picture(`workflow-${file}`, page.getByTestId('canvas'));
	},
);

test('A Google sheet is filled, as the README shows it', async () => {
	const { sandbox } = host;
	const columns = ['First Name', 'Email', 'Phone'];
	const people = ['Amara', 'Leo', 'Priya', 'Hannah'];
	const rows = people.map((name, index) => [
		...[name, `${name.toLowerCase()}@example.com`, `+1416555010${index + 1}`],
	]);
	const sheet = await createApplicantSheet(rig, { columns, rows, asText: 'C1:C20' });
	const page = await openPage({ width: 1920, height: 1140 }, host.client);
	const canvas = editorCanvas(page, host.client.baseUrl);
	const workflow = createSheetWorkflow(rig, sheet.sheet);
	const { id } = await host.client.createWorkflow(workflow, [
		...[host.credential, await rig.account(host.client)],
	]);
	await canvas.open(id);
	await canvas.fit();
	const sections = ['Check and mark', 'Read back, send, save', 'Get the results'];
	const area = await areaAround(sections.map((heading) => canvas.note(heading)));
	const { width, height } = area;
	const sheetPage = await openPage({ width, height });
	const moving = new MovingPicture();
	const addSheet = async (words: string, seconds: number) => {
		await showSheet(sheetPage, sheet.sheet, words);
		await moving.add(sheetPage, seconds);
	};

	await addSheet('Your sheet: applicants in rows', 3);
	await moving.add(page, 1.5, area);
	const mark = holdRequest(isMark);
	await canvas.execute();
	await canvas.succeeded('Check rows');
	await moving.add(page, 1, area);
	const save = holdRequest(isSave);
	mark.release();
	await canvas.succeeded('Send screenings');
	await moving.add(page, 1, area);
	save.release();
	await canvas.ended();
	await moving.add(page, 1.5, area);
	await addSheet('After the first run: each applicant has a link', 3);
	for (const { email, userId } of sandbox.screenings) {
		if (!email.startsWith('hannah')) sandbox.complete(userId);
	}
	expect(findFailure(await sheet.run())).toBeUndefined();
	await addSheet('Screening completed: the results are in the same row', 6);
	await moving.save('living-sheet');

	expect(sheet.sheet.rows().map((row) => [row['screeningStatus'], row['resultStatus']])).toEqual([
		['sent', 'complete'],
		['sent', 'complete'],
		['sent', 'complete'],
		['sent', 'not complete'],
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
	const body = sheet.rows().map((row, index) =>
		line(
			'td',
			index + 2,
			columns.map((column) => row[column]),
		),
	);
	await page.setContent(`<!doctype html><style>
		body { margin: 24px 20px; font: 14px/1.4 Arial, sans-serif; background: #fff; }
		h1 { font-size: 24px; font-weight: normal; margin: 0 0 20px; }
		table { border-collapse: collapse; width: 100%; }
		th, td { border: 1px solid #e1e3e6; padding: 6px 7px; vertical-align: top; text-align: left; white-space: nowrap; }
		th { background: #f8f9fa; color: #5f6368; font-weight: normal; text-align: center; }
		td { height: 22px; }
		td:last-child { width: 100%; white-space: normal; }
		tr:nth-child(2) td { font-weight: bold; }
	</style><h1>${words}</h1>
	<table>${line('th', '', letters)}${line('td', 1, columns)}${body.join('')}</table>`);
}
