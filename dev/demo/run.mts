import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { findFailure, listOutputs } from '../host/execution.mts';
import { buildPackage } from '../host/package.mts';
import { step } from '../host/progress.mts';
import { bypassProxyForLoopback } from '../host/proxy.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { demoApplicants } from './samples.mts';

/** `npm run demo`: applicants are screened in n8n's engine, in this process. */
export async function main(): Promise<void> {
	await step('Building the node package', buildPackage);
	const sandbox = await startSandbox();
	try {
		const text = "Screening six made-up applicants at the sandbox, in n8n's own engine";
		const { results, refused } = await step(text, () => screenInEngine(sandbox));
		console.log(
			`\n${[formatHead(), ...results.map(formatResult), ...refused.map(formatRefusal)].join('\n')}\n`,
		);
		console.log('Nothing left this computer: the sandbox stands in for the screening service.');
		console.log('`npm start` opens a real n8n in the browser, with sandbox and workflows.');
		console.log(`\nOpen a report in your browser:\n${await saveReport(results[0]!)}`);
	} finally {
		await sandbox.close();
	}
}

const APPLICANTS = 'Read applicants';
const SEND = 'Send screenings';
const RESULTS = 'Get results';

/**
 * Sends a screening to each sample applicant and gets the results, in n8n's own engine, in this process. Returns the report
 * of each applicant, and the error items of those that were refused. Throws with the reason why it stopped.
 */
export async function screenInEngine(
	sandbox: Sandbox,
): Promise<{ results: INodeExecutionData[]; refused: IDataObject[] }> {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-engine-'));
	try {
		bypassProxyForLoopback();
		// The engine creates its settings file here, and would print what a failed node threw.
		process.env['N8N_USER_FOLDER'] = userFolder;
		process.env['N8N_LOG_LEVEL'] ??= 'silent';
		const engine = await import('../engine/n8n-engine.mts');
		const ours = (name: string, parameters: INode['parameters']) =>
			engine.createNode(name, 'rentalScreening', {
				parameters: {
					mappingMode: 'autoMapInputData',
					matchColumn: '',
					updateRows: 'off',
					...parameters,
				},
				onError: 'continueErrorOutput',
			});
		const { propertyId } = sandbox;
		const nodes = [
			engine.createNode(APPLICANTS, 'applicants'),
			ours(SEND, { resource: 'screening', operation: 'send', propertyId }),
			ours(RESULTS, { resource: 'results', operation: 'get', output: 'report' }),
		];
		const next = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		const connections = { [APPLICANTS]: next(SEND), [SEND]: next(RESULTS) };
		const applicants = engine.createStandIn(() => demoApplicants.map((json) => ({ json })));
		const types = { applicants, rentalScreening: engine.loadNode() };
		const run = await engine.runInEngine({
			workflow: engine.createEngineWorkflow({ nodes, connections }, types),
			start: APPLICANTS,
			additionalData: engine.createAdditionalData(engine.createCredential(sandbox)),
		});
		const failure = findFailure(run);
		if (failure) throw new Error(`${failure.message}. ${failure.description ?? ''}`);
		const results = run.data.resultData.runData[RESULTS]![0]!.data!['main']![0]!;
		return { results, refused: listOutputs(run, SEND, 1) };
	} finally {
		await rm(userFolder, { recursive: true, force: true });
	}
}

const amount = new Intl.NumberFormat('en-US', {
	minimumFractionDigits: 2,
	maximumFractionDigits: 2,
});

function formatHead(): string {
	return toLine('Applicant', ['Score', 'Credit', 'Monthly income', 'Rent in %']);
}

/** An applicant's figures on a line, and below it what the service found. */
function formatResult({ json }: INodeExecutionData): string {
	const name = `${json['firstName']} ${json['lastName']}`;
	if (json['checkComplete'] !== true) return toLine(name, []) + '  not complete yet';
	const income =
		typeof json['monthlyIncome'] === 'number' ? amount.format(json['monthlyIncome']) : '–';
	const [score, credit, share] = ['serviceScore', 'creditScore', 'rentToIncomePercent'].map(
		(column) => String(json[column] ?? '–'),
	);
	const flags = String(json['redFlags'] ?? 'no red flags').split('; ');
	const lines = flags.map((flag) => `  - ${flag}`);
	return [toLine(name, [score!, credit!, income, share!]), ...lines].join('\n');
}

function formatRefusal({ firstName, lastName, error }: IDataObject): string {
	const { message } = error as { message: string };
	return `${toLine(`${firstName} ${lastName}`, [])}  refused before it was sent\n  - ${message.replace(/ \[item \d+\]$/, '')}`;
}

function toLine(name: string, figures: string[]): string {
	const [score = '', credit = '', income = '', share = ''] = figures;
	const columns = [score.padStart(7), credit.padStart(8), income.padStart(16), share.padStart(11)];
	return `${name.padEnd(16)}${figures.length === 0 ? '' : columns.join('')}`;
}

/** Saves the HTML of a report where it stays; returns its path. */
async function saveReport({ json, binary }: INodeExecutionData): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-demo-'));
	const file = join(folder, binary!['report']!.fileName!);
	await writeFile(file, String(json['html']));
	return file;
}
