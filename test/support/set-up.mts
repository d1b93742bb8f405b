import fc from 'fast-check';

// n8n-core would print every error that a test provokes.
process.env.N8N_LOG_LEVEL = 'silent';

// Property-based tests try the same inputs on every run, so that a run says something about the change
// and not about its luck. FAST_CHECK_SEED asks for others, FAST_CHECK_RUNS for more of them.
const { FAST_CHECK_SEED: seed = '20261121', FAST_CHECK_RUNS: numRuns } = process.env;

fc.configureGlobal({
	seed: Number(seed),
	...(numRuns !== undefined && { numRuns: Number(numRuns) }),
});
