import type { N8nClient, WorkflowJson } from '../host/client.mts';
import {
	readColumns,
	createDataTable,
	findDataTableId,
	insertRows,
	type DataTableRow,
} from '../host/data-tables.mts';
import type { WorkflowFile } from '../host/home.mts';
import { demoProperty, demoPropertyId as propertyId } from '../sandbox/data/demo.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { sampleApplicants } from './samples.mts';

// What `npm start` sets in the workflows, so that each runs at the first click.

const APPLICANTS = 'Rental applicants';
const DAY_MS = 24 * 60 * 60_000;

/** Which workflow a workflow calls, by the names of their files. */
const CALLS: Readonly<Record<string, string>> = {};

/** What a workflow leaves for a landlord to fill in, and what stands there for the sandbox. */
const FILLED_IN: Readonly<Record<string, string>> = {
	'[name of the property]': demoProperty.name,
	'[your name or company]': 'Maple Homes',
	'https://[address of your privacy notice]': 'https://example.com/privacy',
};

/** The values of the sandbox for fields of a workflow that a landlord fills in. */
const FIELD_VALUES: Readonly<Record<string, string>> = {
	propertyId,
	propertyName: demoProperty.name,
};

/** The accounts that nodes of these types need. The sandbox has none of them. */
const ACCOUNTS: ReadonlyArray<readonly [type: RegExp, account: string]> = [
	[/\.(google|gmail)/, 'a Google account'],
	[/\.microsoft/, 'a Microsoft account'],
];

/** The rows of the data tables that the workflows make. */
const SAMPLE_ROWS: Readonly<Record<string, (sandbox: Sandbox) => DataTableRow[]>> = {
	[APPLICANTS]: makeApplicantRows,
	'Rent roll': makeTenantRows,
};

/** The account that a workflow needs; undefined if it runs at the first click. */
function findAccount({ workflow }: WorkflowFile): string | undefined {
	const needed = ACCOUNTS.find(([type]) => workflow.nodes.some((node) => type.test(node.type)));
	return needed?.[1];
}

/** The name of a workflow in n8n's list, which says what account it needs. */
export function toListedName(file: WorkflowFile): string {
	const account = findAccount(file);
	const { name } = file.workflow;
	return account === undefined ? name : `${name} (needs ${account})`;
}

/** The workflows in the order for n8n's list: those that run at the first click, those that need an account, called ones. */
export function sortForList(files: readonly WorkflowFile[]): WorkflowFile[] {
	const rank = (file: WorkflowFile) =>
		isCalled(file) ? 2 : findAccount(file) === undefined ? 0 : 1;
	return [...files].sort((one, other) => rank(one) - rank(other));
}

/** Whether other workflows call it: such a workflow is loaded first and published. */
export function isCalled({ file }: WorkflowFile): boolean {
	return Object.values(CALLS).includes(file);
}

/**
 * Makes the data tables that are not there yet, with rows that give each workflow something to do, and
 * returns the id of the applicants' table.
 */
export async function makeTables(
	client: N8nClient,
	sandbox: Sandbox,
	files: readonly WorkflowFile[],
): Promise<string> {
	for (const [name, createRows] of Object.entries(SAMPLE_ROWS)) {
		if (await findDataTableId(client, name)) continue;
		const maker = files.find(({ workflow }) =>
			workflow.nodes.some(({ parameters }) => parameters['tableName'] === name),
		);
		const id = await createDataTable(client, name, readColumns(maker!.workflow));
		await insertRows(client, id, createRows(sandbox));
	}
	return (await findDataTableId(client, APPLICANTS))!;
}

/** Two have completed their screening, one has not, the results of one are there, and the rest waits. */
function makeApplicantRows(sandbox: Sandbox): DataTableRow[] {
	const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
	return sampleApplicants.map((person, index) => {
		const row = { ...person, propertyId, propertyName: demoProperty.name };
		if (index > 3) return row;
		const userId = sandbox.addScreening({ ...person, propertyId });
		if (index !== 2) sandbox.complete(userId);
		const sent = { ...row, userId, screeningStatus: 'sent', sentAt: ago(index < 3 ? 5 : 120) };
		if (index < 3) return sent;
		return { ...sent, resultStatus: 'complete' };
	});
}

/** What two tenants paid: one this month, one last month. */
function makeTenantRows(): DataTableRow[] {
	const today = new Date();
	return sampleApplicants.slice(0, 2).map((person, index) => ({
		...person,
		leaseStartDate: '2025-10-01',
		month: new Date(Date.UTC(today.getFullYear(), today.getMonth() - index))
			.toISOString()
			.slice(0, 7),
		rentAmount: demoProperty.rent,
		rentPaid: demoProperty.rent,
		currentBalanceDue: 0,
		accountStatus: 'ACCOUNT_STATUS_IN_GOOD_STANDING',
	}));
}

/**
 * Sets in a workflow what a landlord would. `table` is the id of the applicants' table, `loaded` are ids of
 * workflows by their files.
 */
export function setUp(
	workflowFile: WorkflowFile,
	table: string,
	loaded: ReadonlyMap<string, string>,
): WorkflowJson {
	const { file, workflow } = workflowFile;
	const called = loaded.get(CALLS[file] ?? '') ?? '';
	const chosen: Readonly<Record<string, object>> = {
		dataTableId: { value: table, cachedResultName: APPLICANTS },
		workflowId: { value: called, cachedResultName: called },
	};
	const fill = function (this: Record<string, unknown>, key: string, value: unknown): unknown {
		const isUnset = (value as { value?: unknown } | null)?.value === '';
		if (key in chosen && isUnset) return { ...(value as object), ...chosen[key] };
		const field = [key, this['name'], this['keyName']].find((name) =>
			Object.hasOwn(FIELD_VALUES, String(name)),
		);
		if (field !== undefined && value === '') return FIELD_VALUES[String(field)];
		if (typeof value !== 'string') return value;
		const blanks = Object.entries(FILLED_IN);
		return blanks.reduce((text, [blank, filled]) => text.replaceAll(blank, filled), value);
	};
	const nodes = workflow.nodes.map((node) => {
		const parameters = JSON.parse(JSON.stringify(node.parameters), fill) as typeof node.parameters;
		return { ...node, parameters };
	});
	return { ...workflow, name: toListedName(workflowFile), nodes };
}
