import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { main } from '../../dev/sandbox/cli.mts';
import { startSandbox } from '../../dev/sandbox/index.mts';
import { ROOT } from '../support/repository.mts';

function runCli(...args: string[]) {
	return spawn(process.execPath, [join(ROOT, 'dev/run.mjs'), 'sandbox', ...args], {
		env: { ...process.env, NO_COLOR: '1' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}

/** What the command prints until it is ready. */
async function untilReady(child: ReturnType<typeof runCli>): Promise<string> {
	const lines: string[] = [];
	for await (const line of createInterface(child.stdout)) {
		lines.push(line);
		if (line.startsWith('Ctrl-C')) break;
	}
	return lines.join('\n');
}

test('npm run sandbox prints where it is and what to do, takes the next port where one is taken, and ends cleanly', async () => {
	const other = await startSandbox();
	const port = Number(new URL(other.baseUrl).port);
	const child = runCli('--port', String(port), '--complete-after', '7');
	const output = await untilReady(child);
	const [baseUrl = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
	const inbox = await fetch(baseUrl);
	child.kill('SIGINT');
	const [code] = await once(child, 'exit');
	await other.close();

	expect(inbox.status).toBe(200);
	for (const said of ['landlord@sandbox.example', 'Quokka-Lantern-42', `${baseUrl}/`]) {
		expect(output).toContain(said);
	}
	expect(Number(new URL(baseUrl).port)).toBeGreaterThan(port);
	expect(code).toBe(0);
});

test('--help prints the options', async () => {
	const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
	await main(['--help']);
	expect(printed.mock.calls.join()).toContain('npm run sandbox');
	printed.mockRestore();
});

test.each([
	[['--port', 'x'], "--port takes a number from 0, not 'x'"],
	[['--complete-after', ''], '--complete-after takes a number'],
	[['--colour'], '--colour'],
])('npm run sandbox refuses %j with a reason', async (args, reason) => {
	await expect(main(args)).rejects.toThrow(reason);
});
