import { join } from 'node:path';
import { readSheet, writeXlsx } from '../../dev/demo/spreadsheets.mts';
import type { Execution } from '../../dev/host/execution.mts';
import type { RunningQueue } from './queue/queue.mts';
import type { Sandbox } from '../../dev/sandbox/index.mts';
import type { TableRow } from './data-table.mts';
import { readWorkflowFile, withParameters } from './workflow-file.mts';

/** The workflow that shares a sheet among workers, published in an n8n of its own and ready to run. */
export interface SharedSheet {
	workflowId: string;
	/** The email addresses in the sheet. */
	emails: string[];
	/** Replaces the sheet by one of so many other applicants. */
	replace(count: number): Promise<void>;
	/** Runs it: the sheet is written back and what is still to be sent is shared. */
	run(): Promise<Execution>;
	/** The name of the data table in the database; undefined before the first run. */
	table(): Promise<string | undefined>;
	/** The data table's rows. */
	recorded(): Promise<TableRow[]>;
	/** The sheet as it was written back. */
	sheet(): Promise<Array<Record<string, unknown>>>;
}

const SHEET = 'applicants.xlsx';
const KEY = { name: 'X-Screening-Key', value: 'a long random text' };
const RUN_TIMEOUT_MS = 10 * 60_000;

/**
 * Writes a sheet of so many applicants and publishes the workflow for it. A test that waits for single batches
 * has their executions kept.
 */
export async function shareSheet(
	queue: RunningQueue,
	sandbox: Pick<Sandbox, 'baseUrl' | 'username' | 'password' | 'propertyId'>,
	count: number,
	saveDataSuccessExecution: 'all' | 'none' = 'none',
): Promise<SharedSheet> {
	const { query, main } = queue;
	const { client, workingFolder } = main;
	const emails: string[] = [];
	let written = 0;
	const replace = async (length: number) => {
		const rows = Array.from({ length }, () => ({
			'First Name': 'Nathan',
			'Last Name': `Smith ${written}`,
			Email: `applicant${written++}@example.com`,
			Phone: '+14165550100',
			'Property ID': sandbox.propertyId,
		}));
		emails.length = 0;
		for (const { Email } of rows) emails.push(Email);
		await writeXlsx(join(workingFolder, SHEET), rows);
	};
	await replace(count);
	const tableName = `Screenings of ${sandbox.baseUrl}`;
	const workflow = withParameters(readWorkflowFile('share-a-large-sheet-among-workers'), {
		'Screenings table': { tableName },
		'Read the sheet': { fileSelector: SHEET },
	});
	workflow.settings = { ...workflow.settings, saveDataSuccessExecution };
	const { baseUrl, username, password } = sandbox;
	const account = { baseUrl, username, password };
	const { id } = await client.createWorkflow(workflow, [
		await client.createCredential('rentalScreeningApi', 'Sandbox account', account),
		await client.createCredential('httpHeaderAuth', 'Key', KEY),
	]);
	await client.activate(id);
	const table = async () => {
		const [found] = await query('SELECT id FROM data_table WHERE name = $1', [tableName]);
		return found && `"data_table_user_${String(found['id'])}"`;
	};
	return {
		workflowId: id,
		emails,
		replace,
		table,
		run: async () =>
			await queue.main.client.runWorkflow(id, {
				trigger: 'Every 15 minutes',
				timeoutMs: RUN_TIMEOUT_MS,
			}),
		recorded: async () => await query(`SELECT * FROM ${await table()} ORDER BY id`),
		sheet: async () => await readSheet(join(workingFolder, SHEET)),
	};
}
