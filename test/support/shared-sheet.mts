import { join } from 'node:path';
import { readSheet, writeXlsx } from '../../dev/demo/spreadsheets.mts';
import type { Execution } from '../../dev/host/execution.mts';
import type { RunningQueue } from '../../dev/host/queue/queue.mts';
import type { Sandbox } from '../../dev/sandbox/index.mts';
import type { TableRow } from './data-table.mts';
import { readWorkflowFile, withParameters } from './workflow-file.mts';

/** The workflow that shares a sheet among workers, published in an n8n of its own and ready to run. */
export interface SharedSheet {
	workflowId: string;
	/** The email addresses in the sheet. */
	emails: string[];
	/** Runs it: the sheet is written back and what is still to be sent is shared. */
	run(): Promise<Execution>;
	/** The data table's rows. */
	recorded(): Promise<TableRow[]>;
	/** The sheet as it was written back. */
	sheet(): Promise<Array<Record<string, unknown>>>;
}

const SHEET = 'applicants.xlsx';
const KEY = { name: 'X-Screening-Key', value: 'a long random text' };
const RUN_TIMEOUT_MS = 10 * 60_000;

/** Writes a sheet of so many applicants and publishes the workflow for it. */
export async function shareSheet(
	{ main, query }: RunningQueue,
	sandbox: Sandbox,
	count: number,
): Promise<SharedSheet> {
	const { client, workingFolder } = main;
	const emails = Array.from({ length: count }, (_, index) => `applicant${index}@example.com`);
	const rows = emails.map((email, index) => ({
		'First Name': 'Nathan',
		'Last Name': `Smith ${index}`,
		Email: email,
		Phone: '+14165550100',
		'Property ID': sandbox.propertyId,
	}));
	await writeXlsx(join(workingFolder, SHEET), rows);
	const tableName = `Screenings of ${sandbox.baseUrl}`;
	const workflow = withParameters(readWorkflowFile('share-a-large-sheet-among-workers'), {
		'Screenings table': { tableName },
		'Read the sheet': { fileSelector: SHEET },
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
		run: async () =>
			await client.runWorkflow(id, { trigger: 'Every 15 minutes', timeoutMs: RUN_TIMEOUT_MS }),
		async recorded() {
			const [found] = await query('SELECT id FROM data_table WHERE name = $1', [tableName]);
			return await query(`SELECT * FROM "data_table_user_${String(found?.['id'])}" ORDER BY id`);
		},
		sheet: async () => await readSheet(join(workingFolder, SHEET)),
	};
}
