import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nClient, SavedCredential } from '../dev/host/client.mts';
import { listOutputs } from '../dev/host/execution.mts';
import { startN8n } from '../dev/host/n8n.mts';
import { step, type Progress } from '../dev/host/progress.mts';
import { makeCertificate } from '../test/support/certificate.mts';
import {
	createChain,
	createCodeNode,
	createManualTrigger,
} from '../test/support/n8n-workflows.mts';
import { toRoundSheet, formatTitle } from './contest-report.mts';
import { CONTESTANTS, OPERATIONS, type Contestant, type Work } from './contestants.mts';
import { packWithFloor } from './floor.mts';
import { findMedian } from './median.mts';
import type { Sheet } from './report.mts';
import { startServiceProcess, type ServiceProcess } from './service-process.mts';

/** What is done in a measured run, and how the service behaves. */
interface Setting {
	work: Work;
	items: number;
	latencyMs: number;
	/** For those that have such an option: the node's default, and what the docs recommend for a slow service. */
	maxConcurrency: number;
}

/** A setting in which every contestant is measured. */
export interface Round extends Setting {
	/** Whether n8n has a token of the service from an earlier execution. */
	token: 'warm' | 'cold';
	repeats: number;
}

export interface RoundResult {
	round: Round;
	figures: Awaited<ReturnType<typeof runRound>>;
}

/** A real n8n with our packed node, and the service that it calls. */
interface Arena {
	client: N8nClient;
	service: ServiceProcess;
}

const ROUNDS: ReadonlyArray<Omit<Round, 'work'>> = [
	{ items: 1_000, latencyMs: 20, token: 'cold', maxConcurrency: 50, repeats: 1 },
	{ items: 1_000, latencyMs: 20, token: 'warm', maxConcurrency: 50, repeats: 7 },
	{ items: 1_000, latencyMs: 200, token: 'warm', maxConcurrency: 100, repeats: 5 },
];

const WARM_UP = { items: 50, latencyMs: 20, maxConcurrency: 50 };
const MEASURED = 'Measured';
const EXECUTION_TIMEOUT_MS = 30 * 60_000;
/** Rarely: each answer costs n8n time and memory, which would count as the contestant's. */
const ASK_WHETHER_ENDED_EVERY_MS = 400;

