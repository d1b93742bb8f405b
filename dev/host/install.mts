import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cacheFolder } from './install-once.mts';
import { nodeRuntime } from './node-runtime.mts';
import type { Progress } from './progress.mts';
import { installRecipe } from './recipes.mts';
import { N8N_VERSION } from './versions.mts';

/** A real n8n on this machine. */
export interface InstalledN8n {
	/** The folder that holds its `node_modules`. */
	folder: string;
	/** The Node that runs it. */
	node: string;
	/** Its command, a script for that Node. */
	script: string;
}

/** The pinned n8n, installed if it is not there yet (once per machine, minutes). */
export async function installN8n(progress: Progress): Promise<InstalledN8n> {
	const node = await nodeRuntime(progress);
	const folder = await installRecipe(
		`n8n-${N8N_VERSION}`,
		`n8n ${N8N_VERSION} into ${cacheFolder()}: 2.3 GB, 3 to 6 minutes, once`,
		progress,
		async (unfinished) => {
			await cp(await sqliteBinary(progress), join(unfinished, SQLITE_PLACE));
		},
	);
	return { folder, node, script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

/** Where n8n's own sqlite3 looks for its binary. */
const SQLITE_PLACE = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/**
 * A ready-made binary for n8n's sqlite3. sqlite3 offers its own on GitHub only and else compiles for
 * minutes; a fork with the same interface has them in the npm registry.
 */
async function sqliteBinary(progress: Progress): Promise<string> {
	const folder = await installRecipe('sqlite3', 'SQLite for n8n', progress);
	const load = createRequire(join(folder, 'package.json'));
	const { path: binaryIn } = load('node-gyp-build') as { path: (folder: string) => string };
	try {
		return binaryIn(join(folder, 'node_modules', '@appthreat', 'sqlite3'));
	} catch {
		throw new Error(
			`There is no ready-made SQLite for ${process.platform} ${process.arch}. ` +
				"Use n8n's image: npm start -- --docker",
		);
	}
}
