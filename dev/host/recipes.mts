import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './install-once.mts';
import { npmInstall } from './npm.mts';
import { step, type Progress } from './progress.mts';

/**
 * Installs a folder of `recipes/`, with fixed versions down to the last dependency, once per machine, and
 * returns where. `finish` adds what npm does not have. A changed recipe is installed again.
 */
export async function installRecipe(
	name: string,
	title: string,
	progress: Progress,
	finish: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
	const recipe = join(import.meta.dirname, 'recipes', name);
	const files = ['package.json', 'package-lock.json'].map((file) => join(recipe, file));
	const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
	const machine = `${process.platform} ${process.arch}`;
	const stamp = createHash('sha256').update([...texts, machine].join('\n'));
	return await installOnce(
		name,
		stamp.digest('hex'),
		async (unfinished) => {
			await step(progress, `Downloading ${title}`, async () => {
				await cp(recipe, unfinished, { recursive: true });
				await npmInstall(unfinished);
			});
			await finish(unfinished);
		},
		() => progress(`Another process is installing ${title}: waiting for it`).done(),
	);
}
