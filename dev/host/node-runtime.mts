import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists } from './exists.mts';
import { installOnce } from './install-once.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';
import { NODE_VERSION } from './versions.mts';

/** A Node that can run n8n. */
export interface NodeRuntime {
	binary: string;
	/** The folder whose `include/node` holds its C headers, if there. */
	headers: string | undefined;
}

/**
 * A Node of the wanted version's major (default: one that n8n runs on): the machine's own where it is
 * of that, else one from the npm registry.
 */
export async function nodeRuntime(
	progress: Progress,
	version: string = NODE_VERSION,
): Promise<NodeRuntime> {
	if (majorOf(process.versions.node) === majorOf(version)) {
		return await runtimeAt(dirname(dirname(process.execPath)), process.execPath);
	}
	const name = packageName();
	const folder = await installOnce(
		`node-${version}`,
		`${name}@${version}`,
		async (unfinished) => await installNode(unfinished, name, version, progress),
	);
	const root = join(folder, 'node_modules', name);
	const executable = process.platform === 'win32' ? 'node.exe' : 'node';
	return await runtimeAt(root, join(root, 'bin', executable));
}

function majorOf(version: string): string | undefined {
	return version.split('.')[0];
}

async function runtimeAt(root: string, binary: string): Promise<NodeRuntime> {
	const hasHeaders = await exists(join(root, 'include', 'node', 'common.gypi'));
	return { binary, headers: hasHeaders ? root : undefined };
}

function packageName(): string {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	return `node-${platform}-${process.arch}`;
}

async function installNode(
	folder: string,
	name: string,
	version: string,
	progress: Progress,
): Promise<void> {
	await step(progress, `Installing Node ${version} (once)`, async () => {
		const dependencies = { [name]: version };
		await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
		await npmInstall(folder);
	});
}
