// `npx tsx test/soak/soak.mts`: random runs of the node in n8n's engine against the model, in processes that play a share each.
// FAST_CHECK_SEED and FAST_CHECK_RUNS choose other scenarios and another number of them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

import fc from 'fast-check';

import { findViolations } from './model.mts';
import { scenario } from './scenario.mts';

/** Much of a scenario is waiting, so that a core can play two. */
const WORKERS = 2 * availableParallelism();

const { FAST_CHECK_SEED = Date.now() % 2 ** 31, FAST_CHECK_RUNS = 20_000 } = process.env;
const [, script, seed, numRuns] = process.argv;

if (seed === undefined) {
	console.log(`${FAST_CHECK_RUNS} scenarios, FAST_CHECK_SEED=${FAST_CHECK_SEED}`);
	process.env['N8N_LOG_LEVEL'] = 'silent';
	const share = String(Math.ceil(Number(FAST_CHECK_RUNS) / WORKERS));
	const workers = Array.from({ length: WORKERS }, async (_, worker) => {
		const child = fork(script!, [String(Number(FAST_CHECK_SEED) + worker), share]);
		return await once(child, 'exit');
	});
	const isGood = (await Promise.all(workers)).every(([code]) => code === 0);
	console.log(isGood ? 'Nothing was sent twice, lost or told.' : 'The model was violated.');
	process.exitCode = isGood ? 0 : 1;
} else {
	const keepsContract = fc.asyncProperty(scenario, async (one) => {
		const found = await findViolations(one);
		if (found.length > 0) throw new Error(found.join('\n'));
	});
	// Prints the smallest scenario that violates the model: it can stand in a test as it is.
	await fc.assert(keepsContract, { seed: Number(seed), numRuns: Number(numRuns), timeout: 60_000 });
	process.disconnect();
}
