import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './install-once.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';
import { NODE_VERSION } from './versions.mts';

/**
 * A Node of the wanted version's major (default: one that n8n runs on): the machine's own where it is
 * of that, else one from the npm registry.
 */
export async function nodeRuntime(
	progress: Progress,
	version: string = NODE_VERSION,
): Promise<{ binary: string }> {
	if (majorOf(process.versions.node) === majorOf(version)) return { binary: process.execPath };
	const isWindows = process.platform === 'win32';
	const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
	const folder = await installOnce(`node-${version}`, `${name}@${version}`, (unfinished) =>
		step(progress, `Downloading Node ${version} for n8n`, async () => {
			const content = { private: true, dependencies: { [name]: version } };
			await writeFile(join(unfinished, 'package.json'), JSON.stringify(content));
			await npmInstall(unfinished);
		}),
	);
	const executable = isWindows ? 'node.exe' : 'node';
	return { binary: join(folder, 'node_modules', name, 'bin', executable) };
}

function majorOf(version: string): string | undefined {
	return version.split('.')[0];
}
