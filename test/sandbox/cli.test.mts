import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { readOptions } from '../../dev/sandbox/cli/options.mts';
import { startOnFreePort } from '../../dev/sandbox/cli/port.mts';
import { startSandbox } from '../../dev/sandbox/index.mts';

const cli = fileURLToPath(new URL('../../dev/sandbox/cli.mts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

function runCli(...args: string[]) {
	return spawn(process.execPath, ['--import', tsx, cli, ...args], {
		env: { ...process.env, NO_COLOR: '1' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}

describe('the arguments', () => {
	it('may all be left out', () => {
		expect(readOptions([])).toEqual({
			kind: 'start',
			options: { port: 4010, completeAfter: { seconds: 20 }, latencyMs: 0 },
		});
	});

	it('set what they name', () => {
		const args = '--port=5 --complete-after 1.5 --latency 20 --token-lifetime 60 --max-in-flight 9';

		expect(readOptions(args.split(' '))).toEqual({
			kind: 'start',
			options: {
				port: 5,
				completeAfter: { seconds: 1.5 },
				latencyMs: 20,
				tokenLifetime: { seconds: 60 },
				maxInFlight: 9,
			},
		});
	});

	it.each([
		[['--port', '70000'], '--port takes a whole number from 0 up to 65535'],
		[['--port', '80.5'], '--port takes a whole number'],
		[['--latency', 'fast'], "not 'fast'"],
		[['--complete-after', ''], '--complete-after takes a number'],
		[['--max-in-flight', '0'], 'from 1'],
		[['--colour'], '--colour'],
		[['4010'], '4010'],
	])('%j are refused with a reason', (args, reason) => {
		expect(readOptions(args)).toEqual({
			kind: 'refused',
			reason: expect.stringContaining(reason),
		});
	});
});

it('takes the next port while one is taken', async () => {
	const first = await startSandbox();
	const port = Number(new URL(first.baseUrl).port);
	const moves: number[][] = [];
	const second = await startOnFreePort({ port }, (...move) => moves.push(move));

	expect(moves[0]).toEqual([port, port + 1]);
	expect(Number(new URL(second.baseUrl).port)).toBeGreaterThan(port);
	await Promise.all([first.close(), second.close()]);
});

describe('the command', () => {
	it('says where it is and what to do, and ends cleanly', async () => {
		const child = runCli('--port', '0', '--complete-after', '7');
		const lines: string[] = [];
		for await (const line of createInterface(child.stdout)) {
			lines.push(line);
			if (line.startsWith('Ctrl-C')) break;
		}
		const output = lines.join('\n');
		const [baseUrl = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
		const inbox = await fetch(baseUrl);
		child.kill('SIGINT');
		const [code] = await once(child, 'exit');

		expect(inbox.status).toBe(200);
		for (const said of [
			'landlord@sandbox.example',
			'Quokka-Lantern-42',
			`${baseUrl}/`,
			'7 seconds',
		]) {
			expect(output).toContain(said);
		}
		expect(code).toBe(0);
	});

	it.each([
		[['--help'], 0, 'stdout', 'npm run sandbox'],
		[['--port', 'x'], 2, 'stderr', '--port takes a whole number'],
	] as const)('%j ends with %i', async (args, expected, stream, said) => {
		const child = runCli(...args);
		let output = '';
		child[stream].on('data', (chunk) => (output += String(chunk)));
		const [code] = await once(child, 'close');

		expect(code).toBe(expected);
		expect(output).toContain(said);
	});
});
