import { installN8n } from './install.mts';
import { installRecipe } from './recipes.mts';
import { terminalProgress } from './spinner.mts';
import { N8N_VERSIONS } from './versions.mts';

/** Installs every pinned n8n, and an npm registry, ahead of the tests that need them. */
export async function main(): Promise<void> {
	const progress = terminalProgress();
	for (const version of N8N_VERSIONS) {
		const { folder } = await installN8n(version, progress);
		console.log(`n8n ${version} is ready in ${folder}`);
	}
	const registry = await installRecipe('verdaccio', 'an npm registry', progress);
	console.log(`The npm registry is ready in ${registry}`);
}
