import colours from 'picocolors';
import { startOnFreePort } from '../sandbox/cli/port.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { loadCredential, loadWorkflow, startHome, workflowFiles } from './home.mts';
import { OWNER, type RunningN8n } from './n8n.mts';
import { step, type Progress } from './progress.mts';

export interface ServeOptions {
	/** n8n's user folder, kept afterwards. */
	home: string;
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

/** Runs the sandbox and a real n8n with everything loaded, until `until` returns; then stops both. */
export async function serve(
	{ home, ports, completeAfterSeconds, progress, say }: ServeOptions,
	until: (served: Served) => Promise<void>,
): Promise<void> {
	const sandbox = await startOnFreePort(
		{ port: ports.sandbox, completeAfter: { seconds: completeAfterSeconds } },
		(taken, next) => say(`Port ${taken} is in use: trying ${next} for the sandbox.`),
	);
	try {
		const n8n = await startHome(home, progress, ports.n8n);
		try {
			const port = Number(new URL(n8n.baseUrl).port);
			if (port !== ports.n8n) say(`Port ${ports.n8n} is in use: n8n has taken ${port}.`);
			await load(n8n, sandbox, progress);
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
	} finally {
		await sandbox.close();
	}
}

async function load(n8n: RunningN8n, sandbox: Sandbox, progress: Progress): Promise<void> {
	await step(progress, 'Loading the credential and the workflows', async () => {
		const credential = await loadCredential(n8n.client, sandbox);
		for (const file of await workflowFiles()) await loadWorkflow(n8n, file, credential);
	});
}

function announcement(n8n: RunningN8n, sandbox: Sandbox): string {
	return `
  n8n       ${colours.cyan(n8n.baseUrl)}
  sign in   ${OWNER.email}  ${OWNER.password}
  inbox     ${colours.cyan(`${sandbox.baseUrl}/`)}  what applicants receive; complete screenings there

Open n8n, choose a workflow and click "Execute workflow". Ctrl-C ends it all.`;
}
