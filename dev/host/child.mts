import { spawn } from 'node:child_process';

export interface RunOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Hears every line of standard output and standard error. */
	onLine?: (line: string) => void;
}

/** A program ended with another exit code than 0 or by a signal; the message holds what it said last. */
export class CommandFailed extends Error {
	/** `exit code <n>`, or the name of the signal. */
	readonly ending: string;
	readonly standardOutput: string;

	constructor(command: string, ending: string, lastLines: string[], standardOutput: string) {
		super(`\`${command}\` ended with ${ending}:\n${lastLines.join('\n')}`);
		this.ending = ending;
		this.standardOutput = standardOutput;
	}
}

const LINES_KEPT = 40;

/** Runs a program to its end and returns its standard output. Throws {@link CommandFailed}. */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
	const { cwd, env = process.env, onLine = () => undefined } = options;
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
	const standardOutput: string[] = [];
	const lastLines: string[] = [];
	const hear = (line: string) => {
		onLine(line);
		lastLines.push(line);
		if (lastLines.length > LINES_KEPT) lastLines.shift();
	};
	child.stdout.setEncoding('utf8').on('data', (text: string) => standardOutput.push(text));
	child.stdout.on('data', linesOf(hear));
	child.stderr.setEncoding('utf8').on('data', linesOf(hear));
	const ending = await new Promise<string | undefined>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code, signal) =>
			resolve(signal ?? (code === 0 ? undefined : `exit code ${code}`)),
		);
	});
	if (!ending) return standardOutput.join('');
	const commandLine = [command, ...args].join(' ');
	throw new CommandFailed(commandLine, ending, lastLines, standardOutput.join(''));
}

function linesOf(hear: (line: string) => void): (text: string) => void {
	let rest = '';
	return (text) => {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		lines.forEach(hear);
	};
}
