import spawn, { SubprocessError } from 'nano-spawn';

/**
 * Runs a program to its end and returns its standard output. Throws a `SubprocessError` whose message
 * ends with the last lines of its output.
 */
export async function run(
	command: string,
	args: string[],
	{ cwd }: { cwd: string },
): Promise<string> {
	const ending = new AbortController();
	const endChild = () => ending.abort();
	process.once('exit', endChild);
	try {
		// The environment as it is now: tests replace it.
		const options = { cwd, env: process.env, stdin: 'ignore', signal: ending.signal } as const;
		const { stdout } = await spawn(command, args, options);
		return stdout;
	} catch (error) {
		if (error instanceof SubprocessError && error.output) {
			error.message += `:\n${error.output.split('\n').slice(-40).join('\n')}`;
		}
		throw error;
	} finally {
		process.off('exit', endChild);
	}
}
