import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { makeTables, setUp, sortForList } from '../demo/first-click.mts';
import { formatValues } from '../sandbox/cli.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import type { N8nClient } from './client.mts';
import {
	getHomeFolder,
	loadCredential,
	loadWorkflows,
	readWorkflowFiles,
	withHome,
} from './home.mts';
import { startN8n, type StartedN8n } from './n8n.mts';
import { buildPackage, PROJECT } from './package.mts';
import { findFreePort } from './ports.mts';
import { step } from './progress.mts';
import { bypassProxyForLoopback } from './proxy.mts';
import { startMailbox, type SmtpSink } from './smtp-sink.mts';

/** `npm start`: a real n8n in the browser with the sandbox and every workflow. It is installed here once. */
export async function main(): Promise<void> {
	const home = getHomeFolder();
	await withHome(home, async () => {
		await step('Building the node package', buildPackage);
		const filesFolder = join(PROJECT, 'out');
		const ports = { n8n: 5678, sandbox: 4010 };
		const say = (text: string) => console.log(text);
		await serve({ home, filesFolder, ports, say }, waitUntilStopped);
	});
}

/** Until then a signal ends this process at once, and n8n with it. */
async function waitUntilStopped(): Promise<void> {
	await new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
	});
}

interface ServeOptions {
	/** n8n's user folder, kept afterwards. */
	home: string;
	/** Where the mail that workflows send is kept. */
	filesFolder: string;
	/** The wanted ports; where one is in use, the next free one above is taken. */
	ports: { n8n: number; sandbox: number };
	/** Prints what a person needs to know, a line or paragraph at a time. */
	say: (text: string) => void;
}

/** What runs while `until` waits. */
export interface Served {
	n8n: StartedN8n;
	sandbox: Sandbox;
}

/** Runs the sandbox, a mailbox and an n8n with everything loaded until `until` returns; then stops all. */
export async function serve(
	options: ServeOptions,
	until: (served: Served) => Promise<void>,
): Promise<void> {
	const { home, ports, say } = options;
	bypassProxyForLoopback();
	const workingFolder = resolve(options.filesFolder);
	await mkdir(home, { recursive: true, mode: 0o700 });
	const records = join(home, 'sandbox.records');
	// What it stored when it last stopped: n8n's workflows and tables hold its identifiers.
	const stored = await readFile(records).catch(() => undefined);
	const sandbox = await startSandbox({
		port: await findFreePort(ports.sandbox),
		...(stored && { records: deserialize(stored) as Sandbox['records'] }),
	});
	const mailbox = await startMailbox(join(workingFolder, 'mail'), (subject, file) =>
		say(`Mail: ${subject} → ${styleText('cyan', file)}`),
	);
	try {
		const n8n = await startN8n({ userFolder: home, workingFolder, port: ports.n8n });
		try {
			const loading = 'Loading the credentials and the workflows';
			await step(loading, () => load(n8n.client, sandbox, mailbox));
			say(formatAnnouncement(n8n, sandbox));
			await until({ n8n, sandbox });
		} finally {
			await step('Stopping; your work is kept', () => n8n.stop());
		}
	} finally {
		await mailbox.close();
		await sandbox.close();
		await writeFile(records, serialize(sandbox.records));
	}
}

/** Loads what n8n is to list on top last, since it lists the newest first. */
async function load(client: N8nClient, sandbox: Sandbox, { credential }: SmtpSink): Promise<void> {
	const credentials = [
		await loadCredential(client, 'rentalScreeningApi', 'Rental Screening sandbox', sandbox.account),
		await loadCredential(client, 'smtp', 'Mailbox on this machine', credential),
	];
	const workflows = await readWorkflowFiles();
	await makeTables(client, sandbox, workflows);
	const listed = sortForList(workflows).map(setUp);
	await loadWorkflows(client, listed.reverse(), credentials);
}

function formatAnnouncement(
	{ baseUrl, owner, workingFolder }: StartedN8n,
	sandbox: Sandbox,
): string {
	const page = `${baseUrl}/home/workflows`;
	return `
Ready. Log in to n8n:

${formatValues({ n8n: page, Email: owner.email, Password: owner.password })}

The sandbox plays the service. Nodes have its credential already.

${formatValues({ ...sandbox.values, 'Emails sent': join(workingFolder, 'mail') })}

Open n8n, choose a workflow from the top of the list and click "Execute workflow". The names of those that
need something of yours say so. Ctrl-C stops everything.`;
}
