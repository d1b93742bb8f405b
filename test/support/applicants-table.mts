import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { N8nClient, WorkflowJson } from '../../dev/host/client.mts';
import type { Sandbox } from '../../dev/sandbox/index.mts';
import { readColumns, type DataTableRow } from '../../dev/host/data-tables.mts';
import { createDataTable, type DataTable } from './data-table.mts';
import type { N8nHost } from './n8n-host.mts';
import { readWorkflowFile } from '../../dev/host/workflow-file.mts';

/** The workflow that makes the data table of applicants, which the others share. */
export const APPLICANTS_FILE = 'screen-applicants-in-a-data-table';

/** The columns of that table. */
export const APPLICANT_COLUMNS = readColumns(readWorkflowFile(APPLICANTS_FILE));

/** A workflow of the repository, for a table of another name than all of them have. */
export function readForTable(
	file: string,
	{ name }: { name: string },
	parameters: Readonly<Record<string, INodeParameters>> = {},
): WorkflowJson {
	const workflow = readWorkflowFile(file, parameters);
	for (const { parameters } of workflow.nodes) {
		const { tableName, dataTableId } = parameters;
		if (tableName !== undefined) parameters['tableName'] = name;
		const isNamed = (dataTableId as { mode?: string } | undefined)?.mode === 'name';
		if (isNamed) parameters['dataTableId'] = { __rl: true, mode: 'name', value: name };
	}
	return workflow;
}

const DAY_MS = 24 * 60 * 60_000;

/** The address of an applicant by the first name. */
export const toEmail = (name: string) => `${name.toLowerCase()}@example.com`;

/** The phone of each applicant. */
export const PHONE = '+14165550101';

/** A row of the data table that the workflows keep about applicants. */
export const createApplicantRow = (name: string) => ({
	...{ firstName: name, lastName: 'Smith', email: toEmail(name), phone: PHONE },
});

/** Makes a data table of applicants. */
export async function addApplicants(
	client: N8nClient,
	rows: ReadonlyArray<Record<string, unknown>>,
): Promise<DataTable> {
	const table = await createDataTable(client, `Applicants ${randomUUID()}`, APPLICANT_COLUMNS);
	await table.insert(...rows);
	return table;
}

/** Makes one with applicants who were sent a screening so many days ago; `more` is in each row, too. */
export async function addSentApplicants(
	{ sandbox }: Pick<N8nHost, 'sandbox'>,
	client: N8nClient,
	sentDaysAgo: Readonly<Record<string, number>>,
	more: DataTableRow = {},
): Promise<DataTable> {
	const { propertyId } = sandbox;
	const rows = Object.entries(sentDaysAgo).map(([name, days]) => {
		const row = createApplicantRow(name);
		const userId = sandbox.addScreening({ ...row, propertyId });
		const sentAt = new Date(Date.now() - days * DAY_MS).toISOString();
		if (more['resultStatus'] === 'complete') sandbox.complete(userId);
		return { ...row, propertyId, screeningStatus: 'sent', sentAt, userId, ...more };
	});
	return await addApplicants(client, rows);
}

/** The userId that the service gave that applicant, if any. */
export function findUserId({ sandbox }: { sandbox: Sandbox }, name: string): string {
	const found = sandbox.screenings.find(({ email }) => email === toEmail(name));
	return found?.userId ?? '';
}

/** The addresses that the service was asked to send a screening to, in alphabetical order. */
export function listAsked({ sandbox }: { sandbox: Sandbox }): string[] {
	return sandbox
		.listRequests('sendScreening')
		.map(({ body }) => (body as { email: string }).email)
		.sort();
}
