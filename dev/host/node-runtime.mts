import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './install-once.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';
import { NODE_VERSION } from './versions.mts';

/** The Node that runs n8n: the machine's own where it is of the same major version, else one from the npm registry. */
export async function nodeRuntime(progress: Progress): Promise<string> {
	if (majorOf(process.versions.node) === majorOf(NODE_VERSION)) return process.execPath;
	const isWindows = process.platform === 'win32';
	const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
	const folder = await installOnce(
		`node-${NODE_VERSION}`,
		`${name}@${NODE_VERSION}`,
		(unfinished) =>
			step(progress, `Downloading Node ${NODE_VERSION} for n8n`, async () => {
				const content = { private: true, dependencies: { [name]: NODE_VERSION } };
				await writeFile(join(unfinished, 'package.json'), JSON.stringify(content));
				await npmInstall(unfinished);
			}),
	);
	const executable = isWindows ? 'node.exe' : 'node';
	return join(folder, 'node_modules', name, 'bin', executable);
}

function majorOf(version: string): string | undefined {
	return version.split('.')[0];
}
