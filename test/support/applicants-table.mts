import { columnsOf, createDataTable, type DataTable } from './data-table.mts';
import type { N8nHost } from './n8n-host.mts';
import { readWorkflowFile } from './workflow-file.mts';

/** The workflow that makes the data table of applicants, which the others share. */
export const APPLICANTS_FILE = 'screen-applicants-in-a-data-table';

/** The columns of that table. */
export const APPLICANT_COLUMNS = columnsOf(readWorkflowFile(APPLICANTS_FILE));

/** A row of the data table that the workflows keep about applicants. */
export function applicantRow(name: string, more: object = {}) {
	return {
		firstName: name,
		lastName: 'Smith',
		email: `${name.toLowerCase()}@example.com`,
		phone: '+14165550111',
		...more,
	};
}

/**
 * Makes that table and has its applicants sent a screening by 'Screen applicants in a data table', in the order
 * of their names.
 */
export async function sentApplicants(
	host: Pick<N8nHost, 'n8n' | 'sandbox' | 'client' | 'credential'>,
	tableName: string,
	names: readonly string[],
): Promise<DataTable> {
	const { n8n, sandbox, client, credential } = host;
	const workflow = readWorkflowFile(APPLICANTS_FILE);
	const maker = workflow.nodes.find(({ parameters }) => parameters['resource'] === 'table')!;
	maker.parameters['tableName'] = tableName;
	const table = await createDataTable(n8n, tableName, APPLICANT_COLUMNS);
	const { propertyId } = sandbox;
	await table.insert(...names.map((name) => applicantRow(name, { propertyId })));
	const { id } = await client.createWorkflow(workflow, [credential]);
	await client.runWorkflow(id, { trigger: 'Every 10 minutes' });
	return table;
}

/** The userId that the service gave an applicant of {@link applicantRow}. */
export function userIdOf({ sandbox }: N8nHost, name: string): string {
	const email = `${name.toLowerCase()}@example.com`;
	const found = sandbox.screenings.find((screening) => screening.email === email);
	if (!found) throw new Error(`${name} was not sent a screening.`);
	return found.userId;
}
