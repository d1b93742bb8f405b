import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CommandFailed, run } from '../host/child.mts';
import { PROJECT } from '../host/package.mts';

/** What a run of the tests came to. */
export interface Totals {
	passed: number;
	failed: number;
	/** The tests that failed, by their full names, and the files that could not run. */
	failures: string[];
}

interface Report {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

export interface JestOptions {
	/** The Node that runs the tests. */
	node: string;
	args: string[];
	env?: Record<string, string>;
	/** Hears how many test files are through. */
	onFile: (count: number) => void;
}

const JEST = join('node_modules', 'jest', 'bin', 'jest.js');

/** Runs tests of the repository. Throws where there is no report of them. */
export async function runJest({ node, args, env = {}, onFile }: JestOptions): Promise<Totals> {
	const folder = await mkdtemp(join(tmpdir(), 'rental-screening-matrix-'));
	const outputFile = join(folder, 'report.json');
	let files = 0;
	try {
		await run(
			node,
			[JEST, '--config', 'test/jest.config.mjs', '--json', `--outputFile=${outputFile}`, ...args],
			{
				cwd: PROJECT,
				env: { ...process.env, ...env },
				onLine: (line) => {
					if (/^(PASS|FAIL) /.test(line)) onFile(++files);
				},
			},
		).catch((error: unknown) => {
			// Tests that fail are in the report.
			if (!(error instanceof CommandFailed) || error.ending !== 'exit code 1') throw error;
		});
		return totalsOf(JSON.parse(await readFile(outputFile, 'utf8')) as Report);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function totalsOf(report: Report): Totals {
	const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
		const failed = assertionResults.filter(({ status }) => status === 'failed');
		if (failed.length > 0) return failed.map(({ fullName }) => fullName);
		return message && assertionResults.length === 0 ? [name] : [];
	});
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
		failures,
	};
}
