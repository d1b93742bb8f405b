// A sample of some 500 mutants over all folders: `npm run task -- mutation-sample`. Takes the lines of one seed;
// MUTATION_SEED=2 takes others. What survives the pure tests runs against the engine's: survivors.config.mjs.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import config from './stryker.config.mjs';

/** How many of a thousand lines are mutated. */
const PER_THOUSAND = 95;
const { MUTATION_SEED = '1' } = process.env;

function isChosen(place) {
	const hash = createHash('sha256').update(`${MUTATION_SEED} ${place}`).digest();
	return hash.readUInt32BE() % 1000 < PER_THOUSAND;
}

export default {
	...config,
	mutate: ['nodes', 'credentials']
		.flatMap((folder) =>
			readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`),
		)
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) =>
			readFileSync(file, 'utf8')
				.split('\n')
				.map((_, index) => `${file}:${index + 1}-${index + 1}`),
		)
		.filter(isChosen),
	incremental: false,
	thresholds: { high: 92, low: 85, break: null },
};
