// The limit: the same requests from a loop around axios, as many at once as our node sends, with a
// connection of its own for each as n8n opens them; no node, no workflow, nothing saved.
import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import axios from 'axios';

import { FLOW_ID, rowOf, type Work } from '../work.mts';
import type { BareLoopFigures } from './index.mts';

const { values } = parseArgs({
	options: {
		'base-url': { type: 'string', default: '' },
		work: { type: 'string', default: '' },
		items: { type: 'string', default: '' },
		'at-once': { type: 'string', default: '' },
	},
});
const work = values.work as Work;
const items = Number(values.items);
const client = axios.create({
	baseURL: values['base-url'],
	httpAgent: new Agent({ keepAlive: false }),
	headers: { Accept: 'application/json' },
});

const { data: login } = await client.post<{ accessToken: string }>('/v1/auth/login', {
	username: 'loop',
	password: 'loop',
});
const headers = { Authorization: login.accessToken };
const answers: unknown[] = new Array(items);
let next = 0;

const startedAt = performance.now();
const startCpu = process.cpuUsage();
await Promise.all(Array.from({ length: Number(values['at-once']) }, askInTurn));
const { user, system } = process.cpuUsage(startCpu);
const figures: BareLoopFigures = {
	milliseconds: performance.now() - startedAt,
	cpuMilliseconds: (user + system) / 1000,
	peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(figures));

async function askInTurn(): Promise<void> {
	while (next < items) {
		const index = next++;
		const row = rowOf(work, index);
		const { data } =
			work === 'send'
				? await client.post('/v2/screening/send', { flowId: FLOW_ID, ...row }, { headers })
				: await client.get(`/v1/screening/data/${String(row.userId)}`, { headers });
		answers[index] = data;
	}
}
