import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { findFailure, listOutputs } from '../host/execution.mts';
import { buildPackage } from '../host/package.mts';
import { step } from '../host/progress.mts';
import { bypassProxyForLoopback } from '../host/proxy.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { sampleApplicants } from './samples.mts';

/** `npm run demo`: applicants are screened in n8n's engine, in this process. */
export async function main(): Promise<void> {
	await step('Building the node package', buildPackage);
	const sandbox = await startSandbox();
	try {
		const text = "Screening six applicants at the sandbox, in n8n's own engine";
		const rows = await step(text, () => screenInEngine(sandbox));
		console.log(`\n${formatResults(rows)}\n`);
	} finally {
		await sandbox.close();
	}
	console.log('Next: `npm start` opens a real n8n in the browser, with sandbox and workflows.');
}

const APPLICANTS = 'Read applicants';
const SEND = 'Send screenings';
const RESULTS = 'Get results';

/**
 * Sends a screening to each sample applicant and gets the results, in n8n's own engine, in this process. Returns one
 * simplified row per applicant. Throws with the reason why it stopped.
 */
export async function screenInEngine(sandbox: Sandbox): Promise<IDataObject[]> {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-engine-'));
	try {
		bypassProxyForLoopback();
		// The engine creates its settings file here, and would print what a failed node threw.
		process.env['N8N_USER_FOLDER'] = userFolder;
		process.env['N8N_LOG_LEVEL'] ??= 'silent';
		const engine = await import('../engine/n8n-engine.mts');
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
		const applicants = engine.createStandIn(() => sampleApplicants.map((json) => ({ json })));
		const types = { applicants, rentalScreening: engine.loadNode() };
		const run = await engine.runInEngine({
			workflow: engine.createEngineWorkflow({ nodes, connections }, types),
			start: APPLICANTS,
			additionalData: engine.createAdditionalData(engine.createCredential(sandbox)),
		});
		const failure = findFailure(run);
		if (failure) throw new Error(`${failure.message}. ${failure.description ?? ''}`);
		return listOutputs(run, RESULTS);
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** The simplified rows of applicants as a table for the terminal. */
export function formatResults(rows: IDataObject[]): string {
	const lines = rows.map((row) => {
		const { firstName, lastName, serviceScore, creditScore, monthlyIncome, redFlags } = row;
		const figures = [serviceScore, creditScore, monthlyIncome].map((figure) => String(figure));
		return toLine(`${firstName} ${lastName}`, figures, String(redFlags ?? '–'));
	});
	return [toLine('Applicant', ['Score', 'Credit', 'Income'], 'Red flags'), ...lines].join('\n');
}

function toLine(name: string, figures: string[], flags: string): string {
	const columns = figures.map((figure) => figure.padStart(8)).join('');
	return `${name.padEnd(16)}${columns}   ${flags.slice(0, 55)}`;
}
