import { columnsOf, createDataTable, type DataTable } from './data-table.mts';
import type { N8nHost } from './n8n-host.mts';
import { readWorkflowFile } from './workflow-file.mts';

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
 * Makes that table and has its applicants sent a screening by 'Send screenings from a data table', in the order
 * of their names.
 */
export async function sentApplicants(
	host: Pick<N8nHost, 'n8n' | 'sandbox' | 'client' | 'credential'>,
	tableName: string,
	names: readonly string[],
): Promise<DataTable> {
	const { n8n, sandbox, client, credential } = host;
	const workflow = readWorkflowFile('send-screenings-from-a-data-table');
	const maker = workflow.nodes.find(({ parameters }) => parameters['resource'] === 'table')!;
	maker.parameters['tableName'] = tableName;
	const table = await createDataTable(n8n, tableName, columnsOf(workflow));
	const { propertyId } = sandbox;
	await table.insert(...names.map((name) => applicantRow(name, { propertyId })));
	const { id } = await client.createWorkflow(workflow, [credential]);
	await client.runWorkflow(id);
	return table;
}

/** The userId that the service gave an applicant of {@link applicantRow}. */
export function userIdOf({ sandbox }: N8nHost, name: string): string {
	const email = `${name.toLowerCase()}@example.com`;
	const found = sandbox.screenings.find((screening) => screening.email === email);
	if (!found) throw new Error(`${name} was not sent a screening.`);
	return found.userId;
}
