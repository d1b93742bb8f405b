import { parseArgs } from 'node:util';

import colours from 'picocolors';

import { freePort } from '../host/ports.mts';
import { startSandbox, type Sandbox } from './index.mts';

const HELP = `The sandbox stands in for the screening service on this machine.

npm run sandbox -- [options]

  --port <number>             port on 127.0.0.1 (default 4010; a free one above if it is taken)
  --complete-after <seconds>  complete each screening so long after it was sent
                              (default: only by the button in the inbox)
  --help                      show this

Delays and failures are set while it runs: see "To make the service misbehave" in CONTRIBUTING.md.`;

/** `npm run sandbox`: the sandbox alone, for an n8n of one's own. */
export async function main(args: string[]): Promise<void> {
	if (args.includes('--help')) return console.log(HELP);
	let options: ReturnType<typeof readOptions>;
	try {
		options = readOptions(args);
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${HELP}`);
		process.exitCode = 2;
		return;
	}
	console.log('Starting the sandbox.');
	const port = await freePort(options.port);
	if (options.port !== 0 && port !== options.port) {
		console.log(`Port ${options.port} is in use: the sandbox takes ${port}.`);
	}
	const { completeAfter } = options;
	const sandbox = await startSandbox({ port, completeAfter });
	console.log(announcement(sandbox, completeAfter.seconds));
	const stop = () => {
		console.log('\nThe sandbox has stopped.');
		void sandbox.close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

/** Reads the arguments of the command line. Throws with a sentence about the one that is wrong. */
export function readOptions(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '4010' },
			'complete-after': { type: 'string' },
		},
	});
	const port = Number(values.port || NaN);
	if (!Number.isInteger(port) || port < 0 || port > 65535) {
		throw new RangeError(`--port takes a whole number from 0 up to 65535, not '${values.port}'`);
	}
	return { port, completeAfter: completeAfterOf(values['complete-after']) };
}

/** When screenings complete by themselves; not at all unless the command line asks for it. */
export function completeAfterOf(seconds: string | undefined): { seconds?: number } {
	if (seconds === undefined) return {};
	const number = Number(seconds || NaN);
	if (number >= 0) return { seconds: number };
	throw new RangeError(`--complete-after takes a number from 0, not '${seconds}'`);
}

/** Where the sandbox is, how to log in, what to do next. */
function announcement(sandbox: Sandbox, seconds?: number): string {
	const { baseUrl, username, password, propertyId, flowId } = sandbox;
	const rows = Object.entries({
		'Base URL': baseUrl,
		Username: username,
		Password: password,
		Inbox: `${baseUrl}/`,
		'Property ID': propertyId,
		'Flow ID': flowId,
	});
	return `
${colours.bold('The rental screening sandbox is running.')}

${rows.map(([label, value]) => `  ${label.padEnd(13)}${colours.cyan(value)}`).join('\n')}

What to do next
  1. In n8n, create a Rental Screening API credential with the first three values above.
  2. Send a screening: the link arrives in the inbox.
  3. Complete it there${seconds === undefined ? '' : `, or wait ${seconds} seconds`}, and get the results.

Ctrl-C stops it.`;
}
