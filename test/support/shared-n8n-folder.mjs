// jest's `globalSetup` of the tests in the real n8n: a folder for the n8ns that test files share
// (shared-n8n.mts). When jest ends, they end too, and the folder goes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

export default function makeFolder() {
	const folder = mkdtempSync(path.join(tmpdir(), 'rental-screening-shared-'));
	process.env['RENTAL_SCREENING_SHARED'] = folder;
	process.once('exit', () => {
		for (const worker of readdirSync(folder)) end(path.join(folder, worker, 'shared.json'));
		rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
	});
}

function end(file) {
	try {
		const { pid } = JSON.parse(readFileSync(file, 'utf8'));
		// Windows has no process groups.
		if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
		else process.kill(-pid, 'SIGKILL');
	} catch {
		// It did not start, or has ended with the worker that started it.
	}
}
