import { SubprocessError } from 'nano-spawn';

import { run } from '../../../dev/host/child.mts';

const node = async (script: string, options: Partial<Parameters<typeof run>[2]> = {}) =>
	await run(process.execPath, ['--eval', script], { cwd: '/', ...options });

describe('a program that is run', () => {
	it('gives its standard output, and each line of standard error as it comes', async () => {
		const lines: string[] = [];

		const output = await node(`console.log('one'); console.error('two'); console.log('{"a":1}')`, {
			onLine: (line) => lines.push(line),
		});

		expect(output).toBe('one\n{"a":1}');
		expect(lines).toEqual(['two']);
	});

	it.each([
		['process.exit(3)', { exitCode: 3 }],
		[`process.kill(process.pid, 'SIGKILL')`, { signalName: 'SIGKILL' }],
	])('that ends badly is told by its ending and its last lines: %s', async (end, ending) => {
		const failed = node(`console.log('first'); console.error('last'); setImmediate(() => ${end})`);

		await expect(failed).rejects.toBeInstanceOf(SubprocessError);
		await expect(failed).rejects.toMatchObject({
			...ending,
			stdout: 'first',
			message: expect.stringContaining('last'),
		});
	});

	it('has the environment that it was given, nothing of ours', async () => {
		const output = await node('console.log(Object.keys(process.env).join())', {
			env: { ONLY: 'this', PATH: process.env['PATH'] },
		});

		expect(
			output
				.split(',')
				.filter((name) => !name.startsWith('__'))
				.sort(),
		).toEqual(['ONLY', 'PATH']);
	});

	it('that does not exist has no exit code', async () => {
		const failed = run('no-such-program', [], { cwd: '/' });

		await expect(failed).rejects.toMatchObject({ exitCode: undefined, signalName: undefined });
	});
});
