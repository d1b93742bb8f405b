// Runs the checks of n8n's package scanner before anything is published: on the sources, and on the packed
// package. (The scanner itself takes published packages only, and checks their provenance as well.)
//   node .ci/scan.mjs <tarball>
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const SCANNER = '@n8n/scan-community-package';
const VERSION = '0.32.0';

const [tarball] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'scan-'));
try {
	const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	execFileSync('npm', ['install', '--prefix', folder, ...quiet, `${SCANNER}@${VERSION}`], options);
	const packed = path.join(folder, 'packed');
	mkdirSync(packed);
	const unpack = ['-xzf', path.resolve(tarball), '-C', packed, '--strip-components=1'];
	execFileSync('tar', unpack, options);

	const file = path.join(folder, 'node_modules', SCANNER, 'scanner', 'scanner.mjs');
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(file).href);
	report('sources', await analyzePackage(process.cwd(), SOURCE_FILE_PATTERNS));
	report('package', await analyzePackage(packed, ['**/*.js', 'package.json']));
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function report(what, { passed, message, details = '' }) {
	// The scanner passes where it finds no file.
	const scanned = passed && message === undefined;
	console.log(scanned ? `✓ ${what}` : `✗ ${what}: ${message}\n${details}`);
	if (!scanned) process.exitCode = 1;
}
