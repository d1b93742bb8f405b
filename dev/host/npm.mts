import { run } from './child.mts';

/**
 * Installs what the `package.json` (and lock, if any) in `folder` asks for, without running scripts of
 * packages. What npm has downloaded before it takes from its cache.
 */
export async function npmInstall(folder: string): Promise<void> {
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--engine-strict=false'];
	const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
	await run('npm', ['install', ...flags, ...quiet], { cwd: folder });
}
