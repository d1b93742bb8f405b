import spawn, { SubprocessError } from 'nano-spawn';

interface RunOptions {
	cwd: string;
	/** The whole environment; default: that of this process. */
	env?: NodeJS.ProcessEnv;
}

/**
 * Runs a program to its end and returns its standard output. Throws a `SubprocessError` whose message
 * ends with the last lines of its output.
 */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
	const { cwd, env = process.env } = options;
	// What `env` leaves out would be inherited.
	const unset = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
	const child = spawn(command, args, { cwd, env: { ...unset, ...env }, stdin: 'ignore' });
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