/** Measures the contestants, round by round. */
export async function* contest(
	work: Work,
	progress: Progress,
	mostItems: number,
): AsyncGenerator<Sheet> {
	const userFolder = await mkdtemp(join(tmpdir(), 'rental-screening-bench-'));
	const certificate = await makeCertificate('127.0.0.1');
	const trusted = join(userFolder, 'certificate.pem');
	await writeFile(trusted, certificate.cert);
	const packageFolder = join(userFolder, 'package');
	await packWithFloor(packageFolder);
	const env = { NODE_EXTRA_CA_CERTS: trusted };
	const n8n = await startN8n({ userFolder, packageFolder, progress, env });
	const service = await startServiceProcess(n8n.installed.node, certificate);
	const arena = { client: n8n.client, service };
	try {
		const warm = await step(progress, 'Warming up', async () => await warmUp(arena, work));
		for (const each of ROUNDS) {
			const round = { ...each, work, items: Math.min(each.items, mostItems) };
			const figures = await step(progress, formatTitle(round), (current) =>
				runRound(arena, round, warm, (text) => current.update(text)),
			);
			yield toRoundSheet({ round, figures });
		}
	} finally {
		await service.stop();
		await n8n.stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** Runs every contestant with a few items first: compiled, logged in. Returns the credentials, each with a token. */
async function warmUp(arena: Arena, work: Work) {
	const credentials = new Map<Contestant, SavedCredential>();
	for (const contestant of CONTESTANTS) {
		const credential = await newAccount(arena);
		await measure(arena, contestant, { ...WARM_UP, work }, credential);
		credentials.set(contestant, credential);
	}
	return credentials;
}

/**
 * Measures every contestant, in turns, so that what else the machine does affects all of them. Returns the medians
 * of each, and of the ratios of its node time to that of the first one and of its floor.
 */
async function runRound(
	arena: Arena,
	round: Round,
	warm: ReadonlyMap<Contestant, SavedCredential>,
	show: (text: string) => void,
) {
	const runs = CONTESTANTS.map((contestant) => ({ contestant, measured: [] as Measurement[] }));
	for (let repeat = 1; repeat <= round.repeats; repeat++) {
		for (const { contestant, measured } of runs) {
			show(`${contestant.name} (${repeat} of ${round.repeats})`);
			const credential = round.token === 'warm' ? warm.get(contestant)! : await newAccount(arena);
			measured.push(await measure(arena, contestant, round, credential));
		}
	}
	const listTimes = (name: string) =>
		runs
			.find(({ contestant }) => contestant.name === name)!
			.measured.map((one) => one.milliseconds);
	return runs.map(({ contestant, measured }) => {
		const findMedianFigure = (name: keyof Measurement) =>
			findMedian(measured.map((one) => one[name]));
		/** Each run with that of the same turn: what slows the machine slows both. */
		const ratioTo = (other: string) => {
			const others = listTimes(other);
			return findMedian(measured.map(({ milliseconds }, turn) => milliseconds / others[turn]!));
		};
		const { name, floor } = contestant;
		return {
			name,
			milliseconds: findMedianFigure('milliseconds'),
			toFirst: ratioTo(CONTESTANTS[0]!.name),
			toFloor: floor === undefined ? NaN : ratioTo(floor),
			logins: findMedianFigure('logins'),
			requests: findMedianFigure('requests'),
			mostInFlight: findMedianFigure('mostInFlight'),
		};
	});
}

let accounts = 0;

/** A credential for an account that has no token yet. */
async function newAccount({ client, service: { baseUrl } }: Arena): Promise<SavedCredential> {
	const username = `landlord-${++accounts}`;
	const data = { baseUrl, username, password: 'of-the-benchmark' };
	return await client.createCredential('rentalScreeningApi', username, data);
}

type Measurement = Awaited<ReturnType<typeof measure>>;

/** Runs the contestant in n8n once, measured from outside n8n's process. Throws where it did not do the whole work, each item once. */
async function measure(
	{ client, service }: Arena,
	{ name, createNode }: Contestant,
	{ work, items, latencyMs, maxConcurrency }: Setting,
	credential: SavedCredential,
) {
	const rows = `Array.from({ length: ${items} }, (_, index) => ({ json: createRow(index) }))`;
	const code = `const createRow = ${OPERATIONS[work].createRow.toString()};\nreturn ${rows};`;
	const node = {
		name: MEASURED,
		...createNode(work, service.baseUrl, maxConcurrency),
		credentials: { rentalScreeningApi: { id: credential.id, name: credential.name } },
	};
	const { id } = await client.createWorkflow(
		createChain(name, createManualTrigger(), createCodeNode('Rows', code), node),
	);
	await service.begin(latencyMs);
	const executionId = await client.startWorkflow(id);
	await client.waitForEnd(executionId, EXECUTION_TIMEOUT_MS, ASK_WHETHER_ENDED_EVERY_MS);
	const figures = await service.figures();
	const execution = await client.getExecution(executionId);
	await client.rest('POST', '/executions/delete', { ids: [executionId] });
	const { status } = execution;
	const { done, sentTwice } = figures;
	const put = listOutputs(execution, MEASURED).length;
	if (status !== 'success' || done !== items || put !== items || sentTwice > 0) {
		throw new Error(
			`${name} ended with ${status}: of ${items} items the service did ${done} ` +
				`(${sentTwice} twice), and there are ${put} output items.`,
		);
	}
	// What n8n says the node took, all its runs together.
	const runs = execution.data.resultData.runData[MEASURED]!;
	return { ...figures, milliseconds: runs.reduce((sum, run) => sum + run.executionTime, 0) };
}
