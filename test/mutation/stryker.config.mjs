// Mutation testing of what ships, by hand: `npm run test:mutation`; see CONTRIBUTING.md.
import { fileURLToPath } from 'node:url';

export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	plugins: [fileURLToPath(import.meta.resolve('./runner.mjs'))],
	testRunner: 'in-process',
	buildCommand: 'gulp build',
	coverageAnalysis: 'perTest',
	// What is worked out once at load: tables, panels. The tests of conformance and of the tables hold them.
	ignoreStatic: true,
	ignorePatterns: ['/dist', '/docs', '/bench', '/out'],
	disableTypeChecks: false,
	concurrency: 2,
	dryRunTimeoutMinutes: 30,
	// The runner limits itself; what is longer than that loops.
	timeoutMS: 30_000,
	timeoutFactor: 0,
	incremental: true,
	incrementalFile: 'out/mutation/incremental.json',
	tempDirName: 'out/mutation/sandbox',
	cleanTempDir: 'always',
	jsonReporter: { fileName: 'out/mutation/report.json' },
	htmlReporter: { fileName: 'out/mutation/report.html' },
	reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
	clearTextReporter: { logTests: false },
	thresholds: { high: 92, low: 85, break: 85 },
};
