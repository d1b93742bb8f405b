import type { N8nClient, WorkflowJson } from '../host/client.mts';
import {
	readColumns,
	createDataTable,
	findDataTableId,
	insertRows,
	type DataTableRow,
} from '../host/data-tables.mts';
import { demoProperty, demoPropertyId as propertyId, waitingEmail } from '../sandbox/data/demo.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { sampleApplicants } from './samples.mts';

// What `npm start` sets in the workflows, so that each runs at the first click.

const APPLICANTS = 'Rental applicants';
const DAY_MS = 24 * 60 * 60_000;

/** What stands in fields of a workflow that a landlord fills in. */
const FIELD_VALUES: Readonly<Record<string, string>> = {
	propertyId,
	propertyName: demoProperty.name,
	fromEmail: 'screenings@example.com',
	toEmail: 'landlord@example.com',
};

/** What nodes of these types need and the sandbox does not have. */
const NEEDS: ReadonlyArray<readonly [type: RegExp, need: string]> = [
	[/\.(google|gmail)/, 'a Google account'],
	[/\.microsoft/, 'a Microsoft account'],
	[/\.mcpTrigger$/, 'an AI assistant'],
];

/** The rows of the data tables that the workflows make. */
const SAMPLE_ROWS: Readonly<Record<string, (sandbox: Sandbox) => DataTableRow[]>> = {
	[APPLICANTS]: makeApplicantRows,
	'Rent roll': makeTenantRows,
};

/** What else a workflow needs; undefined if it runs at the first click. */
function findNeed({ nodes }: WorkflowJson): string | undefined {
	return NEEDS.find(([type]) => nodes.some((node) => type.test(node.type)))?.[1];
}

/** The name of a workflow in n8n's list, which says what else it needs. */
export function toListedName(workflow: WorkflowJson): string {
	const need = findNeed(workflow);
	return need === undefined ? workflow.name : `${workflow.name} (needs ${need})`;
}

/** The workflows in the order for n8n's list: those that run at the first click come first, and the one whose table others use before all. */
export function sortForList(workflows: readonly WorkflowJson[]): WorkflowJson[] {
	const isHub = ({ nodes }: WorkflowJson) =>
		nodes.some(({ parameters }) => parameters['tableName'] === APPLICANTS);
	const rank = (workflow: WorkflowJson) =>
		Number(findNeed(workflow) !== undefined) - Number(isHub(workflow));
	return [...workflows].sort((one, other) => rank(one) - rank(other));
}

/** Makes the data tables that are not there yet, with rows that give each workflow something to do. */
export async function makeTables(
	client: N8nClient,
	sandbox: Sandbox,
	workflows: readonly WorkflowJson[],
): Promise<void> {
	for (const [name, createRows] of Object.entries(SAMPLE_ROWS)) {
		if (await findDataTableId(client, name)) continue;
		const maker = workflows.find(({ nodes }) =>
			nodes.some(({ parameters }) => parameters['tableName'] === name),
		);
		const id = await createDataTable(client, name, readColumns(maker!));
		await insertRows(client, id, createRows(sandbox));
	}
}

/** Two have completed their screening, one has not, and the rest waits to be sent. */
function makeApplicantRows(sandbox: Sandbox): DataTableRow[] {
	const checkedAt = new Date().toISOString();
	const sentAt = new Date(Date.now() - 5 * DAY_MS).toISOString();
	return sampleApplicants.map((person, index) => {
		const applicant = index === 2 ? { ...person, email: waitingEmail } : person;
		const row = { ...applicant, propertyId, propertyName: demoProperty.name };
		if (index > 2) return row;
		const userId = sandbox.addScreening({ ...applicant, propertyId });
		const sent = { ...row, userId, screeningStatus: 'sent', sentAt };
		if (index === 2) return { ...sent, resultStatus: 'not complete', checkedAt };
		sandbox.complete(userId);
		return sent;
	});
}

/** What two tenants paid: one this month, one last month. */
function makeTenantRows(): DataTableRow[] {
	const today = new Date();
	return sampleApplicants.slice(0, 2).map((person, index) => {
		const month = new Date(Date.UTC(today.getFullYear(), today.getMonth() - index));
		return {
			...person,
			leaseStartDate: '2025-10-01',
			month: month.toISOString().slice(0, 7),
			rentAmount: demoProperty.rent,
			rentPaid: demoProperty.rent,
			currentBalanceDue: 0,
			accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
		};
	});
}

/** Sets in a workflow what a landlord would. */
export function setUp(workflow: WorkflowJson): WorkflowJson {
	const fill = function (this: Record<string, unknown>, key: string, value: unknown): unknown {
		const field = [key, this['name'], this['keyName']].find((name) => String(name) in FIELD_VALUES);
		return field !== undefined && value === '' ? FIELD_VALUES[String(field)] : value;
	};
	const nodes = workflow.nodes.map((node) => {
		const parameters = JSON.parse(JSON.stringify(node.parameters), fill) as typeof node.parameters;
		return { ...node, parameters };
	});
	return { ...workflow, name: toListedName(workflow), nodes };
}
