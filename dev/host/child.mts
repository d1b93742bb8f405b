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
	// As it is now: tests replace it.
	const child = spawn(command, args, { cwd, env: process.env, stdin: 'ignore' });
	let endChild = () => {};
	const follow = async () => {
		const started = await child.nodeChildProcess;
		endChild = () => void started.kill();
		process.once('exit', endChild);
	};
	try {
		const [{ stdout }] = await Promise.all([child, follow()]);
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
