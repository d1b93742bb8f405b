import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is installed with fixed versions, down to the last dependency: a folder in `recipes/`. */
export interface Recipe {
	/** The folder that holds its `package.json` and `package-lock.json`. */
	folder: string;
	packageLock: string;
	/** Another one when the recipe or the kind of machine is another. */
	stamp: string;
}

const RECIPES = join(dirname(fileURLToPath(import.meta.url)), 'recipes');

/** Reads the recipe of that name. Throws where there is none. */
export async function readRecipe(name: string): Promise<Recipe> {
	const folder = join(RECIPES, name);
	const packageJson = await readFile(join(folder, 'package.json'), 'utf8');
	const packageLock = await readFile(join(folder, 'package-lock.json'), 'utf8');
	const machine = `${process.platform} ${process.arch}`;
	const stamp = createHash('sha256')
		.update([packageJson, packageLock, machine].join('\n'))
		.digest('hex');
	return { folder, packageLock, stamp };
}
