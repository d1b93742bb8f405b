import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

import type { SavedCredential } from '../dev/host/client.mts';
import { listOutputs } from '../dev/host/execution.mts';
import { startN8n, type StartedN8n } from '../dev/host/n8n.mts';
import { packPackage } from '../dev/host/package.mts';
import { step } from '../dev/host/progress.mts';
import { makeCertificate } from '../dev/host/certificate.mts';
import { createChain, createCodeNode, createManualTrigger } from '../dev/host/n8n-workflows.mts';
import type { Contestant, Round, Work } from './contestants.mts';
import { CLEARS_MEMORY, clearMemory, watchPeak } from './memory.mts';
import { findMedian, toGoalSheet, withDigits, type Goal, type Sheet } from './report.mts';
import { startService, type BenchService } from './service.mts';

/** A real n8n with our packed node, the service that it calls, and what it is to do there. */
interface Arena {
	n8n: StartedN8n;
	service: BenchService;
	work: Work;
}

const WARM_UP: Round = { items: 50, latencyMs: 20, token: 'cold', maxConcurrency: 50, repeats: 1 };

const MEASURED = 'Measured';
const EXECUTION_TIMEOUT_MS = 30 * 60_000;
/** Rarely: each answer costs n8n time and memory, which would count as the contestant's. */
const ASK_WHETHER_ENDED_EVERY_MS = 400;

