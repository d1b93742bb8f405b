import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from './child.mts';
import type { InstalledN8n } from './install.mts';

/** Older ones cannot run the workflows. */
const OLDEST_MAJOR = 2;

/** An n8n 2 that is on the PATH, or undefined. `onTooOld` gets the version of one that is older. */
export async function n8nOnPath(
	onTooOld: (version: string) => void,
	path = process.env['PATH'] ?? '',
): Promise<InstalledN8n | undefined> {
	for (const folder of path.split(delimiter)) {
		const script = await realpath(join(folder, 'n8n')).catch(() => undefined);
		if (script === undefined) continue;
		const version = await versionOf(script);
		if (version === undefined) continue;
		if (Number(version.split('.')[0]) < OLDEST_MAJOR) {
			onTooOld(version);
			continue;
		}
		return { version, folder, node: process.execPath, script };
	}
	return undefined;
}

/** What that script calls its version; undefined where it is no n8n that this Node can run. */
async function versionOf(script: string): Promise<string | undefined> {
	const output = await run(process.execPath, [script, '--version'], { cwd: '/' }).catch(() => '');
	return /^\d+\.\d+\.\d+\S*$/m.exec(output)?.[0];
}
