import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import colours from 'picocolors';
import { isCalled, makeTables, setUp, sortForList } from '../demo/first-click.mts';
import { readCompleteAfter } from '../sandbox/cli.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { startContainer } from './docker.mts';
import {
	getHomeFolder,
	loadCredential,
	loadWorkflow,
	withHome,
	readWorkflowFiles,
} from './home.mts';
import { startN8n, type StartedN8n } from './n8n.mts';
import { buildPackage, PROJECT } from './package.mts';
import { findFreePort } from './ports.mts';
import { plainProgress, step, type Progress } from './progress.mts';
import { bypassProxyForLoopback } from './proxy.mts';
import { startMailbox, type SmtpSink } from './smtp-sink.mts';

/**
 * `npm start`: a real n8n in the browser with the sandbox and everything loaded. It is installed here once;
 * with `-- --docker` it is n8n's official image. `-- --complete-after 20` completes each screening 20 seconds
 * after it was sent.
 */
export async function main(args: string[]): Promise<void> {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal());
	const { values } = parseArgs({
		args,
		options: {
			docker: { type: 'boolean', default: false },
			'complete-after': { type: 'string' },
		},
	});
	const completeAfter = readCompleteAfter(values['complete-after']);
	const progress = plainProgress();
	const home = getHomeFolder(values.docker ? '-docker' : '');
	await withHome(home, async () => {
		await step(progress, 'Building the node package', buildPackage);
		const options = {
			home,
			// A bare file name in a workflow means a file in here.
			filesFolder: join(PROJECT, 'out'),
			ports: { n8n: 5678, sandbox: 4010 },
			completeAfter,
			docker: values.docker,
			progress,
			say: (text: string) => console.log(text),
		};
		await serve(options, waitUntilStopped);
	});
}

/** What a signal does: it ends this process at once, except while `untilToldToStop` waits for one. */
let onSignal = () => process.exit(130);

async function waitUntilStopped(): Promise<void> {
	const exit = onSignal;
	await new Promise<void>((resolve) => {
		onSignal = resolve as typeof onSignal;
	});
	onSignal = exit;
}

interface ServeOptions {
	/** n8n's user folder, kept afterwards. */
	home: string;
	/** Where the mail that workflows send is kept. */
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
	n8n: StartedN8n;
	sandbox: Sandbox;
}

/** Runs the sandbox, a mailbox and an n8n with everything loaded until `until` returns; then stops all. */
export async function serve(
	options: ServeOptions,
	until: (served: Served) => Promise<void>,
): Promise<void> {
	const { home, ports, completeAfter, docker, progress, say } = options;
	bypassProxyForLoopback();
	const workingFolder = resolve(options.filesFolder);
	await mkdir(home, { recursive: true, mode: 0o700 });
	const records = join(home, 'sandbox.records');
	// What it stored when it last stopped: n8n's workflows and tables hold its identifiers.
	const stored = await readFile(records).catch(() => undefined);
	const sandbox = await startSandbox({
		port: await findFreePort(ports.sandbox),
		completeAfter,
		...(stored && { records: deserialize(stored) as Sandbox['records'] }),
	});
	const mailbox = await startMailbox(join(workingFolder, 'mail'), (subject, file) =>
		say(`Mail: ${subject} → ${colours.cyan(file)}`),
	);
	try {
		const place = { userFolder: home, workingFolder, port: ports.n8n, progress };
		const onCommand = (command: string) => say(`${colours.dim('$')} ${command}`);
		const n8n = await (docker ? startContainer({ ...place, onCommand }) : startN8n(place));
		try {
			await step(progress, 'Loading the credentials and the workflows', () =>
				load(n8n, sandbox, mailbox),
			);
			say(formatAnnouncement(n8n, sandbox));
			await until({ n8n, sandbox });
		} finally {
			const done = () => 'Stopped; your work is kept';
			await step(progress, 'Stopping', () => n8n.stop(), done);
		}
	} finally {
		await mailbox.close();
		await sandbox.close();
		await writeFile(records, serialize(sandbox.records));
	}
}

/** Loads what n8n is to list on top last, since it lists the newest first. */
async function load(n8n: StartedN8n, sandbox: Sandbox, { credential }: SmtpSink): Promise<void> {
	const { client } = n8n;
	const credentials = [
		await loadCredential(client, 'rentalScreeningApi', 'Rental Screening sandbox', sandbox.account),
		await loadCredential(client, 'smtp', 'Mailbox on this machine', credential),
	];
	const files = sortForList(await readWorkflowFiles()).reverse();
	const table = await makeTables(client, sandbox, files);
	const loaded = new Map<string, string>();
	for (const each of files) {
		const ready = { ...each, workflow: setUp(each, table, loaded) };
		const id = await loadWorkflow(n8n, ready, credentials);
		loaded.set(each.file, id);
		if (isCalled(each)) await client.activate(id);
	}
}

function formatAnnouncement(
	{ baseUrl, owner, workingFolder }: StartedN8n,
	sandbox: Sandbox,
): string {
	const { username, password, propertyId, flowId } = sandbox;
	const rows: Array<[label: string, value: string, hint: string]> = [
		['n8n', `${baseUrl}/home/workflows`, `email ${owner.email}, password ${owner.password}`],
		['Inbox', `${sandbox.baseUrl}/`, 'what applicants receive; complete screenings there'],
		['Base URL', sandbox.baseUrl, `username ${username}, password ${password}`],
		['Property ID', propertyId, 'to send a screening'],
		['Flow ID', flowId, 'to send a screening with a flow'],
		['Files', workingFolder, 'the emails that workflows send'],
	];
	const lines = rows.map(
		([label, value, hint]) => `  ${label.padEnd(12)}${colours.cyan(value)}  ${hint}`,
	);
	return `
Ready.

${lines.join('\n')}

Open n8n, choose a workflow from the top of the list and click "Execute workflow". The names of those that
need an account of Google or Microsoft say so. Ctrl-C stops everything.`;
}
