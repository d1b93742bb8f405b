// Installs the packed package into an empty folder, as people do, and loads node and credential from there with
// n8n's own n8n-workflow:
//   node .ci/smoke.mjs <tarball>
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import console from 'node:console';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const [tarball] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'smoke-'));
try {
	const { version } = createRequire(import.meta.url)('n8n-workflow/package.json');
	const quiet = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	const packages = [path.resolve(tarball), `n8n-workflow@${version}`];
	const options = { stdio: ['ignore', 'ignore', 'inherit'] };
	execFileSync('npm', ['install', '--prefix', folder, ...quiet, ...packages], options);

	const load = createRequire(path.join(folder, 'package.json'));
	const about = load('n8n-nodes-rental-screening/package.json');
	const loadFirst = ([file]) => {
		const loaded = load(`${about.name}/${file}`);
		return new loaded[path.basename(file).split('.')[0]]();
	};
	const { description } = loadFirst(about.n8n.nodes);
	const credential = loadFirst(about.n8n.credentials);
	assert.equal(description.name, 'rentalScreening');
	assert.equal(description.credentials[0].name, credential.name);
	assert.ok(JSON.stringify(description.properties).length > 10_000);
	assert.equal(typeof credential.authenticate, 'function');
	console.log(
		`✓ ${about.name} ${about.version}: ${description.displayName}, ${credential.displayName}`,
	);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
