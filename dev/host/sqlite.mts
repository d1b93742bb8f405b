import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommandFailed, run } from './child.mts';
import { installOnce } from './install-once.mts';
import type { NodeRuntime } from './node-runtime.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';

const RECIPE = join(dirname(fileURLToPath(import.meta.url)), 'recipes', 'sqlite3', 'package.json');

/**
 * The path of sqlite3's binary for the Node that runs n8n: downloaded where its makers offer one
 * and can be reached, else compiled. It is apart from n8n because every n8n uses the same, and
 * because a machine without a compiler should learn of it before the long installation.
 */
export async function sqliteBinary(node: NodeRuntime, progress: Progress): Promise<string> {
	const recipe = await readFile(RECIPE, 'utf8');
	const stamp = `${process.platform} ${process.arch} ${recipe}`;
	const folder = await installOnce('sqlite3', stamp, async (unfinished) => {
		await step(progress, 'Preparing SQLite for n8n (once, about a minute)', async (current) => {
			await cp(RECIPE, join(unfinished, 'package.json'));
			await npmInstall(unfinished);
			if (await downloaded(unfinished, node)) return;
			current.update('compiling');
			await compile(unfinished, node);
		});
	});
	return join(folder, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
}

/** Puts sqlite3's binary where the n8n in `folder` looks for it. */
export async function placeSqliteBinary(binary: string, folder: string): Promise<void> {
	await cp(
		binary,
		join(folder, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node'),
	);
}

async function downloaded(folder: string, node: NodeRuntime): Promise<boolean> {
	const script = join(folder, 'node_modules', 'prebuild-install', 'bin.js');
	const cwd = join(folder, 'node_modules', 'sqlite3');
	return await run(node.binary, [script, '--runtime=napi'], { cwd }).then(
		() => true,
		() => false,
	);
}

async function compile(folder: string, node: NodeRuntime): Promise<void> {
	const script = join(folder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
	const PATH = [dirname(node.binary), process.env['PATH']].join(delimiter);
	const headers = node.headers ? { npm_config_nodedir: node.headers } : {};
	try {
		await run(node.binary, [script, 'rebuild', '--release'], {
			cwd: join(folder, 'node_modules', 'sqlite3'),
			env: { ...process.env, ...headers, JOBS: 'max', PATH },
		});
	} catch (error) {
		if (!(error instanceof CommandFailed)) throw error;
		const missing = await missingTools();
		if (missing.length === 0) throw error;
		throw new Error(
			`SQLite must be compiled here, and ${new Intl.ListFormat('en').format(missing)} cannot be found. ` +
				'On Debian and Ubuntu: `sudo apt-get install -y python3 make g++`.',
		);
	}
}

async function missingTools(): Promise<string[]> {
	const tools = ['python3', 'make', 'g++'];
	const found = await Promise.all(tools.map(runs));
	return tools.filter((_, index) => !found[index]);
}

async function runs(tool: string): Promise<boolean> {
	return await promisify(execFile)(tool, ['--version']).then(
		() => true,
		() => false,
	);
}
