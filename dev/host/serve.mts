import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import colours from 'picocolors';
import { isCalled, makeTables, setUp } from '../demo/first-click.mts';
import { placeSamples } from '../demo/samples.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox/index.mts';
import { startContainer } from './docker.mts';
import { loadCredential, loadWorkflow, workflowFiles } from './home.mts';
import { startN8n, type LiveN8n } from './n8n.mts';
import { freePort } from './ports.mts';
import { step, type Progress } from './progress.mts';
import { startMailbox, type SmtpSink } from './smtp-sink.mts';

export interface ServeOptions {
	/** n8n's user folder, kept afterwards. */
	home: string;
	/** Where the workflows' files are, and the mail that they send. */
	filesFolder: string;
	/** The wanted ports; where one is in use, the next free one above is taken. */
	ports: { n8n: number; sandbox: number };
	/** When screenings complete by themselves. */
	completeAfter: { seconds?: number };
	/** Whether it is n8n's official image; else the pinned n8n. */
	docker?: boolean;
	progress: Progress;
	/** Prints what a person needs to know, a line or paragraph at a time. */
	say: (text: string) => void;
}

/** What runs while `until` waits. */
export interface Served {
	n8n: LiveN8n;
	sandbox: Sandbox;
}

/** Runs the sandbox, a mailbox and an n8n with everything loaded until `until` returns; then stops all. */
export async function serve(
	options: ServeOptions,
	until: (served: Served) => Promise<void>,
): Promise<void> {
	const { home, ports, completeAfter, progress, say } = options;
	const filesFolder = resolve(options.filesFolder);
	await mkdir(home, { recursive: true, mode: 0o700 });
	await placeSamples(filesFolder);
	const port = await freePort(ports.sandbox);
	const sandbox = await startSandbox({ port, completeAfter, ...(await rememberedIn(home)) });
	const mailbox = await startMailbox(join(filesFolder, 'mail'), (subject, file) =>
		say(`Mail: ${subject} → ${colours.cyan(file)}`),
	);
	try {
		const n8n = await start({ ...options, filesFolder });
		try {
			await step(progress, 'Loading the credentials and the workflows', () =>
				load(n8n, sandbox, mailbox),
			);
			say(announcement(n8n, sandbox));
			await until({ n8n, sandbox });
		} finally {
			const done = () => 'Stopped; your work is kept';
			await step(progress, 'Stopping', () => n8n.stop(), done);
		}
	} finally {
		await mailbox.close();
		await sandbox.close();
		await writeFile(join(home, RECORDS), serialize(sandbox.records));
	}
}

const RECORDS = 'sandbox.records';

/** What the sandbox stored when it last stopped: n8n's workflows and tables hold its identifiers. */
async function rememberedIn(home: string): Promise<Pick<SandboxOptions, 'records'>> {
	const stored = await readFile(join(home, RECORDS)).catch(() => undefined);
	return stored ? { records: deserialize(stored) as Sandbox['records'] } : {};
}

async function start(options: ServeOptions): Promise<LiveN8n> {
	const { home, filesFolder, ports, docker, progress, say } = options;
	const place = { userFolder: home, workingFolder: filesFolder, port: ports.n8n, progress };
	const onCommand = (command: string) => say(`${colours.dim('$')} ${command}`);
	return docker ? await startContainer({ ...place, onCommand }) : await startN8n(place);
}

/** Loads what is called first, and what the README begins with last: n8n lists the newest first. */
async function load(n8n: LiveN8n, sandbox: Sandbox, { credential }: SmtpSink): Promise<void> {
	const { client } = n8n;
	const { baseUrl, username, password, propertyId } = sandbox;
	const account = { baseUrl, username, password };
	const credentials = [
		await loadCredential(client, 'rentalScreeningApi', 'Rental Screening sandbox', account),
		await loadCredential(client, 'smtp', 'Mailbox on this machine', credential),
	];
	const files = (await workflowFiles()).reverse();
	const here = { propertyId, tables: await makeTables(client, sandbox, files) };
	const loaded = new Map<string, string>();
	for (const each of [...files.filter(isCalled), ...files.filter((one) => !isCalled(one))]) {
		const ready = { ...each, workflow: setUp(each, here, loaded) };
		const id = await loadWorkflow(n8n, ready, credentials);
		loaded.set(each.file, id);
		if (isCalled(each)) await client.activate(id);
	}
}

function announcement({ baseUrl, owner, workingFolder }: LiveN8n, sandbox: Sandbox): string {
	const { username, password, propertyId, flowId } = sandbox;
	const rows: Array<[label: string, value: string, hint: string]> = [
		['n8n', `${baseUrl}/home/workflows`, `email ${owner.email}, password ${owner.password}`],
		['Inbox', `${sandbox.baseUrl}/`, 'what applicants receive; complete screenings there'],
		['Sandbox', sandbox.baseUrl, `username ${username}, password ${password}`],
		['Property ID', propertyId, 'to send a screening'],
		['Flow ID', flowId, 'to send a screening with a flow'],
		['Files', workingFolder, 'the spreadsheets, and the emails that workflows send'],
	];
	const lines = rows.map(
		([label, value, hint]) => `  ${label.padEnd(12)}${colours.cyan(value)}  ${hint}`,
	);
	return `
Ready.

${lines.join('\n')}

Open n8n, choose a workflow and click "Execute workflow": all is set. Ctrl-C stops everything.`;
}