/** Measures the contestants at their work, round by round. */
export async function* contest(work: Work, mostItems: number): AsyncGenerator<Sheet> {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-bench-'));
	const certificate = await makeCertificate('127.0.0.1');
	const trusted = join(userFolder, 'certificate.pem');
	await writeFile(trusted, certificate.cert);
	const packageFolder = join(userFolder, 'package');
	await packWithFloor(packageFolder);
	const env = { NODE_EXTRA_CA_CERTS: trusted, ...CLEARS_MEMORY };
	const n8n = await startN8n({ userFolder, packageFolder, env });
	const service = await startService(certificate);
	const arena = { n8n, service, work };
	try {
		const warm = new Map<Contestant, SavedCredential>();
		for (const contestant of work.contestants) {
			const credential = await createAccount(arena);
			await measure(arena, contestant, WARM_UP, credential);
			warm.set(contestant, credential);
		}
		for (const each of work.rounds) {
			const round = { ...each, items: Math.min(each.items, mostItems) };
			yield* await runRound(arena, round, warm);
		}
	} finally {
		service.close();
		await n8n.stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** Copies the packed package into that folder, with the node of `floor-node.mts` beside ours. */
async function packWithFloor(folder: string): Promise<void> {
	const floor = 'dist/nodes/RentalScreening/RentalScreeningFloor.node.js';
	await cp((await packPackage()).folder, folder, { recursive: true });
	await build({
		entryPoints: [join(import.meta.dirname, 'floor-node.mts')],
		bundle: true,
		platform: 'node',
		external: ['n8n-workflow'],
		outfile: join(folder, floor),
	});
	const file = join(folder, 'package.json');
	const about = JSON.parse(await readFile(file, 'utf8')) as { n8n: { nodes: string[] } };
	about.n8n.nodes.push(floor);
	await writeFile(file, JSON.stringify(about));
}

/**
 * Measures every contestant, in turns, so that what else the machine does affects all of them. Shows the medians
 * of each, and of the ratios of its node time to that of the first one and of its floor in the same turn. A second
 * table has the goals, if there are any.
 */
async function runRound(
	arena: Arena,
	round: Round,
	warm: ReadonlyMap<Contestant, SavedCredential>,
): Promise<Sheet[]> {
	const { items, latencyMs, token, maxConcurrency, repeats } = round;
	const { name: workName, contestants } = arena.work;
	const runs = contestants.map((contestant) => ({ contestant, measured: [] as Measurement[] }));
	const runsSaid = repeats === 1 ? 'one run' : `median of ${repeats} runs`;
	const title = `${workName}: ${withDigits(items, 0)} items, ${latencyMs} ms, ${token} token, Max Concurrency ${maxConcurrency} (${runsSaid})`;
	await step(title, async (update) => {
		for (let repeat = 1; repeat <= repeats; repeat++) {
			for (const { contestant, measured } of runs) {
				update(`${contestant.name} (${repeat} of ${repeats})`);
				const credential = token === 'warm' ? warm.get(contestant)! : await createAccount(arena);
				measured.push(await measure(arena, contestant, round, credential));
			}
		}
	});
	const goals: Goal[] = [];
	const rows = runs.map(({ contestant: { name, floor, goal }, measured }) => {
		const ratioTo = (other?: string) => {
			const others = runs.find(({ contestant }) => contestant.name === other)?.measured;
			const ratios = others?.map(({ milliseconds }, turn) => {
				return measured[turn]!.milliseconds / milliseconds;
			});
			return findMedian(ratios ?? []);
		};
		const ofRuns = (figure: keyof Measurement) => findMedian(measured.map((one) => one[figure]));
		const ratios = [ratioTo(runs[0]!.contestant.name), ratioTo(floor)];
		if (goal !== undefined) goals.push([`${name}: time, to the floor`, goal, ratios[1]!]);
		const counts = (['logins', 'mostInFlight', 'megabytes'] as const).map(ofRuns);
		const time = `${withDigits(ofRuns('milliseconds') / 1000, 2)} s`;
		const toTexts = (figures: number[], digits: number) =>
			figures.map((one) => withDigits(one, digits));
		return [name, time, ...toTexts(ratios, 2), ...toTexts(counts, 0)];
	});
	const ratios = ['to HTTP Request', 'to the floor'];
	const counts = ['Logins', 'Most in flight', 'Memory, MB'];
	const sheet = { title, head: ['Contestant', 'Node time', ...ratios, ...counts], rows };
	return goals.length === 0 ? [sheet] : [sheet, toGoalSheet(`Goals: ${title}`, goals)];
}

let accounts = 0;

/** A credential for an account that has no token yet. */
async function createAccount({ n8n, service: { baseUrl } }: Arena): Promise<SavedCredential> {
	const username = `landlord-${++accounts}`;
	const data = { baseUrl, username, password: 'of-the-benchmark' };
	return await n8n.client.createCredential('rentalScreeningApi', username, data);
}

type Measurement = Awaited<ReturnType<typeof measure>>;

/** Runs the contestant in n8n once. Throws where it did not do the whole work, each item once. */
async function measure(
	{ n8n: { client, pid }, service, work: { createRow } }: Arena,
	{ name, createNode }: Contestant,
	{ items, latencyMs, maxConcurrency }: Round,
	credential: SavedCredential,
) {
	const rows = `Array.from({ length: ${items} }, (_, index) => ({ json: createRow(index) }))`;
	const code = `const createRow = ${createRow.toString()};\nreturn ${rows};`;
	const node = {
		name: MEASURED,
		...createNode(service.baseUrl, maxConcurrency),
		credentials: { rentalScreeningApi: { id: credential.id, name: credential.name } },
	};
	clearMemory(pid);
	const { id } = await client.createWorkflow(
		createChain(name, createManualTrigger(), createCodeNode('Rows', code), node),
	);
	service.begin(latencyMs);
	const readGrowth = await watchPeak(pid);
	const executionId = await client.startWorkflow(id);
	await client.waitForEnd(executionId, EXECUTION_TIMEOUT_MS, ASK_WHETHER_ENDED_EVERY_MS);
	const figures = { ...service.figures(), megabytes: await readGrowth() };
	const execution = await client.getExecution(executionId);
	await client.rest('POST', '/executions/delete', { ids: [executionId] });
	const { status } = execution;
	const { done, doneTwice } = figures;
	// Each applicant has a userId of its own.
	const put = new Set(listOutputs(execution, MEASURED).map((json) => JSON.stringify(json))).size;
	if (status !== 'success' || done !== items || put !== items || doneTwice > 0) {
		const what = `of ${items} items the service did ${done} (${doneTwice} twice), ${put} different ones came out`;
		throw new Error(`${name} ended with ${status}: ${what}.`);
	}
	// What n8n says the node took, all its runs together.
	const runs = execution.data.resultData.runData[MEASURED]!;
	return { ...figures, milliseconds: runs.reduce((sum, run) => sum + run.executionTime, 0) };
}
