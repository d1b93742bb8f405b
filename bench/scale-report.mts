import { formatDuration } from '../dev/host/progress.mts';
import { toGoalSheet, withDigits, type Sheet } from './report.mts';
import { LATENCY_MS, WORKERS } from './scale-arena.mts';
import type { ScaleRun } from './scale.mts';

/** Sheets of the figures of a run, of the memory of each process, and of the goals. */
export function toScaleSheets(run: ScaleRun): Sheet[] {
	const applicants = withDigits(run.applicants, 0);
	const place = `Queue mode: main process, ${WORKERS} workers, ${LATENCY_MS} ms`;
	const broken = run.outages.map(({ name, seconds }) => `${name} (${duration(seconds)})`);
	return [
		{
			title: `${place}. Meanwhile: ${broken.join(', ')}`,
			head: ['Applicants', applicants],
			rows: [
				['Time', duration(run.seconds)],
				['Applicants per second', withDigits(run.applicants / run.seconds, 1)],
				['Starts of the workflow', String(run.starts)],
				['CPU of n8n per applicant', milliseconds(run.n8nMilliseconds)],
				...run.firstMilliseconds.map((first) => [
					`CPU of n8n per applicant, the first ${withDigits(first.count, 0)}`,
					milliseconds(first.milliseconds),
				]),
				['CPU of PostgreSQL per applicant', milliseconds(run.databaseMilliseconds)],
				['Applicants listed as uncertain', String(run.uncertain)],
				['Another start, with nothing new', duration(run.restartSeconds)],
			],
		},
		{
			title: `Resident memory of each process while ${applicants} applicants are sent (medians)`,
			head: ['Process', 'Watched for', 'Middle third', 'Last third', 'Peak'],
			rows: run.memory.map(({ name, seconds, middle, last, peak }) => [
				name,
				duration(seconds),
				...[middle, last, peak].map((megabytes) => `${withDigits(megabytes, 0)} MB`),
			]),
		},
		toGoalSheet('Goals: scale', [
			{ text: 'Applicants sent twice', limit: 0, found: run.sentTwice },
			{ text: 'userIds neither recorded nor uncertain', limit: 0, found: run.lost },
			{ text: 'Rows that another start writes into the table', limit: 0, found: run.rewritten },
			{
				text: 'Memory: last third to middle third, the process where it grows most',
				limit: 1.25,
				found: Math.max(...run.memory.map(({ middle, last }) => last / middle)),
			},
		]),
	];
}

function duration(seconds: number): string {
	return formatDuration(seconds * 1000);
}

function milliseconds(value: number): string {
	return `${withDigits(value, 1)} ms`;
}
