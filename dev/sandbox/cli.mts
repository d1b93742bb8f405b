import { parseArgs } from 'node:util';

import colours from 'picocolors';

import { findFreePort } from '../host/ports.mts';
import { startSandbox } from './index.mts';

const HELP = `The sandbox stands in for the screening service on this machine.

npm run sandbox -- [options]

  --port <number>             port on 127.0.0.1 (default 4010; a free one above if it is taken)
  --complete-after <seconds>  complete each screening so long after it was sent
                              (default: only by the button in the inbox)
  --help                      show this`;

/** `npm run sandbox`: the sandbox alone, for an n8n of one's own. */
export async function main(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '4010' },
			'complete-after': { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return console.log(HELP);
	const completeAfter = readCompleteAfter(values['complete-after']);
	const port = await findFreePort(readNumber('--port', values.port));
	const sandbox = await startSandbox({ port, completeAfter });
	const rows = Object.entries({ ...sandbox.values, Inbox: `${sandbox.baseUrl}/` });
	console.log(`
${colours.bold('The rental screening sandbox is running.')}

${rows.map(([label, value]) => `  ${label.padEnd(13)}${colours.cyan(value)}`).join('\n')}

In n8n, create a Rental Screening API credential with the first three values, and send a screening.
The link arrives in the inbox: complete it there, and get the results.

Ctrl-C stops it.`);
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void sandbox.close());
}

/** Reads when screenings complete by themselves; without the option they do not. */
export function readCompleteAfter(seconds: string | undefined): { seconds?: number } {
	return seconds === undefined ? {} : { seconds: readNumber('--complete-after', seconds) };
}

/** Throws a RangeError with a sentence if the value is no number from 0. */
function readNumber(option: string, value: string): number {
	const number = Number(value || NaN);
	if (number >= 0) return number;
	throw new RangeError(`${option} takes a number from 0, not '${value}'`);
}
