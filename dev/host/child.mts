import spawn, { SubprocessError } from 'nano-spawn';

export interface RunOptions {
	cwd: string;
	/** The whole environment; default: that of this process. */
	env?: NodeJS.ProcessEnv;
	/** Called with every line of standard output and standard error. */
	onLine?: (line: string) => void;
}

/** A program ended with an exit code other than 0, or by a signal. The message holds its last lines. */
export class CommandFailed extends Error {
	/** `exit code <n>`, or the name of the signal. */
	readonly ending: string;

	constructor(
		{ command, exitCode, signalName }: SubprocessError,
		readonly standardOutput: string,
		/** All that it printed, standard error included. */
		readonly output: string,
	) {
		const ending = signalName ?? `exit code ${exitCode}`;
		super(`\`${command}\` ended with ${ending}:\n${output.split('\n').slice(-40).join('\n')}`);
		this.ending = ending;
	}
}

/** Runs a program to its end and returns its standard output. Throws {@link CommandFailed}. */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
	const { cwd, env = process.env, onLine = () => undefined } = options;
	// What `env` leaves out would be inherited.
	const unset = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
	const child = spawn(command, args, { cwd, env: { ...unset, ...env }, stdin: 'ignore' });
	const standardOutput: string[] = [];
	const output: string[] = [];
	const read = async (lines: AsyncIterable<string>, kept: string[]) => {
		for await (const line of lines) {
			kept.push(line);
			output.push(line);
			onLine(line);
		}
	};
	let endChild = () => {};
	try {
		await Promise.all([
			read(child.stdout, standardOutput),
			read(child.stderr, []),
			child.nodeChildProcess.then((started) => {
				endChild = () => void started.kill();
				process.once('exit', endChild);
			}),
		]);
		return standardOutput.join('\n');
	} catch (error) {
		const ended = error instanceof SubprocessError && (error.exitCode || error.signalName);
		if (!ended) throw error;
		throw new CommandFailed(error, standardOutput.join('\n'), output.join('\n'));
	} finally {
		process.off('exit', endChild);
	}
}
