// The lower bound, in a process of its own: the same requests from a loop around axios, as many at once as
// our node sends; no node, no workflow, nothing saved.
import { Agent } from 'node:https';
import axios from 'axios';

import { FLOW_ID, rowOf, type Work } from './contestants.mts';
import type { Measurement } from './measure.mts';

export interface LoopOptions {
	baseUrl: string;
	work: Work;
	items: number;
	maxConcurrency: number;
	/** Whether all requests share connections. Otherwise each opens its own, as n8n does. */
	keepAlive: boolean;
}

export type LoopFigures = Pick<Measurement, 'milliseconds' | 'cpuMilliseconds' | 'peakMegabytes'>;

const WARM_UP_REQUESTS = 500;
const options = JSON.parse(process.argv[2]!) as LoopOptions;
const { baseUrl, work, items, maxConcurrency, keepAlive } = options;
const client = axios.create({ baseURL: baseUrl, headers: { Accept: 'application/json' } });
const shared = new Agent({ keepAlive: true });
// A new agent also knows no TLS session to resume: n8n makes one for each request, too.
const httpsAgent = () => (keepAlive ? shared : new Agent());

const account = { username: 'loop', password: 'loop' };
const { data: login } = await client.post<{ accessToken: string }>('/v1/auth/login', account);
const headers = { Authorization: login.accessToken };
const answers: unknown[] = new Array(items);
let next = 0;

// n8n's code is compiled when it is measured, so this is, too.
await Promise.all(Array.from({ length: maxConcurrency }, warmUp));
const startedAt = performance.now();
const startCpu = process.cpuUsage();
await Promise.all(Array.from({ length: maxConcurrency }, askInTurn));
const { user, system } = process.cpuUsage(startCpu);
const figures: LoopFigures = {
	milliseconds: performance.now() - startedAt,
	cpuMilliseconds: (user + system) / 1000,
	peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(figures));
shared.destroy();

async function warmUp(): Promise<void> {
	for (let asked = 0; asked < WARM_UP_REQUESTS / maxConcurrency; asked++) {
		await client.get('/v1/flows/steps/list', { headers, httpsAgent: httpsAgent() });
	}
}

async function askInTurn(): Promise<void> {
	while (next < items) {
		const index = next++;
		const row = rowOf(work, index);
		const config = { headers, httpsAgent: httpsAgent() };
		const { data } =
			work === 'send'
				? await client.post('/v2/screening/send', { flowId: FLOW_ID, ...row }, config)
				: await client.get(`/v1/screening/data/${String(row.userId)}`, config);
		answers[index] = data;
	}
}
