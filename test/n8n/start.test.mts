import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sortForList, toListedName } from '../../dev/demo/first-click.mts';
import { findFailure } from '../../dev/host/execution.mts';
import { readWorkflowFiles, withHome } from '../../dev/host/home.mts';
import type { StartedN8n } from '../../dev/host/n8n.mts';
import { findFreePort } from '../../dev/host/ports.mts';
import { serve, type Served } from '../../dev/host/start.mts';
import { createChain, createManualTrigger } from '../../dev/host/n8n-workflows.mts';

jest.setTimeout(30 * 60_000);

/** What a person starts or a schedule does; others begin with a form or an AI assistant. */
const STARTED_HERE = /\.(manualTrigger|scheduleTrigger)$/;

let home: string;
let filesFolder: string;
let others: Server[];

beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), 'rental-screening-home-'));
	filesFolder = await mkdtemp(join(tmpdir(), 'rental-screening-files-'));
	// A proxy that nobody answers at: nothing on this machine may take it.
	process.env['HTTP_PROXY'] = 'http://127.0.0.1:9';
	others = await Promise.all([occupyPort(), occupyPort()]);
});

afterAll(async () => {
	for (const server of others) server.close();
	for (const folder of [home, filesFolder]) await rm(folder, { recursive: true, force: true });
});

/** A server that takes a port. */
async function occupyPort(): Promise<Server> {
	const server = createServer();
	const port = await findFreePort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return server;
}

/** Does `npm start` in `home` for as long as `use` takes. */
async function start(use: (served: Served, said: string[]) => Promise<void>): Promise<void> {
	const [n8n, sandbox] = others.map((server) => (server.address() as AddressInfo).port);
	const said: string[] = [];
	const say = (text: string) => said.push(text);
	const options = { home, filesFolder, ports: { n8n: n8n!, sandbox: sandbox! }, say };
	await withHome(home, async () => await serve(options, (served) => use(served, said)));
}

/** Has n8n test its credentials; returns each result by the credential's name. */
async function testCredentials({ client }: StartedN8n) {
	const statuses: Record<string, string> = {};
	for (const credential of await client.listCredentials())
		statuses[credential.name] = (await client.testCredential(credential)).status;
	return statuses;
}

const WORKING = { 'Mailbox on this machine': 'OK', 'Rental Screening sandbox': 'OK' };

test('`npm start` loads everything, runs each workflow at the first click, and keeps what a person did', async () => {
	const workflows = sortForList(await readWorkflowFiles());
	const names = workflows.map(toListedName);
	let sent: string[] = [];
	await start(async ({ n8n, sandbox }, said) => {
		const { client } = n8n;
		const { baseUrl, username, password, propertyId, flowId } = sandbox;
		const shown = [`${n8n.baseUrl}/home/workflows`, n8n.owner.password, filesFolder, `${baseUrl}/`];
		for (const value of [...shown, username, password, propertyId, flowId])
			expect(said.at(-1)).toContain(value);
		expect(await testCredentials(n8n)).toEqual(WORKING);

		const listed = await client.listWorkflows();
		expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort());
		for (const workflow of workflows) {
			const name = toListedName(workflow);
			const { id } = listed.find((one) => one.name === name)!;
			const { nodes } = await client.getWorkflow(id);
			const trigger = nodes.find(({ type }) => STARTED_HERE.test(type));
			if (!trigger) continue;
			const message = findFailure(await client.runWorkflow(id, trigger.name))?.message;
			const expected = name === workflow.name ? undefined : expect.stringContaining('credential');
			expect([name, message]).toEqual([name, expected]);
		}
		expect(sandbox.screenings.length).toBeGreaterThan(5);
		expect(sandbox.listRequests('submitRentReport').length).toBeGreaterThan(0);
		expect(said.filter((line) => line.startsWith('Mail: ')).length).toBeGreaterThan(2);
		expect(sandbox.requests.flatMap(({ violations }) => violations)).toEqual([]);
		sent = sandbox.screenings.map(({ userId }) => userId);

		await client.createWorkflow(createChain('My own', createManualTrigger()));
		await expect(withHome(home, async () => {})).rejects.toThrow('already running');
	});

	const file = join(home, 'owner.json');
	const owner = JSON.parse(await readFile(file, 'utf8')) as { password: string };
	expect(owner.password.length).toBeGreaterThan(15);
	expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');

	await start(async ({ n8n, sandbox }) => {
		expect(n8n.owner.password).toBe(owner.password);
		const kept = (await n8n.client.listWorkflows()).map(({ name }) => name);
		expect(kept.sort()).toEqual([...names, 'My own'].sort());
		expect(sandbox.screenings.map(({ userId }) => userId)).toEqual(sent);
		expect(await testCredentials(n8n)).toEqual(WORKING);
	});
});
