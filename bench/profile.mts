import type { Profiler } from 'node:inspector';

import { step, type Progress } from '../dev/host/progress.mts';
import type { Arena } from './arena.mts';
import { warmUp } from './contest.mts';
import { COMPARED, type Contestant } from './contestants/index.mts';
import { ASK_WHETHER_ENDED_EVERY_MS, workflowOf, type Setting } from './measure.mts';

/** Time of n8n's process for one item, in milliseconds, by what it was spent on. */
export interface NodeProfile {
	contestant: string;
	items: number;
	perItem: ReadonlyMap<string, number>;
}

const ITEMS = 3_000;
/** More than elsewhere: what is compiled meanwhile would be in the profile. */
const WARM_UP_ITEMS = 500;
const SETTING: Setting = {
	work: 'send',
	items: ITEMS,
	latencyMs: 20,
	token: 'warm',
	maxConcurrency: 50,
};
const EXECUTION_TIMEOUT_MS = 10 * 60_000;

/**
 * Of a sample's call stack, the innermost frame whose file fits one of these says what the time was
 * spent on; so what a library does counts for whoever called it.
 */
const AREAS: ReadonlyArray<readonly [area: string, file: RegExp]> = [
	['This package', /\/rentalScreening\.js$/],
	[
		'n8n: evaluates expressions',
		/\/expression-runtime\/|\/isolated-vm\/|\/tournament\/|\/n8n-workflow\/dist\/\w+\/(expression|workflow-data-proxy|augment)/,
	],
	[
		'n8n: reads the sign-in data from its database for each request, and decrypts them',
		/\/credentials-helper\.js$|\/typeorm\/|\/sqlite3\/|\/tarn\/|\/n8n-core\/.*\/(cipher|aes-[\w-]+)\.js$/,
	],
	[
		'HTTP: axios, a connection of its own for each request',
		/\/axios\/|\/backend-network\/|\/proxy-from-env\/|^node:(_http|https?|net$|internal\/stream)/,
	],
	['n8n: engine and parameters', /\/n8n-core\/|\/n8n-workflow\//],
];
const GARBAGE = 'Garbage collection';
const REST = 'The rest of n8n, and Node itself';
const IDLE = '(idle)';

/** Has the three nodes send the same screenings and says where n8n's process spends its time. */
export async function profileNodes(arena: Arena, progress: Progress): Promise<NodeProfile[]> {
	const profiles: NodeProfile[] = [];
	for (const contestant of COMPARED) {
		profiles.push(
			await step(progress, `Profile: ${contestant.name}`, () => profileNode(arena, contestant)),
		);
	}
	return profiles;
}

async function profileNode(arena: Arena, contestant: Contestant): Promise<NodeProfile> {
	const { client, inside } = arena.n8n;
	const credential = await warmUp(arena, contestant, SETTING, WARM_UP_ITEMS);
	const { id } = await client.createWorkflow(workflowOf(arena, contestant, SETTING, credential));
	await arena.service.begin(SETTING.latencyMs);
	await inside.collectGarbage();
	const profile = await inside.profile(async () => {
		const executionId = await client.startWorkflow(id);
		await client.waitForEnd(executionId, EXECUTION_TIMEOUT_MS, ASK_WHETHER_ENDED_EVERY_MS);
	});
	const { sent } = await arena.service.figures();
	if (sent !== ITEMS) throw new Error(`${contestant.name} sent ${sent} of ${ITEMS}.`);
	return { contestant: contestant.name, items: ITEMS, perItem: timeByArea(profile, ITEMS) };
}

/** Milliseconds per item for each area, what the process slept left out. */
export function timeByArea(profile: Profiler.Profile, items: number): Map<string, number> {
	const times = new Map([...AREAS.map(([area]) => area), GARBAGE, REST].map((area) => [area, 0]));
	const areas = areasOf(profile);
	for (const [index, id] of (profile.samples ?? []).entries()) {
		const area = areas.get(id);
		if (area === undefined) continue;
		const milliseconds = (profile.timeDeltas?.[index] ?? 0) / 1000;
		times.set(area, times.get(area)! + milliseconds / items);
	}
	return times;
}

/** The area of each node of the profile's call tree; none for the one in which the process sleeps. */
function areasOf({ nodes }: Profiler.Profile): Map<number, string> {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const areas = new Map<number, string>();
	const visit = (id: number, outer: string) => {
		const { callFrame, children = [] } = byId.get(id)!;
		if (callFrame.functionName === IDLE) return;
		const area = areaOf(callFrame) ?? outer;
		areas.set(id, area);
		for (const child of children) visit(child, area);
	};
	if (nodes[0] !== undefined) visit(nodes[0].id, REST);
	return areas;
}

function areaOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string | undefined {
	if (functionName === '(garbage collector)') return GARBAGE;
	return AREAS.find(([, file]) => file.test(url))?.[0];
}
