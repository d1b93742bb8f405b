import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Takes the place of npm, npx and Node: prints its call, and fails where `FAILS` is in it. */
const COMMAND = `#!/usr/bin/env bash
call="$(basename "$0") $*"
case "$call" in *sum-report*) exec ${process.execPath} "$@" ;; esac
echo "says: $call"
file=$(sed -n 's/.*--outputFile=\\([^ ]*\\).*/\\1/p' <<<"$call")
[ -z "$file" ] || echo "$REPORT" >"$file"
case "$call" in *"$FAILS"*) exit 1 ;; esac
`;
const TOOLS = ['npm', 'npx', 'node', 'python3', 'make', 'g++', 'chromium', 'openssl'];
const REPORT = JSON.stringify({
	numPassedTests: 20,
	numFailedTests: 0,
	numRuntimeErrorTestSuites: 0,
	numPendingTests: 1,
	numTodoTests: 0,
});

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'rental-screening-ci-'));
	cpSync(path.join(ROOT, '.ci'), path.join(folder, '.ci'), { recursive: true });
	mkdirSync(path.join(folder, 'bin'));
	for (const tool of TOOLS) {
		writeFileSync(path.join(folder, 'bin', tool), COMMAND);
		chmodSync(path.join(folder, 'bin', tool), 0o755);
	}
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

/** Runs `.ci/run` with commands that do nothing; those that `fails` is in end with an error. */
function run(fails: string) {
	const PATH = `${path.join(folder, 'bin')}${path.delimiter}${process.env['PATH']}`;
	const { stdout, status } = spawnSync(path.join(folder, '.ci/run'), {
		encoding: 'utf8',
		env: { ...process.env, PATH, REPORT, FAILS: fails },
	});
	const lines = stdout.trimEnd().split('\n');
	return {
		status,
		lines,
		parts: lines.flatMap((line) => /^=== (.*) ===$/.exec(line)?.[1] ?? []),
		failed: lines.flatMap((line) => /^✗ (.*) \(\d+ s\)$/.exec(line)?.[1] ?? []),
	};
}

test('.ci/run ends with the totals of both reports', () => {
	const { status, lines, failed } = run('nothing');

	expect({ status, failed }).toEqual({ status: 0, failed: [] });
	expect(lines.at(-1)).toBe('40 passed, 0 failed, 2 skipped');
});

test('.ci/run goes on with every part whatever fails, and fails', () => {
	const { status, parts, failed } = run('');

	expect(status).toBe(1);
	expect(failed).toEqual(parts.filter((part) => part !== 'System packages'));
	expect(parts).toContain('Install');
	expect(parts.at(-1)).toBe('Tests in the real n8n');
});

test('.ci/run shows what the set-up in the background printed, and fails with it', () => {
	const { status, lines, failed } = run('run.mjs setup');

	expect({ status, failed }).toEqual({ status: 1, failed: ['Set up the real n8n'] });
	const heading = lines.indexOf('=== Set up the real n8n ===');
	expect(lines[heading + 1]).toBe('says: node dev/run.mjs setup');
});
