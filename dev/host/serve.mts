import { join, relative } from 'node:path';
import colours from 'picocolors';
import { startOnFreePort } from '../sandbox/cli/port.mts';
import type { Sandbox } from '../sandbox/index.mts';
import {
	loadCredential,
	loadWorkflow,
	sandboxAccount,
	startHome,
	workflowFiles,
	type CredentialInput,
} from './home.mts';
import { startMailbox } from './mailbox.mts';
import { OWNER, type RunningN8n } from './n8n.mts';
import { PROJECT } from './package.mts';
import { step, type Progress } from './progress.mts';
import { SandboxMemory } from './sandbox-memory.mts';
import type { SmtpSink } from './smtp-sink.mts';

export interface ServeOptions {
	/** n8n's user folder, kept afterwards. */
	home: string;
	/** Where the workflows' files are, and the mail that they send. */
	filesFolder: string;
	/** The wanted ports; where one is in use, the next free one above is taken. */
	ports: { n8n: number; sandbox: number };
	/** Screenings complete by themselves after so long. */
	completeAfterSeconds: number;
	progress: Progress;
	/** Told what a person needs to know, a line or paragraph at a time. */
	say: (text: string) => void;
}

/** What runs, for whoever waits until it should stop. */
export interface Served {
	n8n: RunningN8n;
	sandbox: Sandbox;
}

/**
 * Runs the sandbox, a mailbox and a real n8n with everything loaded, until `until` returns; then stops
 * them all.
 */
export async function serve(
	options: ServeOptions,
	until: (served: Served) => Promise<void>,
): Promise<void> {
	const { home, filesFolder, ports, completeAfterSeconds, say } = options;
	const memory = new SandboxMemory(home);
	const sandbox = await startOnFreePort(
		{
			port: ports.sandbox,
			completeAfter: { seconds: completeAfterSeconds },
			...(await memory.recalled()),
		},
		(taken, next) => say(`Port ${taken} is in use: trying ${next} for the sandbox.`),
	);
	try {
		const mailbox = await startMailbox(join(filesFolder, 'mail'), (subject, file) =>
			say(`Mail: ${subject} → ${colours.cyan(shown(file))}`),
		);
		try {
			await serveN8n(options, sandbox, mailbox, until);
		} finally {
			await mailbox.close();
		}
	} finally {
		await sandbox.close();
		await memory.keep(sandbox);
	}
}

async function serveN8n(
	{ home, filesFolder, ports, progress, say }: ServeOptions,
	sandbox: Sandbox,
	mailbox: SmtpSink,
	until: (served: Served) => Promise<void>,
): Promise<void> {
	const n8n = await startHome({ home, filesFolder, port: ports.n8n, progress });
	try {
		const port = Number(new URL(n8n.baseUrl).port);
		if (port !== ports.n8n) say(`Port ${ports.n8n} is in use: n8n has taken ${port}.`);
		await step(progress, 'Loading the credentials and the workflows', () =>
			load(n8n, [sandboxAccount(sandbox), mailAccount(mailbox)]),
		);
		say(announcement(n8n, sandbox));
		await until({ n8n, sandbox });
	} finally {
		await step(
			progress,
			'Stopping',
			() => n8n.stop(),
			() => 'Stopped; your work is kept',
		);
	}
}

function mailAccount({ credential }: SmtpSink): CredentialInput {
	return { type: 'smtp', name: 'Mailbox on this machine', data: credential };
}

async function load(n8n: RunningN8n, inputs: CredentialInput[]): Promise<void> {
	const credentials = [];
	for (const input of inputs) credentials.push(await loadCredential(n8n.client, input));
	for (const file of await workflowFiles()) await loadWorkflow(n8n, file, credentials);
}

function announcement(n8n: RunningN8n, sandbox: Sandbox): string {
	return `
  n8n       ${colours.cyan(n8n.baseUrl)}
  sign in   ${OWNER.email}  ${OWNER.password}
  inbox     ${colours.cyan(`${sandbox.baseUrl}/`)}  what applicants receive; complete screenings there
  files     ${colours.cyan(shown(n8n.workingFolder))}  the spreadsheets, and the e-mails that workflows send

Open n8n, choose a workflow and click "Execute workflow". Ctrl-C ends it all.`;
}

/** A path as a person would type it in the repository. */
function shown(path: string): string {
	const inside = relative(PROJECT, path);
	return inside.startsWith('..') ? path : inside;
}
