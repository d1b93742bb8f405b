import type { INode } from 'n8n-workflow';
import type { N8nClient, WorkflowJson } from '../host/client.mts';
import {
	columnsOf,
	createDataTable,
	dataTableId,
	type DataTableRow,
} from '../host/data-tables.mts';
import type { WorkflowFile } from '../host/home.mts';
import { demoProperty } from '../sandbox/data/demo.mts';
import { steps } from '../sandbox/data/steps.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { sampleApplicants } from './samples.mts';

/** What `npm start` sets in the workflows, so that each runs at the first click. */
export interface FirstClick {
	propertyId: string;
	/** The ids of the data tables by their names. */
	tables: Readonly<Record<string, string>>;
}

const APPLICANTS = 'Rental applicants';
const DAY_MS = 24 * 60 * 60_000;

/** Which workflow a workflow calls, by the names of their files. */
const CALLS: Readonly<Record<string, string>> = {
	'collect-results.json': 'email-a-report-called-by-collect-results.json',
	'ask-about-applicants.json': 'send-one-screening-called-by-ask-about-applicants.json',
};

/** What a workflow leaves for a landlord to fill in, and what stands there for the sandbox. */
const FILLED_IN: Readonly<Record<string, string>> = {
	'[name of the property]': demoProperty.name,
	'[your name or company]': 'Maple Homes',
	'https://[address of your privacy notice]': 'https://example.com/privacy',
};

/** The rows of the data tables that the workflows make. */
const SAMPLE_ROWS: Readonly<Record<string, (sandbox: Sandbox) => DataTableRow[]>> = {
	[APPLICANTS]: applicants,
	'Rent roll': tenants,
};

/** Whether other workflows call it: such a workflow is loaded first and published. */
export function isCalled({ file }: WorkflowFile): boolean {
	return Object.values(CALLS).includes(file);
}

/** Makes the data tables that are not there yet, with rows that give each workflow something to do. */
export async function makeTables(
	client: N8nClient,
	sandbox: Sandbox,
	files: readonly WorkflowFile[],
): Promise<FirstClick['tables']> {
	const made: Record<string, string> = {};
	for (const [name, rowsFor] of Object.entries(SAMPLE_ROWS)) {
		const maker = files.find(({ workflow }) => makesTable(workflow, name))!.workflow;
		made[name] =
			(await dataTableId(client, name)) ??
			(await createDataTable(client, name, columnsOf(maker), rowsFor(sandbox)));
	}
	return made;
}

function makesTable({ nodes }: WorkflowJson, name: string): boolean {
	return nodes.some(({ parameters }) => parameters['tableName'] === name);
}

/** Two have completed their screening, one has not, one was decided about long ago, and the rest waits. */
function applicants(sandbox: Sandbox): DataTableRow[] {
	const { propertyId } = sandbox;
	const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
	return sampleApplicants.map((person, index) => {
		const row = { ...person, propertyId, propertyName: demoProperty.name };
		if (index > 3) return row;
		const userId = sandbox.addScreening({ ...person, propertyId });
		if (index !== 2) sandbox.complete(userId);
		const sent = { ...row, userId, screeningStatus: 'sent', sentAt: ago(index < 3 ? 5 : 120) };
		if (index < 3) return sent;
		return { ...sent, resultStatus: 'complete', decision: 'Accept', decidedAt: ago(100) };
	});
}

/** What two tenants paid: one this month, one last month. */
function tenants(): DataTableRow[] {
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

/** Sets in a workflow what a landlord would. `loaded` are ids of workflows by their files. */
export function setUp(
	{ file, workflow }: WorkflowFile,
	here: FirstClick,
	loaded: ReadonlyMap<string, string>,
): WorkflowJson {
	const called = loaded.get(CALLS[file] ?? '');
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: filledIn(node, here, called),
	}));
	return { ...workflow, nodes };
}

/** The parameters of a node with what a landlord would set in it; `called` is the id of the workflow that it calls. */
function filledIn(
	{ parameters }: INode,
	{ tables, propertyId }: FirstClick,
	called?: string,
): INode['parameters'] {
	const fill = function (this: Record<string, unknown>, key: string, value: unknown): unknown {
		const isUnset = value === '' || (value as { value?: unknown } | null)?.value === '';
		if (key === 'dataTableId' && isUnset) return chosen(tables[APPLICANTS], APPLICANTS);
		if (key === 'workflowId' && isUnset) return chosen(called);
		const isProperty = [key, this['name'], this['keyName']].includes('propertyId');
		if (isProperty && value === '') return propertyId;
		if (key === 'steps' && parameters['operation'] === 'create') return firstSteps();
		return typeof value === 'string' ? withoutBrackets(value) : value;
	};
	return JSON.parse(JSON.stringify(parameters), fill) as INode['parameters'];
}

function withoutBrackets(text: string): string {
	return Object.entries(FILLED_IN).reduce(
		(filled, [blank, value]) => filled.replaceAll(blank, value),
		text,
	);
}

const chosen = (value = '', cachedResultName = value) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

const firstSteps = () => ({ step: steps.slice(0, 2).map(({ id }) => ({ id })) });
