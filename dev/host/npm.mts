import { realpath } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { run } from './child.mts';
import { exists } from './exists.mts';

export interface NpmOptions {
	cwd: string;
	/** Its environment; default: that of this process. */
	env?: NodeJS.ProcessEnv;
	/** Hears npm's own log, one line at a time. */
	onLine?: (line: string) => void;
}

/** Runs npm, whichever this machine has, on the Node that runs us. Returns its standard output. */
export async function npm(args: string[], options: NpmOptions): Promise<string> {
	return await run(process.execPath, [await npmScript(), ...args], options);
}

async function npmScript(): Promise<string> {
	const callers = process.env['npm_execpath'];
	if (callers && basename(callers) === 'npm-cli.js') return callers;
	for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
		const link = await realpath(join(folder, 'npm')).catch(() => '');
		if (basename(link) === 'npm-cli.js') return link;
		const windows = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
		if (await exists(windows)) return windows;
	}
	throw new Error('npm was not found. Install Node.js with npm, then try again.');
}

/**
 * Installs what the `package.json` (and lock, if any) in `folder` asks for, without running scripts
 * of packages. `onDownload` hears how many packages have been downloaded.
 */
export async function npmInstall(
	folder: string,
	onDownload: (count: number) => void = () => undefined,
): Promise<void> {
	let downloaded = 0;
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--engine-strict=false'];
	await npm(['install', ...flags, '--no-audit', '--no-fund', '--loglevel=http'], {
		cwd: folder,
		onLine: (line) => {
			if (/ fetch GET 200 \S+\.tgz /.test(line)) onDownload(++downloaded);
		},
	});
}
