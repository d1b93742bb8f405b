import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { readSheet, writeXlsx } from '../../dev/demo/spreadsheets.mts';
import type { N8nClient, SavedCredential, WorkflowJson } from '../../dev/host/client.mts';
import type { Execution } from '../../dev/host/execution.mts';
import type { RunningQueue } from './queue/queue.mts';
import type { Sandbox } from '../../dev/sandbox/index.mts';
import type { TableRow } from './data-table.mts';
import { readWorkflowFile, withParameters } from './workflow-file.mts';

/** The two workflows that share a sheet among workers, published. */
interface Sharing {
	/** The workflow that a schedule starts. */
	workflowId: string;
	/** The workflow that it calls for each batch. */
	batchesId: string;
}

/** The workflows that share a sheet among workers, published in an n8n of its own and ready to run. */
export interface SharedSheet extends Sharing {
	/** The email addresses in the sheet. */
	emails: string[];
	/** Replaces the sheet by one of so many other applicants. */
	replace(count: number): Promise<void>;
	/** Starts it: the sheet is written back and what is still to be sent is shared. */
	run(): Promise<Execution>;
	/** The name of the data table in the database; undefined before the first run. */
	table(): Promise<string | undefined>;
	/** The data table's rows. */
	recorded(): Promise<TableRow[]>;
	/** The sheet as it was written back. */
	sheet(): Promise<Array<Record<string, unknown>>>;
}

const SHEET = 'applicants.xlsx';
const START = 'Every 15 minutes';
/** The header that a batch comes with. */
export const KEY = { name: 'X-Screening-Key', value: 'a long random text' };
const RUN_TIMEOUT_MS = 10 * 60_000;

/** Publishes the workflows. Their executions that succeed are kept with `saveDataSuccessExecution`. */
export async function publishSharing(
	client: N8nClient,
	parameters: Readonly<Record<string, INodeParameters>>,
	account: SavedCredential,
	saveDataSuccessExecution: 'all' | 'none',
): Promise<Sharing> {
	const credentials = [account, await client.createCredential('httpHeaderAuth', 'Key', KEY)];
	const publish = async (workflow: WorkflowJson) => {
		workflow.settings = { ...workflow.settings, saveDataSuccessExecution };
		const { id } = await client.createWorkflow(workflow, credentials);
		await client.activate(id);
		return id;
	};
	const share = withParameters(readWorkflowFile('share-a-large-sheet-among-workers'), parameters);
	return {
		batchesId: await publish(readWorkflowFile('send-a-batch')),
		workflowId: await publish(share),
	};
}

/**
 * Writes a sheet of so many applicants and publishes the workflows for it. A test that waits for single batches
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
	const { baseUrl, username, password } = sandbox;
	const account = { baseUrl, username, password };
	const sharing = await publishSharing(
		client,
		{ 'Screenings table': { tableName }, 'Read the sheet': { fileSelector: SHEET } },
		await client.createCredential('rentalScreeningApi', 'Sandbox account', account),
		saveDataSuccessExecution,
	);
	const table = async () => {
		const [found] = await query('SELECT id FROM data_table WHERE name = $1', [tableName]);
		return found && `"data_table_user_${String(found['id'])}"`;
	};
	return {
		...sharing,
		emails,
		replace,
		table,
		run: async () =>
			await queue.main.client.runWorkflow(sharing.workflowId, {
				trigger: START,
				timeoutMs: RUN_TIMEOUT_MS,
			}),
		recorded: async () => await query(`SELECT * FROM ${await table()} ORDER BY id`),
		sheet: async () => await readSheet(join(workingFolder, SHEET)),
	};
}
