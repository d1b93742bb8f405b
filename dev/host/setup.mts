import { installN8n } from './install.mts';
import { plainProgress } from './progress.mts';
import { N8N_VERSION } from './versions.mts';

/** Installs n8n ahead of the tests that need it. */
export async function main(): Promise<void> {
	const { folder } = await installN8n(plainProgress());
	console.log(`n8n ${N8N_VERSION} is ready in ${folder}`);
}
