import { elapsed } from '../dev/host/progress.mts';
import type { Goal } from './goals.mts';
import { inMegabytes, withDigits, type Sheet } from './report.mts';
import type { ScaleRun } from './scale.mts';

/** The sheets of different sizes beside each other; faults are in the last one only. */
export function scaleSheet(runs: readonly ScaleRun[]): Sheet {
	const row = (text: string, read: (run: ScaleRun) => string) => [text, ...runs.map(read)];
	const milliseconds = (value: number) => `${withDigits(value, 1)} ms`;
	const { faults, latencyMs, workers } = runs.at(-1)!;
	const broken = faults.map(({ name, seconds }) => `${name} (${elapsed(seconds * 1000)})`);
	return {
		title: `Queue mode: main process, ${workers} workers, ${latencyMs} ms. In the last column: ${broken.join(', ')}`,
		head: ['Applicants', ...runs.map(({ applicants }) => applicants.toLocaleString('en'))],
		rows: [
			row('Time', ({ seconds }) => elapsed(seconds * 1000)),
			row('Applicants per second', ({ applicants, seconds }) =>
				withDigits(applicants / seconds, 1),
			),
			row('Starts of the workflow', ({ starts }) => String(starts)),
			row('CPU of n8n per applicant', (run) => milliseconds(run.n8nMilliseconds)),
			row('of which recording, each start', (run) => milliseconds(run.recordingMilliseconds)),
			row('of which all the rest', (run) => milliseconds(run.sendingMilliseconds)),
			row('CPU of PostgreSQL per applicant', (run) => milliseconds(run.databaseMilliseconds)),
			row('Applicants sent twice', ({ sentTwice }) => String(sentTwice)),
			row('userIds neither recorded nor uncertain', ({ lost }) => String(lost)),
			row('Applicants listed as uncertain', ({ uncertain }) => String(uncertain)),
		],
	};
}

/** How the memory of each process of the last sheet developed. */
export function scaleMemorySheet(runs: readonly ScaleRun[]): Sheet {
	const { applicants, memory } = runs.at(-1)!;
	return {
		title: `Resident memory of each process while ${applicants.toLocaleString('en')} applicants are sent (medians)`,
		head: ['Process', 'Watched for', 'Middle third', 'Last third', 'Peak'],
		rows: memory.map(({ name, seconds, middle, last, peak }) => [
			name,
			elapsed(seconds * 1000),
			inMegabytes(middle),
			inMegabytes(last),
			inMegabytes(peak),
		]),
	};
}

export function scaleGoals(runs: readonly ScaleRun[]): Goal[] {
	const { memory } = runs.at(-1)!;
	const spread = (read: (run: ScaleRun) => number) => {
		const costs = runs.map(read);
		return Math.max(...costs) / Math.min(...costs);
	};
	const sum = (read: (run: ScaleRun) => number) => runs.reduce((all, run) => all + read(run), 0);
	return [
		{ text: 'Applicants sent twice', limit: 0, found: sum(({ sentTwice }) => sentTwice) },
		{ text: 'userIds neither recorded nor uncertain', limit: 0, found: sum(({ lost }) => lost) },
		{
			text: 'Memory: last third to middle third, the process where it grows most',
			limit: 1.25,
			found: Math.max(...memory.map(({ middle, last }) => last / middle)),
		},
		{
			text: 'CPU of n8n per applicant, one recording of the sheet: the dearest size to the cheapest',
			limit: 1.15,
			found: spread((run) => run.recordingMilliseconds),
		},
		{
			text: 'CPU of n8n per applicant, all the rest: the dearest size to the cheapest',
			limit: 1.15,
			found: spread((run) => run.sendingMilliseconds),
		},
	];
}
