import { fileURLToPath } from 'node:url';

import { run } from '../../dev/host/child.mts';
import type { Work } from '../work.mts';

export interface BareLoopFigures {
	milliseconds: number;
	cpuMilliseconds: number;
	peakMegabytes: number;
}

export interface BareLoopOptions {
	/** The Node that runs it: the one that runs n8n. */
	node: string;
	baseUrl: string;
	work: Work;
	items: number;
	atOnce: number;
}

const SCRIPT = fileURLToPath(new URL('process.mts', import.meta.url));

/** Runs the loop in a process of its own. */
export async function runBareLoop(options: BareLoopOptions): Promise<BareLoopFigures> {
	const { node, baseUrl, work, items, atOnce } = options;
	const output = await run(
		node,
		[SCRIPT, `--base-url=${baseUrl}`, `--work=${work}`, `--items=${items}`, `--at-once=${atOnce}`],
		{ cwd: fileURLToPath(new URL('.', import.meta.url)) },
	);
	return JSON.parse(output) as BareLoopFigures;
}
