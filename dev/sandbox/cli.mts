import { parseArgs } from 'node:util';

import colours from 'picocolors';

import { freePort } from '../host/ports.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from './index.mts';

const defaults = { port: 4010, completeAfter: 20 };

const help = `The sandbox stands in for the screening service on this machine.

npm run sandbox -- [options]

  --port <number>             port on 127.0.0.1 (default ${defaults.port}; a free one above if it is taken)
  --complete-after <seconds>  when a sent screening completes on its own (default ${defaults.completeAfter})
  --latency <milliseconds>    time that every request takes (default 0)
  --token-lifetime <seconds>  time that an access token is valid (default: until the end)
  --max-in-flight <number>    requests at once above which others get 429 (default: no limit)
  --help                      show this`;

/** `npm run sandbox`: the sandbox alone, for an n8n of one's own. */
export async function main(args: string[]): Promise<void> {
	let options: CliOptions | 'help';
	try {
		options = readOptions(args);
	} catch (thrown) {
		console.error(`${(thrown as Error).message}\n\n${help}`);
		process.exitCode = 2;
		return;
	}
	if (options === 'help') {
		console.log(help);
		return;
	}
	console.log('Starting the sandbox.');
	const port = await freePort(options.port);
	if (options.port !== 0 && port !== options.port) {
		console.log(`Port ${options.port} is in use: the sandbox takes ${port}.`);
	}
	const sandbox = await startSandbox({ ...options, port });
	console.log(announcement(sandbox, options.completeAfter.seconds));
	const stop = () => {
		console.log('\nThe sandbox has stopped.');
		void sandbox.close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

/** Options of the command line, ready for the sandbox. */
export interface CliOptions extends SandboxOptions {
	port: number;
	completeAfter: { seconds: number };
}

/** Reads the arguments of the command line. Throws with a sentence about the one that is wrong. */
export function readOptions(args: string[]): CliOptions | 'help' {
	const string = { type: 'string' } as const;
	const { values } = parseArgs({
		args,
		options: {
			port: string,
			'complete-after': string,
			latency: string,
			'token-lifetime': string,
			'max-in-flight': string,
			help: { type: 'boolean' },
		},
	});
	if (values.help) return 'help';
	const number = (name: Exclude<keyof typeof values, 'help'>, bounds: Bounds) => {
		const text = values[name];
		return text === undefined ? undefined : numberFrom(name, text, bounds);
	};
	const tokenLifetime = number('token-lifetime', { atLeast: 0 });
	const maxInFlight = number('max-in-flight', { whole: true, atLeast: 1 });
	return {
		port: number('port', { whole: true, atLeast: 0, atMost: 65535 }) ?? defaults.port,
		completeAfter: { seconds: number('complete-after', { atLeast: 0 }) ?? defaults.completeAfter },
		latencyMs: number('latency', { atLeast: 0 }) ?? 0,
		...(tokenLifetime === undefined ? {} : { tokenLifetime: { seconds: tokenLifetime } }),
		...(maxInFlight === undefined ? {} : { maxInFlight }),
	};
}

interface Bounds {
	whole?: true;
	atLeast: number;
	atMost?: number;
}

function numberFrom(name: string, text: string, { whole, atLeast, atMost }: Bounds): number {
	const value = text.trim() === '' ? NaN : Number(text);
	const isNumber = whole ? Number.isInteger(value) : Number.isFinite(value);
	if (isNumber && value >= atLeast && value <= (atMost ?? Infinity)) return value;
	const kind = whole ? 'a whole number' : 'a number';
	const upTo = atMost === undefined ? '' : ` up to ${atMost}`;
	throw new RangeError(`--${name} takes ${kind} from ${atLeast}${upTo}, not '${text}'`);
}

/** Where the sandbox is, how to log in, what to do next. */
function announcement(sandbox: Sandbox, completeAfterSeconds: number): string {
	const { baseUrl, username, password, propertyId, flowId } = sandbox;
	const rows = [
		['Base URL', baseUrl],
		['Username', username],
		['Password', password],
		['Inbox', `${baseUrl}/`],
		['Property ID', propertyId],
		['Flow ID', flowId],
	] as const;
	return `
${colours.bold('The rental screening sandbox is running.')}

${rows.map(([label, value]) => `  ${label.padEnd(13)}${colours.cyan(value)}`).join('\n')}

What to do next
  1. In n8n, create a Rental Screening API credential with the first three values above.
  2. Send a screening: the link arrives in the inbox.
  3. Complete it there, or wait ${completeAfterSeconds} seconds, and get the results.

Ctrl-C stops it.`;
}
