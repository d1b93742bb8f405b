import { SubprocessError } from 'nano-spawn';
import { run } from './child.mts';

/**
 * Installs what the `package.json` (and lock, if any) in `folder` asks for, without running scripts
 * of packages; what npm has downloaded before it takes from its cache. `onDownload` gets the number of
 * packages so far. Throws a sentence that says what to do where the network or the disk is in the way.
 */
export async function npmInstall(
	folder: string,
	onDownload: (count: number) => void = () => undefined,
): Promise<void> {
	let downloaded = 0;
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--engine-strict=false'];
	const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=http'];
	try {
		await run('npm', ['install', ...flags, ...quiet], {
			cwd: folder,
			onLine: (line) => {
				if (/ fetch GET 200 \S+\.tgz /.test(line)) onDownload(++downloaded);
			},
		});
	} catch (error) {
		throw error instanceof SubprocessError ? (setUpFailure(error.output) ?? error) : error;
	}
}

/** What npm prints where it does not reach its registry. */
const NO_NETWORK =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;

function setUpFailure(output: string): Error | undefined {
	const said = output
		.split('\n')
		.filter((line) => /^npm (error|ERR!)/.test(line))
		.join('\n');
	if (/\bENOSPC\b/.test(said)) {
		return new Error('The disk is full. Make room (n8n takes 2.3 GB), then run it again.');
	}
	if (NO_NETWORK.test(said)) {
		return new Error(
			'npm does not reach its registry. Check the network (or the proxy), then run it again: ' +
				'it continues with what was downloaded.',
		);
	}
	return undefined;
}
