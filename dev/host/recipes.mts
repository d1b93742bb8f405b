import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce, isInstalled } from './install-once.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';

/** What is installed with fixed versions, down to the last dependency: a folder in `recipes/`. */
async function readRecipe(name: string) {
	const folder = join(import.meta.dirname, 'recipes', name);
	const packageJson = await readFile(join(folder, 'package.json'), 'utf8');
	const packageLock = await readFile(join(folder, 'package-lock.json'), 'utf8');
	const { packages } = JSON.parse(packageLock) as { packages: Record<string, { os?: [] }> };
	const machine = `${process.platform} ${process.arch}`;
	const stamp = createHash('sha256').update([packageJson, packageLock, machine].join('\n'));
	return {
		folder,
		/** The number of packages that every machine gets. */
		packages: Object.values(packages).filter(({ os }) => !os).length - 1,
		/** Changes with the recipe and the kind of machine. */
		stamp: stamp.digest('hex'),
	};
}

/** Whether that recipe is installed already. */
export async function isRecipeInstalled(name: string): Promise<boolean> {
	return await isInstalled(name, (await readRecipe(name)).stamp);
}

/** Installs a recipe, once per machine, and returns its folder. `finish` adds what npm does not have. */
export async function installRecipe(
	name: string,
	title: string,
	progress: Progress,
	finish: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
	const recipe = await readRecipe(name);
	return await installOnce(
		name,
		recipe.stamp,
		async (unfinished) => {
			const count = recipe.packages.toLocaleString('en');
			await step(progress, `Downloading ${title} (${count} packages)`, async (current) => {
				current.update('resolving packages');
				await cp(recipe.folder, unfinished, { recursive: true });
				await npmInstall(unfinished, (done) => current.update(`${done.toLocaleString('en')} done`));
			});
			await finish(unfinished);
		},
		() => progress(`Another process is installing ${title}: waiting for it`).done(),
	);
}
