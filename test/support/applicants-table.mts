import type { Sandbox } from '../../dev/sandbox/index.mts';
import { readColumns } from '../../dev/host/data-tables.mts';
import { createDataTable, type DataTable } from './data-table.mts';
import type { N8nHost } from './n8n-host.mts';
import { readWorkflowFile } from './workflow-file.mts';

/** The workflow that makes the data table of applicants, which the others share. */
export const APPLICANTS_FILE = 'screen-applicants-in-a-data-table';

/** The columns of that table. */
export const APPLICANT_COLUMNS = readColumns(readWorkflowFile(APPLICANTS_FILE));

const DAY_MS = 24 * 60 * 60_000;

/** The address of an applicant by the first name. */
export const toEmail = (name: string) => `${name.toLowerCase()}@example.com`;

/** The time so many days ago, as a data table holds it. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** A row of the data table that the workflows keep about applicants. */
export function createApplicantRow(name: string, more: object = {}) {
	const person = { firstName: name, lastName: 'Smith', email: toEmail(name) };
	return { ...person, phone: '+14165550111', ...more };
}

/** Makes that table with applicants who were sent a screening just now, in the order of their names. */
export async function addSentApplicants(
	{ client, sandbox }: Pick<N8nHost, 'client' | 'sandbox'>,
	tableName: string,
	names: readonly string[],
): Promise<DataTable> {
	const { propertyId } = sandbox;
	const sent = { propertyId, screeningStatus: 'sent', sentAt: new Date().toISOString() };
	const table = await createDataTable(client, tableName, APPLICANT_COLUMNS);
	const rows = names.map((name) => {
		const row = createApplicantRow(name);
		return { ...row, ...sent, userId: sandbox.addScreening({ ...row, propertyId }) };
	});
	await table.insert(...rows);
	return table;
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
