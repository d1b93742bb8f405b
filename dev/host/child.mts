import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

/** Runs a program to its end and returns its standard output. Throws with what it printed as errors. */
export async function run(
	command: string,
	args: string[],
	{ cwd }: { cwd: string },
): Promise<string> {
	const options = { cwd, maxBuffer: MAX_OUTPUT_BYTES, shell: process.platform === 'win32' };
	return (await promisify(execFile)(command, args, options)).stdout;
}
