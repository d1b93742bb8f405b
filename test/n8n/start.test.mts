import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { WorkflowJson } from '../../dev/host/client.mts';
import { withHome, workflowFiles } from '../../dev/host/home.mts';
import { plainProgress } from '../../dev/host/progress.mts';
import { serve, type Served } from '../../dev/host/serve.mts';
import { chain, manualTrigger } from '../support/n8n-workflows.mts';

jest.setTimeout(30 * 60_000);

let home: string;
let others: Server[];
let ports: { n8n: number; sandbox: number };
let said: string[];

beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), 'rental-screening-home-'));
	others = await Promise.all([listening(), listening()]);
	const [n8n, sandbox] = others.map((server) => (server.address() as AddressInfo).port);
	ports = { n8n: n8n!, sandbox: sandbox! };
});

beforeEach(() => {
	said = [];
});

afterAll(async () => {
	for (const server of others) server.close();
	await rm(home, { recursive: true, force: true });
});

const start = async (until: (served: Served) => Promise<void>) => {
	const progress = plainProgress(() => undefined);
	const say = (text: string) => said.push(text);
	await serve({ home, ports, completeAfterSeconds: 20, progress, say }, until);
};

describe('`npm start`', () => {
	it('loads everything, tells which ports it took, and keeps a person’s own work', async () => {
		const files = await workflowFiles();
		const names = files.map((file) => basename(file));
		expect(names).toContain('main-job.workflow.json');

		await start(async ({ n8n, sandbox }) => {
			expect(new URL(n8n.baseUrl).port).not.toBe(String(ports.n8n));
			expect(said.join('\n')).toContain(`Port ${ports.n8n} is in use`);
			expect(said.join('\n')).toContain(`Port ${ports.sandbox} is in use`);
			expect(said.at(-1)).toContain(n8n.baseUrl);
			expect(said.at(-1)).toContain(`${sandbox.baseUrl}/`);

			const [credential] = await n8n.client.listCredentials();
			expect(await n8n.client.testCredential(credential!)).toMatchObject({ status: 'OK' });
			const workflows = await n8n.client.listWorkflows();
			expect(workflows).toHaveLength(files.length);

			await n8n.client.createWorkflow(chain('My own', manualTrigger()));
			const [first] = workflows;
			const changed: WorkflowJson = {
				...(await n8n.client.getWorkflow(first!.id)),
				name: 'Mine now',
			};
			await n8n.client.updateWorkflow(first!.id, changed);
		});

		await start(async ({ n8n }) => {
			const workflows = (await n8n.client.listWorkflows()).map(({ name }) => name);
			expect(workflows).toHaveLength(files.length + 1);
			expect(workflows).toEqual(expect.arrayContaining(['My own', 'Mine now']));

			const credentials = await n8n.client.listCredentials();
			expect(credentials).toHaveLength(1);
			expect(await n8n.client.testCredential(credentials[0]!)).toMatchObject({ status: 'OK' });
		});
	});

	it('leaves nothing running', async () => {
		let addresses: string[] = [];
		await start(async ({ n8n, sandbox }) => {
			addresses = await Promise.resolve([n8n.baseUrl, sandbox.baseUrl]);
		});

		for (const address of addresses) await expect(fetch(address)).rejects.toThrow('fetch failed');
	});

	it('does not run twice at once', async () => {
		await withHome(home, async () => {
			await expect(withHome(home, () => start(() => Promise.resolve()))).rejects.toThrow(
				`already running (process ${process.pid})`,
			);
		});
	});
});

async function listening(): Promise<Server> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}
