// Mutation testing of what ships, by hand: `npm run task -- mutation`; see CONTRIBUTING.md.
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'test/mutation/jest.config.mjs',
		// Engine tests load the node by its path, so that jest does not see that they are related to it.
		enableFindRelatedTests: false,
	},
	buildCommand: 'gulp build',
	coverageAnalysis: 'perTest',
	// Values made at load, such as tables and panels: the tests of conformance and of the tables cover them.
	ignoreStatic: true,
	ignorePatterns: ['/dist', '/docs', '/out'],
	disableTypeChecks: false,
	concurrency: 2,
	dryRunTimeoutMinutes: 30,
	timeoutMS: 20_000,
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
