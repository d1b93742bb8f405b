import { randomUUID } from 'node:crypto';

import {
	APPLICANT_COLUMNS,
	APPLICANTS_FILE,
	readForTable,
} from '../../support/applicants-table.mts';
import { useBrowser } from '../../support/editor-browser.mts';
import { editorCanvas } from '../../support/editor-canvas.mts';
import { picture } from '../../support/editor-pictures.mts';
import { createDataTable } from '../../support/data-table.mts';
import { testLong, useN8n } from '../../support/n8n-host.mts';
import { demoApplicants } from '../../../dev/demo/samples.mts';
import { findFailure } from '../../../dev/host/execution.mts';
import { publish } from '../../../dev/host/published.mts';
import { readWorkflowFile, WORKFLOW_FILES } from '../../../dev/host/workflow-file.mts';

/** A landlord looks at these columns, so they stand first; in n8n they are dragged there. */
const FIRST = ['firstName', 'screeningStatus', 'resultStatus', 'creditScore', 'redFlags'];

const host = useN8n();
const openPage = useBrowser();

testLong.each(WORKFLOW_FILES)('%s shows its note in full', async (file) => {
	const { client, credential } = host;
	const { id } = await client.createWorkflow(readWorkflowFile(file), [credential]);
	const page = await openPage({ width: 1400, height: 900 }, client);
	const canvas = editorCanvas(page, client.baseUrl);
	await canvas.open(id);
	await canvas.fit();
	expect(await canvas.overflows()).toBe(false);
	if (file === APPLICANTS_FILE) await picture(`workflow-${file}`, page.getByTestId('canvas'));
});

testLong('the table of applicants shows what was sent and what came back', async () => {
	const isFirst = ({ name }: { name: string }) => FIRST.includes(name);
	const others = APPLICANT_COLUMNS.filter((column) => !isFirst(column));
	const columns = [
		...FIRST.map((name) => APPLICANT_COLUMNS.find((one) => one.name === name)!),
		...others,
	];
	const table = await createDataTable(host.client, `Applicants ${randomUUID()}`, columns);
	await table.insert(...demoApplicants);
	const { propertyId } = host.sandbox;
	const workflow = readForTable(APPLICANTS_FILE, table, { 'Check rows': { propertyId } });
	const { run } = await publish(host.client, workflow, [host.credential]);
	expect(findFailure(await run())?.message).toMatch(/^1 to fix/);
	await run();

	const page = await openPage({ width: 1400, height: 560 }, host.client);
	await page.goto(`${host.client.baseUrl}${table.page}`);
	const grid = page.locator('.ag-root-wrapper');
	for (const status of ['refused', 'not complete', 'complete'])
		await grid.getByText(status, { exact: true }).first().waitFor();
	await picture('table-rental-applicants', grid);
});
