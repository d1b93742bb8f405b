import { basename, join } from 'node:path';
import type { INode } from 'n8n-workflow';
import type { N8nClient, WorkflowJson } from '../host/client.mts';
import {
	columnsOf,
	createDataTable,
	dataTableId,
	type DataTableRow,
} from '../host/data-tables.mts';
import { demoProperty } from '../sandbox/data/demo.mts';
import { steps } from '../sandbox/data/steps.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { sampleApplicants } from './samples.mts';

/** What `npm start` sets in the workflows, so that each runs at the first click. */
export interface FirstClick {
	propertyId: string;
	/** The ids of the data tables by their names. */
	tables: Readonly<Record<string, string>>;
	/** Where the files of the workflows are. */
	folder: string;
}

const APPLICANTS = 'Rental applicants';
const DAY_MS = 24 * 60 * 60_000;

/** Which workflow a node calls, by the name of the node. */
const CALLED: Readonly<Record<string, string>> = {
	'Call your workflow': 'When a screening completes',
	'Send screening': 'Send one screening',
	'Share the batches': 'Send a batch',
};

/** The types of the credentials that are loaded. */
const LOADED: readonly string[] = ['rentalScreeningApi', 'smtp', 'httpHeaderAuth'];

/** What a workflow leaves for a landlord to fill in, and what stands there for the sandbox and the sample files. */
const FILLED_IN: Readonly<Record<string, string>> = {
	'[name of the property]': demoProperty.name,
	'[your name or company]': 'Maple Homes',
	'https://[address of your privacy notice]': 'https://example.com/privacy',
	"row['Email']": "row['E-mail']",
	"row['Phone']": "row['Mobile']",
};

/** Whether other workflows call it: such a workflow is loaded first and published. */
export function isCalled({ name }: WorkflowJson): boolean {
	return Object.values(CALLED).includes(name);
}

/** Makes the data tables that are not there yet, with rows that give each workflow something to do. */
export async function makeTables(
	client: N8nClient,
	sandbox: Sandbox,
	workflows: readonly WorkflowJson[],
): Promise<FirstClick['tables']> {
	const made: Record<string, string> = {};
	for (const [name, maker, rows] of [
		[APPLICANTS, 'Send screenings from a data table', applicants],
		['Rent roll', 'Report rent monthly', tenants],
	] as const) {
		const columns = columnsOf(workflows.find((workflow) => workflow.name === maker)!);
		made[name] =
			(await dataTableId(client, name)) ??
			(await createDataTable(client, name, columns, await rows(sandbox)));
	}
	return made;
}

/** Two have completed their screening, one has not, one was decided about long ago, and the rest waits. */
async function applicants(sandbox: Sandbox): Promise<DataTableRow[]> {
	const { propertyId } = sandbox;
	const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
	return (await sampleApplicants()).map((person, index) => {
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
async function tenants(): Promise<DataTableRow[]> {
	const today = new Date();
	return (await sampleApplicants()).slice(0, 2).map((person, index) => ({
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

/** Sets in a workflow what a landlord would, and says so in a note. `called` are ids of workflows by their names. */
export function setUp(
	workflow: WorkflowJson,
	here: FirstClick,
	called: ReadonlyMap<string, string>,
): WorkflowJson {
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: filledIn(node, here, called),
	}));
	return { ...workflow, nodes: [...nodes, noteAbout(workflow, here)] };
}

/** The parameters of a node with what a landlord would set in it. */
function filledIn(
	{ name: node, parameters }: INode,
	here: FirstClick,
	called: ReadonlyMap<string, string>,
): INode['parameters'] {
	const fill = function (this: Record<string, unknown>, key: string, value: unknown): unknown {
		const isUnset = value === '' || (value as { value?: unknown } | null)?.value === '';
		if (key === 'dataTableId' && isUnset) return chosen(here.tables[APPLICANTS], APPLICANTS);
		if (key === 'workflowId' && isUnset) return chosen(called.get(CALLED[node]!), CALLED[node]);
		const isProperty = [key, this['name'], this['keyName']].includes('propertyId');
		if (isProperty && value === '') return here.propertyId;
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

const chosen = (value = '', cachedResultName = '') => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

const firstSteps = () => ({ step: steps.slice(0, 2).map(({ id }) => ({ id })) });

/** Says what is set, with the paths and names that are used here. */
function noteAbout({ nodes }: WorkflowJson, { folder }: FirstClick): INode {
	const said = nodes.flatMap(({ parameters, type }) => {
		const { fileSelector, tableName, dataTableId: table } = parameters;
		if (typeof fileSelector === 'string')
			return [`File: \`${join(folder, basename(fileSelector))}\``];
		if (typeof tableName === 'string') return [`Data table: *${tableName}*`];
		if ((table as { value?: string } | undefined)?.value === '')
			return [`Data table: *${APPLICANTS}*`];
		return type.endsWith('.emailSend') ? [`Emails: \`${join(folder, 'mail')}\``] : [];
	});
	const yours = nodes.flatMap(({ credentials = {} }) =>
		Object.entries(credentials)
			.filter(([type]) => !LOADED.includes(type))
			.map(([, { name }]) => `Still to set: your *${name}*`),
	);
	const lines = [...new Set([...said, 'Account: *Rental Screening sandbox*', ...yours])];
	const [left, top] = [0, 1].map((axis) =>
		Math.min(...nodes.map(({ position }) => position[axis]!)),
	);
	const height = 80 + 26 * lines.length;
	return {
		id: 'here',
		name: 'Here',
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		position: [left!, top! - height - 20],
		parameters: {
			content: `## Set for you here\n${lines.map((line) => `- ${line}`).join('\n')}`,
			width: 720,
			height,
			color: 5,
		},
	};
}
