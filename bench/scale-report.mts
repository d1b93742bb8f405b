import { elapsed } from '../dev/host/progress.mts';
import type { Goal } from './goals.mts';
import { inMegabytes, withDigits, type Sheet } from './report.mts';
import { LATENCY_MS, WORKERS } from './scale-arena.mts';
import type { ScaleRun } from './scale.mts';

/** What became of a table while things broke. */
export function scaleSheet(run: ScaleRun): Sheet {
	const { applicants, seconds } = run;
	const broken = run.faults.map((fault) => `${fault.name} (${elapsed(fault.seconds * 1000)})`);
	return {
		title: `${PLACE}. Meanwhile: ${broken.join(', ')}`,
		head: ['Applicants', applicants.toLocaleString('en')],
		rows: [
			['Time', elapsed(seconds * 1000)],
			['Applicants per second', withDigits(applicants / seconds, 1)],
			['Starts of the workflow', String(run.starts)],
			['CPU of n8n per applicant', milliseconds(run.n8nMilliseconds)],
			...run.firstMilliseconds.map(({ count, milliseconds: each }): [string, string] => [
				`CPU of n8n per applicant, the first ${count.toLocaleString('en')}`,
				milliseconds(each),
			]),
			['CPU of PostgreSQL per applicant', milliseconds(run.databaseMilliseconds)],
			['Applicants sent twice', String(run.sentTwice)],
			['userIds neither recorded nor uncertain', String(run.lost)],
			['Applicants listed as uncertain', String(run.uncertain)],
			['Another start, with nothing new', elapsed(run.restartSeconds * 1000)],
			['Rows that it writes into the table', String(run.rewritten)],
		],
	};
}

/** How the memory of each process developed. */
export function scaleMemorySheet({ applicants, memory }: ScaleRun): Sheet {
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

export function scaleGoals({ sentTwice, lost, rewritten, memory }: ScaleRun): Goal[] {
	return [
		{ text: 'Applicants sent twice', limit: 0, found: sentTwice },
		{ text: 'userIds neither recorded nor uncertain', limit: 0, found: lost },
		{ text: 'Rows that another start writes into the table', limit: 0, found: rewritten },
		{
			text: 'Memory: last third to middle third, the process where it grows most',
			limit: 1.25,
			found: Math.max(...memory.map(({ middle, last }) => last / middle)),
		},
	];
}

const PLACE = `Queue mode: main process, ${WORKERS} workers, ${LATENCY_MS} ms`;

function milliseconds(value: number): string {
	return `${withDigits(value, 1)} ms`;
}
