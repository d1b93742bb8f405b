import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import type { IDataObject, INode, ITaskData } from 'n8n-workflow';
import colours from 'picocolors';
import { listOutputs, throwFailure } from '../host/execution.mts';
import { buildPackage } from '../host/package.mts';
import { plainProgress, step, type Progress, type Step } from '../host/progress.mts';
import { bypassProxyForLoopback } from '../host/proxy.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { sampleRows } from './samples.mts';

/** `npm run demo`: applicants are screened in n8n's engine, in this process. */
export async function main(): Promise<void> {
	console.log(
		colours.bold("From a file of applicants to a table of results, in n8n's own engine\n"),
	);
	const progress = plainProgress();
	await step(progress, 'Building the node package', buildPackage);
	const sandbox = await step(
		progress,
		'Starting the sandbox, a stand-in for the screening service',
		() => startSandbox({ completeAfter: { fetches: 1 } }),
		({ baseUrl }) => `The sandbox answers at ${baseUrl}`,
	);
	try {
		console.log(`\n${formatResults(await screenInEngine(sandbox, progress))}\n`);
	} finally {
		await sandbox.close();
	}
	console.log(
		`Next: ${colours.cyan('npm start')} opens a real n8n in the browser, with the sandbox and every workflow.`,
	);
}

const APPLICANTS = 'Read applicants';
const SEND = 'Send screenings';
const RESULTS = 'Get results';

/**
 * Sends a screening to each sample applicant and gets the results, in n8n's own engine, in
 * this process. Returns one simplified row per applicant. Throws with the reason why it stopped.
 */
export async function screenInEngine(sandbox: Sandbox, progress: Progress): Promise<IDataObject[]> {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-engine-'));
	try {
		bypassProxyForLoopback();
		// The engine creates its settings file here, and would print what a failed node threw.
		process.env['N8N_USER_FOLDER'] = userFolder;
		process.env['N8N_LOG_LEVEL'] ??= 'silent';
		const engine = await import('../engine/engine.mts');
		const additionalData = engine.createAdditionalData(engine.createCredential(sandbox));
		let current: Step;
		additionalData.hooks!.addHandler('nodeExecuteBefore', (name: string) => {
			current = progress(name);
		});
		additionalData.hooks!.addHandler('nodeExecuteAfter', (name: string, ran: ITaskData) => {
			if (ran.error) current.failed();
			else current.done(`${name}: ${ran.data?.['main']?.[0]?.length ?? 0} items`);
		});
		const ours = (name: string, parameters: INode['parameters']) =>
			engine.createNode(name, 'rentalScreening', {
				parameters: { mappingMode: 'autoMapInputData', matchColumn: '', ...parameters },
			});
		const { propertyId } = sandbox;
		const nodes = [
			engine.createNode(APPLICANTS, 'applicants'),
			ours(SEND, { resource: 'screening', operation: 'send', propertyId }),
			ours(RESULTS, { resource: 'results', operation: 'get', updateRows: 'off' }),
		];
		const next = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		const connections = { [APPLICANTS]: next(SEND), [SEND]: next(RESULTS) };
		const applicants = engine.createStandIn(() => sampleRows.map((json) => ({ json })));
		const types = { applicants, rentalScreening: engine.loadNode() };
		const run = await engine.runInEngine({
			workflow: engine.createEngineWorkflow({ nodes, connections }, types),
			start: APPLICANTS,
			additionalData,
		});
		throwFailure(run);
		return listOutputs(run, RESULTS);
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** The simplified rows of applicants as a table for the terminal, at most 100 characters wide. */
export function formatResults(rows: IDataObject[]): string {
	const table = new Table({
		head: ['Applicant', 'Score', 'Credit', 'Income', 'Rent %', 'Red flags'],
		colWidths: [18, 7, 8, 10, 8, 40],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const row of rows) {
		const { serviceScore, creditScore, monthlyIncome, rentToIncomePercent, redFlags } = row;
		const cells = [serviceScore, creditScore, monthlyIncome, rentToIncomePercent, redFlags];
		table.push([`${row['firstName']} ${row['lastName']}`, ...cells.map(formatCell)]);
	}
	return table.toString();
}

function formatCell(value: unknown): string {
	if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 1 });
	return typeof value === 'string' ? value : '–';
}
