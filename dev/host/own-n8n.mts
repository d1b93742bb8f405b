import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from './child.mts';
import type { InstalledN8n } from './install.mts';

/** Of 2.41, which the workflows need. */
const OLDEST = [2, 41] as const;

/** An n8n on the PATH that can run the workflows, or undefined. `onTooOld` gets the version of one that is older. */
export async function n8nOnPath(
	onTooOld: (version: string) => void,
	path = process.env['PATH'] ?? '',
): Promise<InstalledN8n | undefined> {
	for (const folder of path.split(delimiter)) {
		const script = await realpath(join(folder, 'n8n')).catch(() => undefined);
		if (script === undefined) continue;
		const version = await versionOf(script);
		if (version === undefined) continue;
		const [major = 0, minor = 0] = version.split('.').map(Number);
		if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
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
