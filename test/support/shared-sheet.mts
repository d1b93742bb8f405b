import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSheet } from '../../dev/demo/spreadsheets.mts';
import type { RunningQueue } from '../../dev/host/queue/queue.mts';
import type { Sandbox } from '../../dev/sandbox/index.mts';
import { dataTableSettings } from './data-table.mts';
import { readWorkflowFile, withSettings } from './workflow-file.mts';

/** The workflow that shares a sheet among workers, published in an n8n of its own and ready to start. */
export interface SharedSheet {
	workflowId: string;
	/** The e-mail addresses in the sheet. */
	emails: string[];
	/** Starts it and returns the execution's id. */
	start(): Promise<string>;
	/** The data table's row of an applicant. */
	remembered(email: string): Promise<Record<string, unknown> | undefined>;
	/** The sheet as it was written back. */
	sheet(): Promise<Array<Record<string, unknown>>>;
	/** The rows for a person to look at. */
	toLookAt(): Promise<Array<Record<string, unknown>>>;
}

const FILE = 'share-a-large-sheet-among-workers';
const SHEET = 'applicants.csv';
const TO_LOOK_AT = 'to-look-at.xlsx';
const KEY = { name: 'X-Screening-Key', value: 'a long random text' };

/** Writes a sheet of so many applicants and publishes the workflow for it; `settings` are those of its node. */
export async function shareSheet(
	{ main, query }: RunningQueue,
	sandbox: Sandbox,
	count: number,
	settings: Record<string, string | number> = {},
): Promise<SharedSheet> {
	const { client, workingFolder } = main;
	const emails = Array.from({ length: count }, (_, index) => `applicant${index}@example.com`);
	const lines = emails.map((email, index) => `Nathan,Smith ${index},${email},+14165550100`);
	await writeFile(
		join(workingFolder, SHEET),
		['First Name,Last Name,Email,Phone', ...lines, ''].join('\n'),
	);
	const file = readWorkflowFile(FILE);
	const table = `Screenings of ${sandbox.baseUrl}`;
	const workflow = withSettings(file, {
		spreadsheet: SHEET,
		toLookAt: TO_LOOK_AT,
		propertyId: sandbox.propertyId,
		...(await dataTableSettings(main, file, table)),
		...settings,
	});
	const { baseUrl, username, password } = sandbox;
	const account = { baseUrl, username, password };
	const { id } = await client.createWorkflow(workflow, [
		await client.createCredential('rentalScreeningApi', 'Sandbox account', account),
		await client.createCredential('httpHeaderAuth', 'Key', KEY),
	]);
	await client.activate(id);
	return {
		workflowId: id,
		emails,
		start: async () => await client.startWorkflow(id),
		async remembered(email) {
			const [found] = await query('SELECT id FROM data_table WHERE name = $1', [table]);
			const rows = `data_table_user_${String(found?.['id'])}`;
			return (await query(`SELECT * FROM "${rows}" WHERE email = $1`, [email]))[0];
		},
		sheet: async () => await readSheet(join(workingFolder, SHEET)),
		toLookAt: async () => await readSheet(join(workingFolder, TO_LOOK_AT)),
	};
}
