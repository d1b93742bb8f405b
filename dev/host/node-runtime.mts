import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './install-once.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';
import { NODE_VERSION } from './versions.mts';

/** A Node that can run n8n. */
export interface NodeRuntime {
	binary: string;
}

/**
 * A Node of the wanted version's major (default: one that n8n runs on): the machine's own where it is
 * of that, else one from the npm registry.
 */
export async function nodeRuntime(
	progress: Progress,
	version: string = NODE_VERSION,
): Promise<NodeRuntime> {
	if (majorOf(process.versions.node) === majorOf(version)) return { binary: process.execPath };
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const name = `node-${platform}-${process.arch}`;
	const folder = await installOnce(
		`node-${version}`,
		`${name}@${version}`,
		async (unfinished) =>
			await step(progress, `Downloading Node ${version} for n8n`, async () => {
				const content = { private: true, dependencies: { [name]: version } };
				await writeFile(join(unfinished, 'package.json'), JSON.stringify(content));
				await npmInstall(unfinished);
			}),
	);
	const executable = process.platform === 'win32' ? 'node.exe' : 'node';
	return { binary: join(folder, 'node_modules', name, 'bin', executable) };
}

function majorOf(version: string): string | undefined {
	return version.split('.')[0];
}
