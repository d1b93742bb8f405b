import { styleText } from 'node:util';

import { findFreePort } from '../host/ports.mts';
import { startSandbox } from './index.mts';

/** `npm run sandbox`: the sandbox alone, for an n8n of one's own. */
export async function main(): Promise<void> {
	const sandbox = await startSandbox({ port: await findFreePort(4010) });
	console.log(`
The rental screening sandbox is running.

${formatValues(sandbox.values)}

In n8n, create a Rental Screening API credential with the first three values, send a screening, and get
its results.

Ctrl-C stops it.`);
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void sandbox.close());
}

/** Lines of values for the terminal, by label. */
export function formatValues(values: Record<string, string>): string {
	const lines = Object.entries(values);
	return lines
		.map(([label, value]) => `  ${label.padEnd(13)}${styleText('cyan', value)}`)
		.join('\n');
}
