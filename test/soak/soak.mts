// `npm run soak`: random runs of the node in n8n's engine against the model, in a process per core and a new
// one for every chunk. FAST_CHECK_SEED and FAST_CHECK_RUNS choose other scenarios and another number of them.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { printed, type Sheet } from '../../bench/report.mts';
import { writeResults } from '../../bench/results.mts';
import { elapsed } from '../../dev/host/progress.mts';
import { terminalProgress } from '../../dev/host/spinner.mts';
import { added, asTest, type Figures, type Report } from './report.mts';

/** Much of a scenario is waiting, so that a core can play two. */
const WORKERS = 2 * availableParallelism();

const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now() % 2 ** 31);
const scenarios = Number(process.env.FAST_CHECK_RUNS ?? 20_000);

/** Scenarios that one process plays; afterwards a new one takes its place, with a memory that is empty. */
const CHUNK = Math.min(250, Math.ceil(scenarios / WORKERS));

const startedAt = Date.now();
const current = terminalProgress()(`${scenarios} scenarios, FAST_CHECK_SEED=${seed}:`);
const workers = new Set<ChildProcess>();
let figures: Figures = {};
let failure: Report | undefined;
let chunks = 0;

/** Plays one chunk in a process of its own. */
async function playChunk(chunk: number): Promise<void> {
	const runs = Math.min(CHUNK, scenarios - chunk * CHUNK);
	const worker = fork(
		join(import.meta.dirname, 'worker.mts'),
		[String(seed + chunk), String(runs)],
		{ execArgv: ['--import', 'tsx'], env: { ...process.env, N8N_LOG_LEVEL: 'silent' } },
	);
	workers.add(worker);
	worker.on('message', (report: Report) => {
		if (report.figures !== undefined) figures = added(figures, report.figures);
		else failure ??= report;
		current.update(`${figures.Scenarios ?? 0} done`);
	});
	const code = await new Promise<number | null>((exited) => worker.on('exit', exited));
	workers.delete(worker);
	if (code !== 0) failure ??= { found: [`A worker ended with ${code}`] };
	if (failure !== undefined) for (const other of workers) other.kill();
}

/** Plays chunk after chunk. */
async function playOn(): Promise<void> {
	while (failure === undefined && chunks * CHUNK < scenarios) await playChunk(chunks++);
}

await Promise.all(Array.from({ length: WORKERS }, playOn));
if (failure === undefined) current.done(`${scenarios} scenarios, FAST_CHECK_SEED=${seed}`);
else current.failed();

const took = elapsed(Date.now() - startedAt);
const sheet: Sheet = {
	title: `Random runs against the model: ${took}, seed ${seed}`,
	head: ['What', 'Count'],
	rows: Object.entries(figures).map(([name, count]) => [name, count.toLocaleString('en')]),
};
console.log(printed(sheet));
if (failure === undefined) {
	await writeResults('soak', [sheet]);
} else {
	const { counterexample, found = [], shrinks = 0 } = failure;
	console.error(`\n${found.join('\n')}`);
	if (counterexample !== undefined) {
		console.error(`\nShrunk ${shrinks} times, as a test:\n\n${asTest(counterexample, found)}`);
	}
	process.exitCode = 1;
}
