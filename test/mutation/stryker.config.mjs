// Mutation testing, by hand: `npm run mutation` takes the lines of one seed over all folders, some 500 mutants;
// MUTATION_SEED=2 takes others, `-- --mutate <file>` a file. MUTATION_AGAIN=1 MUTATION_TESTS=engine runs those that
// survived the last time against the engine's tests, which take about a minute for each.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

const { MUTATION_SEED = '1', MUTATION_AGAIN } = process.env;
// Random walks find a mutant soon or not at all.
process.env.WALKS ??= '40';
process.env.FAST_CHECK_RUNS ??= '60';
/** How many of a thousand lines are mutated. */
const PER_THOUSAND = 140;
const REPORT = 'out/mutation/report.json';

function listChosenLines() {
	const isChosen = (place) => {
		const hash = createHash('sha256').update(`${MUTATION_SEED} ${place}`).digest();
		return hash.readUInt32BE() % 1000 < PER_THOUSAND;
	};
	return ['nodes', 'credentials']
		.flatMap((folder) =>
			readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`),
		)
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => {
			const lines = readFileSync(file, 'utf8').split('\n');
			return lines.map((_, index) => `${file}:${index + 1}-${index + 1}`);
		})
		.filter(isChosen);
}

function listSurvivors() {
	const { files } = JSON.parse(readFileSync(REPORT, 'utf8'));
	return Object.entries(files).flatMap(([file, { mutants }]) =>
		mutants
			.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
			// A report counts columns from 1, a range from 0.
			.map(({ location: { start, end } }) => {
				return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
			}),
	);
}

export default {
	mutate: MUTATION_AGAIN ? listSurvivors() : listChosenLines(),
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'test/mutation/jest.config.mjs',
		// One file has all tests.
		enableFindRelatedTests: false,
	},
	buildCommand: 'gulp build',
	coverageAnalysis: 'perTest',
	// Values made at load, such as tables and panels: the tests of conformance and of the tables cover them.
	ignoreStatic: true,
	ignorePatterns: ['/dist', '/docs/images', '/out'],
	disableTypeChecks: false,
	concurrency: 2,
	// Jest keeps some memory of each run.
	maxTestRunnerReuse: 40,
	dryRunTimeoutMinutes: 30,
	timeoutMS: 20_000,
	tempDirName: 'out/mutation/sandbox',
	cleanTempDir: 'always',
	jsonReporter: { fileName: REPORT },
	reporters: ['progress-append-only', 'clear-text', 'json'],
	clearTextReporter: { logTests: false },
	thresholds: { high: 95, low: 90, break: null },
};
